"""`table.toml`: what is read from it, and every fault, all at once and by name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from ct_files import GOOD, changed, faults_of, read_good, write_table

from controller.config import BridgeConfig, ButtonConfig, WebConfig, parse_config, read_config
from controller.deck import ActionTag, TableCall, TableTag
from engine import GAMES, Phase, find_game
from firmware_bridge import READERS, ChainPins

MINIMAL = """\
[table]
game = "twenty-nine"
hands = "scanned"
""" + "".join(
    f'[[reader]]\nseat = "{seat}"\nport = "{seat}"\nprotocol = "rdm6300"\n' for seat in "SWNE"
)


# What is read.


def test_every_key_is_read(tmp_path: Path) -> None:
    config = read_good(tmp_path)
    assert config.game is find_game("twenty-nine")
    assert config.rules == find_game("twenty-nine").rules.preset("bangladesh").with_options(
        {"last_trick_bonus": 1}
    )
    assert config.seating.names == ("S", "W", "N", "E")
    assert config.dealer == 1
    assert len(config.deck.tags) > 100
    assert config.journal == tmp_path / "journal.db"
    assert (config.language, config.gone_s, config.wait) == ("en", 0.4, True)
    assert (config.lights, config.pins) == ("gpio", ChainPins(17, 27, 22, 23))
    south, west, north, east = config.readers
    assert (south.seat, south.port, south.protocol) == (0, "/dev/ttyUSB0", "rdm6300")
    assert south.phases == frozenset()
    assert (west.seat, west.protocol) == (1, "id12la")
    assert west.phases == {Phase.DEAL, Phase.PLAY}
    assert (north.seat, north.port) == (2, "socket://127.0.0.1:7000")
    assert (east.seat, east.port) == (3, str(tmp_path / "ports/east"))


def test_what_may_be_left_out(tmp_path: Path) -> None:
    config = read_good(tmp_path, MINIMAL)
    assert config.rules == find_game("twenty-nine").rules.preset()
    assert config.seating.names == ("S", "W", "N", "E")
    assert config.dealer is None
    assert (config.language, config.gone_s, config.wait) == ("en", 0.4, True)
    assert (config.lights, config.pins) == ("none", ChainPins())


def test_other_values(tmp_path: Path) -> None:
    text = changed(
        ("gone_ms = 400", "gone_ms = 1500"),
        ("wait = true", "wait = false"),
        ('seats = ["S", "W", "N", "E"]', 'seats = ["N", "E", "S", "W"]'),
        ('driver = "gpio"', 'driver = "none"'),
        ("data = 17", "data = 5"),
        ('dealer = "W"\n', ""),
    )
    config = read_good(tmp_path, text)
    assert (config.gone_s, config.wait, config.lights) == (1.5, False, "none")
    assert config.seating.names == ("N", "E", "S", "W")
    assert [reader.seat for reader in config.readers] == [2, 3, 0, 1]
    assert config.pins == ChainPins(5, 27, 22, 23)


def test_a_seat_may_have_two_readers(tmp_path: Path) -> None:
    more = (
        GOOD + '[[reader]]\nseat = "S"\nport = "second"\nprotocol = "id12la"\nphases = ["play"]\n'
    )
    config = read_good(tmp_path, more)
    assert [reader.seat for reader in config.readers] == [0, 1, 2, 3, 0]


def test_a_bridge_with_reader_buttons_and_more(tmp_path: Path) -> None:
    text = changed(
        (
            'port = "/dev/ttyUSB1"\nprotocol = "id12la"',
            'protocol = "bridge"\nreader = 3',
        ),
        (
            "[lights]",
            '[bridge]\nport = "ports/bridge"\n[buttons.S]\npass = 5\n"bid 17" = "bridge:2"\n'
            '[buttons.E]\nraise = 6\n[web]\non = true\nhost = "0.0.0.0"\n[lights]\nbuzzer = 18',
        ),
        ('driver = "gpio"', 'driver = "bridge"'),
    )
    config = read_good(tmp_path, text)
    assert config.bridge == BridgeConfig(str(tmp_path / "ports/bridge"))
    assert config.readers[1].number == 3
    assert config.readers[1].port == config.bridge.port
    assert config.buttons == (
        ButtonConfig(0, ActionTag(("pass",)), pin=5),
        ButtonConfig(0, ActionTag(("bid", "17")), number=2),
        ButtonConfig(3, TableTag(TableCall.RAISE), pin=6),
    )
    assert config.buzzer == 18
    assert config.lights == "bridge"
    assert config.web == WebConfig("0.0.0.0", 8029, None)


def test_paths_are_relative_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "here"
    text = changed(
        ('deck = "deck.csv"', 'deck = "cards/my.csv"'),
        ('journal = "journal.db"', 'journal = "../there/journal.db"'),
        ('rules = "bangladesh"', 'rules = "house.toml"'),
        ("/dev/ttyUSB0", "south"),
    )
    write_table(folder, text)
    (folder / "cards").mkdir()
    (folder / "deck.csv").rename(folder / "cards/my.csv")
    (folder / "house.toml").write_text("min_bid = 18\n")
    monkeypatch.chdir(tmp_path)
    from controller.config import read_config

    config = read_config(Path("here/table.toml"))
    assert os.path.normpath(config.journal) == "there/journal.db"
    assert config.readers[0].port == "here/south"
    assert getattr(config.rules, "min_bid") == 18  # noqa: B009 - a field of this game only
    assert config.deck.tags


def test_a_rule_set_file_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = write_table(tmp_path, changed(('rules = "bangladesh"', 'rules = "house.toml"')))
    (tmp_path / "house.toml").write_text('preset = "nepali"\n', encoding="utf-8-sig")
    config = parse_config(path.read_text(), path)
    wanted = config.game.rules.preset("nepali").with_options({"last_trick_bonus": 1})
    assert config.rules == wanted


@pytest.mark.parametrize("game", [name for name in GAMES if name != "twenty-two"])
def test_every_game_can_be_set_up(tmp_path: Path, game: str) -> None:
    config = read_good(tmp_path, MINIMAL.replace("twenty-nine", game))
    assert config.game.name == game


def test_a_table_of_twenty_two_with_names(tmp_path: Path) -> None:
    names = ("Ann", "Bo", "Cy", "Dee", "Eve")
    text = '[table]\ngame = "twenty-two"\nhands = "scanned"\n'
    text += f"seats = [{', '.join(f'{name!r}' for name in names)}]\ndealer = 'Cy'\n"
    for name in names:
        text += f"[[reader]]\nseat = '{name}'\nport = '{name}'\nprotocol = 'rdm6300'\n"
    config = read_good(tmp_path, text)
    assert config.seating.names == names
    assert config.dealer == 2


# One fault each: file, key, what was found, what was expected.

GAME_NAMES = ", ".join(GAMES)
PROTOCOLS = ", ".join(READERS)
PHASES = ", ".join(phase for phase in Phase if phase is not Phase.OVER)
ONE_FAULT = [
    # [table]
    ('game = "twenty-nine"', "game = 29", f"table.game: found 29, expected one of {GAME_NAMES}"),
    (
        'game = "twenty-nine"',
        'game = "29"',
        f'table.game: found "29", expected one of {GAME_NAMES}',
    ),
    ('game = "twenty-nine"\n', "", f"table.game: found nothing, expected one of {GAME_NAMES}"),
    ('rules = "bangladesh"', "rules = true", "table.rules: found true, expected a text in quotes"),
    (
        'rules = "bangladesh"',
        'rules = "bangladeshi"',
        "table.rules: found 'bangladeshi' (No such file or directory), expected a preset "
        "(bangladesh, standard, nepali, pagat, west-bengal, lucknow, delhi-hostel) "
        "or a readable rule-set file",
    ),
    (
        'hands = "scanned"',
        'hands = "seen"',
        'table.hands: found "seen", expected one of scanned, unseen',
    ),
    (
        'hands = "scanned"',
        "hands = 1",
        "table.hands: found 1, expected one of scanned, unseen",
    ),
    (
        'seats = ["S", "W", "N", "E"]',
        'seats = "SWNE"',
        'table.seats: found "SWNE", expected a list of texts in quotes',
    ),
    (
        'seats = ["S", "W", "N", "E"]',
        'seats = ["S", "E", "N", "W"]',
        "table.seats: found 'S E N W', expected the seats S W N E clockwise, beginning with any "
        "of them",
    ),
    ('dealer = "W"', "dealer = 2", "table.dealer: found 2, expected a text in quotes"),
    ('dealer = "W"', 'dealer = "w"', "table.dealer: found 'w', expected a seat: S W N E"),
    ('language = "en"', 'language = "xx"', 'table.language: found "xx", expected one of en'),
    ('language = "en"', "language = 1", "table.language: found 1, expected one of en"),
    ("gone_ms = 400", "gone_ms = 0", "table.gone_ms: found 0, expected a whole number from 1 to"),
    ("gone_ms = 400", "gone_ms = 0.4", "table.gone_ms: found 0.4, expected a whole number from"),
    ("gone_ms = 400", "gone_ms = true", "table.gone_ms: found true, expected a whole number from"),
    ("wait = true", "wait = 1", "table.wait: found 1, expected true or false"),
    ("wait = true", 'wait = "yes"', 'table.wait: found "yes", expected true or false'),
    ('journal = "journal.db"', "journal = 5", "table.journal: found 5, expected a text in quotes"),
    ('deck = "deck.csv"', "deck = []", "table.deck: found [], expected a text in quotes"),
    (
        'deck = "deck.csv"',
        'deck = "no.csv"',
        "table.deck: found 'no.csv' (No such file or directory), expected a readable file",
    ),
    (
        'deck = "deck.csv"',
        'deck = "."',
        "table.deck: found '.' (Is a directory), expected a readable file",
    ),
    ("wait = true", "wait = true\nwiat = 1", "table.wiat: found an unknown key, expected one of"),
    # [options]
    (
        "last_trick_bonus = 1",
        "last_trick_bonos = 1",
        "options.last_trick_bonos: found an unknown option, expected one of direction, ",
    ),
    (
        "last_trick_bonus = 1",
        "last_trick_bonus = 2",
        "options.last_trick_bonus: found 2, expected a whole number from 0 to 1",
    ),
    (
        "last_trick_bonus = 1",
        'ditto = "any"',
        'options.bidding: found bidding = "duel" with ditto = "any", expected '
        'ditto = "senior" with bidding = "duel"',
    ),
    # [[reader]]
    (
        'seat = "S"',
        'seat = "Q"',
        'reader[1].seat: found "Q", expected one of S, W, N, E',
    ),
    ('seat = "S"\n', "", "reader[1].seat: found nothing, expected one of S, W, N, E"),
    ('seat = "S"', 'seat = ["S"]', 'reader[1].seat: found ["S"], expected one of S, W, N, E'),
    ('port = "ports/east"', "port = 7", "reader[4].port: found 7, expected a serial port"),
    ('port = "ports/east"', 'port = ""', 'reader[4].port: found "", expected a serial port'),
    ('port = "ports/east"\n', "", "reader[4].port: found nothing, expected a serial port"),
    (
        'protocol = "id12la"',
        'protocol = "em4100"',
        f'reader[2].protocol: found "em4100", expected one of {PROTOCOLS}',
    ),
    (
        'protocol = "id12la"\n',
        "",
        f"reader[2].protocol: found nothing, expected one of {PROTOCOLS}",
    ),
    (
        'phases = ["deal", "play"]',
        'phases = ["deal", "plays"]',
        f"reader[2].phases: found 'plays', expected phases out of {PHASES}",
    ),
    (
        'phases = ["deal", "play"]',
        'phases = ["over"]',
        f"reader[2].phases: found 'over', expected phases out of {PHASES}",
    ),
    (
        'phases = ["deal", "play"]',
        "phases = []",
        f"reader[2].phases: found [], expected phases out of {PHASES}",
    ),
    (
        'phases = ["deal", "play"]',
        'phases = "deal"',
        'reader[2].phases: found "deal", expected a list of texts in quotes',
    ),
    (
        'port = "/dev/ttyUSB1"',
        'port = "/dev/ttyUSB0"',
        "reader[2].port: found '/dev/ttyUSB0', expected another port than reader[1] has",
    ),
    (
        'port = "/dev/ttyUSB1"',
        'port = "./ports/../ports/east"',
        "reader[4].port: found 'ports/east', expected another port than reader[2] has",
    ),
    (
        'protocol = "id12la"',
        'protocol = "id12la"\nbaud = 9600',
        "reader[2].baud: found an unknown key, expected one of seat, protocol, port, phases",
    ),
    # [lights]
    (
        'driver = "gpio"',
        'driver = "leds"',
        'lights.driver: found "leds", expected one of gpio, bridge, none',
    ),
    (
        'driver = "gpio"',
        'driver = "bridge"',
        'lights.driver: found "bridge", expected a section [bridge] beside it',
    ),
    ("data = 17", "data = 28", "lights.data: found 28, expected a whole number from 0 to 27"),
    ("data = 17", "data = -1", "lights.data: found -1, expected a whole number from 0 to 27"),
    ("data = 17", 'data = "17"', 'lights.data: found "17", expected a whole number from 0 to 27'),
    (
        "latch = 22",
        "latch = 17",
        "lights.latch: found pin 17, expected another pin than lights.data",
    ),
    (
        "data = 17",
        "data = 23",
        "lights.enable: found pin 23, expected another pin than lights.data",
    ),
    (
        "latch = 22",
        "latch = 22\nled = 1",
        "lights.led: found an unknown key, expected one of driver",
    ),
    (
        "enable = 23\n",
        "enable = 23\nbuzzer = 22\n",
        "lights.buzzer: found pin 22, expected another pin than lights.latch has",
    ),
    (
        "enable = 23\n",
        "enable = 23\nbuzzer = true\n",
        "lights.buzzer: found true, expected a whole number from 0 to 27",
    ),
    # [buttons]
    (
        "[lights]",
        "[buttons.X]\npass = 5\n[lights]",
        "buttons.X: found no seat, expected a seat: S W N E",
    ),
    (
        '"/dev/ttyUSB0"\nprotocol = "rdm6300"\n',
        '"/dev/serial0"\nprotocol = "rdm6300"\n[buttons.S]\npass = 15\n',
        "buttons.S.pass: found pin 15, expected another pin than reader[1].port has",
    ),
    ("[lights]", "[buttons]\nS = 5\n[lights]", "buttons.S: found 5, expected a section [S]"),
    (
        "[lights]",
        "[buttons.S]\npass = 17\n[lights]",
        "buttons.S.pass: found pin 17, expected another pin than lights.data has",
    ),
    (
        "[lights]",
        "[buttons.S]\npass = 5\nraise = 5\n[lights]",
        "buttons.S.raise: found pin 5, expected another pin than buttons.S.pass has",
    ),
    (
        "[lights]",
        "[buttons.S]\npass = 28\n[lights]",
        "buttons.S.pass: found 28, expected a BCM pin from 0 to 27, or one on the bridge",
    ),
    (
        "[lights]",
        '[buttons.S]\npass = "bridge:3"\n[lights]',
        'buttons.S.pass: found "bridge:3", expected a section [bridge] for it',
    ),
    (
        "[lights]",
        "[buttons.S]\nJh = 5\n[lights]",
        "buttons.S.Jh: found 'Jh', expected a call such as pass or raise",
    ),
    # [bridge]
    ("[lights]", "[bridge]\n[lights]", "bridge.port: found nothing, expected a serial port"),
    (
        "[lights]",
        '[bridge]\nport = "/dev/ttyUSB0"\n[lights]',
        "reader[1].port: found '/dev/ttyUSB0', expected another port than bridge has",
    ),
    (
        'port = "/dev/ttyUSB1"\nprotocol = "id12la"',
        'protocol = "bridge"\nreader = 0',
        'reader[2].protocol: found "bridge", expected a section [bridge] beside it',
    ),
    # [web]
    (
        "[lights]",
        "[web]\non = true\nport = 0\n[lights]",
        "web.port: found 0, expected a whole number from 1 to 65535",
    ),
    ("[lights]", "[web]\non = 1\n[lights]", "web.on: found 1, expected true or false"),
    ("[lights]", "[web]\nprot = 1\n[lights]", "web.prot: found an unknown key, expected one of on"),
    # Sections.
    ("[lights]", "[light]", "light: found an unknown key, expected one of table, options, lights,"),
    ("[options]\nlast_trick_bonus = 1", "", ""),
]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    ONE_FAULT,
    ids=[f"{n}-{row[1][:30]}" for n, row in enumerate(ONE_FAULT)],
)
def test_one_fault(tmp_path: Path, old: str, new: str, wanted: str) -> None:
    text = changed((old, new))
    path = write_table(tmp_path, text)
    if not wanted:
        parse_config(text, path)  # the options may be left out
        return
    lines = [line for line in faults_of(path) if "no reader for seat" not in line]
    assert len(lines) == 1, lines
    assert lines[0].startswith(f"table.toml: {wanted}"), lines[0]


def test_a_section_that_is_none(tmp_path: Path) -> None:
    for section in ("table", "options", "lights", "web"):
        lines = faults_of(write_table(tmp_path, f"{section} = 5\n"))
        assert f"table.toml: {section}: found 5, expected a section [{section}]" in lines
    lines = faults_of(write_table(tmp_path, "reader = 5\n"))
    assert "table.toml: reader: found 5, expected sections [[reader]]" in lines
    lines = faults_of(write_table(tmp_path, '[reader]\nseat = "S"\n'))
    assert any("expected sections [[reader]]" in line for line in lines)


def test_no_section_table_at_all(tmp_path: Path) -> None:
    lines = faults_of(write_table(tmp_path, ""))
    assert "table.toml: table: found nothing, expected a section [table]" in lines
    assert any(line.startswith("table.toml: table.game: found nothing") for line in lines)


def test_seats_without_a_reader(tmp_path: Path) -> None:
    lines = faults_of(write_table(tmp_path, MINIMAL.split("[[reader]]")[0]))
    assert lines == [
        f"table.toml: reader: found no reader for seat {seat}, expected at least one [[reader]] "
        f'with seat = "{seat}"'
        for seat in "SWNE"
    ]


def test_a_reader_of_the_wrong_seat_leaves_its_own_without(tmp_path: Path) -> None:
    text = changed(('seat = "N"', 'seat = "S"'))
    lines = faults_of(write_table(tmp_path, text))
    assert lines == [
        "table.toml: reader: found no reader for seat N, expected at least one [[reader]] with "
        'seat = "N"'
    ]


def test_pins_that_are_left_out_count_too(tmp_path: Path) -> None:
    text = changed(("clock = 27\n", ""), ("data = 17", "data = 27"))
    assert faults_of(write_table(tmp_path, text)) == [
        "table.toml: lights.clock: found pin 27, expected another pin than lights.data has"
    ]


def test_a_bad_pin_is_one_fault_and_no_second_for_its_usual_one(tmp_path: Path) -> None:
    text = changed(("data = 17", "data = 99"), ("latch = 22", "latch = 17"))
    assert faults_of(write_table(tmp_path, text)) == [
        "table.toml: lights.data: found 99, expected a whole number from 0 to 27"
    ]


def test_options_on_top_of_rules_that_are_not_known(tmp_path: Path) -> None:
    """Each option is judged by itself, but not against a preset nobody asked for."""
    text = changed(
        ('rules = "bangladesh"', 'rules = "standrad"'),
        ("last_trick_bonus = 1", 'ditto = "none"\nmin_bid = 0'),
    )
    rules, min_bid = faults_of(write_table(tmp_path, text))
    assert rules.startswith("table.toml: table.rules: found 'standrad'")
    assert min_bid == "table.toml: options.min_bid: found 0, expected a whole number from 1 to 29"


# The files it names.


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (b"min_bid = 0", "table.rules: found house.toml: min_bid: 0, expected a whole number"),
        (b"mn_bid = 16", "table.rules: found house.toml: mn_bid: an unknown option, expected one"),
        (b"min_bid =\n", "table.rules: found house.toml: broken TOML (Invalid value (at line 1"),
        (b'game = "no-call"', 'table.rules: found house.toml: game: "no-call", expected "twenty'),
        (b'preset = "x"', 'table.rules: found house.toml: preset: "x", expected one of bangla'),
        (b"\xff\xfe", "table.rules: found 'house.toml' (not UTF-8 text), expected a preset"),
        (
            b'bidding = "rounds"\nditto = "senior"',
            'table.rules: found house.toml: ditto: ditto = "senior" with bidding = "rounds", exp',
        ),
    ],
)
def test_faults_of_a_rule_set_file(tmp_path: Path, content: bytes, wanted: str) -> None:
    path = write_table(tmp_path, changed(('rules = "bangladesh"', 'rules = "house.toml"')))
    (tmp_path / "house.toml").write_bytes(content)
    (line,) = faults_of(path)
    assert line.startswith(f"table.toml: {wanted}"), line


def test_faults_of_the_deck_name_its_lines(tmp_path: Path) -> None:
    path = write_table(tmp_path, deck="tag,meaning\n000414CD7E,Jh\nxyz,Js\n1F00644BB6,Joker\n")
    assert faults_of(path) == [
        "deck.csv: line 3: found 'xyz', expected a tag number in hex, all its bytes: 5 (125 kHz), "
        "4, 7 or 10 (13.56 MHz), or an EPC of an even number up to 62 (UHF)",
        "deck.csv: line 4: found 'Joker', expected a card such as Jh, or a call such as pass or "
        "bid 17",
    ]


def test_a_deck_that_is_no_text(tmp_path: Path) -> None:
    path = write_table(tmp_path)
    (tmp_path / "deck.csv").write_bytes(b"tag,meaning\n\xff")
    assert faults_of(path) == [
        "table.toml: table.deck: found 'deck.csv' (bytes that are not UTF-8 at place 12), expected "
        "a UTF-8 text file"
    ]


def test_all_faults_at_once(tmp_path: Path) -> None:
    text = changed(
        ('game = "twenty-nine"', 'game = "twenty-nine"\ngaem = 1'),
        ('rules = "bangladesh"', 'rules = "none.toml"'),
        ('hands = "scanned"', 'hands = "shuffled"'),
        ('dealer = "W"', 'dealer = "X"'),
        ("gone_ms = 400", "gone_ms = 4e2"),
        ("last_trick_bonus = 1", "last_trick_bonus = 7"),
        ('seat = "N"', 'seat = "N"\ncolour = "red"'),
        ('protocol = "id12la"', 'protocol = "x"'),
        ("latch = 22", "latch = 23"),
        ("[lights]", "[nothing]\n[lights]"),
    )
    path = write_table(tmp_path, text, deck="tag,meaning\n00,Jh\n")
    places = sorted(line.split(": found")[0] for line in faults_of(path))
    assert places == sorted(
        [
            "table.toml: nothing",
            "table.toml: table.gaem",
            "table.toml: table.rules",
            "table.toml: table.hands",
            "table.toml: table.dealer",
            "table.toml: table.gone_ms",
            "table.toml: options.last_trick_bonus",
            "table.toml: reader[2].protocol",
            "table.toml: reader[3].colour",
            "table.toml: lights.enable",
            "deck.csv: line 2",
        ]
    )


# Broken TOML.


@pytest.mark.parametrize(
    "text",
    [
        "[table\n",
        "a = ",
        "= 1",
        "[table]\n[table]\n",
        'a = "b\n',
        "\x00",
        "a = 2020-13-45",
        'a = "\\ud800"',
    ],
)
def test_broken_toml_says_where(tmp_path: Path, text: str) -> None:
    (line,) = faults_of(write_table(tmp_path, text))
    assert line.startswith("table.toml: found broken TOML (")
    assert "line " in line or "end of document" in line
    assert line.endswith(", expected TOML")


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 5000,
        "a = " + "9" * 5000,
        "[table]\ngone_ms = 0x" + "F" * 5000,
        "[options]\nmin_bid." + "a." * 3000 + "a = 1",
    ],
    ids=["deep", "long", "long-hex", "deep-key"],
)
def test_toml_beyond_all_measure(tmp_path: Path, text: str) -> None:
    (line,) = faults_of(write_table(tmp_path, text))
    assert line.startswith("table.toml: found TOML beyond all measure (")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    assert faults_of(tmp_path / "none.toml") == [
        f"{tmp_path / 'none.toml'}: found No such file or directory, expected a readable file"
    ]
    assert faults_of(tmp_path)[0].endswith("found Is a directory, expected a readable file")
    (tmp_path / "latin.toml").write_bytes("# é".encode("latin-1"))
    assert faults_of(tmp_path / "latin.toml") == [
        f"{tmp_path / 'latin.toml'}: found bytes that are not UTF-8 at place 2, expected a UTF-8 "
        "text file"
    ]


def test_hands_are_unseen_unless_said_otherwise(tmp_path: Path) -> None:
    path = write_table(tmp_path, changed(('hands = "scanned"\n', "")))
    assert read_config(path).hands == "unseen"
    assert read_config(write_table(tmp_path)).hands == "scanned"
