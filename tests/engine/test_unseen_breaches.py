"""Unseen hands: breaches proved by later cards, what is announced, and the audit."""

from __future__ import annotations

from typing import Any

import pytest
from un_table import UnseenTable, twelve_tricks

from engine.breaches import Book, Breach, Claim
from engine.replay import final_json

# Not following suit.


def revoking() -> UnseenTable:
    """N has not followed hearts in trick 1; S leads to trick 2."""
    table = UnseenTable("single-sir")
    table.do("E trump s\nE play 2h\nN play 3c\nW play 4h\nS play 5h")
    return table


def test_a_later_card_of_the_suit_proves_it() -> None:
    table = revoking()
    table.plays("2d 3d")
    answer = table.do(
        "N play 4d\nW play 5d\nW play 6h\nS play 7h\nE play 8h\nN play 9h ? must-follow N 1"
    )
    assert answer["revoke"] == [{"ruling": "must-follow", "seat": "N", "trick": 1}]
    assert (answer["ok"], answer["ruling"]) == (True, "revoke")
    # Nothing else changes: the card stands, and wins.
    assert answer["trick"] == {"number": 3, "winner": "N"}
    assert table.turn() == "N"


def test_it_is_announced_once() -> None:
    table = revoking()
    table.plays("6h 7h")
    table.do("N play 8h ? must-follow N 1\nW play 9h\nW play Th\nS play Jh\nE play Qh\nN play Kh")
    assert table.void() == [("must-follow", "N", 1)]


def test_another_seats_card_of_the_suit_proves_nothing() -> None:
    table = revoking()
    table.plays("6h 7h 2c 8h")
    assert table.void() == []


def test_one_card_may_prove_several() -> None:
    table = revoking()
    table.plays("6h 7h 2c 8h")
    answer = table.do(
        "W play 9h\nS play Th\nE play Jh\nN play Qh ? must-follow N 1, must-follow N 2"
    )
    assert [it["trick"] for it in answer["revoke"]] == [1, 2]
    assert table.void() == [("must-follow", "N", 1), ("must-follow", "N", 2)]


def test_different_seats_are_told_in_the_order_of_tricks() -> None:
    table = UnseenTable("single-sir")
    table.do("E trump s\nE play 2h\nN play 3c\nW play 4c\nS play 5h\nS play 6h\nE play 7h")
    table.do("N play 8h ? must-follow N 1\nW play 9h ? must-follow W 1")
    assert table.void() == [("must-follow", "W", 1), ("must-follow", "N", 1)]


def test_a_lead_says_nothing() -> None:
    table = UnseenTable("single-sir")
    table.do("E trump s\nE play 2h\nN play 3h\nW play 4h\nS play 5h\nS play 6d\nE play 7d")
    assert table.void() == []


def test_who_followed_may_play_more_of_the_suit() -> None:
    table = UnseenTable("single-sir")
    table.do("E trump s")
    table.plays("2h 3h 4h 5h 6h 7h 8h 9h")
    assert table.void() == []


def test_after_an_undo_of_the_proving_card_it_is_unproved_again() -> None:
    table = revoking()
    table.plays("6h 7h")
    table.do("N play 8h ? must-follow N 1\ndirector undo")
    assert table.void() == []
    table.do("director undo\nN play 9c\nW play 9h\nW play Th\nS play Jh\nE play Qh")
    table.do("N play Kh ? must-follow N 1, must-follow N 2")


def test_after_an_undo_of_the_breach_there_is_none() -> None:
    table = revoking()
    table.do("director undo\ndirector undo\ndirector undo\nN play 3h\nW play 4h\nS play 5h")
    table.plays("6h 7h 8h")
    assert table.void() == []


def test_a_refused_or_undone_card_proves_nothing() -> None:
    table = revoking()
    table.do("N play 8h ! not-your-turn\nS play 6h\nN play 8h ! not-your-turn\nE play 7h")
    table.do("N play 7h ! already-played\nN play 2d\nW play 8h")
    assert table.void() == []


def test_trump_laid_instead_of_following_is_a_breach_too() -> None:
    table = UnseenTable("single-sir")
    table.do("E trump s\nE play 2h\nN play 3s\nW play 4h\nS play 5h\nN play 6h ? must-follow N 1")


