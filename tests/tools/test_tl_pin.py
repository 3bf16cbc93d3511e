"""The director's PIN: how it is kept, what it is compared with, and how it is asked for."""

from __future__ import annotations

import base64
import io
import sys
from pathlib import Path

import pytest
from ct_files import GOOD, faults_of, read_good, write_table
from tl_person import person

from controller.cli import main
from controller.config.pin import check_hash, check_pin, hash_pin
from engine import UnreadableError

SALT = bytes(range(16))
HASH = hash_pin("2468", SALT)


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode().rstrip("=")


def test_a_hash_made_elsewhere() -> None:
    # RFC 7914, section 12: P = pleaseletmein, S = SodiumChloride, N = 16384, r = 8, p = 1.
    key = bytes.fromhex(
        "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
        "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
    )
    text = f"$scrypt$ln=14,r=8,p=1${b64(b'SodiumChloride')}${b64(key)}"
    assert check_pin("pleaseletmein", text)
    assert not check_pin("pleaseletmeout", text)


def test_the_form() -> None:
    assert HASH.startswith("$scrypt$ln=14,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$")
    assert len(base64.b64decode(HASH.rsplit("$", 1)[1] + "=")) == 32
    assert '"' not in HASH
    assert "\\" not in HASH


def test_two_hashes_of_one_pin_differ_and_both_fit() -> None:
    first, second = hash_pin("2468"), hash_pin("2468")
    assert first != second
    assert check_pin("2468", first)
    assert check_pin("2468", second)


@pytest.mark.parametrize("pin", ["2468", " 2468\n", "২৪৬৮", "２４６８"])
def test_the_same_pin_however_it_is_typed(pin: str) -> None:
    assert check_pin(pin, HASH)


@pytest.mark.parametrize("pin", ["2469", "24680", "246", "", "24 68", "\udc80"])
def test_another_pin(pin: str) -> None:
    assert not check_pin(pin, HASH)


@pytest.mark.parametrize("pin", ["", "123", " 123 ", "1" * 65])
def test_too_short_or_too_long(pin: str) -> None:
    with pytest.raises(UnreadableError, match="expected 4 to 64 digits or letters"):
        hash_pin(pin)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2468",
        HASH[1:],
        HASH + "$",
        HASH + "\n",
        HASH.replace("ln=14", "ln=17"),  # 128 MB: more than a small Pi should be made to use
        HASH.replace("ln=14", "ln=99"),
        HASH.replace("ln=14", "ln=0"),
        HASH.replace("r=8", "r=0"),
        HASH.replace("p=1", "p=0"),
        HASH.replace("p=1", "p=17"),
        HASH.replace("p=1", "p=১"),
        HASH[: HASH.rindex("$") + 5],
        HASH[: HASH.rindex("$") + 21],  # 20 digits of base64 are 15 bytes
        HASH[: HASH.rindex("$") + 30],  # 29 digits of base64 are no bytes at all
    ],
)
def test_a_text_that_is_no_hash(text: str) -> None:
    for look in (check_hash, lambda text: check_pin("2468", text)):
        with pytest.raises(UnreadableError, match="expected what `chhakka pin` prints"):
            look(text)


def test_a_table_takes_a_hash_and_nothing_else(tmp_path: Path) -> None:
    its_web = read_good(tmp_path / "good", f'{GOOD}\n[web]\non = true\npin_hash = "{HASH}"\n').web
    assert its_web is not None
    assert its_web.pin_hash == HASH
    path = write_table(tmp_path / "bad", f'{GOOD}\n[web]\npin_hash = "2468"\n')
    assert faults_of(path) == [
        "table.toml: web.pin_hash: found '2468', expected what `chhakka pin` prints: "
        "$scrypt$ln=14,r=8,p=1$…$…"
    ]


def test_asked_twice_and_never_shown(tmp_path: Path) -> None:
    with person(tmp_path, "pin") as someone:
        someone.until("PIN of the director: ")
        someone.press("8642\n")
        someone.until("once more: ")
        someone.press("8642\n")
        someone.until('pin_hash = "')
        pin_hash = someone.until('"')[:-1]
        assert someone.end() == 0
    assert "8642" not in someone.said
    assert check_pin("8642", pin_hash)


def test_two_different_ones(tmp_path: Path) -> None:
    with person(tmp_path, "pin") as someone:
        someone.until("director: ")
        someone.press("8642\n")
        someone.until("more: ")
        someone.press("8643\n")
        someone.until("PIN: found two different ones, expected the same twice")
        assert someone.end() == 2
    assert "864" not in someone.said


@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 2)])
def test_thought_better_of(tmp_path: Path, key: str, status: int) -> None:
    with person(tmp_path, "pin") as someone:
        someone.until("director: ")
        someone.press(key)
        assert someone.end() == status
    assert "Traceback" not in someone.said


def test_through_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("8642\n"))
    assert main(["pin"]) == 0
    assert check_pin("8642", capsys.readouterr().out.split('"')[1])
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["pin"]) == 2
    assert capsys.readouterr().err == (
        "PIN: found 0 characters, expected 4 to 64 digits or letters\n"
    )
