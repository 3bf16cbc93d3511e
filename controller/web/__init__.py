"""The pages: a process of its own that serves what the table shows, to any number of viewers.

`python -m controller.web DESCRIPTOR` is started by `controller.pages.feed`, which hands it one end
of a socket pair. The table's states come down that line; from it go out the score page, live; calls
of the director go to the table over its director's line; at a pretend table (`chhakka demo --web`)
the movements of cards go back up the line."""
