"""The files of a service: its unit, its user, and the rules for ports and pins."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from controller.service.needs import Needs
from controller.service.place import HOME, NAME

WATCHDOG_S: Final = 30
"""A table that gives no sign of life for so long is started again."""
EVERY_GROUP: Final = ("dialout", "gpio", "i2c", "spi")


def unit(program: Sequence[str], table: Path, needs: Needs, journal: Path, *, at_home: bool) -> str:
    """The unit of the table at `table`. `at_home`: the program lies under /home."""
    words = [*program, "run", str(table), "--director-group", NAME]
    families = "AF_UNIX AF_INET AF_INET6 AF_NETLINK" if needs.network else "AF_UNIX"
    writable = [] if journal.is_relative_to(HOME) else [f"ReadWritePaths={_path(journal)}"]
    lines = [
        "[Unit]",
        "Description=chhakka, the referee of a card table",
        "After=local-fs.target time-set.target",
        "# It is never given up: a cable may be plugged in hours later.",
        "StartLimitIntervalSec=0",
        "",
        "[Service]",
        "Type=notify",
        "NotifyAccess=main",
        f"ExecStart={' '.join(_word(word) for word in words)}",
        f"WatchdogSec={WATCHDOG_S}",
        "# A long journal is looked through before the table is ready.",
        "TimeoutStartSec=5min",
        "TimeoutStopSec=20",
        "Restart=on-failure",
        "RestartSec=5",
        "# 2: table.toml or the journal cannot be read; another try would find the same.",
        "RestartPreventExitStatus=2",
        "",
        f"User={NAME}",
        f"Group={NAME}",
        *([f"SupplementaryGroups={' '.join(needs.groups)}"] if needs.groups else []),
        f"StateDirectory={HOME.name}",
        "StateDirectoryMode=0750",
        f"RuntimeDirectory={NAME}",
        "# lgpio, under the pins of a Pi 5, makes pipes where it runs.",
        f"WorkingDirectory=/run/{NAME}",
        f"Environment=LG_WD=/run/{NAME}",
        "UMask=0077",
        "",
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
        "AmbientCapabilities=",
        "ProtectSystem=strict",
        f"ProtectHome={'read-only' if at_home else 'yes'}",
        *writable,
        "PrivateTmp=yes",
        "ProtectKernelTunables=yes",
        "ProtectKernelModules=yes",
        "ProtectKernelLogs=yes",
        "ProtectControlGroups=yes",
        "ProtectClock=yes",
        "ProtectHostname=yes",
        "# Not ProcSubset=pid: which Pi this is stands in /proc/device-tree.",
        "ProtectProc=invisible",
        "RestrictNamespaces=yes",
        "RestrictRealtime=yes",
        "RestrictSUIDSGID=yes",
        "LockPersonality=yes",
        "RemoveIPC=yes",
        f"RestrictAddressFamilies={families}",
        "SystemCallArchitectures=native",
        "SystemCallFilter=@system-service",
        "SystemCallErrorNumber=EPERM",
        "DevicePolicy=closed",
        *(f"DeviceAllow={device} rw" for device in needs.devices),
        "",
        "[Install]",
        "WantedBy=multi-user.target",
    ]
    return "\n".join([*lines, ""])


def _word(word: str) -> str:
    """A word of a command line, see "Quoting" and "Command lines" in systemd.service(5)."""
    safe = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{safe}"' if safe != word or not word or any(c.isspace() for c in word) else word


def _path(journal: Path) -> str:
    folder = str(journal.parent).replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{folder}"'


def users() -> str:
    """The service's user, and the groups that may be missing; see sysusers.d(5)."""
    groups = "".join(f"g {group} -\n" for group in EVERY_GROUP)
    return f'u {NAME} - "chhakka, the referee of a card table" {HOME}\n{groups}'


def rules() -> str:
    """The rules for ports and pins; see udev(7)."""
    return """\
# Serial adapters, microcontrollers and the header's own port: for the group dialout.
SUBSYSTEM=="tty", KERNEL=="ttyUSB[0-9]*|ttyACM[0-9]*|ttyAMA[0-9]*|ttyS0", \
GROUP="dialout", MODE="0660"

# ModemManager must not talk to what may be a reader.
SUBSYSTEM=="tty", KERNEL=="ttyUSB[0-9]*|ttyACM[0-9]*", ENV{ID_MM_PORT_IGNORE}="1"

# An FTDI adapter otherwise holds a tag back for up to 16 ms.
ACTION=="add", SUBSYSTEM=="usb-serial", DRIVER=="ftdi_sio", ATTR{latency_timer}="1"

# Pins and buses of a Pi.
SUBSYSTEM=="gpio", KERNEL=="gpiochip[0-9]*", GROUP="gpio", MODE="0660"
KERNEL=="gpiomem*", GROUP="gpio", MODE="0660"
SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"
SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"
"""
