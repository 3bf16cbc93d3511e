"""Serial ports as `table.toml` names them, none of them twice."""

from __future__ import annotations

import os
from pathlib import Path

from controller.toml_reader import Reader


class PortBook:
    """The ports named so far, and where; paths are relative to `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
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
        return full
