"""`[web]`: the pages that the controller serves."""

from __future__ import annotations

from controller.config.model import WebConfig
from controller.toml_reader import Reader
from engine import UnreadableError


def read_web(table: Reader) -> WebConfig | None:
    """Read the section; None where the pages are not turned on."""
    usual = WebConfig()
    on = table.flag("on", False)
    host = table.text("host", usual.host)
    port = table.whole("port", usual.port, 1, 65535)
    pin_hash = table.text("pin_hash", None)
    if pin_hash is not None:
        _check(table, pin_hash)
    table.close()
    return WebConfig(host, port, pin_hash) if on else None


def _check(table: Reader, pin_hash: str) -> None:
    from controller.config.pin import check_hash

    try:
        check_hash(pin_hash)
    except UnreadableError as error:
        table.take_over(error, "pin_hash")