def test_a_card_that_makes_the_trump_against_the_rules_has_made_it() -> None:
    table = UnseenTable("no-call")
    assert table.do("E play 2h\nN play 3c")["shown"] == "c"
    table.do("W play 4h\nS play 5h\nN play 6h ? must-follow N 1")
    assert table.view().trump.suit == "c"


def test_the_next_deal_knows_nothing_of_the_last() -> None:
    table = revoking()
    assert table.void() == []
    table.do(
        "E trump s\nE play 2h\nN play 3h\nW play 4h\nS play 5h\nS play 6h\nE play 7h\nN play 8h"
    )
    assert table.void() == []


# The answer of the card that ends the deal.


def test_the_last_card_may_prove_something_too() -> None:
    table = UnseenTable("double-sir")
    table.do("E trump s")
    # In trick 12 W lays the ace of diamonds on clubs, and keeps the queen of clubs.
    for trick in twelve_tricks():
        table.plays(trick.replace("Qc", "Ad"))
    table.do("S play Ac\nE play As\nN play Ah")
    answer = table.do("W play Qc ? must-follow W 12")
    assert answer["deal"]["audit"] == [{"ruling": "must-follow", "seat": "W", "trick": 12}]
    assert answer["trick"]["winner"] == "E"
    (deal,) = final_json(table.match)["final"]["deals"]
    assert deal["audit"] == answer["deal"]["audit"]
    table.undo()
    table.do("W play 4s ! already-played\nW play Qc ? must-follow W 12")


# Having the trump shown, and having to trump.


def shown(plays: str = "2h", hide: str = "E hide As") -> UnseenTable:
    """A spade lies face down; after these plays N has it shown."""
    table = UnseenTable("hidden-trump")
    table.do(hide)
    table.plays(plays)
    table.do("N show")
    return table


def test_following_suit_in_the_same_trick_after_showing() -> None:
    table = shown()
    table.do("N play 3h ? no-show N 1")
    table.plays("4h 5h")
    assert table.void() == [("no-show", "N", 1)]


def test_showing_and_following_suit_later() -> None:
    table = shown()
    # N trumps, and leads a diamond; then hearts come again.
    table.plays("3s 4h 5h 2d 3d 4d 5d")
    assert table.turn() == "E"
    table.do("E play 6h\nN play 7h ? no-show N 1, must-follow N 1")
    assert table.void() == [("must-follow", "N", 1), ("no-show", "N", 1)]


def test_neither_following_nor_trumping_and_a_trump_later() -> None:
    table = shown()
    table.plays("2d 4h 5h 2c 3c")
    table.do("N play 6s ? must-trump N 1")
    assert table.void() == [("must-trump", "N", 1)]


def test_then_following_suit_proves_what_went_before_it() -> None:
    """The seat could follow suit, so it had nothing to trump."""
    table = shown()
    table.plays("2d 4h 5h 2c 3c")
    table.do("N play 6s ? must-trump N 1\nW play 4c")
    table.do("N play 7h ? must-follow N 1, no-show N 1")
    assert table.void() == [("must-follow", "N", 1), ("no-show", "N", 1)]
    # Without the heart the audit is what it was.
    table.undo(2)
    assert table.void() == [("must-trump", "N", 1)]


def test_and_in_the_other_order_the_duty_to_trump_is_never_told() -> None:
    table = shown()
    table.plays("2d 4h 5h 6h 7h")
    table.do("N play 8h ? must-follow N 1, no-show N 1")
    table.plays("9h")
    table.do("W play 2c\nS play 3c\nE play 4c\nN play 6s")
    assert table.void() == [("must-follow", "N", 1), ("no-show", "N", 1)]


def test_another_seat_than_the_one_that_showed_need_not_trump() -> None:
    table = shown()
    table.plays("3s 4d 5h")
    table.do("N play 2c\nW play 5s")
    assert table.void() == []


def test_the_duty_to_trump_is_over_with_the_trick() -> None:
    table = shown()
    table.plays("3s 4h 5h 2d 3d 4d Ad")
    table.do("E play 3c\nN play 6d\nW play 4c\nS play 5c\nS play 7c\nE play 8c\nN play 6s")
    assert table.void() == []


