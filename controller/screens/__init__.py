"""What the lights and screens of a running table show, and the processes that draw them."""
