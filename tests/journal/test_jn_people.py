"""What people do with cards, what they would expect of the table, and what it tells them."""

from __future__ import annotations

import pytest
from ct_table import TAGS
from jn_people import Lies, People

from hw_mocks.deck import FOB

NOBODY, NS, EW = [False, False], [True, False], [False, True]


@pytest.fixture
def people() -> People:
    return People()


def test_a_card_left_on_the_reader_into_the_next_trick(people: People) -> None:
    """E leads and leaves its card lying for two tricks. Nobody is told off, and E's next counts."""
    people.see(
        Lies("E", "Js", 0.0, 14.0),
        Lies("N", "7s", 1.0, 1.2),
        Lies("W", "8s", 2.0, 2.2),
        Lies("S", "9s", 3.0, 3.2),
        Lies("E", "As", 5.0, 5.2),  # on top of it
        Lies("N", "Ts", 7.0, 7.2),
        Lies("W", "Ks", 8.0, 8.2),
        Lies("S", "Qs", 9.0, 9.2),
    )
    tricks = ["E Js", "N 7s", "W 8s", "S 9s", "E As", "N Ts", "W Ks", "S Qs"]
    assert people.rulings == [f"{play} accepted" for play in tricks]
    assert people.alerts == NOBODY
    assert people.session.match.deal.trick_state().done == 2
    assert people.said.startswith("E wins trick 2")


def test_the_same_card_tapped_twice(people: People) -> None:
    """Lifted and laid again, or waved about: it is played once, and that is that."""
    people.see(Lies("E", "Js", 0.0, 0.3), Lies("E", "Js", 0.5, 0.8), Lies("E", "Js", 2.0, 2.2))
    assert people.rulings == ["E Js accepted"]
    assert people.alerts == NOBODY
    assert people.turn == "N"
    # Once the next trick is under way it is a card that has been played, and this is said.
    people.play("7s", "8s", "9s", "As", "Ts")
    people.see(Lies("W", "Js", 0.0, 0.2))
    assert people.rulings[-1] == "W Js already-played"
    assert people.alerts == EW
    assert people.said == "W: J♠ has been played already."


def test_two_cards_laid_at_once_that_are_read_in_turns(people: People) -> None:
    """The first one counts; of the other E is told that it is not its turn any more."""
    people.see(Lies("E", "Js", 0.0, 1.0), Lies("E", "As", 0.03, 1.0))
    assert people.rulings == ["E Js accepted", "E As not-your-turn"]
    assert people.alerts == EW
    assert people.said == "E: It is the turn of N."
    people.play("7s")
    assert people.alerts == NOBODY


def test_two_cards_laid_at_once_that_are_read_as_neither(people: People) -> None:
    """E is told that this is no card; with one of them taken away the other is played."""
    both = f"{int(TAGS['Js'], 16) | int(TAGS['As'], 16):010X}"
    people.see(Lies("E", both, 0.0, 0.6), Lies("E", "Js", 0.65, 1.0))
    assert people.rulings == ["E unknown accepted", "E Js accepted"]
    assert people.alerts == NOBODY
    assert people.screen.messages[-2] == "A tag that is not in the deck was read at E."
    assert people.said == "E plays J♠."


def test_a_card_of_another_deck(people: People) -> None:
    people.see(Lies("E", FOB, 0.0, 0.5))
    assert people.rulings == ["E unknown accepted"]
    assert people.alerts == EW
    assert people.said == "A tag that is not in the deck was read at E."
    assert people.turn == "E"
    people.play("Js")
    assert people.alerts == NOBODY


def test_a_tag_that_flits_by_once_is_nothing(people: People) -> None:
    people.see(Lies("E", FOB, 0.0, 0.06))
    assert people.rulings == []
    assert people.alerts == NOBODY


def test_a_neighbours_card_read_out_of_turn(people: People) -> None:
    """E's card is read at N first: N is told whose turn it is, and E's own reader takes it."""
    people.see(Lies("N", "Js", 0.0, 0.3), Lies("E", "Js", 0.8, 1.2))
    assert people.rulings == ["N Js not-your-turn", "E Js accepted"]
    assert people.screen.messages[-2] == "N: It is the turn of E."
    assert people.alerts == NOBODY


