"""The picture of a simulation: everything is on it, and as large as its figure."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from PIL import Image
from sim_plans import quick_plan

from controller.simulate.charts import BAND, BAR, LABELS, PLATE, Segment, _step
from controller.simulate.figures import Figures, Name, Share, Spread, figures_of
from controller.simulate.picture import SCALE, _colours, draw
from controller.simulate.plan import Plan
from controller.simulate.tally import Tally

TEAMS = ("NS", "EW")


def tally(**changes: int) -> Tally:
    made: Tally = Counter(
        {
            ("matches",): 10,
            ("won", "NS"): 10,
            ("deals", "4"): 4,
            ("deals", "10"): 2,
            ("deals", "30"): 4,
            ("actions", "80"): 10,
            ("result", "made"): changes.get("made", 60),
            ("result", "failed"): 30,
            ("result", "void:all-pass"): 10,
            ("said", "double"): 50,
            ("value", "bid", "16", "made"): 50,
            ("value", "bid", "17", "failed"): 30,
        }
    )
    return made


def planned(sets: int) -> Plan:
    rules = ["bangladesh", "pagat", "nepali", "standard", "lucknow", "west-bengal"][:sets]
    return quick_plan(rules=rules)


def pixels(picture: Image.Image, colour: tuple[int, int, int]) -> int:
    counted: list[Any] = picture.getcolors(picture.width * picture.height) or []
    return int({each: count for count, each in counted}.get(colour, 0))


def run_of(picture: Image.Image, colour: tuple[int, int, int]) -> int:
    """The longest row of pixels of one colour."""
    row, wanted = 3 * picture.width, re.compile(b"(?:" + re.escape(bytes(colour)) + b")+")
    data = picture.tobytes()
    rows = (data[at : at + row] for at in range(0, len(data), row))
    return max(len(found.group()) // 3 for line in rows for found in wanted.finditer(line))


def test_parts_of_a_bar_are_as_long_as_their_shares() -> None:
    sets = [figures_of(tally(), TEAMS)]
    picture = draw(planned(1), sets)
    colours = _colours(sets)
    whole = (892 - LABELS) * SCALE
    for code, share in (("made", 0.6), ("failed", 0.3), ("void:all-pass", 0.1)):
        assert run_of(picture, colours[code]) == pytest.approx(share * whole, abs=14)


def test_void_deals_are_grey_and_last_and_colours_are_told_apart() -> None:
    sets = [figures_of(tally(), TEAMS)]
    colours = _colours(sets)
    assert list(colours) == ["made", "failed", "void:all-pass"]
    assert len(set(colours.values())) == 3
    assert max(colours["void:all-pass"]) - min(colours["void:all-pass"]) < 20


def test_other_figures_give_another_picture_and_the_same_the_same() -> None:
    one, other = ([figures_of(tally(made=made), TEAMS)] for made in (60, 90))
    pictures = [draw(planned(1), sets).tobytes() for sets in (one, one, other)]
    assert pictures[0] == pictures[1] != pictures[2]


def test_a_picture_grows_with_the_rule_sets() -> None:
    heights = []
    for count in (1, 5):
        picture = draw(planned(count), [figures_of(tally(), TEAMS)] * count)
        assert (picture.mode, picture.width) == ("RGB", 980 * SCALE)
        assert pixels(picture, BAND) > 1000 * count
        assert pixels(picture, BAR) > 1000 * count
        heights.append(picture.height)
    assert heights == sorted(set(heights))


def test_a_game_without_numbers_and_calls_has_no_empty_plates() -> None:
    plain: Tally = Counter(
        {("matches",): 1, ("deals", "1"): 1, ("actions", "9"): 1, ("result", "hand"): 1}
    )
    with_all = draw(planned(1), [figures_of(tally(), TEAMS)])
    without = draw(planned(1), [figures_of(plain, TEAMS)])
    assert without.height < with_all.height * 0.6
    assert pixels(without, PLATE) > 0
    assert pixels(without, BAR) == 0


def test_names_of_any_length_and_letters_are_drawn() -> None:
    plan = planned(2)
    names = (("a" * 60, plan.rules[0][1]), ("आग।/rules.toml+double=true", plan.rules[1][1]))
    plan = Plan(plan.game, 10, names, plan.seats, plan.players, plan.seed, plan.most_deals)
    assert draw(plan, [figures_of(tally(), TEAMS)] * 2).width == 980 * SCALE


def test_many_values_share_the_room_and_rare_ones_at_the_ends_are_left_out() -> None:
    wide = tally()
    wide["value", "bid", "40", "made"] = 0
    sets: list[Figures] = [dict(figures_of(wide, TEAMS))]
    narrow = draw(planned(1), sets).tobytes()
    dict(sets[0])
    with_rare = {**sets[0], Name("bid", "90"): Share(1, 100_000)}
    assert draw(planned(1), [with_rare]).tobytes() == narrow
    with_common = {**sets[0], Name("bid", "90"): Share(1, 100)}
    assert draw(planned(1), [with_common]).tobytes() != narrow


@pytest.mark.parametrize("most", [0, 1, 3, 7, 8, 15, 99, 2400, 10**6])
def test_an_axis_has_some_marks_and_not_too_many(most: int) -> None:
    step = _step(most)
    assert 1 <= most // step + 1 <= 8
    assert Segment(0.5, BAND).share == 0.5
    assert Spread(((most, 1),)).below(9) == most
