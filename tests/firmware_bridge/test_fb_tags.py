"""Tag numbers and the families of errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import (
    HardwareFault,
    LightFault,
    PortFault,
    TagSeen,
    UnreadableTag,
    is_random,
    normal_tag,
)

SIZES = [4, 5, 7, 10, *range(2, 63, 2)]


@pytest.mark.parametrize("size", SIZES)
def test_every_length_that_tags_have(size: int) -> None:
    assert normal_tag("0a" * size) == "0A" * size


@pytest.mark.parametrize("size", [n for n in range(1, 80) if n not in SIZES])
def test_no_other_length(size: int) -> None:
    with pytest.raises(UnreadableTag, match=f"found {size} bytes, expected 5"):
        normal_tag("0A" * size)


@given(st.sampled_from(SIZES).flatmap(lambda n: st.binary(min_size=n, max_size=n)))
def test_case_and_blanks_around_do_not_matter(data: bytes) -> None:
    assert normal_tag(f"\t{data.hex()}  \n") == normal_tag(data.hex().upper()) == data.hex().upper()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "missing"),
        ("  ", "missing"),
        ("000414CD7", "found 9 digits"),
        ("04:6E:8A:E2", "found ':' at digit 3"),
        ("04 6E 8A E2", "found ' ' at digit 3"),
        ("0x000414CD", "found 'X' at digit 2"),
        ("066,10382", "found ',' at digit 4"),
        ("000414CD7G", "found 'G' at digit 10"),
        ("٠٠٠٤١٤٠٠٠٠", "found '٠' at digit 1"),
        ("0004 14CD7E ", "found ' ' at digit 5"),
    ],
)
def test_what_is_no_tag_is_named(text: str, found: str) -> None:
    with pytest.raises(UnreadableTag, match=found):
        normal_tag(text)


@given(st.text("0123456789abcdefABCDEFgx :,-_٣\n", max_size=30))
def test_any_text_is_a_tag_or_unreadable(text: str) -> None:
    try:
        tag = normal_tag(text)
    except UnreadableTag:
        return
    assert normal_tag(tag) == tag == bytes.fromhex(tag).hex().upper()


def test_random_numbers_are_those_of_four_bytes_with_08() -> None:
    assert is_random("08000000")
    assert not is_random("80000000")
    assert not is_random("08" * 5)
    assert not is_random("08" * 7)


def test_tag_seen_is_a_value() -> None:
    assert TagSeen("0A") == TagSeen("0A")
    with pytest.raises(AttributeError):
        TagSeen("0A").tag = "0B"  # type: ignore[misc]


def test_families_of_errors() -> None:
    assert issubclass(UnreadableTag, ValueError)
    assert not issubclass(UnreadableTag, HardwareFault)
    for fault in (PortFault, LightFault):
        assert issubclass(fault, HardwareFault)
        assert issubclass(fault, OSError)


def test_a_port_fault_says_where_and_why() -> None:
    fault = PortFault("/dev/ttyUSB0", "busy")
    assert (str(fault), fault.url, fault.reason) == ("/dev/ttyUSB0: busy", "/dev/ttyUSB0", "busy")
