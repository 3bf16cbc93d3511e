"""Serial ports as `table.toml` names them, none of them twice."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from controller.config.pins import PinBook
from controller.toml_reader import Reader

_ON_HEADER: Final = re.compile(r"/dev/(serial0|ttyAMA0|ttyS0)", re.ASCII)
_UART_PINS: Final = (14, 15)
_UART: Final = "uart"


def is_header_port(port: str) -> bool:
    """Whether a port is the serial port on the header of a Pi, GPIO 14 and 15."""
    return _ON_HEADER.fullmatch(port) is not None


class PortBook:
    """The ports named so far, and where; paths are relative to `folder`.

    The port on the header takes its pins out of `pins`.
    """

    def __init__(self, folder: Path, pins: PinBook) -> None:
        self._folder = folder
        self._pins = pins
        self._first: dict[str, str] = {}

    def read(self, table: Reader) -> str:
        """Read the key `port` of a section: what pyserial opens. "" stands for a fault."""
        port = table.required_text("port", "a serial port")
        if not port:
            return ""
        full = port if "://" in port else str(self._folder / port)
        same = os.path.normpath(full)
        if same in self._first:
            table.fault("port", repr(port), f"another port than {self._first[same]} has")
        self._first.setdefault(same, table.name)
        if is_header_port(same):
            for pin in _UART_PINS:
                self._pins.share(table, "port", pin, _UART)
        return full
