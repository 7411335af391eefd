"""An organiser's calls, against a referee."""

import asyncio

import pytest

from arbitro_sdk import admin
from arbitro_sdk.admin import Organiser
from arbitro_sdk.referee import Referee
from support.hosting import host


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
async def test_lists_are_given_whole_whatever_a_page_holds(tmp_path, monkeypatch, size):
    monkeypatch.setattr(admin, "_PAGE", size)
    async with host(tmp_path) as served:
        for name in ("one", "two", "three"):
            await served.create("ann", "ben", name=name, games=4, start=False)

        def listed():
            with Organiser(Referee(served.address, served.organiser)) as organiser:
                return (
                    sorted(one.tournament for one in organiser.tournaments()),
                    [one.match for one in organiser.matches("one")],
                    sorted((one.role, one.bot) for one in organiser.tokens()),
                )

        tournaments, matches, tokens = await asyncio.to_thread(listed)
    assert tournaments == ["one", "three", "two"]
    assert matches == ["one-0-0", "one-0-1", "one-0-2", "one-0-3"]
    assert tokens == [("bot", "ann"), ("bot", "ben"), ("organiser", "")]
