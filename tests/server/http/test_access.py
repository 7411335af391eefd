"""The table of roles, every cell of it."""

import re
from pathlib import Path

import httpx
import pytest

from arbitro_server.http.access import ANYBODY, TABLE, WATCHERS
from arbitro_server.http.ports import Caller
from arbitro_server.http.site import Site, SiteSettings
from support.watched import WatchedReferee

ROLES = ("anonymous", "watcher", "bot", "auditor", "organiser")
ADDRESSES = {
    "{tournament}": "cup",
    "{tab}": "standings",
    "{match}": "cup-0-0",
    "{bot}": "bot-0",
    "{name}": "style.css",
}


@pytest.fixture(scope="module")
def referee():
    referee = WatchedReferee("Ana", "Ben", games=2, running=0)
    referee.tokens = {role: Caller(role, "bot-0" if role == "bot" else "") for role in ROLES[1:]}
    return referee


@pytest.mark.parametrize("anonymous", [True, False])
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("route", [route for route in TABLE if route != "/live"])
async def test_every_role_at_every_address(referee, route, role, anonymous):
    address = route
    for place, value in ADDRESSES.items():
        address = address.replace(place, value)
    site = Site(referee, SiteSettings(anonymous=anonymous))
    shown = {} if role == "anonymous" else {"authorization": f"Bearer {role}"}
    async with httpx.AsyncClient(transport=httpx.ASGITransport(site.app), base_url="http://test") as web:
        status = (await web.get(address, headers=shown)).status_code
    is_open = role == "anonymous" and anonymous and TABLE[route] == WATCHERS
    expected = 200 if role in TABLE[route] or is_open else 401 if role == "anonymous" else 403
    assert status == expected


def test_the_table_has_every_address_and_no_other(referee):
    routes = {route.path for route in Site(referee, SiteSettings()).app.routes}
    assert routes == set(TABLE)


def test_the_page_about_pages_names_every_address():
    page = Path(__file__).parents[3] / "docs/reference/spectator-page.md"
    rows = re.findall(r"^\| `(/[^`]*)` \| .* \| (\w[\w ]*) \|$", page.read_text(), re.MULTILINE)
    assert {address for address, _ in rows} == TABLE.keys()
    for address, who in rows:
        assert (who == "the bot itself") is (TABLE[address] == {"bot"}), address
        assert (who == "anybody") is (TABLE[address] == ANYBODY), address
