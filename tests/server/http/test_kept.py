import asyncio

import pytest

from arbitro_server.http.kept import Kept


class Pages:
    def __init__(self):
        self.now = 0.0
        self.rendered = 0
        self.kept = Kept(lambda: self.now)

    async def render(self):
        self.rendered += 1
        await asyncio.sleep(0)
        return f"page {self.rendered}"

    async def get(self, key="/"):
        return await self.kept.page(key, self.render)


async def test_all_who_ask_at_once_get_one_rendering():
    pages = Pages()
    assert await asyncio.gather(*(pages.get() for _ in range(200))) == ["page 1"] * 200
    assert await pages.get("/other") == "page 2"


async def test_a_page_is_rendered_anew_after_a_second():
    pages = Pages()
    await pages.get()
    pages.now = 0.9
    assert await pages.get() == "page 1"
    pages.now = 1.1
    assert await pages.get() == "page 2"


async def test_a_failure_is_told_to_all_and_not_kept():
    pages = Pages()

    async def fail():
        raise LookupError("gone")

    with pytest.raises(LookupError):
        await pages.kept.page("/", fail)
    assert await pages.get() == "page 1"


async def test_who_goes_away_takes_a_page_from_nobody():
    pages = Pages()
    asked = asyncio.ensure_future(pages.get())
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await pages.get() == "page 1"


async def test_no_more_are_kept_than_fit():
    pages = Pages()
    for number in range(1000):
        await pages.get(number)
    assert len(pages.kept._pages) <= 256


async def test_pages_that_nobody_is_shown_any_more_are_let_go():
    pages = Pages()
    for number in range(100):
        await pages.get(number)
    pages.now = 1.1
    await pages.get(7)
    assert list(pages.kept._pages) == [7]


async def test_a_page_that_was_rendered_anew_outlives_those_that_were_not():
    pages = Pages()
    await pages.get("first")
    pages.now = 0.5
    await pages.get("second")
    pages.now = 1.1
    await pages.get("first")
    pages.now = 1.6
    await pages.get("third")
    assert list(pages.kept._pages) == ["first", "third"]
