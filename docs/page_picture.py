"""Takes the README's picture of the pretend table: `python docs/page_picture.py`.

Needs Chromium (`apt-get install chromium`) and Playwright, which is among what developers install.
"""

from __future__ import annotations

import random
import shutil
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

from controller.compose import pretend_table
from controller.demo.browser import Tempo, WebTable
from controller.web.settings import Settings
from engine import Match, Phase, find_game

SIZE: ViewportSize = {"width": 1366, "height": 860}
NAMES = {"W": "Mita", "N": "Nasrin", "E": "Rafiq"}
QUICK = Tempo(think=0.0, look=0.0, patience=0.0, fast=True)


def worth_a_picture(match: Match) -> bool:
    """In the middle of a deal, three cards on the table, and the first seat to play."""
    trick = match.deal.trick_state()
    middle = match.phase is Phase.PLAY and trick.done >= 2 and len(trick.trick.cards) == 3
    return middle and match.actors() == (0,)


def take(table: WebTable, path: Path) -> None:
    """Play on in a browser until it is worth a picture, and take it."""
    match = table.table.session.match
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport=SIZE, device_scale_factor=1, reduced_motion="reduce")
        page.goto(f"{table.address}play")
        while not worth_a_picture(match):
            page.wait_for_timeout(300)
            chips = page.locator(".hand.on-turn .hold.may, .hand.on-turn .chip")
            if match.actors() == (0,) or table.table.session.waiting:
                if worth_a_picture(match):
                    break
                if chips.count():
                    chips.last.click()
        page.wait_for_timeout(500)
        page.screenshot(path=str(path))
        browser.close()


if __name__ == "__main__":
    game, rng = find_game("twenty-nine"), random.Random(11)
    with tempfile.TemporaryDirectory() as folder:
        parts = pretend_table(game, game.rules.preset(), Path(folder), rng)
        with WebTable(parts, Settings(port=0, pretend=True), rng, QUICK) as table:
            table.table.session.players = NAMES
            thread = threading.Thread(target=table.run)
            thread.start()
            while table.address is None:
                threading.Event().wait(0.1)
            take(table, Path(__file__).parent / "images" / "page.png")
            table.ending.set()
            thread.join()
        parts.close()
