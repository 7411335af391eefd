"""Logs as evidence: who may read which, when, by gRPC and on the pages; the same answer for both."""

import json

import httpx
import pytest
from grpc import aio

from arbitro.codec import record_of, tournament_record_of
from arbitro.v1 import bot_pb2, match_pb2, tournament_pb2
from arbitro_engine.log.file import file_bytes
from arbitro_engine.log.stored import read_log, read_tournament
from arbitro_engine.log.tournament import verify_tournament
from arbitro_engine.log.verify import verify
from arbitro_sdk.channel import reason_of
from arbitro_server.http.referee import DirectorsReferee
from arbitro_server.rpc.limits import Limits
from arbitro_server.rpc.matches import MatchService
from arbitro_server.rpc.tournaments import TournamentService
from arbitro_server.runtime.retention import Retention
from arbitro_server.store.notes import Notes
from support.hosting import Host, host
from support.raw import gather, raw_bots

ROLES = ("organiser", "bot", "another bot", "auditor", "watcher", "nobody")
REFUSALS = {
    "TOKEN_MISSING": 401,
    "ROLE_MISSING": 403,
    "NOT_FOUND": 404,
    "LOG_SEALED": 409,
    "LOG_REMOVED": 410,
}
"""What the pages say where an RPC is refused."""


@pytest.fixture(params=[True, False], ids=["open", "closed to strangers"])
async def referee(request, tmp_path):
    """A tournament that is over, a match that is played, and what cyd practises."""
    async with host(tmp_path / "data", http="127.0.0.1:0", anonymous_watching=request.param) as running:
        await running.create("ann", "ben", "cyd", target=1, games=1)
        async with raw_bots(running.address, *running.tokens.values()) as bots:
            for bot in bots:
                await bot.hello(matches=4)
            await gather(*bots)
        await running.create("ann", "ben", name="bowl", games=1)
        async with raw_bots(running.address, *list(running.tokens.values())[:2]) as bots:
            for bot in bots:
                await bot.hello()
            for bot in bots:
                await bot.ready()
            await bots[0].until(lambda one: any(number for _, number in one.seen.values()))
            yield running


def shown(referee: Host, role: str) -> str:
    if role == "nobody":
        return ""
    if "bot" in role:
        return f"Bearer {referee.tokens['cyd' if 'another' in role else 'ann']}"
    return f"Bearer {referee.app.director.tokens.issue(role)[0]}"


async def by_rpc(referee: Host, name: str, shown: str) -> bytes | str:
    """The log of a match, or of a tournament where it is one's name; or the reason why not."""
    metadata = [("authorization", shown)] if shown else []
    if name.endswith("-0"):
        stream = referee.matches.GetMatchLog(match_pb2.GetMatchLogRequest(name=name), metadata=metadata)
    else:
        request = tournament_pb2.GetTournamentLogRequest(name=name)
        stream = referee.tournaments.GetTournamentLog(request, metadata=metadata)
    try:
        return b"".join([part.chunk async for part in stream])
    except aio.AioRpcError as error:
        return reason_of(error)


async def by_page(referee: Host, path: str, shown: str) -> bytes | int:
    """The file, or the status."""
    headers = {"authorization": shown} if shown else {}
    async with httpx.AsyncClient(base_url=referee.app.http.url) as web:
        answer = await web.get(path, headers=headers)
    return answer.content if answer.status_code == 200 else answer.status_code


@pytest.mark.parametrize("role", ROLES)
async def test_logs_of_closed_sets_are_for_whoever_may_watch_and_others_for_nobody(referee, role):
    token = shown(referee, role)
    is_in = bool(token) or referee.app.settings.anonymous_watching
    for match, reason in (("cup-0-0", ""), ("bowl-0-0", "LOG_SEALED"), ("cup-9-9", "NOT_FOUND")):
        expected = reason if is_in else "TOKEN_MISSING"
        told, page = await by_rpc(referee, match, token), await by_page(referee, f"/m/{match}.arb", token)
        if expected:
            assert (told, page) == (expected, REFUSALS[expected]), match
        else:
            assert told == page
            assert verify(read_log(told, record_of)).state == "ok"
    for tournament, reason in (("cup", ""), ("bowl", "LOG_SEALED"), ("plate", "NOT_FOUND")):
        expected = reason if is_in else "TOKEN_MISSING"
        told = await by_rpc(referee, tournament, token)
        page = await by_page(referee, f"/t/{tournament}.arb", token)
        if expected:
            assert (told, page) == (expected, REFUSALS[expected]), tournament
        else:
            assert told == page
            assert read_tournament(told, tournament_record_of).header.spec.id == "cup"


