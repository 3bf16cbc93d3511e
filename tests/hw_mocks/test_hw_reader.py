"""The reader model: what it says, and when, whatever hands and noise do."""

from __future__ import annotations

import math
import random
from typing import TypeVar

import pytest
from hm_line import seen, tags_in
from hypothesis import given, settings
from hypothesis import strategies as st

from hw_mocks.frames import FRAMES, rdm6300_frame
from hw_mocks.line_faults import GHOSTS, Noise, cut, flip, lose
from hw_mocks.reader import ReaderModel

T = TypeVar("T", str, bytes)
TAG, OTHER = "000414CD7E", "1F00644BB6"
FRAME_S = 0.14 / 9.6  # 14 bytes of 10 bits at 9600 baud
BYTE_S = FRAME_S / 14


def near(frames: list[tuple[float, T]]) -> list[tuple[float, T]]:
    """Return the same with moments to the microsecond."""
    return [(round(at, 6), what) for at, what in frames]


def moments(frames: list[tuple[float, bytes]]) -> list[float]:
    return [at for at, _ in frames]


def test_a_lying_tag_is_said_every_65_ms() -> None:
    reader = ReaderModel("rdm6300")
    reader.lay(TAG, 1.0)
    frames = reader.advance(1.3)
    assert {raw for _, raw in frames} == {rdm6300_frame(TAG)}
    assert moments(frames) == pytest.approx([1 + n * 0.065 + FRAME_S for n in range(5)])


def test_a_lifted_tag_falls_silent_after_the_frame_begun() -> None:
    reader = ReaderModel("rdm6300")
    reader.lay(TAG, 1.0)
    reader.lift(1.066)
    assert moments(reader.advance(9)) == pytest.approx([1 + FRAME_S, 1.065 + FRAME_S])
    assert reader.next_due() is None
    assert reader.lying == ()


def test_id12la_says_it_once_for_each_laying() -> None:
    reader = ReaderModel("id12la")
    reader.lay("0500207B32", 1.0)
    assert near(reader.advance(5)) == near([(1 + 16 * BYTE_S, b"\x020500207B326C\r\n\x03")])
    reader.lift(5)
    reader.lay("0500207B32", 6)
    assert len(reader.advance(9)) == 1


def test_the_pace_can_be_changed() -> None:
    slow = ReaderModel("rdm6300", 0.5)
    once = ReaderModel("rdm6300", math.inf)
    for reader in (slow, once):
        reader.lay(TAG, 0)
    assert moments(slow.advance(1.4)) == pytest.approx([FRAME_S, 0.5 + FRAME_S, 1 + FRAME_S])
    assert moments(once.advance(1.4)) == pytest.approx([FRAME_S])


def test_bytes_one_by_one_have_their_own_moments() -> None:
    reader = ReaderModel("rdm6300", bytewise=True)
    reader.lay(TAG, 2.0)
    reader.lift(2.01)
    said = reader.advance(2 + 5.5 * BYTE_S)
    assert [raw for _, raw in said] == [rdm6300_frame(TAG)[i : i + 1] for i in range(5)]
    said += reader.advance(3)
    assert b"".join(raw for _, raw in said) == rdm6300_frame(TAG)
    assert moments(said) == pytest.approx([2 + (n + 1) * BYTE_S for n in range(14)])


def test_nothing_is_told_before_its_last_byte_is_out() -> None:
    reader = ReaderModel("rdm6300")
    reader.lay(TAG, 0)
    assert reader.advance(FRAME_S - 1e-6) == []
    assert len(reader.advance(FRAME_S + 1e-6)) == 1
    assert reader.advance(FRAME_S + 2e-6) == []


def test_two_tags_read_as_the_or_of_both() -> None:
    reader = ReaderModel("rdm6300")
    reader.lay(TAG, 0)
    reader.lay(OTHER, 0.1)
    both = f"{int(TAG, 16) | int(OTHER, 16):010X}"
    assert reader.reading == both
    reader.lift(0.25, TAG)
    reader.lift(0.35)
    assert [tag for _, tag in seen(reader.advance(1))] == [TAG, TAG, both, both, OTHER, OTHER]
    assert reader.reading is None


def test_two_tags_laid_in_one_instant_are_never_read_singly() -> None:
    for protocol in FRAMES:
        reader = ReaderModel(protocol)
        reader.lay(TAG, 1)
        reader.lay(OTHER, 1)
        reader.lift(1.3, TAG)
        reader.lift(1.3, OTHER)
        tags = {tag for _, tag in seen(reader.advance(3))}
        assert tags == {f"{int(TAG, 16) | int(OTHER, 16):010X}"}


