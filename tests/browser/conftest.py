"""A real browser: Debian's Chromium, installed where it may be; else the tests say why they are skipped."""

import os
from pathlib import Path

import pytest_asyncio
from playwright.async_api import async_playwright

from support.debian import install, program

SCREENSHOTS = Path(
    os.environ.get("ARBITRO_SCREENSHOTS") or Path(__file__).parents[2] / "dist" / "screenshots"
)
"""Where pictures of the pages are written, for people to look at."""

_FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]


def pytest_collection_finish(session):
    """Install Chromium before the first test, so that no test's time is spent on it."""
    if any(Path(__file__).parent in item.path.parents for item in session.items):
        install("chromium")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium():
    path = program("chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=_FLAGS)
        yield browser
        await browser.close()


class Faults(list):
    """What a page complained about: console lines, errors, answers that failed, requests to elsewhere."""

    def watch(self, page, home):
        page.on("console", lambda line: self.append(f"console {line.type}: {line.text}"))
        page.on("pageerror", lambda error: self.append(f"error: {error}"))
        page.on("request", lambda request: self._request(request, home))

    def _request(self, request, home):
        if not request.url.startswith((home, "data:", "blob:", "file:")):
            self.append(f"request to {request.url}")


@pytest_asyncio.fixture(loop_scope="module")
async def opened(chromium):
    """Opens pages; at the end none may have complained."""
    faults, contexts = Faults(), []

    async def open_page(address, **options):
        context = await chromium.new_context(
            **{"viewport": {"width": 1280, "height": 900}, "locale": "en", **options}
        )
        contexts.append(context)
        context.set_default_timeout(20_000)
        page = await context.new_page()
        faults.watch(page, address.split("/", 3)[0] + "//" + address.split("/", 3)[2])
        await page.goto(address)
        return page

    open_page.faults = faults
    yield open_page
    for context in contexts:
        await context.close()
    assert list(faults) == []


async def photograph(page, name):
    """Write a picture for people to look at."""
    await page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)
