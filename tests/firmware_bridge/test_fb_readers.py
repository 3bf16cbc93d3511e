"""The table of reader protocols."""

from __future__ import annotations

import random

import pytest
from fb_frames import EXAMPLES

from firmware_bridge import READERS, TagSeen


def test_every_protocol_has_examples() -> None:
    assert EXAMPLES.keys() == READERS.keys()
    assert all(EXAMPLES.values())


@pytest.mark.parametrize("name", sorted(READERS))
class TestEveryProtocol:
    def test_has_its_name(self, name: str) -> None:
        assert READERS[name].name == name

    def test_decodes_its_examples_split_at_random(self, name: str) -> None:
        decoder = READERS[name].decoder()
        rng = random.Random(name)
        data = b"".join(frame for frame, _ in EXAMPLES[name])
        seen: list[TagSeen] = []
        while data:
            cut = rng.randint(1, 9)
            seen += decoder.feed(data[:cut])
            data = data[cut:]
        assert seen == [TagSeen(tag) for _, tag in EXAMPLES[name]]
        assert set(decoder.faults.values()) == {0}

    def test_finds_an_example_after_any_rubbish(self, name: str) -> None:
        rng = random.Random(name)
        frame, tag = EXAMPLES[name][0]
        for _ in range(500):
            decoder = READERS[name].decoder()
            decoder.feed(rng.randbytes(rng.randrange(60)))
            assert decoder.feed(frame)[-1:] == [TagSeen(tag)]

    def test_is_asked_if_its_decoder_says_something(self, name: str) -> None:
        kind = READERS[name]
        assert bool(kind.decoder().ask(0.0).send) == kind.asked

    def test_two_ports_share_nothing(self, name: str) -> None:
        frame, tag = EXAMPLES[name][0]
        first, second = READERS[name].decoder(), READERS[name].decoder()
        first.feed(frame[:-1])
        assert second.feed(frame[-1:]) == []
        assert first.feed(frame[-1:]) == [TagSeen(tag)]
        assert set(first.faults.values()) == {0}


def test_kinds() -> None:
    assert {name: kind.baudrate for name, kind in READERS.items()} == {
        "rdm6300": 9600,
        "id12la": 9600,
        "pn532": 115200,
        "r200": 115200,
    }
    assert {name for name, kind in READERS.items() if kind.says_once} == {"id12la"}
    assert {name: (kind.supply_v, kind.level_v) for name, kind in READERS.items()} == {
        "rdm6300": (5.0, 5.0),
        "id12la": (3.3, 3.3),
        "pn532": (3.3, 3.3),
        "r200": (5.0, 3.3),
    }
