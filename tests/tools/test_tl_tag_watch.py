"""Which tags count at an enrolment: settled ones, alone; times are handed in."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.enroll.doubles import holds_another, read_together
from controller.enroll.tag_watch import HOLD_S, Crowd, Offer, TagWatch

A, B, C = "000414CD7E", "1F00644BB6", "01C8F00800"
BOTH = f"{int(A, 16) | int(B, 16):010X}"
GONE_S = 0.4
REPEAT_S = 0.065

Read = tuple[float, int, str]


def told(reads: Sequence[Read], says_once: Sequence[bool] = (False, False)) -> list[Offer | Crowd]:
    """What comes of reads (when, reader, number), with decisions made when they are due."""
    watch, news = TagWatch(says_once, GONE_S), []
    for at, reader, tag in sorted(reads):
        while (due := watch.due()) is not None and due <= at:
            news += watch.decide(due)
        watch.seen(reader, tag, at)
    while (due := watch.due()) is not None:
        news += watch.decide(due)
    return news


def lying(tag: str, since: float, seconds: float, reader: int = 0) -> list[Read]:
    return [(since + n * REPEAT_S, reader, tag) for n in range(int(seconds / REPEAT_S) + 1)]


def test_a_tag_that_lies_is_offered_once() -> None:
    assert told(lying(A, 1.0, 3.0)) == [Offer(0, A)]


def test_a_ghost_is_not() -> None:
    assert told([(1.0, 0, A)]) == []
    assert told([(1.0, 0, A), (1.6, 0, A)]) == []  # twice, but too far apart


def test_a_ghost_beside_a_tag_spoils_nothing() -> None:
    assert told([*lying(A, 1.0, 1.0), (1.1, 0, C)]) == [Offer(0, A)]


def test_a_reader_that_says_it_once() -> None:
    assert told([(1.0, 1, A)], (False, True)) == [Offer(1, A)]
    assert told([(1.0, 1, A), (1.1, 1, B)], (False, True)) == [Crowd(1, (A, B))]


class TestAReaderThatSaysWhenATagGoes:
    """Reader 0 of two; times in seconds."""

    def watch(self) -> TagWatch:
        return TagWatch((True, False), GONE_S, {0})

    def test_laid_for_a_moment(self) -> None:
        watch = self.watch()
        watch.seen(0, A, 1.0)
        watch.gone(0, A, 1.01)
        assert watch.decide(1.0 + HOLD_S) == [Offer(0, A)]

    def test_what_lies_there_is_in_the_way_however_long(self) -> None:
        watch = self.watch()
        watch.seen(0, A, 1.0)
        assert watch.decide(1.0 + HOLD_S) == [Offer(0, A)]
        watch.seen(0, B, 60.0)
        assert watch.decide(60.0 + HOLD_S) == [Crowd(0, (A, B))]
        watch.gone(0, A, 70.0)
        watch.gone(0, B, 70.0)
        watch.seen(0, B, 71.0)
        assert watch.decide(71.0 + HOLD_S) == [Offer(0, B)]

    def test_a_flicker_is_no_new_laying(self) -> None:
        watch = self.watch()
        watch.seen(0, A, 1.0)
        watch.decide(1.0 + HOLD_S)
        watch.gone(0, A, 5.0)
        watch.seen(0, A, 5.0 + GONE_S / 2)
        assert watch.due() is None
        watch.gone(0, A, 6.0)
        watch.seen(0, A, 6.0 + GONE_S)
        assert watch.decide(9.0) == [Offer(0, A)]

    def test_an_outage_changes_nothing_a_reset_does(self) -> None:
        watch = self.watch()
        watch.seen(0, A, 1.0)
        watch.decide(2.0)
        watch.lost(0, 3.0)
        watch.resumed(0, 4.0)
        watch.seen(0, B, 4.1)  # laid meanwhile
        assert watch.decide(5.0) == [Crowd(0, (A, B))]
        watch.opened(0, 6.0)
        watch.seen(0, C, 6.1)  # lay there
        assert watch.due() is None
        watch.gone(0, C, 7.0)
        watch.seen(0, B, 8.0)  # whatever lay there before the reset
        assert watch.decide(9.0) == [Offer(0, B)]


def test_one_tag_after_the_other() -> None:
    reads = [*lying(A, 1.0, 0.5), *lying(B, 2.0, 0.5), *lying(A, 3.0, 0.5)]
    assert told(reads) == [Offer(0, A), Offer(0, B), Offer(0, A)]


def test_two_tags_in_turns() -> None:
    reads = [(1.0 + n * REPEAT_S, 0, (A, B)[n % 2]) for n in range(20)]
    assert told(reads) == [Crowd(0, (A, B))]


def test_a_second_tag_laid_upon_the_first() -> None:
    # The reader now reads the OR of both; then both are lifted, the upper one first.
    reads = [*lying(A, 1.0, 1.0), *lying(BOTH, 2.05, 1.0), *lying(A, 3.1, 1.0)]
    assert told(reads) == [Offer(0, A), Crowd(0, (A, BOTH)), Crowd(0, (A, BOTH))]


def test_too_quick_a_change_counts_for_nothing() -> None:
    assert told([*lying(A, 1.0, 1.0), *lying(B, 2.3, 1.0)]) == [Offer(0, A), Crowd(0, (A, B))]


def test_tags_on_two_readers_at_once() -> None:
    assert told([*lying(A, 1.0, 1.0, 0), *lying(B, 1.1, 1.0, 1)]) == [Crowd(0, (A, B))]


def test_tags_on_two_readers_one_after_the_other() -> None:
    reads = [*lying(A, 1.0, 5.0, 0), *lying(B, 2.0, 1.0, 1)]
    assert told(reads) == [Offer(0, A), Offer(1, B)]


def test_a_tag_that_two_readers_feel() -> None:
    assert told([*lying(A, 1.0, 1.0, 0), *lying(A, 1.02, 1.0, 1)]) == [Offer(0, A, also=(1,))]


def test_what_lies_there_at_the_opening_is_lifted_first() -> None:
    watch = TagWatch([False], GONE_S)
    watch.opened(0, 1.0)
    for at, _, tag in lying(A, 1.01, 1.0):
        watch.seen(0, tag, at)
    assert watch.due() is None
    watch.seen(0, A, 3.0)
    watch.seen(0, A, 3.065)
    assert watch.due() == pytest.approx(3.065 + HOLD_S)
    watch.lost(0, 3.1)
    assert watch.due() is None


TAGS = st.sampled_from([A, B, C, BOTH])
READS = st.lists(st.tuples(st.floats(0, 20), st.integers(0, 1), TAGS), max_size=40)


@settings(deadline=None)
@given(READS)
def test_what_is_offered_was_read_twice_and_no_other_with_it(reads: list[Read]) -> None:
    for news in told(reads):
        if isinstance(news, Offer):
            times = sorted(
                at for at, reader, tag in reads if (reader, tag) == (news.reader, news.tag)
            )
            assert any(later - at <= 0.51 for at, later in itertools.pairwise(times))
        else:
            assert len(news.tags) > 1


@settings(deadline=None)
@given(st.lists(st.integers(0, 2**40 - 1), min_size=2, max_size=8, unique=True))
def test_two_read_as_one_are_found(numbers: list[int]) -> None:
    known = [f"{number:010X}" for number in numbers]
    both = numbers[0] | numbers[1]
    found = read_together(f"{both:010X}", known)
    if both in (numbers[0], numbers[1]):
        return
    assert found is not None
    assert int(found[0], 16) | int(found[1], 16) == both
    assert holds_another(f"{both:010X}", known) is not None


def test_numbers_of_other_lengths_are_never_read_together() -> None:
    assert read_together("000000FF", ["0000000F", "000000F0"]) is None
    assert holds_another("000000FF", ["0000000F"]) is None
    assert holds_another("00000000FF", ["0F", "00000000FF"]) is None
