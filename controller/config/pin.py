"""The director's PIN: asked for once, kept as a scrypt hash, compared in constant time.

The hash is a text in the form that password libraries use (the PHC string format), such as
`$scrypt$ln=14,r=8,p=1$SALT$KEY`, salt and key in base64 without padding. It takes 16 MB and, on a
small Pi, about half a second: not for a thread that has other things to do.
"""

from __future__ import annotations

import base64
import binascii
import getpass
import hashlib
import hmac
import os
import re
import sys
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from controller.words.builder import count
from engine import Fault, UnreadableError

SHORTEST: Final = 4
LONGEST: Final = 64
"""Characters of a PIN."""
_SALT_BYTES: Final = 16
_LOG_COST, _BLOCKS, _LANES, _KEY_BYTES = 14, 8, 1, 32
_MOST_MEMORY: Final = 64 << 20
_MOST_LANES: Final = 16
_BLOCK_BYTES: Final = 128
_FORM: Final = re.compile(
    r"\$scrypt\$ln=([0-9]{1,2}),r=([0-9]{1,2}),p=([0-9]{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)",
    re.ASCII,
)
_EXPECTED: Final = "what `chhakka pin` prints: $scrypt$ln=14,r=8,p=1$…$…"


@dataclass(frozen=True, slots=True)
class _Hash:
    log_cost: int
    blocks: int
    lanes: int
    salt: bytes
    key: bytes

    @property
    def memory(self) -> int:
        return _BLOCK_BYTES * self.blocks << self.log_cost


def hash_pin(pin: str, salt: bytes | None = None) -> str:
    """The hash to be kept of a PIN; the salt is drawn unless it is given.

    Raises `UnreadableError` for a PIN that is shorter or longer than allowed.
    """
    plain = _plain(pin)
    if not SHORTEST <= len(plain) <= LONGEST:
        expected = f"{SHORTEST} to {LONGEST} digits or letters"
        raise UnreadableError("PIN", [Fault("", count(len(plain), "character"), expected)])
    salt = os.urandom(_SALT_BYTES) if salt is None else salt
    made = _Hash(_LOG_COST, _BLOCKS, _LANES, salt, bytes(_KEY_BYTES))
    places = f"ln={_LOG_COST},r={_BLOCKS},p={_LANES}"
    return f"$scrypt${places}${_to_base64(salt)}${_to_base64(_key(plain, made))}"


def check_pin(pin: str, pin_hash: str) -> bool:
    """Whether this is the PIN of the hash. How long it takes does not depend on the answer.

    Raises `UnreadableError` for a text that is no hash.
    """
    kept = _parse(pin_hash)
    return hmac.compare_digest(_key(_plain(pin), kept), kept.key)


def check_hash(pin_hash: str) -> None:
    """Raises `UnreadableError` for a text that `check_pin` could not compare with."""
    _parse(pin_hash)


def ask_pin(say: Callable[[str], None]) -> str:
    """Ask for a PIN, twice and unseen; without a terminal, read one line of standard input.

    Raises `UnreadableError` when the two differ, or nothing is said.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        return "" if sys.stdin is None else sys.stdin.readline().rstrip("\n")
    try:
        first = getpass.getpass("PIN of the director: ")
        if first != getpass.getpass("The same once more: "):
            raise UnreadableError("PIN", [Fault("", "two different ones", "the same twice")])
    except EOFError:
        say("")
        raise UnreadableError("PIN", [Fault("", "nothing", "a PIN")]) from None
    return first


def _plain(pin: str) -> str:
    """The PIN as it is hashed: digits of any script are the same digit, blanks around are none."""
    letters = unicodedata.normalize("NFKC", pin.strip())
    return "".join(str(unicodedata.decimal(each, each)) for each in letters)


def _parse(pin_hash: str) -> _Hash:
    form = _FORM.fullmatch(pin_hash)
    if form is None:
        raise _no_hash(pin_hash)
    log_cost, blocks, lanes = (int(number) for number in form.groups()[:3])
    try:
        salt, key = _from_base64(form[4]), _from_base64(form[5])
    except binascii.Error as error:
        raise _no_hash(pin_hash) from error
    kept = _Hash(log_cost, blocks, lanes, salt, key)
    in_range = log_cost >= 1 and blocks >= 1 and 1 <= lanes <= _MOST_LANES and len(key) >= 16
    if not in_range or kept.memory > _MOST_MEMORY:
        raise _no_hash(pin_hash)
    return kept


def _no_hash(text: str) -> UnreadableError:
    return UnreadableError("", [Fault("", repr(text), _EXPECTED)])


def _key(plain: str, kept: _Hash) -> bytes:
    return hashlib.scrypt(
        plain.encode("utf-8", "surrogatepass"),
        salt=kept.salt,
        n=1 << kept.log_cost,
        r=kept.blocks,
        p=kept.lanes,
        maxmem=2 * _MOST_MEMORY,
        dklen=len(kept.key),
    )


def _to_base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii").rstrip("=")


def _from_base64(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
