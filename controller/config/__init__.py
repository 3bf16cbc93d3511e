"""`table.toml`: what a table is made of.

Reading it finds all faults at once, those of the deck and of a rule-set file included. Each section
is read by a module of its own; `builder` puts them together.
"""

from __future__ import annotations

from controller.config.bridge import wiring_of
from controller.config.builder import parse_config, read_config
from controller.config.lights import LIGHT_DRIVERS
from controller.config.model import (
    BRIDGE,
    BridgeConfig,
    ButtonConfig,
    DisplayConfig,
    ReaderConfig,
    TableConfig,
    WebConfig,
)
from controller.config.pins import HIGHEST_PIN
from controller.config.ports import is_header_port
from controller.config.readers import PROTOCOLS
from controller.messages import LANGUAGES

__all__ = [
    "BRIDGE",
    "HIGHEST_PIN",
    "LANGUAGES",
    "LIGHT_DRIVERS",
    "PROTOCOLS",
    "BridgeConfig",
    "ButtonConfig",
    "DisplayConfig",
    "ReaderConfig",
    "TableConfig",
    "WebConfig",
    "is_header_port",
    "parse_config",
    "read_config",
    "wiring_of",
]
