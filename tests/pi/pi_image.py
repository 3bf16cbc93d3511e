"""What the emulated Pi boots: Debian's kernel for arm64, the board's device tree, a root in memory.

All is fetched once, with Debian's own tools, and kept in a cache folder whose name changes with
what it is made from.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pi_needs import NotHereError, tool

HERE: Final = Path(__file__).parent
INIT: Final = HERE / "guest" / "init"
RELEASE: Final = "bookworm"
PACKAGES: Final = (
    *("python3", "python3-venv", "python3-pip", "python3-rpi.gpio", "python3-pytest"),
    *("busybox-static", "udev", "kmod", "e2fsprogs", "linux-image-arm64"),
)
MODULES: Final = (
    *("ext4", "jbd2", "mbcache", "crc16", "crc32c_generic", "bcm2835"),
    *("dwc2", "phy-generic", "usb-common", "usbcore", "udc-core", "roles"),
    *("usbserial", "ftdi_sio", "mii", "usbnet", "cdc_ether", "rndis_host"),
)
"""The kernel's modules that the board needs, or may have built in: file system, card, USB."""
_LEFT_OUT: Final = (
    *("./dev/*", "*/perl*", "*/gconv", "./boot/System*", "*/udev/hwdb*", "./usr/lib/*/libicu*"),
    *("./usr/share/doc/*", "./usr/share/locale/*", "./usr/share/man/*", "./usr/share/i18n/*"),
    *("./usr/share/perl*", "./usr/share/zoneinfo/*", "./usr/share/info/*"),
)
_DTB: Final = "broadcom/bcm2837-rpi-3-b.dtb"
_PI_3B: Final = "0xa02082"


@dataclass(frozen=True, slots=True)
class Image:
    """What QEMU loads."""

    kernel: Path
    board: Path
    """The device tree."""
    root: Path
    """The root file system, a cpio archive for the memory."""


def cache_folder() -> Path:
    """Where downloads are kept: $CHHAKKA_PI_CACHE, else ~/.cache/chhakka-pi."""
    named = os.environ.get("CHHAKKA_PI_CACHE")
    return Path(named) if named else Path.home() / ".cache" / "chhakka-pi"


def fingerprint(*parts: bytes) -> str:
    """A short name for what something is made from."""
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:12]


def ready_image() -> Image:
    """The image, made when it is not in the cache yet. Raises NotHereError when it cannot be."""
    made_from = fingerprint(Path(__file__).read_bytes(), INIT.read_bytes())
    folder = cache_folder() / f"{RELEASE}-{made_from}"
    if not folder.exists():
        print(f"making the emulated Pi in {folder}: this is done once", flush=True)
        unfinished = folder.with_name(f"{folder.name}.{os.getpid()}")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        try:
            _make(unfinished)
            unfinished.rename(folder)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
    return Image(folder / "vmlinuz", folder / "board.dtb", folder / "root.cpio")


def _make(folder: Path) -> None:
    if os.geteuid() != 0:
        raise NotHereError("root, who alone can unpack a foreign Debian")
    root = folder / "root"
    root.mkdir()
    _unpack(_download(), root)
    _take_kernel(root, folder)
    _describe_board(folder / "board.dtb")
    _compile(root)
    shutil.copy(INIT, root / "init")
    (root / "init").chmod(0o755)
    pack(root, folder / "root.cpio")
    shutil.rmtree(root)


def _download() -> Path:
    """The packages of the guest, unpacked into one archive; kept, whatever is made of it."""
    tar = cache_folder() / f"{RELEASE}-{fingerprint(' '.join(PACKAGES).encode())}.tar"
    if not tar.exists():
        print(f"downloading Debian {RELEASE} for arm64", flush=True)
        part = tar.with_suffix(".part")
        # Unpacked only: a configuration would run programs of another processor.
        kind = ["--quiet", "--format=tar", "--mode=root", "--variant=extract", "--arch=arm64"]
        include = f"--include={','.join(PACKAGES)}"
        _run([tool("mmdebstrap"), *kind, include, RELEASE, str(part)], "Debian's packages")
        part.rename(tar)
    return tar


def _unpack(tar: Path, root: Path) -> None:
    excluded = [f"--exclude={pattern}" for pattern in _LEFT_OUT]
    _run(["tar", "-C", str(root), "-xf", str(tar), *excluded], "the unpacked packages")


def _take_kernel(root: Path, folder: Path) -> None:
    """Move the kernel and the device tree out of the root, and leave the modules needed in it."""
    modules = next((root / "lib/modules").iterdir())
    version = modules.name
    shutil.move(root / f"boot/vmlinuz-{version}", folder / "vmlinuz")
    shutil.copy(root / f"usr/lib/linux-image-{version}" / _DTB, folder / "board.dtb")
    shutil.rmtree(root / f"usr/lib/linux-image-{version}")
    shutil.rmtree(root / "boot")
    everything = modules.with_name("everything")
    modules.rename(everything)
    (modules / "kernel").mkdir(parents=True)
    for name in MODULES:
        for file in everything.rglob(f"{name}.ko*"):
            shutil.copy(file, modules / "kernel")
    for file in everything.glob("modules.[bo][ur]*"):  # builtin…, order
        shutil.copy(file, modules)
    shutil.rmtree(everything)
    _run([tool("depmod"), "-b", str(root), version], "the list of modules")


def _describe_board(dtb: Path) -> None:
    """Say which board it is: RPi.GPIO looks the revision up where the Pi's firmware puts it."""
    fdtput = tool("fdtput")
    _run([fdtput, "-c", str(dtb), "/system"], "the device tree")
    _run([fdtput, "-t", "x", str(dtb), "/system", "linux,revision", _PI_3B], "the device tree")


def _compile(root: Path) -> None:
    """Compile Python's modules beforehand, as an installation does; only its own kind can."""
    library = next((root / "usr/lib").glob("python3.*"))
    if library.name != f"python{sys.version_info[0]}.{sys.version_info[1]}":
        return
    compiling = ["-m", "compileall", "-q", "-j0", "--invalidation-mode", "unchecked-hash"]
    places = ["-s", str(root), "-p", "/", str(library), str(root / "usr/lib/python3")]
    subprocess.run([sys.executable, *compiling, *places], check=False, capture_output=True)


def pack(folder: Path, archive: Path) -> None:
    """Pack a folder as a cpio archive that the kernel unpacks, all of it root's."""
    names = b"".join(
        f"./{path.relative_to(folder)}\0".encode() for path in sorted(folder.rglob("*"))
    )
    with archive.open("wb") as out:
        cpio = [tool("cpio"), "-0", "-o", "-H", "newc", "--quiet", "-R", "0:0"]
        subprocess.run(cpio, cwd=folder, input=names, stdout=out, check=True)


def _run(command: list[str], what: str) -> None:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        said = (done.stderr or done.stdout)[-2000:]
        raise NotHereError(f"{what}: {command[0]} failed:\n{said}")
