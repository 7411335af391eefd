"""The table of roles, every cell of it."""

import httpx
import pytest

from arbitro_server.http.access import TABLE
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
    if role not in TABLE[route]:
        assert status == (401 if role == "anonymous" else 403)
    elif (
        role == "anonymous"
        and not anonymous
        and not route.startswith(("/healthz", "/metrics", "/static", "/viewer"))
    ):
        assert status == 401
    else:
        assert status == 200


def test_the_table_has_every_address_and_no_other(referee):
    routes = {route.path for route in Site(referee, SiteSettings()).app.routes}
    assert routes == set(TABLE)
