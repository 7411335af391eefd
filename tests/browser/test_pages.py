"""Every page in every light: nothing for axe to complain about, an empty console, a picture for people."""

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe

from arbitro_server.http.server import HttpServer
from arbitro_server.http.site import Site, SiteSettings
from support.watched import WatchedReferee

from .conftest import photograph

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(180)]

EVIL = """<img src=x onerror="document.title='caught'">' & ñandú"""
PAGES = {
    "tournaments": "",
    "overview": "t/cup",
    "matches": "t/cup/matches",
    "schedule": "t/cup/schedule",
    "standings": "t/cup/standings",
    "live": "m/cup-0-0",
    "replay": "m/cup-5-1#s=60&seat=all",
    "bot": "bots/bot-0",
    "projector": "tv",
    "viewer": "viewer",
    "missing": "nowhere",
}
LIGHTS = {
    "light": ({"color_scheme": "light"}, (1280, 900)),
    "dark": ({"color_scheme": "dark"}, (1280, 900)),
    "projector": ({"color_scheme": "light"}, (1920, 1080)),
    "phone": ({"reduced_motion": "reduce"}, (390, 844)),
    "forced": ({"color_scheme": "light", "forced_colors": "active"}, (1280, 900)),
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def home():
    referee = WatchedReferee("Ana", EVIL, "Cho", "Dia", running=2, target=120)
    server = HttpServer(Site(referee, SiteSettings()))
    await server.start("127.0.0.1:0")
    yield server.url
    await server.stop()


@pytest.mark.parametrize("name", PAGES)
async def test_every_page_in_every_light(opened, home, name):
    page = await opened(home + PAGES[name])
    if name in ("live", "replay", "projector", "overview", "tournaments"):
        await page.wait_for_selector(".board .top .card")
    if name == "missing":
        (fault,) = opened.faults
        assert fault.startswith(
            "console error: Failed to load resource: the server responded with a status of 404"
        )
        opened.faults.clear()
    for light, (media, (width, height)) in LIGHTS.items():
        await page.emulate_media(**media)
        await page.set_viewport_size({"width": width, "height": height})
        await photograph(page, f"{name}-{light}")
        if light == "projector":
            continue  # the same as light, but for its size
        found = (await Axe().run(page)).response["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []
    too_wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert await page.evaluate(too_wide) <= 0
    assert await page.title() != "caught"
    assert await page.locator("img[src=x]").count() == 0


@pytest.mark.parametrize("name", ["standings", "schedule", "replay", "matches", "bot"])
async def test_pages_of_what_is_over_work_without_javascript(opened, home, name):
    page = await opened(home + PAGES[name], java_script_enabled=False)
    await photograph(page, f"{name}-without-javascript")
    assert await page.locator("main table tbody tr").count() >= 2
