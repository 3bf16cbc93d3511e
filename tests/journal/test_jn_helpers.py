"""The journal's test helpers fail when they should."""

from __future__ import annotations

import random
from pathlib import Path

import jn_rounds
import pytest
from jn_forks import Forks
from jn_rounds import Rounds
from jn_table import Kept, Players, config_of, quick_folder, said_by, write_table


def test_a_line_that_is_refused_is_found(tmp_path: Path) -> None:
    with Kept(config_of(tmp_path, hands="unseen", wait=False, dealer="S")) as kept:
        kept.do("E bid 16")
        with pytest.raises(AssertionError, match="'E bid 17': E: It is the turn of N"):
            kept.do("E bid 17")


def test_a_command_that_goes_well_or_not(tmp_path: Path) -> None:
    assert said_by("check", write_table(tmp_path))[0] == 0
    status, out, err = said_by("check", tmp_path / "nothing")
    assert (status, out) == (2, "")
    assert err


def test_players_come_to_deal_undo_and_err(tmp_path: Path) -> None:
    players = Players(random.Random(2), correcting=0.1, erring=0.1)
    with Kept(config_of(tmp_path, hands="unseen", dealer="S")) as kept:
        said = [meaning for _ in range(60) for _, meaning in players.taps(kept.session)]
    assert {"deal", "undo"} <= set(said)
    assert len(set(said)) > 5


def test_a_table_that_ends_by_itself_or_does_nothing_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jn_rounds, "SOON_S", 0.3)
    with quick_folder() as folder:
        write_table(folder, hands="unseen", wait=False, lights="gpio", gone_ms=1, dealer="S")
        with Forks(folder) as forks:
            rounds = Rounds(folder, forks, random.Random(1))
            rounds.started()
            with pytest.raises(AssertionError, match="never: "):
                rounds.until_lit(12345)
            # It still runs: the block ends it.
            (folder / "table.toml").write_text("[table]\n")
            with pytest.raises(AssertionError, match="ended with 2: "):
                rounds.round(0, 0.6)
