"""What a machine needs before it can pretend to be a Raspberry Pi, and fetching what it lacks.

Run as a program it gets everything ready, downloads included, and says plainly what is missing:
exit status 0 when the Pi can be booted, 3 when it cannot be here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Final

NOT_HERE: Final = 3
TOOLS: Final[Mapping[str, str]] = {
    "qemu-system-aarch64": "qemu-system-arm",
    "mmdebstrap": "mmdebstrap",
    "fdtput": "device-tree-compiler",
    "cpio": "cpio",
    "depmod": "kmod",
    "mkfs.ext4": "e2fsprogs",
    "setpriv": "util-linux",
}
"""The programs, and the Debian packages that they are in."""
_PATH: Final = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])


class NotHereError(Exception):
    """The Pi cannot be pretended on this machine; says what is missing."""


def tool(name: str) -> str:
    """The path of a program; those of the administrator are not on everybody's PATH."""
    found = shutil.which(name, path=_PATH)
    if found is None:
        raise NotHereError(f"the program {name} (Debian package {TOOLS.get(name, name)})")
    return found


def missing_tools(
    has: Callable[[str], object] = lambda name: shutil.which(name, path=_PATH),
) -> list[str]:
    """The programs that are not installed."""
    return [name for name in TOOLS if not has(name)]


def get_tools() -> None:
    """Install what is missing with apt. Raises NotHereError where that cannot be done."""
    missing = missing_tools()
    if not missing:
        return
    packages = " ".join(sorted({TOOLS[name] for name in missing}))
    wanted = f"{', '.join(missing)} (apt-get install {packages})"
    if os.geteuid() != 0:
        raise NotHereError(f"{wanted}; only root can install it")
    if shutil.which("apt-get") is None:
        raise NotHereError(f"{wanted}; there is no apt-get to install it with")
    print(f"installing {packages}", flush=True)
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages.split()]
    for command in (["apt-get", "update", "-qq"], install):
        done = subprocess.run(
            command,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise NotHereError(f"{wanted}; {' '.join(command)} failed:\n{done.stderr[-2000:]}")
    still = missing_tools()
    if still:
        raise NotHereError(f"{', '.join(still)}: not there after {packages} were installed")


def main() -> int:
    """Get everything ready; the exit status."""
    from pi_card import ready_card

    try:
        get_tools()
        ready_card()
    except NotHereError as error:
        print(f"The emulated Pi cannot run here. Missing: {error}", file=sys.stderr)
        return NOT_HERE
    return 0


if __name__ == "__main__":
    sys.exit(main())
