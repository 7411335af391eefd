"""Who has won: told on the page, with the standings and on the projector, and not before the end."""

import httpx
import pytest

from arbitro_server.http.site import Site, SiteSettings
from support.markup import Seen
from support.watched import WatchedReferee


async def seen(referee, path):
    transport = httpx.ASGITransport(Site(referee, SiteSettings()).app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as web:
        return Seen((await web.get(path)).text)


def best(referee):
    wins = [result.seats[result.winner] for result in referee.state.results.values()]
    most = max(map(wins.count, wins))
    return [name for bot, name in referee.state.names.items() if wins.count(bot) == most]


@pytest.fixture(scope="module")
def over():
    return WatchedReferee("Ana", "Ben", "Cho", running=0, games=3, target=60, faulty=0)


@pytest.mark.parametrize("path", ["/t/cup", "/t/cup/standings"])
async def test_the_winner_is_told_at_the_end(over, path):
    assert f"Winner{', '.join(best(over))}" in (await seen(over, path)).text


async def test_the_projector_shows_the_winner_when_no_table_is_left(over):
    page = await seen(over, "/tv")
    rest = next(one for _, one in page.tags if one.get("id") == "rest")
    assert rest["data-title"] == "Winner"
    assert ", ".join(best(over)) in page.text


@pytest.mark.parametrize("path", ["/t/cup", "/t/cup/standings", "/tv"])
async def test_nobody_has_won_before(path):
    page = await seen(WatchedReferee("Ana", "Ben", "Cho", running=1, target=60, faulty=0), path)
    assert "Winner" not in page.text
    assert not [one for _, one in page.tags if one.get("data-title") == "Winner"]


async def test_tables_in_play_are_not_spoken_of_when_none_will_come(over):
    after = await seen(over, "/t/cup")
    live = await seen(WatchedReferee("Ana", "Ben", running=1, target=60), "/t/cup")
    hidden = [next("hidden" in one for name, one in page.tags if name == "section") for page in (after, live)]
    assert hidden == [True, False]
