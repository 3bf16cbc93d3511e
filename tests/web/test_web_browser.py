"""The pages in a real browser: watched, directed, dragged on, on small and large screens."""

from __future__ import annotations

import random
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from ct_table import meanings
from web_browser import (
    MISSING,
    PHONE,
    TABLET,
    TV,
    WIDE,
    Watched,
    barriers,
    chromium,
    needs_chromium,
    overflow,
    overlaps,
)
from web_pretend import pretend
from web_rig import PIN, SOON_S, Browser, Paged, paged, until

from controller.demo.browser import Tempo
from controller.pages.feed import PagesLost
from engine import Match
from engine.players import deal_cards, find_player
from engine.view import view

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium
    from playwright.sync_api import Page

playwright = pytest.importorskip("playwright.sync_api", reason=MISSING)
PlaywrightError = playwright.Error
pytestmark = needs_chromium
QUICK: dict[str, Any] = {"match_target": 1, "void_no_points": False, "double": False}
DEALT = """
E take Js 9s As Ts
N take Jh 9h Ah Th
W take Jd 9d Ad Td
S take Jc 9c Ac Tc
E bid 18
N pass
S pass
W pass
E mark 2s
E take Ks Qs 8s 7s
N take Kh Qh 8h 7h
W take Kd Qd 8d 7d
S take Kc Qc 8c 7c
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as found:
        yield found


def address(port: int, path: str = "/") -> str:
    return f"http://127.0.0.1:{port}{path}"


def play_on(table: Paged, rng: random.Random) -> None:
    """The next thing that people do at a table, tapped."""
    match = table.session.match
    if match.wants():
        deal = match.deal
        for take in deal_cards(rng, deal.pack, deal.seen, match.wants()):
            table.do(f"{match.seating.names[take.seat]} {take.text()}")
        return
    legal = match.legal()
    seat = min(legal, key=lambda seat: (seat in match.actors(), seat))
    action = find_player("sensible")(view(match, seat), legal[seat], match.rules, rng)
    before = len(match.actions())  # first: the table hears a tap at once, on its own thread
    for meaning in meanings(action.text().split()):
        table.tap(match.seating.names[seat], meaning)
    until(lambda: len(match.actions()) != before or match.winner is not None, action.text())


def soon(page: Page, reached: str) -> None:
    """Wait until a page says yes; by asking, for its policy lets it evaluate nothing itself."""
    until(lambda: page.evaluate(f"Boolean({reached})"), reached)


def text(page: Page, selector: str) -> str:
    return page.locator(selector).inner_text()


def test_a_whole_match_is_watched_and_directed(browser: Chromium, tmp_path: Path) -> None:
    rng = random.Random(7)
    options = {**QUICK, "single_hand": 0}
    with (
        paged(tmp_path, dealer="S", wait=False, options=options) as table,
        Watched(browser, TV) as score,
        Watched(browser, PHONE) as desk,
    ):
        watched, director = score.page, desk.page
        watched.goto(address(table.port))
        director.goto(address(table.port, "/director"))
        director.fill("#pin", PIN)
        director.press("#pin", "Enter")
        director.wait_for_selector("#readers tr >> nth=3")
        while table.session.match.phase != "play":
            play_on(table, rng)
        match = table.session.match
        # A call of the director for a seat, and what it comes to on the other screen.
        seat = match.actors()[0]
        name = match.seating.names[seat]
        director.locator("#lay select[name=seat]").select_option(name)
        card = next(str(a.text().split()[1]) for a in match.legal()[seat] if a.verb == "play")
        director.locator("#lay select[name=card]").select_option(card)
        director.click("#lay button")
        soon(director, "document.querySelector('#answer').dataset.taken === 'true'")
        watched.wait_for_selector(f".seat[data-seat='{seat}'] ~ *, .laid .card")
        said = table.session.messages[-1]
        soon(watched, f"document.querySelector('.newest').textContent === {said!r}")
        director.click("button[data-call=undo]")
        soon(watched, "!document.querySelector('.laid .card')")
        # What is refused is refused here as it would be at the table.
        director.click("button[data-call=deal]")
        director.wait_for_selector("#answer[data-taken=false]")
        assert text(director, "#answer") == "Nobody can begin a deal now (playing)."
        while match.winner is None:
            play_on(table, rng)
        watched.wait_for_selector(".panel.won")
        winner = match.seating.teams[match.winner[0]]
        assert text(watched, ".panel.won h3") == winner
        assert text(watched, "#phase").startswith(winner)
        assert watched.locator(".deals li").count() == len(match.deals)
        # The next match: another game, chosen and begun on the director's page.
        director.locator("#game").select_option("mendikot")
        director.fill("[name=player-S]", "Amina")
        director.click("#next button[type=submit]")
        soon(director, "document.querySelector('#answer').textContent.includes('mendikot')")
        director.click("button[data-call=start]")
        director.click("#ask button[value=yes]")
        soon(watched, "document.querySelector('#title').textContent === 'mendikot'")
        assert "Amina" in text(watched, ".seat[data-seat='0']")
        assert winner in text(watched, ".matches")
        assert table.session.match.game.name == "mendikot"


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Paged]:
    """A table in the middle of a trick."""
    options = {"void_no_points": False, "void_trumpless": False, "single_hand": 0, "double": False}
    folder = tmp_path_factory.mktemp("standing")
    with paged(folder, dealer="S", wait=False, options=options) as table:
        table.session.players = {"N": "Nasrin Akter", "E": "Rafiq"}
        table.do(DEALT + "E play 7s\nN play 7h\nW play 7d")
        table.do("W play 8d")  # refused
        yield table


@pytest.mark.parametrize("size", [PHONE, TABLET, TV, WIDE], ids=["phone", "tablet", "tv", "wide"])
@pytest.mark.parametrize("language", ["en", "bn"])
def test_the_page_fits_every_screen(
    browser: Chromium, standing: Paged, size: tuple[int, int], language: str
) -> None:
    with Watched(browser, size) as watched:
        page = watched.page
        page.goto(address(standing.port, f"/?lang={language}"))
        page.wait_for_selector(".laid >> nth=2")
        assert overflow(page) <= 0
        assert overlaps(page, ".seat .plate") == []
        assert overlaps(page, ".laid") == []
        assert overlaps(page, ".numbers, .felt, .ruling, .dice, .facts, .history") == []
        # To be read from two metres: a digit is a hundredth of the shorter side at the least,
        # and the numbers, the table and what was said last are seen without scrolling.
        height = page.locator(".number .value").first.evaluate(
            "(it) => parseFloat(getComputedStyle(it).fontSize)"
        )
        assert height >= max(48, min(size) / 16)
        for selector in (".numbers", ".felt", ".newest"):
            box = page.locator(selector).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= size[1], selector
        assert ("১৮" if language == "bn" else "18") in text(page, "#numbers")
        assert page.locator(".laid.best").count() == 1
        assert page.locator(".alerted").count() == 1
        assert page.locator("html").get_attribute("lang") == language
        marks = page.locator(".tens >> nth=0").locator("b").all_inner_texts()
        assert marks == (["২০", "১০"] if language == "bn" else ["20", "10"])


def test_no_card_lies_over_a_name(browser: Chromium, tmp_path: Path) -> None:
    options = {"void_no_points": False, "void_trumpless": False, "single_hand": 0, "double": False}
    with (
        paged(tmp_path, dealer="S", wait=False, options=options) as table,
        Watched(browser, PHONE) as watched,
    ):
        table.session.players = {"N": "Nasrin Akter", "E": "Rafiq", "S": "Shahnaz Parvin"}
        table.do(DEALT + "E play 7s\nN play 7h\nW play 7d\nS play 7c")
        page = watched.page
        for language in ("en", "bn"):
            page.goto(address(table.port, f"/?lang={language}"))
            page.wait_for_selector(".laid >> nth=3")
            for width, height in (PHONE, (360, 640), TABLET, WIDE, TV):
                page.set_viewport_size({"width": width, "height": height})
                assert overlaps(page, ".seat .plate, .laid") == [], (language, width, height)
                assert overlaps(page, ".trick .winning, .laid") == [], (language, width, height)


def test_the_language_is_switched_on_the_page(browser: Chromium, standing: Paged) -> None:
    with Watched(browser, PHONE) as watched:
        page = watched.page
        page.goto(address(standing.port))
        page.wait_for_selector(".seat")
        assert "S to act" in text(page, "#turn")
        page.click("a[lang=bn]")
        page.wait_for_selector("html[lang=bn] .seat")
        assert "দক্ষিণ" in text(page, "#turn")


def test_light_and_dark_by_the_device_or_by_hand(browser: Chromium, standing: Paged) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    with Watched(browser, PHONE, color_scheme="dark") as watched:
        page = watched.page
        page.goto(address(standing.port))
        page.wait_for_selector(".seat")
        dark = page.evaluate(ground)
        page.click("#theme")
        light = page.evaluate(ground)
        assert light != dark
        page.reload()
        page.wait_for_selector(".seat")
        assert page.evaluate(ground) == light  # it is remembered
        page.click("#theme")
        page.click("#theme")
        assert page.evaluate(ground) == dark


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barriers(browser: Chromium, standing: Paged, scheme: str, tmp_path: Path) -> None:
    """What axe-core looks for: names, roles, contrast, order of headings, languages …"""
    more = {"color_scheme": scheme, "bypass_csp": True}
    with Watched(browser, TABLET, **more) as watched:
        page = watched.page
        page.goto(address(standing.port))
        page.wait_for_selector(".laid >> nth=2")
        assert barriers(page) == []
        page.goto(address(standing.port, "/director"))
        page.wait_for_selector("#door:not([hidden])")
        assert barriers(page) == []
        page.fill("#pin", PIN)
        page.press("#pin", "Enter")
        page.wait_for_selector("#readers tr >> nth=3")
        page.click("summary")
        assert barriers(page) == []
    tempo = Tempo(think=0.0, look=0.0, patience=1000.0, fast=True)
    with (
        pretend(tmp_path, tempo=tempo) as (_, port),
        Watched(browser, TABLET, **more) as watched,
    ):
        page = watched.page
        page.goto(address(port, "/play"))
        page.click(".hand .chip[data-tag=deal]")
        page.wait_for_selector(".hold >> nth=3")
        page.click("#all-tags summary")
        assert barriers(page) == []


def test_a_barrier_would_be_found(browser: Chromium) -> None:
    with Watched(browser, PHONE) as watched:
        watched.page.set_content(
            "<main><h1>Seats</h1><input><p style='color:#eee'>faint</p></main>"
        )
        found = " ".join(barriers(watched.page))
        assert "label" in found
        assert "color-contrast" in found
        watched.page.set_content("<b style='width:3000px;display:block'>a</b><i>b</i>")
        assert overflow(watched.page) > 0
        watched.page.set_content("<b style='position:fixed'>aa</b><b style='position:fixed'>bb</b>")
        assert overlaps(watched.page, "b") == ["'aa' and 'bb'"]


def test_what_is_said_is_said_aloud_and_no_more(browser: Chromium, tmp_path: Path) -> None:
    with paged(tmp_path, dealer="S", wait=False) as table, Watched(browser, PHONE) as watched:
        page = watched.page
        table.do("E take Js")
        page.goto(address(table.port))
        page.wait_for_selector(".seat")
        assert page.locator("#aloud").text_content() == ""  # nothing new yet
        table.do("E take 9s")
        soon(page, "document.querySelector('#aloud').textContent.startsWith('E takes')")
        assert page.locator("#aloud").get_attribute("aria-live") == "polite"
        # Seats and score dice are told to those who do not see them.
        assert page.get_by_role("group", name="NS: score 0").count() == 1
        assert page.get_by_label("2 cards", exact=True).count() == 1


def test_a_page_finds_the_table_again(browser: Chromium, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with (
        paged(tmp_path, dealer="S", wait=False, port=port) as table,
        Watched(browser, PHONE) as watched,
    ):
        page = watched.page
        page.goto(address(port))
        page.wait_for_selector(".seat")
        table.heard.get(timeout=SOON_S)
        # The server goes and comes: the page says so, and then shows what has happened meanwhile.
        peer = table.feed._peer
        assert peer is not None
        table.feed._pause_s = 2.0
        peer.shutdown(socket.SHUT_WR)
        assert isinstance(table.heard.get(timeout=SOON_S), PagesLost)
        table.do("E take Js")
        page.wait_for_selector("#link:not([hidden])")
        page.wait_for_selector(".newest:text('E takes a card.')")
        page.wait_for_selector("#link", state="hidden")
        # Without a network for a while, as a phone is that was asleep.
        watched.context.set_offline(True)
        table.do("E take 9s\nE take 8s")
        watched.context.set_offline(False)
        page.wait_for_selector("[aria-label='3 cards']", state="attached")
        watched.complaints.clear()  # of the lines that were cut


def centre(page: Page, selector: str) -> tuple[float, float]:
    # What is drawn anew just now has no place for a moment.
    box = until(lambda: page.locator(selector).first.bounding_box(), selector)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, what: str, onto: str) -> None:
    """With the mouse, as a person does: down, along, up."""
    page.mouse.move(*centre(page, what))
    page.mouse.down()
    page.mouse.move(*centre(page, onto), steps=6)
    page.mouse.up()


def plays_of_south(match: Match) -> int:
    return sum(action.seat == 0 and action.verb == "play" for action in match.actions())


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_newcomer_plays_by_dragging(
    browser: Chromium, tmp_path: Path, size: tuple[int, int]
) -> None:
    tempo = Tempo(think=0.0, look=0.0, patience=1000.0, fast=True)
    touch = {"has_touch": size == PHONE}
    with (
        pretend(tmp_path, tempo=tempo, **QUICK, single_hand=0) as (table, port),
        Watched(browser, size, **touch) as watched,
    ):
        page, session = watched.page, table.table.session
        match = session.match
        page.goto(address(port, "/play"))
        page.wait_for_selector(".seat.mine[data-seat='0']")
        drag(page, ".hand .chip[data-tag=deal]", ".seat[data-seat='0']")
        page.wait_for_selector(".hold >> nth=3")
        assert overflow(page) <= 0
        # Onto another's reader: that seat is told off, and nothing is played.
        held = page.locator(".hold").first.get_attribute("data-tag")
        end = time.monotonic() + SOON_S
        while not any(said.startswith("N:") for said in session.messages):
            assert time.monotonic() < end, session.messages
            drag(page, f".hold[data-tag='{held}']", ".seat[data-seat='2']")
            page.wait_for_timeout(900)
        end = time.monotonic() + 2 * SOON_S
        while plays_of_south(match) < 3 and match.winner is None:
            assert time.monotonic() < end, session.messages[-5:]
            before = len(match.actions())
            with suppress(PlaywrightError):  # what was there to be taken may just have changed
                page.wait_for_selector(".hand.on-turn .may, .hand.on-turn .chip", timeout=2000)
                if page.locator(".hand.on-turn .hold.may").count():
                    drag(page, ".hand.on-turn .hold.may", ".cloth")
                else:
                    # By keyboard, too.
                    page.locator(".hand.on-turn .chip").last.press("Enter", timeout=1000)
            soonest = time.monotonic() + 1.5
            while len(match.actions()) == before and time.monotonic() < soonest:
                page.wait_for_timeout(20)
        assert plays_of_south(match) == 3


def test_two_browsers_sit_at_two_seats(browser: Chromium, tmp_path: Path) -> None:
    tempo = Tempo(think=0.0, look=0.0, patience=1000.0, fast=True)
    with (
        pretend(tmp_path, tempo=tempo, **QUICK) as (_, port),
        Watched(browser, WIDE) as first,
        Watched(browser, PHONE) as second,
    ):
        one, two = first.page, second.page
        one.goto(address(port, "/play"))
        one.wait_for_selector(".seat.mine")
        two.goto(address(port, "/play?lang=bn"))
        two.wait_for_selector(".sit")
        assert two.locator(".mine").count() == 0
        two.click(".seat[data-seat='2'] .sit")
        two.wait_for_selector(".seat.mine[data-seat='2']")
        soon(one, "!document.querySelector(\".seat[data-seat='2'] .sit\")")
        one.click(".hand .chip[data-tag=deal]")
        one.wait_for_selector(".hold >> nth=3")
        two.wait_for_selector(".hold >> nth=3")
        hands = [
            {card.get_attribute("data-tag") for card in page.locator(".hold").all()}
            for page in (one, two)
        ]
        assert not hands[0] & hands[1]
        assert Browser(port).ask("/state").status == 200
        two.click(".leave")
        soon(two, "!document.querySelector('.hold')")