def test_a_once_only_reader_says_each_change() -> None:
    reader = ReaderModel("id12la")
    reader.lay(TAG, 0)
    reader.lay(OTHER, 0.1)
    reader.lift(0.2, TAG)
    both = f"{int(TAG, 16) | int(OTHER, 16):010X}"
    assert [tag for _, tag in seen(reader.advance(1))] == [TAG, both, OTHER]


def test_quick_tags_queue_on_the_line() -> None:
    reader = ReaderModel("rdm6300")
    for number, tag in enumerate((TAG, OTHER, TAG)):
        reader.lay(tag, number * 0.004)
        reader.lift(number * 0.004 + 0.002)
    frames = reader.advance(1)
    assert [tag for _, tag in seen(frames)] == [TAG, OTHER, TAG]
    assert moments(frames) == pytest.approx([FRAME_S, 2 * FRAME_S, 3 * FRAME_S])


def test_case_of_a_tag_does_not_matter() -> None:
    reader = ReaderModel("rdm6300")
    reader.lay(TAG.lower(), 0)
    assert reader.lying == (TAG,)
    reader.lift(1, TAG.lower())


def test_ghosts_come_with_a_valid_checksum() -> None:
    reader = ReaderModel("rdm6300")
    for number, ghost in enumerate(GHOSTS):
        reader.ghost(ghost, float(number))
    assert near(seen(reader.advance(5))) == near(
        [(number + FRAME_S, ghost) for number, ghost in enumerate(GHOSTS)]
    )


def test_rubbish_takes_its_turn_and_time() -> None:
    reader = ReaderModel("rdm6300")
    reader.lay(TAG, 0)
    reader.rubbish(b"7EA3\x03", 0.001)
    reader.rubbish(b"", 0.001)
    assert near(reader.advance(0.04)) == near(
        [(FRAME_S, rdm6300_frame(TAG)), (FRAME_S + 5 * BYTE_S, b"7EA3\x03")]
    )


def test_spoils_are_used_up_one_frame_each() -> None:
    reader = ReaderModel("rdm6300")
    reader.spoil_next(cut(5), flip(13), lose)
    reader.lay(TAG, 0)
    frame = rdm6300_frame(TAG)
    said = [raw for _, raw in reader.advance(0.065 * 4.5)]
    assert said == [frame[:5], flip(13)(frame), frame, frame]


def test_noise_spoils_some_and_spares_some() -> None:
    noise = Noise(cut=0.2, flip=0.2, lose=0.1, ghost=0.1)
    reader = ReaderModel("rdm6300", noise=noise, rng=random.Random(29))
    reader.lay(TAG, 0)
    said = [raw for _, raw in reader.advance(65)]
    good = sum(raw == rdm6300_frame(TAG) for raw in said)
    assert 0.4 < good / 1000 < 0.6
    assert {tag for raw in said for tag in tags_in(raw)} == {TAG, *GHOSTS}


def test_power_cut_loses_the_rest_and_power_back_reads_anew() -> None:
    reader = ReaderModel("id12la")
    reader.lay(TAG, 0)
    reader.power(False, 0.005)
    assert reader.advance(1) == []
    assert reader.lying == (TAG,)
    reader.power(True, 2)
    assert near(seen(reader.advance(9))) == near([(2 + 16 * BYTE_S, TAG)])


def test_a_reader_without_power_says_nothing() -> None:
    reader = ReaderModel("rdm6300")
    reader.power(False, 0)
    reader.lay(TAG, 0.1)
    reader.ghost(GHOSTS[0], 0.2)
    reader.lift(0.3)
    assert reader.advance(1) == []
    assert reader.next_due() is None
    with pytest.raises(ValueError, match="off already"):
        reader.power(False, 2)


