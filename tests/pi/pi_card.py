"""The SD card of the emulated Pi: a real file system with the project installed on it.

It is installed in the guest, as README.md tells it for a Pi, by the guest's own Python: a virtual
environment that sees Debian's packages, and the project's wheel with what it depends on. Cards are
kept in the cache: one with what the project depends on, and one for the project as it is now.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pi_image import Image, cache_folder, fingerprint, ready_image
from pi_machine import Machine, booted
from pi_needs import NotHereError, tool
from pi_qemu import Fittings

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("engine", "firmware_bridge", "display", "hw_mocks", "controller")
HOME: Final = "/home/pi"
"""Where the card is mounted."""
SUITE: Final = "/suite"
"""Where the guest finds the tests that run in it."""
CARD_MB: Final = 256
"""QEMU wants a power of two."""
VENVS: Final = {"pi": f"{HOME}/.venv", "pi5": f"{HOME}/.venv5"}
"""The virtual environments by the extra that is installed in them.

The first has Debian's RPi.GPIO, the second what a Pi 5 needs, which is not in Debian.
"""
_WHEELS: Final = "/wheels"
_INSTALL: Final = f"install --no-index --find-links {_WHEELS}"
_PATIENCE_S: Final = 600.0
_OLD_S: Final = 24 * 3600.0
"""Another run may still copy a younger card."""
_GUEST_PYTHON: Final = "3.11"
_PLATFORMS: Final = tuple(f"manylinux_2_{glibc}_aarch64" for glibc in (17, 28, 34))


@dataclass(frozen=True, slots=True)
class Ready:
    """What a test boots: never this card itself, always a copy of it."""

    image: Image
    card: Path


def ready_card() -> Ready:
    """The card with the project as it is now; made when it is not in the cache yet.

    Raises NotHereError when that cannot be done here.
    """
    image = ready_image()
    depends = dependencies(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8")))
    project = [f"{_pip(extra)} 'chhakka[{extra}]'" for extra in VENVS]
    steps = _first_steps(depends)
    made_from = [image.root.parent.name, str(CARD_MB), *steps]
    plain = cache_folder() / f"plain-{fingerprint(*map(str.encode, made_from))}.img"
    if not plain.exists():
        print("making its SD card: this is done once", flush=True)
        with _making(plain) as card:
            _format(card)
            _install(
                image, card, _fetched({need for needs in depends.values() for need in needs}), steps
            )
    whole = plain.with_name(f"card-{fingerprint(plain.name.encode(), *_sources())}.img")
    if not whole.exists():
        print("installing the project on its SD card", flush=True)
        for old in cache_folder().glob("card-*.img"):
            if time.time() - old.stat().st_mtime > _OLD_S:
                old.unlink()
        with _making(whole) as card:
            copy_card(plain, card)
            _install(image, card, _built(), project)
    return Ready(image, whole)


def dependencies(pyproject: dict[str, Any]) -> dict[str, list[str]]:
    """What is fetched for each extra, as the project's pyproject.toml has it.

    RPi.GPIO comes from Debian, and is not among it. The pages are served in the first.
    """
    project = pyproject["project"]
    depends, extras = project["dependencies"], project["optional-dependencies"]
    pages = extras.get("web", [])
    return {"pi": sorted(depends + pages), "pi5": sorted(depends + extras["pi5"])}


def copy_card(card: Path, to: Path) -> None:
    """Copy a card; what is empty takes no room."""
    subprocess.run(["cp", "--reflink=auto", "--sparse=always", card, to], check=True)


def _first_steps(depends: dict[str, list[str]]) -> list[str]:
    needs = {extra: " ".join(f"'{need}'" for need in depends[extra]) for extra in VENVS}
    new = "python3 -m venv --system-site-packages"
    return [
        f"{new} {VENVS['pi']}",
        f"{_pip('pi')} {needs['pi']}",
        f"{new} --without-pip {VENVS['pi5']}",
        f"{_pip('pi5')} {needs['pi5']}",
    ]


def _pip(extra: str) -> str:
    """How something is installed; a pip of its own, which takes long to set up, has the first."""
    if extra == "pi":
        return f"{VENVS[extra]}/bin/pip {_INSTALL}"
    return f"python3 -m pip --python {VENVS[extra]}/bin/python {_INSTALL}"


@contextmanager
def _making(card: Path) -> Iterator[Path]:
    """A place to make a card in; it gets its name only when it is whole."""
    card.parent.mkdir(parents=True, exist_ok=True)
    part = card.with_suffix(f".{os.getpid()}")
    try:
        yield part
        part.rename(card)
    finally:
        part.unlink(missing_ok=True)


def _format(card: Path) -> None:
    with card.open("wb") as file:
        file.truncate(CARD_MB << 20)
    subprocess.run([tool("mkfs.ext4"), "-q", "-F", "-b", "4096", card], check=True)


def _install(
    image: Image, card: Path, wheels: Iterator[dict[str, Path]], steps: Sequence[str]
) -> None:
    for files in wheels:
        fittings = Fittings(card, files={f"{_WHEELS}/{name}": its for name, its in files.items()})
        with booted(image, fittings) as machine:
            machine.trace(False)
            for step in steps:
                machine.console.sure(step, _PATIENCE_S)
            shut_down(machine)


def shut_down(machine: Machine) -> None:
    """Write everything to the card, then switch off."""
    machine.console.sure("sync; mount -o remount,ro /home/pi")
    machine.cut()


# Wheels.


def _sources() -> list[bytes]:
    """All that goes into the wheel, and where it stands."""
    files = [ROOT / "pyproject.toml", ROOT / "README.md", ROOT / "LICENSE"]
    for package in PACKAGES:
        files += sorted(file for file in (ROOT / package).rglob("*") if file.is_file())
    named = [(file.relative_to(ROOT), file) for file in files if file.suffix != ".pyc"]
    return [part for name, file in named for part in (str(name).encode(), file.read_bytes())]


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="chhakka-wheels-") as name:
        yield Path(name)


def _fetched(depends: Collection[str]) -> Iterator[dict[str, Path]]:
    """Wheels for the guest of what the project depends on, while they are there."""
    with _folder() as folder:
        kind = ["--only-binary=:all:", "--python-version", _GUEST_PYTHON]
        kind += [f"--platform={platform}" for platform in _PLATFORMS]
        _run_pip(["download", *kind, "-d", str(folder), *sorted(depends)], "wheels for the Pi")
        yield {file.name: file for file in folder.iterdir()}


def _built() -> Iterator[dict[str, Path]]:
    """The project's own wheel, while it is there; built from a copy, so that nothing is left."""
    with _folder() as folder:
        copy = folder / "source"
        copy.mkdir()
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, copy)
        for package in PACKAGES:
            shutil.copytree(ROOT / package, copy / package)
        _run_pip(["wheel", "--no-deps", "-w", str(folder), str(copy)], "the project's wheel")
        yield {file.name: file for file in folder.glob("*.whl")}


def _run_pip(arguments: Sequence[str], what: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise NotHereError(f"{what}; pip failed:\n{done.stderr[-2000:]}")