async def test_a_log_is_whole_from_the_moment_it_opens(referee):
    director = referee.app.director
    bowl = director.hosted["bowl"]
    bowl.runners["bowl-0-0.0"].fail("a fault of ours")  # all in one turn of the loop, which is not over
    request = match_pb2.GetMatchLogRequest(name="bowl-0-0", run=0)
    sent = await anext(MatchService(director, Limits()).GetMatchLog(request, None))
    assert read_log(sent.chunk, record_of).reveal is not None
    bowl.do(bowl.machine.cancel("organiser", "rain"))
    asked = tournament_pb2.GetTournamentLogRequest(name="bowl")
    log = await anext(TournamentService(director).GetTournamentLog(asked, None))
    assert read_tournament(log.chunk, tournament_record_of).reveal is not None


async def test_a_tournaments_page_has_its_whole_log_too(referee):
    bowl = referee.app.director.hosted["bowl"]
    bowl.do(bowl.machine.cancel("organiser", "rain"))
    pages = DirectorsReferee(referee.app.director, Notes(referee.app.settings.data), lambda: True)
    log = read_tournament(file_bytes(pages.tournament_records("bowl")), tournament_record_of)
    assert log.reveal is not None


async def test_anybody_who_may_watch_can_verify_a_whole_tournament_from_the_pages(referee):
    token = shown(referee, "watcher")
    names = [match.id for match in referee.app.director.hosted["cup"].schedule()]
    verdicts = {
        (name, 0): verify(read_log(await by_page(referee, f"/m/{name}.arb", token), record_of))
        for name in names
    }
    log = read_tournament(await by_page(referee, "/t/cup.arb", token), tournament_record_of)
    verdict = verify_tournament(log, verdicts)
    assert (verdict.state, verdict.results) == ("ok", len(names))


@pytest.mark.parametrize("role", ROLES)
async def test_a_match_in_play_is_told_in_lines_as_everybody_saw_it(referee, role):
    token = shown(referee, role)
    lines = await by_page(referee, "/m/bowl-0-0.jsonl", token)
    if not token and not referee.app.settings.anonymous_watching:
        assert lines == 401
    else:
        kinds = {json.loads(line)["type"] for line in lines.splitlines()}
        assert "header" in kinds
        assert kinds.isdisjoint({"round", "shuffle", "move", "reveal"})


@pytest.mark.parametrize("role", ROLES)
async def test_practice_is_read_by_its_bot_auditors_and_organisers(referee, role):
    started = await referee.bots.StartPractice(
        bot_pb2.StartPracticeRequest(against="random", matches=1),
        metadata=[("authorization", shown(referee, "another bot"))],
    )
    token = shown(referee, role)
    for name in (f"{started.tournament}-0-0", started.tournament):
        told = await by_rpc(referee, name, token)
        if not token and not referee.app.settings.anonymous_watching:
            assert told == "TOKEN_MISSING"
        elif role in ("organiser", "another bot", "auditor"):
            assert told in {"NOT_FOUND", "LOG_SEALED"}  # it waits for the bot, or is played
        else:
            assert told == "ROLE_MISSING"
    assert await by_page(referee, f"/m/{started.tournament}-0-0.arb", shown(referee, "organiser")) == 404


async def test_a_removed_log_is_told_apart_from_one_that_never_was(referee):
    floor = referee.app.floor
    sweep = Retention(floor.store, floor.wire, 1, lambda *_: None).sweep(floor.clock.unix_s() + 3 * 86_400)
    assert len([one for one in sweep if one is not None]) == 6
    token = shown(referee, "watcher")
    assert await by_rpc(referee, "cup-0-0", token) == "LOG_REMOVED"
    assert await by_page(referee, "/m/cup-0-0.arb", token) == REFUSALS["LOG_REMOVED"]
    assert await by_page(referee, "/m/cup-0-0.jsonl", token) == REFUSALS["LOG_REMOVED"]
    page = await by_page(referee, "/m/cup-0-0", token)
    assert b"<h1" in page  # the result stays
    assert isinstance(await by_page(referee, "/t/cup.arb", token), bytes)


async def test_notes_stay_open_when_the_log_is_removed(referee):
    floor = referee.app.floor
    floor.note("ann", "cup-0-0.0", 3, "thought of something")
    floor.note("ann", "bowl-0-0.0", 1, "thinks of something")
    told = await by_page(referee, "/bots/ann/notes.json", shown(referee, "bot"))
    sweep = Retention(floor.store, floor.wire, 1, lambda *_: None).sweep(floor.clock.unix_s() + 3 * 86_400)
    assert any(list(sweep))
    assert await by_page(referee, "/bots/ann/notes.json", shown(referee, "bot")) == told
    assert [note["match"] for note in json.loads(told)] == ["cup-0-0"]