def test_hands_may_move_ahead_of_time() -> None:
    reader = ReaderModel("rdm6300")
    reader.lay(TAG, 1)
    reader.lift(1.05)
    reader.lay(OTHER, 2)
    reader.lift(2.05)
    assert reader.advance(0.9) == []
    assert [tag for _, tag in seen(reader.advance(1.5))] == [TAG]
    assert [tag for _, tag in seen(reader.advance(3))] == [OTHER]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of rdm6300, id12la"):
        ReaderModel("rdm6301")
    with pytest.raises(ValueError, match="a frame alone takes"):
        ReaderModel("rdm6300", 0.01)
    with pytest.raises(ValueError, match="a frame alone takes"):
        ReaderModel("rdm6300", math.nan)
    with pytest.raises(ValueError, match="noise needs"):
        ReaderModel("rdm6300", noise=Noise(flip=0.1))
    reader = ReaderModel("rdm6300")
    with pytest.raises(ValueError, match="no tag lies"):
        reader.lift(1)
    reader.lay(TAG, 1)
    with pytest.raises(ValueError, match="lies on this reader already"):
        reader.lay(TAG, 2)
    with pytest.raises(ValueError, match=OTHER):
        reader.lift(2, OTHER)
    with pytest.raises(ValueError, match="expected 10 hex digits"):
        reader.lay("Jh", 2)
    reader.advance(5)
    with pytest.raises(ValueError, match=r"moment 4 is before 5"):
        reader.lift(4)
    with pytest.raises(ValueError, match="moment nan"):
        reader.lift(math.nan)
    assert reader.lying == (TAG,)


Script = list[tuple[float, str, str]]
scripts = st.lists(
    st.tuples(
        st.floats(0, 0.2),
        st.sampled_from(["lay", "lift", "ghost", "rubbish", "power"]),
        st.sampled_from([TAG, OTHER]),
    ),
    max_size=15,
)
readers = st.builds(
    lambda protocol, bytewise, noisy, seed: ReaderModel(
        protocol,
        bytewise=bytewise,
        noise=Noise(cut=0.2, flip=0.2, lose=0.2, ghost=0.3) if noisy else Noise(),
        rng=random.Random(seed),
    ),
    st.sampled_from(sorted(FRAMES)),
    st.booleans(),
    st.booleans(),
    st.integers(0, 99),
)


def perform(reader: ReaderModel, what: str, tag: str, at: float, powered: bool) -> bool:
    """Do one step of a script if it is possible; return whether the power is on."""
    if what == "lay" and tag not in reader.lying:
        reader.lay(tag, at)
    elif what == "lift" and tag in reader.lying:
        reader.lift(at, tag)
    elif what == "ghost":
        reader.ghost(tag, at)
    elif what == "rubbish":
        reader.rubbish(b"\x02rubbish", at)
    elif what == "power":
        powered = not powered
        reader.power(powered, at)
    return powered


@settings(max_examples=100)
@given(st.data(), scripts, st.lists(st.floats(0, 4), max_size=20))
def test_how_often_one_asks_changes_nothing(
    data: st.DataObject, script: Script, asked: list[float]
) -> None:
    seed = data.draw(st.integers(0, 99))
    protocol = data.draw(st.sampled_from(sorted(FRAMES)))
    bytewise = data.draw(st.booleans())

    def run(questions: list[float]) -> list[tuple[float, bytes]]:
        noise = Noise(cut=0.2, flip=0.2, lose=0.2, ghost=0.3)
        reader = ReaderModel(protocol, bytewise=bytewise, noise=noise, rng=random.Random(seed))
        said: list[tuple[float, bytes]] = []
        questions = sorted(questions)
        at, powered = 0.0, True
        for pause, what, tag in script:
            at += pause
            while questions and questions[0] <= at:
                said += reader.advance(questions.pop(0))
            if what != "power":  # what is lost in a power cut is never told, asked or not
                powered = perform(reader, what, tag, at, powered)
        for question in [*questions, 9.0]:
            said += reader.advance(question)
        return said

    assert run(asked) == run([])


@settings(max_examples=100)
@given(readers, scripts)
def test_the_line_carries_one_byte_at_a_time_in_order(reader: ReaderModel, script: Script) -> None:
    at, powered = 0.0, True
    said: list[tuple[float, bytes]] = []
    for pause, what, tag in script:
        at += pause
        powered = perform(reader, what, tag, at, powered)
        said += reader.advance(at)
    said += reader.advance(at + 2)
    free = 0.0
    for moment, raw in said:
        assert moment - len(raw) * BYTE_S >= free - 1e-9
        free = moment


@settings(max_examples=100)
@given(readers, scripts)
def test_next_due_is_never_too_late(reader: ReaderModel, script: Script) -> None:
    """Sleeping until next_due, again and again, loses nothing and is never late."""
    at, powered = 0.0, True
    for pause, what, tag in script:
        end = at + pause
        while (due := reader.next_due()) is not None and due <= end:
            assert all(moment >= due - 1e-9 for moment, _ in reader.advance(due))
            assert due >= at - 1e-9
        assert reader.advance(end) == []
        at = end
        powered = perform(reader, what, tag, at, powered)
