"""The options of Twenty-Nine: presets, ranges, and what cannot be combined."""

from __future__ import annotations

import tomllib

import pytest

from engine.errors import UnreadableError
from engine.options import parse_option, read_rule_file, toml_value
from engine.twenty_nine import TwentyNineRules

# As a rule text has it: one row an option, one column a preset.
PRESETS = """
option            bangladesh       standard  nepali           pagat      west-bengal lucknow      delhi-hostel
direction         counterclockwise clockwise counterclockwise clockwise  clockwise   clockwise    clockwise
first_speaker     next             next      next             next       next        next         next
min_bid           16               15        16               15         15          16           15
last_trick_bonus  0                0         0                0          0           0            0
bidding           duel             rounds    rounds           rounds     rounds      rounds       rounds
pass_is_final     false            true      false            false      false       false        false
ditto             senior           none      none             none       none        any          none
all_pass          void             dealer    dealer           dealer     dealer      dealer       dealer
no_trump          false            false     false            false      false       false        true
reverse           off              off       off              off        no-trump    off          suit
seventh_card      true             true      false            false      false       false        false
double            true             true      false            false      false       false        false
redouble          true             true      false            false      false       false        false
set               false            false     false            false      false       false        false
auto_double_from  0                0         0                0          0           0            0
void_no_points    true             false     false            false      false       false        false
void_seventh      point-trump      off       off              off        off         off          off
void_trumpless    true             false     false            false      false       false        false
ask               optional         must      optional         must       must        must         must
asker_must_trump  true             false     true             false      false       false        false
pair              own-turn         side-won  side-won         on-winning on-winning  on-trump-win on-winning
pair_min_bid      19               0         0                0          0           0            0
single_hand       3                3         0                0          6           8            0
single_partner    closed           closed    closed           closed     closed      open         closed
single_needs_risk false            false     false            false      false       false        false
tenny             0                0         0                0          0           4            0
under_half        false            false     false            false      true        false        false
stop_when_decided true             true      false            false      false       false        false
match_target      6                6         6                6          6           20           6
win_weight        1                1         1                1          1           1            1
"""  # noqa: E501
ROWS = [line.split() for line in PRESETS.strip().split("\n")]
NAMES = ROWS[0][1:]


@pytest.mark.parametrize("preset", NAMES)
def test_preset(preset: str) -> None:
    column = ROWS[0].index(preset)
    wanted = {row[0]: row[column] for row in ROWS[1:]}
    rules = TwentyNineRules.preset(preset)
    found = {option.name: getattr(rules, option.name) for option in rules.options()}
    assert found.pop("max_bid") is None
    assert {name: toml_value(value).strip('"') for name, value in found.items()} == wanted


def test_these_are_all_presets_and_bangladesh_is_the_default() -> None:
    assert list(TwentyNineRules.PRESETS) == NAMES
    assert TwentyNineRules.preset() == TwentyNineRules.preset("bangladesh") == TwentyNineRules()


@pytest.mark.parametrize("preset", NAMES)
def test_presets_can_be_played(preset: str) -> None:
    rules = TwentyNineRules.preset(preset)
    assert list(rules.conflicts()) == []
    assert rules.with_options({}) == rules


def test_an_unknown_preset_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnreadableError, match="bangladesh, standard, nepali") as error:
        TwentyNineRules.preset("goa")
    assert "'goa'" in str(error.value)


RANGES = {
    "min_bid": (1, 28),
    "max_bid": (15, 28),
    "last_trick_bonus": (0, 1),
    "match_target": (1, 99),
    "single_hand": (0, 99),
    "tenny": (0, 99),
    "win_weight": (1, 2),
    "auto_double_from": (0, 29),
    "pair_min_bid": (0, 29),
}


@pytest.mark.parametrize("name", RANGES)
def test_ranges(name: str) -> None:
    rules = TwentyNineRules.preset("pagat")
    low, high = RANGES[name]
    for value in (low, high):
        assert getattr(rules.with_options({name: value}), name) == value
    wrong: list[object] = [low - 1, high + 1, -1, True, 1.0, "1", None, [1]]
    for bad in wrong:
        with pytest.raises(UnreadableError, match=name):
            rules.with_options({name: bad})


@pytest.mark.parametrize(
    "name", [o.name for o in TwentyNineRules.options() if o.name not in RANGES]
)
def test_words_and_switches(name: str) -> None:
    for value in ("perhaps", "", 1, 0, None):
        with pytest.raises(UnreadableError, match=name):
            TwentyNineRules.preset("pagat").with_options({name: value})


def test_min_bid_may_be_as_high_as_max_bid() -> None:
    rules = TwentyNineRules.preset("pagat")
    assert rules.with_options({"min_bid": 20, "max_bid": 20}).highest_bid == 20
    with_bonus = rules.with_options({"min_bid": 29, "last_trick_bonus": 1})
    assert with_bonus.highest_bid == with_bonus.points_on_table == 29
    assert rules.highest_bid == 28


