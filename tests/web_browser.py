"""Chromium, driven by Playwright, for the tests of the pages in a real browser."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PHONE, TABLET, TV = (390, 844), (820, 1180), (1920, 1080)
WIDE = (1366, 820)
MISSING = "no Chromium here, or no Playwright: apt-get install chromium"


def chromium_path() -> str | None:
    """Where Debian's Chromium is, if it is."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


needs_chromium = pytest.mark.skipif(
    chromium_path() is None or importlib.util.find_spec("playwright") is None, reason=MISSING
)


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """A browser while the block lasts."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=chromium_path(),
            args=["--no-sandbox", "--headless=new", "--disable-gpu", "--disable-dev-shm-usage"],
        )
        try:
            yield browser
        finally:
            browser.close()


class Watched:
    """A page that keeps what the browser complains of; it asks loopback only."""

    def __init__(self, browser: Browser, size: tuple[int, int], **more: Any) -> None:
        self.complaints: list[str] = []
        self.foreign: list[str] = []
        width, height = size
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, **{"reduced_motion": "reduce", **more}
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("request", self._request)

    def _console(self, message: Any) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    def _request(self, request: Any) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:")):
            self.foreign.append(request.url)

    def __enter__(self) -> Watched:
        return self

    def __exit__(self, kind: object, *error: object) -> None:
        self.context.close()
        if kind is None and (self.complaints or self.foreign):
            raise AssertionError(f"the browser says {self.complaints}, asked for {self.foreign}")


def axe_script() -> str:
    """The text of axe-core, from the package that brings it along."""
    found = importlib.util.find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        pytest.skip("no axe-core here")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def barriers(page: Page) -> list[str]:
    """What axe-core finds on a page, a line each."""
    page.evaluate(axe_script() + ";0")
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{its['id']}: {json.dumps([node['target'] for node in its['nodes']])} {its['help']} "
        f"{its['nodes'][0].get('failureSummary', '')}"
        for its in found["violations"]
    ]


def overflow(page: Page) -> int:
    """How many pixels a page is too wide for its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


def overlaps(page: Page, selector: str) -> list[str]:
    """Pairs of elements that lie over each other, by their texts."""
    boxes = page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)].map((it) => {
             const box = it.getBoundingClientRect();
             return [it.innerText, box.left, box.top, box.right, box.bottom];
           })""",
        selector,
    )
    return [
        f"{one[0]!r} and {other[0]!r}"
        for place, one in enumerate(boxes)
        for other in boxes[place + 1 :]
        if one[1] < other[3] - 1
        and other[1] < one[3] - 1
        and one[2] < other[4] - 1
        and other[2] < one[4] - 1
    ]
