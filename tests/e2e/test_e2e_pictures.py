"""One short match, tapped on pretend readers: after every step the lights that a person drew."""

from __future__ import annotations

from pathlib import Path

import pytest
from ct_table import meanings
from e2e_pictures import draw, read_steps
from e2e_table import Rig, rig

PICTURES = Path(__file__).parent / "pictures.txt"

MATCH = """\
S deal
E take Js 9s 7s 8s
W take 7d 8d Qd Kd
S pass ! not-now
N take 7h 8h Jh 9h
S take 7c 8c Qc Kc
N bid 17 ! not-your-turn
E bid 16
N bid 17
E ditto
N pass
S pass
W pass
E mark Js ! bad-mark
E mark 3h
N pass
S double
E pass
W redouble
E take As Ts Ks Qs
N take Ah Th Kh Qh
W take Jd 9d Ad Td
S take Jc 9c Ac Tc
E pass
N pass
W pass
S pass
E play 7s
N play 7h
W play 7d
S play 7c
E play 8s
N play 8h
W play 8d
S play 8c
E play Qs
N show
N play 9d ! not-in-hand
N play Jh
W play Qd
S play Jc
N play 9h
W play Kd
S play 9c
E play Ks
N play Ah
W play Jd
S play Ac
E play Js
W undo
E play Js
N deal
"""
"""By the rules of Bangladesh, the match to one point, S the first dealer. E has all the spades, N
the hearts, W the diamonds, S the clubs; E is the caller at 17, redoubled, hearts the trump."""


def tap(table: Rig, line: str) -> None:
    """Tap one line; the referee has to answer what it says."""
    said, _, code = (part.strip() for part in line.partition("!"))
    name, *words = said.split()
    before = len(table.entries())
    for meaning in meanings(words):
        table.carry_out(table.match.seating.seat(name), [meaning], hand=False)
    answers = [str(entry.ruling or "accepted") for entry in table.entries()[before:]]
    assert set(answers) == {code or "accepted"}, line


def test_a_match_looks_as_drawn(tmp_path: Path) -> None:
    steps = list(read_steps(PICTURES.read_text(encoding="utf-8")))
    with rig(tmp_path, "bangladesh", match_target=1) as table:
        lit = [("(begin)", draw(*table.lit))]
        for line in MATCH.splitlines():
            tap(table, line)
            lit.append((line, draw(*table.lit)))
    (tmp_path / "pictures.txt").write_text(
        "".join(f"\n== {said}\n{picture}\n" for said, picture in lit), encoding="utf-8"
    )
    assert [step.said for step in steps] == [said for said, _ in lit]
    for step, (said, picture) in zip(steps, lit, strict=True):
        assert picture == step.picture, f"after {said}; all that was lit is in {tmp_path}"


@pytest.mark.parametrize(
    ("status", "panels", "picture"),
    [
        (0, (0, 0), "........\n... ...  NS:\n... ...  EW:\n... ..."),
        (
            0b10010001,
            (1 | 1 << 4 | 1 << 8 | 1 << 18, 1 << 13 | 1 << 19 | 1 << 21),
            "s...H..R\nR.. ...  NS:  first\n.R. .B.  EW:  second  winner\n..R ...",
        ),
        (
            0xFF,
            (0xFFFFFF, 1 << 9 | 1 << 20 | 1 << 22 | 1 << 23),
            "shdcHPFR\nXXX B..  NS:  first  second  alert  winner  ten  twenty\n"
            "XXX ...  EW:  alert  ten  twenty\nXXX ...",
        ),
    ],
)
def test_the_letters_of_a_picture(status: int, panels: tuple[int, int], picture: str) -> None:
    assert draw(status, panels) == picture
