"""A tournament's lists, page by page."""

import re

import pytest

from arbitro_server.http.pages import tournament
from arbitro_server.http.pages.tournament import matches_page
from arbitro_server.http.words import words
from support.watched import WatchedReferee


@pytest.fixture(scope="module")
def state():
    return WatchedReferee("Ana", "Ben", "Cho", running=1, target=1).state


@pytest.fixture(autouse=True)
def _short_pages(monkeypatch):
    monkeypatch.setattr(tournament, "PAGE", 2)


def listed(html: str) -> list[str]:
    return re.findall(r'href="/m/([\w-]+)"', html)


def turns(html: str) -> list[str]:
    return re.findall(r'href="/t/cup/matches(\?page=[^"]+)"', html)


def test_matches_are_listed_newest_first_a_page_at_a_time(state):
    pages = [matches_page(words("en"), state, "", number) for number in range(3)]
    newest_first = [*state.running, *reversed(state.results)]
    assert [listed(page) for page in pages] == [newest_first[:2], newest_first[2:4], newest_first[4:]]
    assert [turns(page) for page in pages] == [["?page=1"], ["?page=0", "?page=2"], ["?page=1"]]


def test_the_pages_of_one_bots_matches_stay_its_own(state):
    page = matches_page(words("en"), state, "bot-0", 0)
    assert turns(page) == ["?page=1&amp;bot=bot-0"]
    assert all("bot-0" in result.seats for result in state.newest("bot-0"))
    assert len(listed(page)) == 2
