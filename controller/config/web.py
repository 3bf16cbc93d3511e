"""`[web]`: the pages that the controller serves."""

from __future__ import annotations

from controller.config.model import WebConfig
from controller.toml_reader import Reader


def read_web(table: Reader) -> WebConfig | None:
    """Read the section; None where the pages are not turned on."""
    usual = WebConfig()
    on = table.flag("on", False)
    host = table.text("host", usual.host)
    port = table.whole("port", usual.port, 1, 65535)
    pin_hash = table.text("pin_hash", None)
    table.close()
    return WebConfig(host, port, pin_hash) if on else None
