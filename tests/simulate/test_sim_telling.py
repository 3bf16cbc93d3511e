"""What people are told: the table, the CSV, the line of progress."""

from __future__ import annotations

import csv
import io
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sim_plans import figures, played_in_order, quick_plan

from controller.simulate.csv import COLUMNS, csv_text
from controller.simulate.figures import Average, Figures, Share, Spread, Total, figures_of
from controller.simulate.progress import Progress
from controller.simulate.table import table_lines
from controller.simulate.tally import Tally

TEAMS = ("NS", "EW")
ONE: Tally = Counter(
    {
        ("matches",): 4,
        ("won", "NS"): 3,
        ("won", "EW"): 1,
        ("first",): 2,
        ("deals", "2"): 3,
        ("deals", "10"): 1,
        ("actions", "1080"): 4,
        ("result", "made"): 12,
        ("result", "failed"): 4,
        ("said", "double"): 4,
        ("value", "bid", "9", "made"): 6,
        ("value", "bid", "9", "failed"): 2,
        ("value", "bid", "16", "made"): 4,
        ("value", "target", "9", "made"): 6,
        ("side", "caller", "dealer"): 1,
        ("side", "caller", "other"): 3,
        ("with", "change"): 16,
        ("sum", "change", "dealer"): -4,
    }
)
TWO: Tally = Counter(
    {
        ("matches",): 2,
        ("unfinished",): 1,
        ("won", "EW"): 1,
        ("deals", "1000"): 2,
        ("actions", "7"): 1,
        ("actions", "8"): 1,
        ("result", "made"): 20,
        ("result", "void:all-pass"): 1980,
        ("value", "bid", "30", "made"): 1,
    }
)
SETS = [figures_of(ONE, TEAMS), figures_of(TWO, TEAMS)]
TABLE = """\
                                                     ours  a-long-name
matches                                                 4            2
  won by NS                                        75.0 %        0.0 %
  won by EW                                        25.0 %       50.0 %
  won by the first dealer's side                   50.0 %        0.0 %
  unfinished                                        0.0 %       50.0 %
deals in a match                                      4.0      1,000.0
  standard deviation                                  4.0          0.0
  median                                                2        1,000
  eight of ten                                       2-10  1,000-1,000
  all                                                2-10  1,000-1,000
actions in a match                                1,080.0          7.5
  standard deviation                                  0.0          0.7
  median                                            1,080            7
  eight of ten                                1,080-1,080          7-8
  all                                         1,080-1,080          7-8

how deals end, of all deals
  deals                                                16        2,000
  void:all-pass                                         -       99.0 %
  made                                             75.0 %        1.0 %
  failed                                           25.0 %            -

said or laid, in how many deals
  double                                           25.0 %            -

bid, in how many deals
  9                                                50.0 %            -
    of these made                                  75.0 %            -
    of these failed                                25.0 %            -
  16                                               25.0 %            -
    of these made                                 100.0 %            -

target, in how many deals
  9                                                37.5 %            -

named in the result: how often of the dealer's side
  caller                                           25.0 %            -

on average in a deal
  change, dealer's side                             -0.25            -
  change, other sides                                0.00            -

Nineteen times in twenty a share is right to within 70.7 points in 2 matches and \
25.0 points in 16 deals.
"""


def told(names: list[str], sets: list[Figures], width: int | None = None) -> list[str]:
    return [line.rstrip() for line in table_lines(names, sets, width)]


def test_the_table_by_hand() -> None:
    found = told(["ours", "a-long-name"], SETS)
    heading = next(line for line in found if line.startswith("named in the result"))
    wide = len(heading)
    assert [" ".join(line.split()) for line in found] == [
        " ".join(line.split()) for line in TABLE.splitlines()
    ]
    # Cells stand in columns, to the right.
    assert {len(line) for line in found[:17] if line} == {wide + 2 * 13}


def test_unfinished_matches_are_told_of_only_where_there_are_some() -> None:
    assert not any("unfinished" in line for line in told(["ours"], SETS[:1]))


