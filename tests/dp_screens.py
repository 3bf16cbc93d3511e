"""Screens for the display tests, by hand and at random."""

from __future__ import annotations

from hypothesis import strategies as st

from display import SUITS, Face, Labels, Panel, Screen, SeatLine, Status

ENGLISH = Labels(
    hidden="hidden",
    plain="no trump/reversed",
    fault="fault",
    mended="mended",
    running="running",
    alert="alert",
    winner="winner",
)

FOUR = Screen(
    title="Twenty-Nine · bangladesh",
    phase="play, trick 3",
    facts=(
        ("trump", "hidden"),
        ("bid", "18"),
        ("deal value", "1"),
        ("we need", "11"),
        ("they need", "11"),
        ("double", "no"),
        ("tricks", "2 : 1"),
    ),
    seats=(
        SeatLine("Shirin", 0, "6 cards", tags=("dealer",), played="J♥", winning=True),
        SeatLine("Wasim", 1, "6 cards", said="pass", played="9♦"),
        SeatLine(
            "Nasreen", 0, "5 cards", True, ("caller",), said="bid 18", open_hand=("J♠", "9♠", "A♥")
        ),
        SeatLine("Enam", 1, "1 card", tags=("partner", "out"), played="Q♣"),
    ),
    panel_names=("North–South", "West–East"),
    face=Face(
        Status(hidden=True, running=True, fault=True),
        (Panel(5, (False, True)), Panel(-13, (False, False), alert=True)),
    ),
    messages=("Wasim leads 9♦.", "Shirin must follow suit: 9♦ was led."),
    faults=("seat W: reader /dev/ttyUSB1 is lost",),
    labels=ENGLISH,
)

FIVE = Screen(
    title="Twenty-Two",
    phase="play",
    facts=(("to play", "3 cards"),),
    seats=tuple(
        SeatLine(
            name,
            place,
            f"{7 - place} cards",
            place == 2,
            ("out",) if place == 4 else (),
            "7♥ 7♠ 7♣" if place < 2 else None,
            place == 1,
        )
        for place, name in enumerate(("Ann", "Bo", "Charlotte", "Dee", "Eve"))
    ),
    panel_names=("Ann", "Bo", "Charlotte", "Dee", "Eve"),
    face=Face(Status(running=True), tuple(Panel(n * 7 - 20, (n == 2, False)) for n in range(5))),
    messages=("Bo plays three sevens.",),
    labels=ENGLISH,
)

scores = st.integers(-60, 60)
panels = st.builds(Panel, scores, st.tuples(st.booleans(), st.booleans()))
status = st.one_of(
    st.builds(Status, st.none(), st.booleans(), st.booleans(), st.booleans(), st.booleans()),
    st.builds(Status, st.sampled_from(SUITS), st.just(False), st.booleans(), st.booleans()),
)
faces = st.builds(Face, status, st.lists(panels, max_size=6).map(tuple))

# Whatever people may write, and what terminals choke on: escapes, wide and combining letters.
_TROUBLE = "\x1b\x9b[]2J;m\r\n\t漢字♥♦…\u0301\u200d\u202e\ud800 ক্ষ abc"
words = st.text(_TROUBLE, max_size=20) | st.text(max_size=8)
some_words = st.lists(words, max_size=4).map(tuple)
seats = st.builds(
    SeatLine,
    words,
    st.integers(0, 5),
    st.none() | words,
    st.booleans(),
    some_words,
    st.none() | words,
    st.booleans(),
    st.lists(words, max_size=8).map(tuple),
    st.none() | words,
)
screens = st.builds(
    Screen,
    title=words,
    phase=words,
    facts=st.lists(st.tuples(words, words), max_size=8).map(tuple),
    seats=st.lists(seats, max_size=6).map(tuple),
    panel_names=some_words,
    face=faces,
    messages=some_words,
    faults=some_words,
    labels=st.just(ENGLISH) | st.builds(Labels, *[words] * 7),
)