def test_showing_at_the_lead_and_leading_no_trump() -> None:
    """After a card laid unlooked-at the caller may show, and it goes to the dealer's hand."""
    table = UnseenTable("hidden-trump")
    table.do("E timeout\nW timeout\nS hide As\nE show\nE play 2h\nN play 3h\nW play 4h\nS play 5h")
    table.do("S play 6c\nE play 2s ? must-trump E 1")
    assert table.void() == [("must-trump", "E", 1)]


def test_showing_at_the_lead_says_nothing_of_a_suit() -> None:
    table = UnseenTable("hidden-trump")
    table.do("E hide As\nE show\nE play 2s\nN play 3s\nW play 4s\nS play 5s\nS play 2h\nE play 3h")
    assert table.void() == []


def test_a_card_that_lay_face_down_then_proves_nothing() -> None:
    table = UnseenTable("hidden-trump")
    table.do("E hide Kh")
    table.plays("2c 3c 4c 5c 2h")
    # E does not follow hearts in trick 2, and has them shown in trick 3.
    table.plays("6d 3h Ah")
    table.do("W play 7h\nS play 8h\nE show\nE play Kh\nN play 9h")
    assert table.void() == []
    table.undo()
    # Another heart proves both.
    table.do("E play Qh ? must-follow E 2, no-show E 3")


def test_nor_does_one_that_nobody_played() -> None:
    table = UnseenTable("hidden-trump")
    table.do("E hide Kh")
    table.plays("2c 3c 4c 5c 2h 6d 3h 4h")
    answer = table.do("director void")
    assert answer["shown"] == "h"
    assert answer["deal"]["audit"] == []


def test_nor_one_that_was_turned_up_and_not_played() -> None:
    """S turns up a spade, and cannot break a rule with it: it is bound at once."""
    table = UnseenTable("single-sir")
    table.do("E timeout\nW timeout\nS turn 7s\nE play 2h\nN play 3h\nW play 4h\nS play 5d")
    assert table.void() == []


# Early ends.


@pytest.mark.parametrize("end", ["director void", "W fresh"])
def test_an_early_end_is_audited_from_the_cards_seen(end: str) -> None:
    table = UnseenTable("single-sir", fresh_deal=True)
    table.do("E trump s\nE play 2h\nN play 3c")
    assert table.do(end)["deal"]["audit"] == []


def test_so_is_one_by_the_score() -> None:
    table = UnseenTable("no-call")
    table.plays("2h 3c 4h 5h")
    for trick in ("Ad 2d 3d 4d", "Kd 5d 6d 7d", "As 2s 3s 4s", "Ks 5s 6s 7s", "Ac 2c 4c 5c"):
        table.plays(trick)
    answer = table.plays("Kc 6c 7c 8c")
    assert answer["deal"]["result"] == "goon-kot"
    assert answer["deal"]["audit"] == []


# The book itself.


def claim(cards: int, ruling: str = "must-follow", **more: Any) -> Claim:
    return Claim(Breach(ruling, 1, 3), cards, **more)


def test_a_book_is_a_value_and_the_first_claim_that_fits_counts() -> None:
    empty = Book((0, 0, 0, 0))
    said = empty.after_play(1, 0b1, (claim(0b10), claim(0b100, "must-trump")))
    assert said.proved() == ()
    once = said.after_play(1, 0b100, ())
    assert once.proved() == (Breach("must-trump", 1, 3),)
    twice = once.after_play(1, 0b10, ())
    assert twice.proved() == (Breach("must-follow", 1, 3),)
    assert twice.news_since(once) == (Breach("must-follow", 1, 3),)
    assert twice.laid == (0, 0b111, 0, 0)
    assert said.after_play(2, 0b110, ()).proved() == ()
    assert empty == Book((0, 0, 0, 0))


def test_a_claim_about_other_hands_is_proved_by_them() -> None:
    book = Book((0, 0, 0, 0)).after_words((claim(0b1, "no-pair", of_others=True),))
    assert book.after_play(1, 0b1, ()).proved() == ()
    assert book.after_play(0, 0b1, ()).proved() == (Breach("no-pair", 1, 3),)
    assert book.after_words(()) == book
