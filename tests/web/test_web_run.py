"""`chhakka run` with `[web]`: served from start to stop, and never left behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from jn_table import said_by, write_table
from web_rig import PIN, SOON_S, Browser, pin_hash, until

import controller

ROOT = Path(controller.__file__).parent.parent


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def with_pages(folder: Path, port: int, more: str = "") -> Path:
    path = write_table(folder, hands="scanned", dealer="S")
    web = f"[web]\non = true\nport = {port}\n{more}"
    path.write_text(path.read_text(encoding="utf-8") + web, encoding="utf-8")
    return path


@contextmanager
def running(path: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "controller.cli", "run", str(path)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def is_served(port: int) -> bool:
    try:
        return Browser(port).ask("/").status == 200
    except OSError:
        return False


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_the_pages_come_and_go_with_the_table(tmp_path: Path, number: int) -> None:
    port = free_port()
    path = with_pages(tmp_path, port, f"pin_hash = '{pin_hash()}'\n")
    with running(path) as process:
        until(lambda: is_served(port), "the pages are served")
        browser = Browser(port)
        seen = until(lambda: browser.ask("/state").json(), "a state")
        # No port is there: four readers are lost, which everybody may know, but not which ports.
        lost = until(lambda: [its for its in browser.ask("/state").json()["lost"] if its])
        assert all("reader" in its for its in lost)
        assert str(tmp_path) not in str(browser.ask("/state").body)
        assert seen["phase"] == "waiting for the call deal: S"
        assert browser.enter(PIN).status == 200
        assert browser.call("deal")["taken"]
        until(lambda: browser.ask("/state").json()["phase"] == "dealing")
        process.send_signal(number)
        status = process.wait(SOON_S)
        assert status == (0 if number != signal.SIGKILL else -signal.SIGKILL)
        until(lambda: not is_served(port), "the pages are gone")


def test_it_says_what_is_missing_before_anything_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = with_pages(tmp_path, free_port())
    monkeypatch.setattr("controller.pages.told.NEEDS", ("starlette", "no_such_library"))
    status, out, err = said_by("run", path)
    assert (status, out) == (2, "")
    assert err == (
        "table.toml: web.on: found true, expected no_such_library to be installed: "
        "pip install 'chhakka[web]'\n"
    )
    assert not (tmp_path / "journal.db").exists()


def test_without_pages_nothing_of_them_is_loaded(tmp_path: Path) -> None:
    """Start-up on a small Pi matters; and `[web]` off needs no more than before."""
    path = write_table(tmp_path, hands="scanned", dealer="S")
    program = f"""
import sys
from pathlib import Path
from controller.config import read_config
from controller.run import run_table
read_config(Path({str(path)!r}))
print([name for name in ("starlette", "uvicorn", "asyncio", "anyio") if name in sys.modules])
"""
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert said.stdout == "[]\n"
