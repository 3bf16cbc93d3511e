"""`[bridge]`: the microcontroller on a serial line."""

from __future__ import annotations

from controller.config.model import BridgeConfig
from controller.config.ports import PortBook
from controller.toml_reader import Reader


def read_bridge(top: Reader, book: PortBook) -> BridgeConfig | None:
    """Read the section; None where there is none."""
    if not top.has("bridge"):
        return None
    table = top.table("bridge")
    port = book.read(table)
    table.close()
    return BridgeConfig(port)