def test_a_neighbours_card_read_when_it_is_the_neighbours_turn(people: People) -> None:
    """W's card is read at N, whose turn it is: it is N's, until somebody takes it back."""
    people.play("Js")
    people.see(Lies("N", "8s", 0.0, 0.3))
    assert people.rulings[-1] == "N 8s accepted"
    people.see(Lies("S", "undo", 0.0, 0.3))
    assert people.said == "The director takes back the last action."
    assert people.turn == "N"
    people.play("7s", "8s")
    assert people.rulings[-2:] == ["N 7s accepted", "W 8s accepted"]
    assert people.alerts == NOBODY


@pytest.mark.parametrize("apart", [0.030, 0.005])
def test_quick_fingers_in_turn(apart: float, people: People) -> None:
    """All four cards of a trick within 100 ms, in turn: a trick."""
    people.see(
        *(
            Lies(seat, card, n * apart, n * apart + 0.3)
            for n, (seat, card) in enumerate(zip("ENWS", ("Js", "7s", "8s", "9s"), strict=True))
        )
    )
    cards = ["E Js", "N 7s", "W 8s", "S 9s"]
    assert people.rulings == [f"{card} accepted" for card in cards]
    assert people.session.match.deal.trick_state().done == 1
    assert people.alerts == NOBODY


def test_quick_fingers_out_of_turn(people: People) -> None:
    """Ruled in the order in which they came; whoever was too early is told, and lays it again."""
    people.see(
        *(
            Lies(seat, card, n * 0.030, n * 0.030 + 0.3)
            for n, (seat, card) in enumerate(zip("NEWS", ("7s", "Js", "8s", "9s"), strict=True))
        )
    )
    assert people.rulings == [
        *["N 7s not-your-turn", "E Js accepted"],
        *["W 8s not-your-turn", "S 9s not-your-turn"],
    ]
    assert people.alerts == [True, True]
    assert [message[:2] for message in people.screen.messages[-2:]] == ["W:", "S:"]
    people.play("7s", "8s", "9s")
    assert people.session.match.deal.trick_state().done == 1
    assert people.alerts == NOBODY


def test_four_seats_at_the_very_same_moment(people: People) -> None:
    """They are ruled as they are heard: E first here, then nobody's turn is missed."""
    frames = [("E", "Js"), ("N", "7s"), ("W", "8s"), ("S", "9s")]
    people.see(*(Lies(seat, card, n * 1e-9, 0.05) for n, (seat, card) in enumerate(frames)))
    assert people.rulings == [f"{seat} {card} accepted" for seat, card in frames]


def test_a_card_lifted_before_its_turn_came_and_laid_again(people: People) -> None:
    """N is too early and is told; it takes the card back and lays it when its turn has come."""
    people.see(Lies("N", "7s", 0.0, 0.3))
    assert people.rulings == ["N 7s not-your-turn"]
    assert people.alerts == NS
    assert people.said == "N: It is the turn of E."
    people.play("Js")
    assert people.alerts == NOBODY
    people.see(Lies("N", "7s", 0.0, 0.3))
    assert people.rulings[-1] == "N 7s accepted"


def test_a_card_that_lies_there_when_its_turn_comes_has_to_be_laid_again(people: People) -> None:
    """N leaves the card lying: its turn light goes on and stays on until N taps."""
    people.see(Lies("N", "7s", 0.0, 6.0), Lies("E", "Js", 1.0, 1.2), Lies("N", "7s", 6.5, 6.7))
    assert people.rulings == ["N 7s not-your-turn", "E Js accepted", "N 7s accepted"]


def test_lifted_for_less_than_a_moment_is_lying_still(people: People) -> None:
    people.see(Lies("N", "7s", 0.0, 1.0), Lies("N", "7s", 1.3, 2.0))
    assert people.rulings == ["N 7s not-your-turn"]