CLASHES: list[tuple[dict[str, object], set[str]]] = [
    ({"bidding": "duel", "ditto": "none", "all_pass": "void"}, {"bidding", "ditto"}),
    ({"bidding": "duel", "ditto": "any", "all_pass": "void"}, {"bidding", "ditto"}),
    ({"bidding": "duel", "ditto": "senior", "all_pass": "dealer"}, {"bidding", "all_pass"}),
    (
        {"bidding": "duel", "ditto": "senior", "all_pass": "void", "first_speaker": "dealer"},
        {"bidding", "first_speaker"},
    ),
    ({"bidding": "rounds", "ditto": "senior"}, {"bidding", "ditto"}),
    ({"bidding": "once", "ditto": "senior"}, {"bidding", "ditto"}),
    ({"bidding": "once", "ditto": "any"}, {"bidding", "ditto"}),
    ({"min_bid": 20, "max_bid": 19}, {"min_bid", "max_bid"}),
    ({"max_bid": 29}, {"max_bid", "last_trick_bonus"}),
    ({"max_bid": 30}, {"max_bid", "last_trick_bonus"}),
    ({"max_bid": 30, "last_trick_bonus": 1}, {"max_bid", "last_trick_bonus"}),
    ({"min_bid": 29}, {"min_bid", "max_bid"}),
]


@pytest.mark.parametrize(("changes", "both"), CLASHES)
def test_what_cannot_be_combined_names_both_options(
    changes: dict[str, object], both: set[str]
) -> None:
    with pytest.raises(UnreadableError) as error:
        TwentyNineRules.preset("pagat").with_options(changes)
    assert len(error.value.faults) == 1
    text = str(error.value)
    assert all(name in text for name in both), text


def test_every_clash_is_reported_at_once() -> None:
    with pytest.raises(UnreadableError) as error:
        TwentyNineRules.preset("pagat").with_options({"bidding": "duel", "first_speaker": "dealer"})
    assert len(error.value.faults) == 3
    with pytest.raises(UnreadableError) as wrong:
        TwentyNineRules.preset().with_options({"duel": 1, "min_bid": 0, "ask": "maybe"})
    assert [fault.where for fault in wrong.value.faults] == ["duel", "min_bid", "ask"]


@pytest.mark.parametrize(
    "changes",
    [
        {"double": False, "redouble": True, "set": True},
        {"redouble": False, "set": True},
        {"max_bid": 29, "last_trick_bonus": 1},
        {"ditto": "any"},
        {"bidding": "once", "pass_is_final": True},
        {"bidding": "duel", "ditto": "senior", "all_pass": "void"},
        {"pair": "off", "pair_min_bid": 29},
        {"auto_double_from": 29, "double": False},
        {"first_speaker": "dealer", "bidding": "once"},
        {"no_trump": True, "reverse": "no-trump"},
        {"single_hand": 0, "single_needs_risk": True, "single_partner": "open"},
    ],
)
def test_what_merely_never_comes_to_bear_is_allowed(changes: dict[str, object]) -> None:
    TwentyNineRules.preset("pagat").with_options(changes)


# Options in text.


@pytest.mark.parametrize("preset", NAMES)
def test_a_rule_set_written_out_reads_back(preset: str) -> None:
    rules = TwentyNineRules.preset(preset).with_options({"match_target": 9})
    text = rules.to_toml()
    assert read_rule_file(text, "house.toml", "twenty-nine", TwentyNineRules) == rules
    assert len(tomllib.loads(text)) == len(TwentyNineRules.options()) - 1


def test_rule_file_on_top_of_a_preset() -> None:
    text = 'game = "twenty-nine"\npreset = "lucknow"\ntenny = 0\n'
    rules = read_rule_file(text, "house.toml", "twenty-nine", TwentyNineRules)
    assert rules == TwentyNineRules.preset("lucknow").with_options({"tenny": 0})


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("ask = ", ["broken TOML"]),
        ('game = "mendikot"', ["game"]),
        ('preset = "goa"', ["preset"]),
        ("preset = 3\ngame = 4", ["game", "preset"]),
        ('ask = "maybe"\nmin_bid = 99', ["ask", "min_bid"]),
        ("max_bid = 29", ["max_bid"]),
        ("[ask]\nx = 1", ["ask"]),
    ],
)
def test_broken_rule_files(text: str, faults: list[str]) -> None:
    with pytest.raises(UnreadableError) as error:
        read_rule_file(text, "house.toml", "twenty-nine", TwentyNineRules)
    lines = str(error.value).split("\n")
    assert len(lines) == len(faults)
    for line, fault in zip(lines, faults, strict=True):
        assert line.startswith("house.toml: ")
        assert fault in line


def test_changes_from_a_preset_are_what_makes_the_difference() -> None:
    base = TwentyNineRules.preset("pagat")
    rules = base.with_options({"ask": "optional", "max_bid": 20, "set": True, "min_bid": 15})
    changes = rules.changes_from(base)
    assert sorted(changes) == ['ask = "optional"', "max_bid = 20", "set = true"]
    assert base.with_options(dict(parse_option(change) for change in changes)) == rules


@pytest.mark.parametrize(
    "text",
    [
        "double",
        "double =",
        "double = no",
        "a.b = 1",
        "a = 1\nb = 2",
        "",
        "[double]",
        "= 1",
        "a = {}",
    ],
)
def test_broken_options(text: str) -> None:
    with pytest.raises(UnreadableError, match="double = false"):
        parse_option(text)
