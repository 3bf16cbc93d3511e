"""The running table and the command line: what joins engine, readers and lights."""
