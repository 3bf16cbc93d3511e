"""An emulated Raspberry Pi 3B: QEMU, what is plugged into it, and everything seen from outside."""

from __future__ import annotations

import os
import queue
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Final

from pi_console import Console
from pi_image import Image, pack
from pi_monitor import Monitor, Probe
from pi_pins import TRACED, Watched, Write, parse_write
from pi_qemu import SEAT_PORTS, Fittings, adapter, by_path, qemu_command

HUB_GLANCE_S: Final = 1.0
"""The guest looks at its USB hub every quarter of a second, and has to see an empty socket."""
_CONNECT_S: Final = 20.0
_GUEST_ADDRESS: Final = "10.0.2.15"
"""Where QEMU's own network expects a guest that does not ask."""
_NEVER_S: Final = 20.0


class Machine:
    """A Pi with power on. Close it, or `cut` the power, in the end.

    `watched` are its pins and lights: `look` takes in what has happened to them.
    """

    def __init__(self, image: Image, fittings: Fittings) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="chhakka-pi-"))
        self.watched = Watched()
        self._writes: queue.SimpleQueue[Write | Exception] = queue.SimpleQueue()
        self._closing: list[Callable[[], object]] = []
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._power_on(image, fittings)
        except BaseException:
            self.cut()
            raise

    def _power_on(self, image: Image, fittings: Fittings) -> None:
        self._closing.append(lambda: shutil.rmtree(self.folder, ignore_errors=True))
        lay_over(image.root, fittings.files, self.folder / "root.cpio")
        log = (self.folder / "qemu.log").open("wb")
        self._closing.append(log.close)
        ends = self._tracing()
        try:
            command = qemu_command(image, fittings, self.folder)
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
            )
            self._plug_in()
        finally:
            os.close(ends)
        self._monitor.call("cont")

    def _tracing(self) -> int:
        """Begin to read the trace; the end of the pipe that is to be closed when QEMU has its own.

        Until then it keeps the reading from ending at once.
        """
        path = self.folder / "trace"
        os.mkfifo(path)
        trace = os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=1 << 16)
        ends = os.open(path, os.O_WRONLY)
        os.set_blocking(trace.fileno(), True)
        self._tracer = threading.Thread(target=self._read_trace, args=(trace,), daemon=True)
        self._tracer.start()
        return ends

    def _plug_in(self) -> None:
        self._monitor = Monitor(self._connect("monitor"))
        self.probe = Probe(self._connect("probe"))
        self.console = Console(self._connect("console"))
        self._lines = [self._connect(f"adapter{number}") for number in range(SEAT_PORTS)]
        self._closing += [self._monitor.close, self.probe.close, self.console.close]
        self._closing += [line.close for line in self._lines]

    def _connect(self, name: str) -> socket.socket:
        end = time.monotonic() + _CONNECT_S
        while True:
            line = socket.socket(socket.AF_UNIX)
            try:
                line.connect(str(self.folder / name))
                return line
            except OSError as error:
                line.close()
                ended = self._process is None or self._process.poll() is not None
                if ended or time.monotonic() > end:
                    raise AssertionError(f"QEMU: {self.said()}") from error
                time.sleep(0.01)

    def said(self) -> str:
        """What QEMU itself has said."""
        return (self.folder / "qemu.log").read_text(errors="replace")

    # The pins.

    def _read_trace(self, trace: IO[bytes]) -> None:
        with trace:
            for line in trace:
                try:
                    write = parse_write(line)
                except ValueError as error:
                    self._writes.put(error)
                else:
                    if write is not None:
                        self._writes.put(write)

    def look(self, seconds: float) -> bool:
        """Take in what happened to the pins, waiting for the first of it; False: nothing did."""
        try:
            write = self._writes.get(timeout=seconds) if seconds else self._writes.get_nowait()
        except queue.Empty:
            return False
        while True:
            if isinstance(write, Exception):
                raise write
            self.watched.tell(write)
            try:
                write = self._writes.get_nowait()
            except queue.Empty:
                return True

    # The adapters.

    def send(self, number: int, data: bytes) -> None:
        """Let the reader behind an adapter say something."""
        self._lines[number].sendall(data)

    def wait_adapters(self) -> None:
        """Wait until every adapter has its name."""
        names = " ".join(by_path(number) for number in range(SEAT_PORTS))
        self.until(f"ls {names}")

    def pull(self, number: int) -> None:
        """Pull an adapter out.

        The guest's kernel is told first, by the way that a pulled plug takes in it: QEMU's USB
        controller dies of a device that goes while somebody waits for its bytes.
        """
        device = f"/sys/bus/usb/devices/1-1.{number + 1}"
        self.console.sure(f"echo 1 >{device}/remove")
        self.until(f"[ ! -e {device} ]")
        self._monitor.call("device_del", id=f"reader{number}")
        time.sleep(HUB_GLANCE_S)

    def plug(self, number: int) -> None:
        """Put an adapter into its socket again."""
        self._monitor.call("device_add", **adapter(number))

    def go_online(self, port: int) -> int:
        """Plug a network adapter in; the port of this machine that leads to one of the guest."""
        here = _free_port()
        forward = [{"str": f"tcp:127.0.0.1:{here}-:{port}"}]
        self._monitor.call("netdev_add", type="user", id="net", hostfwd=forward)
        self._monitor.call(
            "device_add", driver="usb-net", id="net0", netdev="net", port=f"1.{SEAT_PORTS + 1}"
        )
        self.until("ls -d /sys/class/net/e*")  # usb0 at first, until udev has named it
        card = self.console.sure("cd /sys/class/net; ls -d e*")
        self.console.sure(
            f"busybox ip addr add {_GUEST_ADDRESS}/24 dev {card}; busybox ip link set {card} up"
        )
        return here

    def trace(self, on: bool) -> None:
        """Watch the pins, or not: whatever is written to any device is slower meanwhile."""
        self._monitor.call("trace-event-set-state", name=TRACED, enable=on)

    def until(self, test: str) -> None:
        """Wait until a command of the guest succeeds. Raises AssertionError when it never does."""
        tries = int(_NEVER_S / 0.05)
        self.console.sure(
            f"n=0; until {{ {test}; }} >/dev/null 2>&1; do busybox sleep 0.05; n=$((n + 1)); "
            f"[ $n -lt {tries} ] || {{ echo never: {test!r}; exit 1; }}; done",
            6 * _NEVER_S,
        )

    # Its end.

    def cut(self) -> None:
        """Cut the power; the pins are known up to that instant. May be called twice."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            self._tracer.join()
            self.look(0.0)
        while self._closing:
            self._closing.pop()()

    def __enter__(self) -> Machine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.cut()


def lay_over(root: Path, files: dict[str, Path | bytes], archive: Path) -> None:
    """Write an archive of a root file system with further files, which stand behind it."""
    with archive.open("wb") as whole:
        with root.open("rb") as plain:
            shutil.copyfileobj(plain, whole, 1 << 22)
        if files:
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                for path, content in files.items():
                    place = folder / "over" / path.removeprefix("/")
                    place.parent.mkdir(parents=True, exist_ok=True)
                    if isinstance(content, bytes):
                        place.write_bytes(content)
                    else:
                        shutil.copy(content, place)
                pack(folder / "over", folder / "over.cpio")
                whole.write((folder / "over.cpio").read_bytes())


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@contextmanager
def booted(image: Image, fittings: Fittings) -> Iterator[Machine]:
    """A Pi that takes commands, while the block lasts."""
    with Machine(image, fittings) as machine:
        machine.console.wait_ready()
        yield machine
