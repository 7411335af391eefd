"""A tournament's logs, fetched by whoever may watch, and verified."""

import asyncio
import json

import pytest

from arbitro_sdk.cli.verbs import run
from support.hosting import host
from support.raw import gather, raw_bots


@pytest.fixture
async def referee(tmp_path, monkeypatch):
    """A tournament that is over, with a match that was played twice, and one that is played."""
    monkeypatch.chdir(tmp_path)
    async with host(tmp_path / "data") as running:
        monkeypatch.setenv("ARBITRO_SERVER", running.address)
        monkeypatch.setenv("ARBITRO_TOKEN", running.organiser)
        await running.create("ann", "ben", target=1, games=2)
        async with raw_bots(running.address, *running.tokens.values()) as bots:
            for bot in bots:
                await bot.hello(matches=2)
            for bot in bots:
                await bot.ready()
            await bots[0].until(lambda one: any(number for _, number in one.seen.values()))
            assert (await call("tournament", "void", "cup-0-0", "--why", "noise")) == 0
            await gather(*bots)
        await running.create("ann", "ben", name="bowl", games=1)
        async with raw_bots(running.address, *running.tokens.values()) as bots:
            for bot in bots:
                await bot.hello()
            for bot in bots:
                await bot.ready()
            await bots[0].until(lambda one: any(number for _, number in one.seen.values()))
            yield running


async def call(*arguments):
    """Run a verb in a thread, as a person beside the referee would."""
    return await asyncio.to_thread(run, arguments)


def last(capsys):
    return json.loads(capsys.readouterr().out.splitlines()[-1])


async def test_a_tournament_that_is_over_is_verified_from_its_fetched_logs(referee, tmp_path, capsys):
    assert await call("tournament", "logs", "cup", "--json") == 0
    told = last(capsys)
    assert (told["tournament"], told["missing"]) == ("cup", {})
    folder = tmp_path / "arbitro-logs" / "cup"
    names = {"cup-0-0.0.arb", "cup-0-0.1.arb", "cup-0-1.0.arb", "tournament.arb"}
    assert {path.name for path in folder.iterdir()} == names
    assert sorted(told["logs"]) == sorted(f"arbitro-logs/cup/{name}" for name in names)
    assert await call("verify", "arbitro-logs/cup", "--json") == 0
    assert {found["state"] for found in last(capsys)["files"]} == {"ok"}


async def test_what_is_still_shut_is_told(referee, tmp_path, capsys):
    assert await call("tournament", "logs", "bowl", "--logs", "here", "--json") == 0
    assert last(capsys) == {"tournament": "bowl", "logs": [], "missing": {"still shut": 2}}
    assert await call("tournament", "logs", "bowl", "--logs", "here") == 0
    told = "here/bowl: 0 fetched, 1 still shut; the tournament's own log opens when it is over"
    assert capsys.readouterr().out.splitlines()[-1] == told


async def test_before_anything_is_played_the_tournaments_own_log_alone_is_shut(referee, capsys):
    await referee.create("ann", "ben", name="vase", games=30)
    assert await call("tournament", "logs", "vase") == 0
    told = "arbitro-logs/vase: 0 fetched; the tournament's own log opens when it is over"
    assert capsys.readouterr().out.splitlines()[-1] == told


async def test_where_there_is_no_tournament_no_folder_is_made(referee, tmp_path, capsys):
    assert await call("tournament", "logs", "plate") == 2
    assert "There is no tournament plate" in capsys.readouterr().err
    assert not (tmp_path / "arbitro-logs").exists()
