"""How the emulated Pi is put together, without switching it on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pi_qemu
import pytest
from pi_card import ROOT, dependencies
from pi_figures import kilobytes, memory_figure, tap_figure
from pi_image import Image, fingerprint
from pi_needs import TOOLS, missing_tools
from pi_qemu import Fittings, by_path, qemu_command


def test_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pi_qemu, "tool", lambda name: name)
    image = Image(tmp_path / "vmlinuz", tmp_path / "board.dtb", tmp_path / "root.cpio")
    fittings = Fittings(tmp_path / "card.img", memory_mb=512)
    words = qemu_command(image, fittings, tmp_path)
    assert words[3:6] == ["qemu-system-aarch64", "-M", "raspi3b"]
    assert "mem=512M" in words[words.index("-append") + 1]
    assert f"if=sd,format=raw,file={tmp_path}/card.img,cache=unsafe" in words
    adapters = [word for word in words if word.startswith("usb-serial,")]
    assert [word.split("port=")[1].split(",")[0] for word in adapters] == [
        *("1.1", "1.2", "1.3", "1.4")
    ]


def test_adapters_are_named_by_their_sockets() -> None:
    names = [by_path(number) for number in range(4)]
    assert names[2] == "/dev/serial/by-path/platform-3f980000.usb-usb-0:1.3:1.0-port0"
    assert len(set(names)) == 4


def test_what_is_missing_is_named_with_its_package() -> None:
    assert missing_tools(lambda name: True) == []
    assert missing_tools(lambda name: name != "cpio") == ["cpio"]
    assert TOOLS["fdtput"] == "device-tree-compiler"


def test_a_machine_that_cannot_do_it_says_so(tmp_path: Path) -> None:
    """Without tools, and without apt to get them, it ends with a status of its own."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests/pi/pi_needs.py")],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 3, done.stderr
    assert "cannot run here. Missing: " in done.stderr
    assert "apt-get install " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_fingerprint_changes_with_every_part() -> None:
    assert len({fingerprint(b"ab", b"c"), fingerprint(b"a", b"bc"), fingerprint(b"ab", b"d")}) == 3


def test_dependencies_are_those_of_the_project() -> None:
    extras = {"pi": ["RPi.GPIO"], "pi5": ["rpi-lgpio>=0.6"], "web": ["uvicorn>=0.30"]}
    project = {"dependencies": ["pyserial>=3.5", "pillow>=10.1"], "optional-dependencies": extras}
    assert dependencies({"project": project}) == {
        "pi": ["pillow>=10.1", "pyserial>=3.5", "uvicorn>=0.30"],
        "pi5": ["pillow>=10.1", "pyserial>=3.5", "rpi-lgpio>=0.6"],
    }


def test_figures_in_words() -> None:
    assert tap_figure("x", [0.0101]) == "x: tap to light 10 ms (median of 1; 10 to 10 ms)"
    meminfo = "MemTotal:  512000 kB\nMemAvailable:  307200 kB\n"
    assert memory_figure("x", "VmHWM:\t 20480 kB\n", meminfo) == (
        "x: memory 20 MB at most, 300 of 500 MB left"
    )
    with pytest.raises(ValueError, match="no VmHWM"):
        kilobytes(meminfo, "VmHWM")
