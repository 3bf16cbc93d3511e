"""The table's side of the pages: what they show, the process that serves them, and the PIN."""
