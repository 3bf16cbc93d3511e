"""The table's side of the pages: what they show, and the process that serves them."""
