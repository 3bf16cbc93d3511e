"""`python -m controller.web DESCRIPTOR`: serve the pages of the table at the other end."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys

NICE = 5
"""Taps come first, whoever looks at the pages."""


def main(descriptor: int) -> int:
    """Serve until the table hangs up; the value is the exit status."""
    # The table holds its signals back while it begins, and so would its children.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))
    os.nice(NICE)
    from controller.web.serve import serve

    with socket.socket(fileno=descriptor) as line:
        asyncio.run(serve(line))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