def test_a_narrow_terminal_gets_one_part_after_another() -> None:
    names = [f"rules-{n}" for n in range(5)]
    lines = told(names, [SETS[0]] * 5, width=80)
    heads = [line.split() for line in lines if line.strip().startswith("rules-")]
    assert heads == [["rules-0", "rules-1"], ["rules-2", "rules-3"], ["rules-4"]]
    assert max(len(line) for line in lines[:-1]) <= 80
    assert sum(line.startswith("matches") for line in lines) == 3


def test_rules_of_which_nothing_is_played_yet_have_their_column() -> None:
    lines = told(["ours", "theirs"], [SETS[0], figures_of(Counter(), TEAMS)])
    assert lines[1].split() == ["matches", "4", "0"]
    assert lines[2].split() == ["won", "by", "NS", "75.0", "%", "-"]
    assert told(["theirs"], [figures_of(Counter(), TEAMS)])[1].split() == ["matches", "0"]


# CSV.


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 10**9))
def test_the_csv_has_every_figure(seed: int) -> None:
    plan = quick_plan(seed, matches=3)
    sets = figures(plan, played_in_order(plan))
    text = csv_text(plan.names, sets)
    assert text.endswith("\n")
    assert "\r" not in text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == sum(map(len, sets))
    pairs = [(r, n, f) for r, each in zip(plan.names, sets, strict=True) for n, f in each.items()]
    for row, (rules, name, figure) in zip(rows, pairs, strict=True):
        assert (row["rules"], row["section"], row["item"], row["detail"]) == (rules, *name)
        match figure:
            case Total(count):
                assert row["count"] == str(count)
            case Share(count, of):
                assert (row["count"], row["of"]) == (str(count), str(of))
                assert float(row["share"]) == pytest.approx(count / of, abs=1e-6)
            case Average():
                assert float(row["mean"]) == pytest.approx(figure.mean, abs=1e-6)
            case Spread():
                assert int(row["median"]) == figure.below(5)
                assert float(row["deviation"]) == pytest.approx(figure.deviation, abs=1e-6)


def test_lines_of_csv_by_hand() -> None:
    lines = csv_text(["ours, mine"], SETS[:1]).splitlines()
    assert lines[0] == ",".join(COLUMNS)
    assert '"ours, mine",match,played,,4,,,,,,,,,,' in lines
    assert '"ours, mine",match,won by NS,,3,4,0.750000,0.216506,,,,,,,' in lines
    assert '"ours, mine",length,deals in a match,,,4,,,4.000000,4.000000,2,2,2,10,10' in lines
    assert '"ours, mine",average,change,dealer\'s side,,16,,,-0.250000,,,,,,' in lines


# Progress.


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_counts_only_what_this_run_has_done() -> None:
    progress = Progress(None, total=4000, done=1000, now=50.0)
    assert progress.line(1000, 50.0) == f"[{'=' * 6}{'.' * 18}] 1,000 of 4,000 matches"
    half = f"[{'=' * 12}{'.' * 12}] 2,000 of 4,000 matches, 100.0 a second, 0:20 left"
    assert progress.line(2000, 60.0) == half
    assert progress.line(4000, 80.0) == f"[{'=' * 24}] 4,000 of 4,000 matches, 100.0 a second"


def test_progress_is_one_line_that_is_written_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    screen = Terminal()
    progress = Progress(screen, total=10, done=0, now=0.0)
    progress.show(0, 0.0)
    progress.show(5, 1.0)
    progress.close(10, 2.0)
    lines = screen.getvalue().split("\r\x1b[K")
    assert lines[0] == ""
    assert [len(line) for line in lines[1:]] == [29, 29, 30]
    assert lines[3].endswith("\n")
    assert "\n" not in "".join(lines[:3])


@pytest.mark.parametrize("stream", [io.StringIO(), None])
def test_nothing_is_written_where_there_is_no_terminal(stream: io.StringIO | None) -> None:
    progress = Progress(stream, total=10, done=0, now=0.0)
    progress.show(5, 1.0)
    progress.close(10, 2.0)
    assert stream is None or stream.getvalue() == ""
