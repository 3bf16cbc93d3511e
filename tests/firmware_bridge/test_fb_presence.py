"""Taps: the examples of the rule, the edges, and the rule itself against a slow second telling."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import Presence, Tap, UnknownTag

A, B = "000414CD7E", "1F00644BB6"
GHOST, OTHER_GHOST = "0000000000", "BC7DDFFDDF"
REPEAT = 0.065


def presence(says_once: bool = False, gone_s: float = 0.4) -> Presence:
    return Presence(gone_s, {A, B}.__contains__, says_once)


def news(logic: Presence, *sights: tuple[str, float]) -> list[Tap | UnknownTag | None]:
    return [logic.seen(tag, at) for tag, at in sights]


class TestTaps:
    def test_a_lying_card_is_one_tap(self) -> None:
        logic = presence()
        assert logic.seen(A, 10.0) == Tap(A)
        assert news(logic, *((A, 10.0 + n * REPEAT) for n in range(1, 1000))) == [None] * 999

    def test_a_flicker_is_nothing(self) -> None:
        logic = presence()
        assert news(logic, (A, 1.0), (A, 1.399), (A, 1.798)) == [Tap(A), None, None]

    def test_lifted_and_laid_again_is_a_new_tap(self) -> None:
        logic = presence()
        assert news(logic, (A, 1.0), (A, 1.1), (A, 1.6)) == [Tap(A), None, Tap(A)]

    @pytest.mark.parametrize("start", [0.0, 0.1, 1.0, 10.0, 1234.567, 86_400.7, 4_000_000.3])
    def test_away_for_exactly_the_time_is_away(self, start: float) -> None:
        assert news(presence(), (A, start), (A, start + 0.4)) == [Tap(A), Tap(A)]
        assert news(presence(), (A, start), (A, start + 0.399)) == [Tap(A), None]

    def test_each_card_has_its_own_guard(self) -> None:
        logic = presence()
        assert logic.seen(A, 1.0) == Tap(A)
        assert logic.seen(B, 1.03) == Tap(B)
        for n in range(1, 50):
            assert logic.seen(A, 1.0 + n * REPEAT) is None
            assert logic.seen(B, 1.03 + n * REPEAT) is None
        end = 1.0 + 49 * REPEAT
        for n in range(1, 10):  # A is lifted, B still lies
            assert logic.seen(B, end + n * REPEAT) is None
        assert logic.seen(A, end + 0.65) == Tap(A)

    def test_the_time_can_be_chosen(self) -> None:
        logic = presence(gone_s=2.0)
        assert news(logic, (A, 0.0), (A, 1.9), (A, 3.9)) == [Tap(A), None, Tap(A)]

    @pytest.mark.parametrize("gone_s", [0.0, -1.0, float("nan")])
    def test_it_must_be_above_zero(self, gone_s: float) -> None:
        with pytest.raises(ValueError, match="expected seconds above 0"):
            presence(gone_s=gone_s)

    def test_a_reader_that_says_a_tag_once(self) -> None:
        logic = presence(says_once=True)
        sights = [(A, 1.0), (A, 9.0), (A, 9.3), (A, 9.8)]
        assert news(logic, *sights) == [Tap(A), Tap(A), None, Tap(A)]


class TestOpening:
    def test_what_is_read_soon_after_the_opening_lay_there(self) -> None:
        logic = presence()
        logic.opened(5.0)
        assert news(logic, *((A, 5.05 + n * REPEAT) for n in range(100))) == [None] * 100
        last = 5.05 + 99 * REPEAT
        assert logic.seen(A, last + 0.4) == Tap(A)

    def test_a_first_sight_exactly_when_the_time_is_over_is_a_tap(self) -> None:
        for at, expected in ((5.399, None), (5.4, Tap(A))):
            logic = presence()
            logic.opened(5.0)
            assert logic.seen(A, at) == expected

    def test_another_card_may_be_tapped_while_one_lies_there(self) -> None:
        logic = presence()
        logic.opened(0.0)
        assert logic.seen(A, 0.1) is None
        assert news(logic, (A, 0.45), (B, 0.5), (A, 0.55)) == [None, Tap(B), None]

    def test_a_lost_reader_is_no_lifted_card(self) -> None:
        logic = presence()
        logic.opened(0.0)
        assert logic.seen(A, 1.0) == Tap(A)
        logic.lost(1.1)
        logic.opened(60.0)
        assert news(logic, *((A, 60.05 + n * REPEAT) for n in range(20))) == [None] * 20

    def test_a_card_lifted_meanwhile_and_laid_later_is_a_tap(self) -> None:
        logic = presence()
        logic.opened(0.0)
        assert logic.seen(A, 1.0) == Tap(A)
        logic.lost(1.1)
        logic.opened(60.0)
        assert logic.seen(A, 60.4) == Tap(A)

    def test_a_short_outage_is_no_time_away(self) -> None:
        logic = presence()
        assert logic.seen(A, 1.0) == Tap(A)
        logic.lost(1.2)
        logic.opened(1.3)
        assert news(logic, (A, 1.5), (A, 1.65), (A, 2.04), (A, 2.5)) == [None, None, None, Tap(A)]

    def test_losses_and_openings_may_be_said_again(self) -> None:
        logic = presence()
        assert logic.seen(A, 1.0) == Tap(A)
        logic.lost(1.2)
        logic.lost(3.0)
        logic.opened(9.0)
        logic.opened(9.3)
        assert news(logic, (A, 9.5), (A, 9.8), (A, 10.2)) == [None, None, Tap(A)]

    def test_nothing_counts_between_loss_and_opening(self) -> None:
        logic = presence()
        logic.lost(1.0)
        assert news(logic, (A, 50.0), (GHOST, 50.1), (GHOST, 50.2)) == [None] * 3

    def test_it_holds_for_readers_that_say_a_tag_once(self) -> None:
        logic = presence(says_once=True)
        logic.opened(0.0)
        assert news(logic, (A, 0.1), (A, 7.0)) == [None, Tap(A)]


class TestUnknown:
    def test_a_single_ghost_is_nothing(self) -> None:
        logic = presence()
        assert news(logic, (GHOST, 1.0), (GHOST, 1.501), (GHOST, 9.0)) == [None] * 3

    @pytest.mark.parametrize("gap", [REPEAT, 0.3, 0.4, 0.499, 0.5])
    def test_twice_within_half_a_second_is_an_alert(self, gap: float) -> None:
        assert news(presence(), (GHOST, 1.0), (GHOST, 1.0 + gap)) == [None, UnknownTag(GHOST)]

    def test_half_a_second_is_within_wherever_it_begins(self) -> None:
        for start in range(0, 1_000_000, 1237):
            for gap, expected in ((500, UnknownTag(GHOST)), (501, None)):
                sights = [(GHOST, start / 1000), (GHOST, (start + gap) / 1000)]
                assert news(presence(gone_s=2.0), *sights) == [None, expected]

    def test_a_pair_may_be_further_apart_than_a_card_must_be_away(self) -> None:
        logic = presence(gone_s=0.1)
        sights = [(GHOST, 0.0), (A, 0.3), (GHOST, 0.45)]
        assert news(logic, *sights) == [None, Tap(A), UnknownTag(GHOST)]

    def test_a_lying_one_alerts_once(self) -> None:
        logic = presence()
        found = news(logic, *((GHOST, 1.0 + n * REPEAT) for n in range(100)))
        assert found == [None, UnknownTag(GHOST)] + [None] * 98

    def test_it_alerts_again_after_it_was_away(self) -> None:
        logic = presence()
        first = [(GHOST, 1.0), (GHOST, 1.1), (GHOST, 1.49)]
        again = [(GHOST, 2.0), (GHOST, 2.1), (GHOST, 2.2)]
        assert news(logic, *first) == [None, UnknownTag(GHOST), None]
        assert news(logic, *again) == [None, UnknownTag(GHOST), None]

    def test_different_ghosts_do_not_make_a_pair(self) -> None:
        assert news(presence(), (GHOST, 1.0), (OTHER_GHOST, 1.05)) == [None, None]

    def test_slow_repeats_alert_when_they_come_closer(self) -> None:
        logic = presence(gone_s=2.0)
        sights = [(GHOST, 0.0), (GHOST, 0.6), (GHOST, 1.2), (GHOST, 1.6), (GHOST, 2.0)]
        assert news(logic, *sights) == [None, None, None, UnknownTag(GHOST), None]

    def test_a_reader_that_says_it_once_alerts_at_first_sight(self) -> None:
        logic = presence(says_once=True)
        sights = [(GHOST, 1.0), (GHOST, 1.1), (GHOST, 1.6)]
        assert news(logic, *sights) == [UnknownTag(GHOST), None, UnknownTag(GHOST)]

    def test_one_that_lay_there_at_the_opening_is_silent(self) -> None:
        logic = presence()
        logic.opened(0.0)
        assert news(logic, *((GHOST, 0.1 + n * REPEAT) for n in range(20))) == [None] * 20
        assert news(logic, (GHOST, 3.0), (GHOST, 3.1)) == [None, UnknownTag(GHOST)]

    def test_a_ghost_between_repeats_changes_nothing(self) -> None:
        logic = presence()
        assert logic.seen(A, 1.0) == Tap(A)
        for n in range(1, 40):
            at = 1.0 + n * REPEAT
            logic.seen(GHOST, at - 0.03)
            assert logic.seen(A, at) is None

    def test_it_never_becomes_a_card_while_it_lies(self) -> None:
        deck: set[str] = set()
        logic = Presence(0.4, deck.__contains__)
        assert news(logic, (A, 1.0), (A, 1.1)) == [None, UnknownTag(A)]
        deck.add(A)
        assert news(logic, (A, 1.2), (A, 1.7)) == [None, Tap(A)]


def test_memory_is_bounded() -> None:
    logic = presence()
    for n in range(50_000):
        logic.seen(f"{n:010X}", n * 0.03)
        assert len(logic._sights) <= 18  # those of the last half second


@dataclass
class SlowTelling:
    """The same rule told from the whole history, in whole milliseconds."""

    gone: int
    known: set[str]
    says_once: bool
    opened_at: int | None = None
    open: bool = True
    sights: list[tuple[str, int, bool]] = field(default_factory=list)  # tag, time, lay there
    alerts: list[tuple[str, int]] = field(default_factory=list)

    def seen(self, tag: str, at: int) -> Tap | UnknownTag | None:
        lay_there = not self.open or (
            self.opened_at is not None and at - self.opened_at < self.gone
        )
        before = [when for name, when, _ in self.sights if name == tag]
        self.sights.append((tag, at, lay_there))
        if tag in self.known:
            away = all(at - when >= self.gone for when in before)
            return Tap(tag) if away and not lay_there else None
        begin = at  # of the unbroken stay that this sight belongs to
        for when in reversed(before):
            if begin - when < self.gone:
                begin = when
        stay = [lay for name, when, lay in self.sights if name == tag and begin <= when <= at]
        alerted = any(name == tag and begin <= when for name, when in self.alerts)
        believed = self.says_once or (bool(before) and at - before[-1] <= 500)
        if any(stay) or alerted or not believed:
            return None
        self.alerts.append((tag, at))
        return UnknownTag(tag)


gaps = st.one_of(st.integers(0, 1200), st.sampled_from([65, 399, 400, 401, 499, 500, 501]))
steps = st.lists(
    st.tuples(gaps, st.sampled_from([A, A, B, GHOST, GHOST, OTHER_GHOST, "opened", "lost"])),
    max_size=40,
)


@given(steps, st.sampled_from([100, 400, 700]), st.booleans(), st.integers(0, 10**8))
def test_any_history_gives_what_the_slow_telling_gives(
    history: list[tuple[int, str]], gone: int, says_once: bool, at: int
) -> None:
    logic = presence(says_once, gone / 1000)
    slow = SlowTelling(gone, {A, B}, says_once)
    for gap, what in history:
        at += gap
        if what == "opened":
            logic.opened(at / 1000)
            slow.opened_at, slow.open = at, True
        elif what == "lost":
            logic.lost(at / 1000)
            slow.open = False
        else:
            assert logic.seen(what, at / 1000) == slow.seen(what, at)


class TestReadersThatSayGone:
    """A bridge: it says when a tag comes, and when it is gone."""

    def logic(self, gone_s: float = 0.4) -> Presence:
        return Presence(gone_s, {A, B}.__contains__, says_once=True, says_gone=True)

    def test_a_lying_card_is_one_tap_however_long(self) -> None:
        logic = self.logic()
        assert news(logic, (A, 1.0), (A, 1.2), (A, 500.0)) == [Tap(A), None, None]

    @pytest.mark.parametrize("start", [0.0, 1.0, 1234.567, 4_000_000.3])
    def test_the_time_away_begins_when_it_is_gone(self, start: float) -> None:
        for away, expected in ((0.399, None), (0.4, Tap(A))):
            logic = self.logic()
            assert logic.seen(A, start) == Tap(A)
            logic.gone(A, start + 60)
            assert logic.seen(A, start + 60 + away) == expected

    def test_several_flickers_one_after_the_other(self) -> None:
        logic = self.logic()
        assert logic.seen(A, 1.0) == Tap(A)
        for n in range(1, 10):
            logic.gone(A, 1.0 + n)
            assert logic.seen(A, 1.3 + n) is None
        logic.gone(A, 20.0)
        assert logic.seen(A, 20.4) == Tap(A)

    def test_news_of_it_being_gone_that_came_late(self) -> None:
        """It may have been lifted at any moment since, so it was laid again."""
        logic = self.logic()
        assert logic.seen(A, 1.0) == Tap(A)
        logic.gone(A, 2.0)
        assert logic.seen(B, 9.0) == Tap(B)
        assert logic.seen(A, 9.01) == Tap(A)

    def test_gone_without_having_come(self) -> None:
        logic = self.logic()
        logic.gone(A, 1.0)
        assert news(logic, (A, 1.3)) == [None]  # it lay there
        logic.gone(A, 2.0)
        assert news(logic, (A, 2.4)) == [Tap(A)]

    def test_each_card_for_itself(self) -> None:
        logic = self.logic()
        assert news(logic, (A, 1.0), (B, 1.1)) == [Tap(A), Tap(B)]
        logic.gone(A, 1.2)
        assert news(logic, (B, 9.0), (A, 9.0)) == [None, Tap(A)]

    def test_an_unknown_tag_alerts_at_first_sight_and_once_for_a_stay(self) -> None:
        logic = self.logic()
        assert logic.seen(GHOST, 1.0) == UnknownTag(GHOST)
        logic.gone(GHOST, 8.0)
        assert news(logic, (GHOST, 8.1), (GHOST, 8.2)) == [None, None]
        logic.gone(GHOST, 9.0)
        assert logic.seen(GHOST, 9.4) == UnknownTag(GHOST)

    def test_what_lay_there_at_the_opening(self) -> None:
        logic = self.logic()
        logic.opened(5.0)
        assert news(logic, (A, 5.1), (GHOST, 5.2), (B, 5.4)) == [None, None, Tap(B)]
        logic.gone(A, 9.0)
        logic.gone(GHOST, 9.0)
        assert news(logic, (A, 9.4), (GHOST, 9.4)) == [Tap(A), UnknownTag(GHOST)]

    def test_a_reset_says_anew_what_lies_there(self) -> None:
        logic = self.logic()
        assert news(logic, (A, 1.0), (B, 1.0)) == [Tap(A), Tap(B)]
        logic.lost(2.0)
        logic.opened(5.0)
        assert logic.seen(A, 5.1) is None
        assert logic.seen(B, 7.0) == Tap(B)  # lifted meanwhile

    def test_nothing_counts_between_loss_and_return(self) -> None:
        logic = self.logic()
        logic.lost(1.0)
        assert news(logic, (A, 9.0), (GHOST, 9.0)) == [None, None]

    def test_one_that_was_there_all_the_time_tells_what_happened(self) -> None:
        logic = self.logic()
        logic.opened(0.0)
        assert logic.seen(A, 1.0) == Tap(A)
        logic.lost(2.0)
        logic.resumed(30.0)
        assert news(logic, (A, 30.0), (B, 30.01)) == [None, Tap(B)]

    def test_memory_is_bounded(self) -> None:
        logic = self.logic()
        for n in range(5000):
            logic.seen(f"{n:010X}", n * 0.03)
            if n % 3 == 0:
                logic.gone(f"{n - 1:010X}", n * 0.03)
            assert len(logic._lying) <= 64
            assert len(logic._sights) <= 36


moments = st.lists(
    st.tuples(gaps, st.sampled_from([A, B, GHOST]), st.booleans()), min_size=1, max_size=40
)


@given(moments, st.sampled_from([100, 400, 700]))
def test_a_tap_is_a_coming_after_it_was_away(
    history: list[tuple[int, str, bool]], gone: int
) -> None:
    """Told slowly: a tag comes, and when it last lay there was long enough ago."""
    logic = Presence(gone / 1000, {A, B}.__contains__, says_once=True, says_gone=True)
    lying: set[str] = set()
    last: dict[str, int] = {}
    at = 0
    for gap, tag, comes in history:
        at += gap
        if not comes:
            logic.gone(tag, at / 1000)
            lying.discard(tag)
            last[tag] = at
            continue
        away = tag not in lying and at - last.get(tag, -gone) >= gone
        found = logic.seen(tag, at / 1000)
        assert found == ((Tap(tag) if tag in (A, B) else UnknownTag(tag)) if away else None)
        lying.add(tag)
