"""The referee as a process: what it says, how it stops, and what it does where it cannot start."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import httpx
import pytest
from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from arbitro.v1 import (
    clocks_pb2,
    match_pb2,
    match_pb2_grpc,
    moves_pb2,
    rules_pb2,
    tournament_pb2,
    tournament_pb2_grpc,
)
from arbitro.v1 import play_pb2 as pb
from support.raw import RawBot, raw_bots


async def run(*arguments: object, **environment: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "arbitro_server",
        *map(str, arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=os.environ | environment,
    )


@asynccontextmanager
async def serving(data, **environment: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, dict]]:
    """A referee that says where it listens; it is gone at the end in any case."""
    quiet = {"ARBITRO_LOG_LEVEL": "warning"}  # nobody reads the pipe, and each call would write a line
    process = await run("--listen", "127.0.0.1:0", "--data", data, "--json", **quiet | environment)
    try:
        yield process, json.loads(await process.stdout.readline())
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def cup(said: dict, *bots: str, target: int = 500, **fields: object) -> list[str]:
    """Start a tournament of these bots; return their tokens."""
    async with aio.insecure_channel(said["listen"]) as channel:
        stub = tournament_pb2_grpc.TournamentServiceStub(channel)
        metadata = [("authorization", f"Bearer {said['organiser_token']}")]
        rules = rules_pb2.RuleSet(overrides={"target": str(target)})
        entrants = [tournament_pb2.Entrant(bot=bot) for bot in bots]
        wanted = tournament_pb2.Tournament(name="cup", entrants=entrants, rules=rules, **fields)
        request = tournament_pb2.CreateTournamentRequest(tournament=wanted)
        made = await stub.CreateTournament(request, metadata=metadata)
        await stub.StartTournament(tournament_pb2.StartTournamentRequest(name="cup"), metadata=metadata)
        return [made.tokens[bot] for bot in bots]


async def seated(bots: list[RawBot]) -> None:
    """Let bots come, and get their matches going."""
    for bot in bots:
        await bot.hello(matches=2)
    for bot in bots:
        await bot.ready()
    for bot in bots:
        await bot.until(lambda one: one.seen)


async def test_the_organisers_token_is_told_once(tmp_path):
    async with serving(tmp_path) as (process, said):
        assert said["organiser_token"].startswith("arb_org_")
        assert said["http"] is None
        process.terminate()
        assert await process.wait() == 0
    async with serving(tmp_path) as (process, said):
        assert said["organiser_token"] is None


async def test_people_read_lines(tmp_path):
    process = await run("--listen", "127.0.0.1:0", "--data", tmp_path)
    lines = [(await process.stdout.readline()).decode().split() for _ in range(2)]
    assert lines[0][0] == "listening"
    assert lines[1][:2] == ["organiser", "token"]
    process.send_signal(signal.SIGINT)
    _, err = await process.communicate()
    assert process.returncode == 0
    assert b"Traceback" not in err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_stop_tells_the_bots_and_loses_nothing(tmp_path, number):
    async with serving(tmp_path) as (process, said):
        tokens = await cup(said, "ann", "ben")
        async with raw_bots(said["listen"], *tokens) as bots:
            await seated(bots)
            process.send_signal(number)
            for bot in bots:
                assert await bot.reason() == ""
                assert bot.goodbye.reason == pb.GOODBYE_REASON_DRAINING
                assert bot.goodbye.retry_after_us > 0
            _, err = await process.communicate()
        assert process.returncode == 0
        assert b"Traceback" not in err
    async with serving(tmp_path) as (_, said), raw_bots(said["listen"], *tokens) as again:
        for bot, old in zip(again, bots, strict=True):
            bot.started = old.started
            await bot.hello(matches=2, known=old.known())
        playing = [asyncio.create_task(bot.play_on(until=lambda one: one.ended)) for bot in again]
        await asyncio.gather(*playing)
        assert set(again[0].ended) < set(bots[0].started)


async def test_a_stop_with_watchers_and_silent_bots_is_in_good_order_and_the_next_start_goes_on(tmp_path):
    names = [f"bot{number}" for number in range(8)]
    async with serving(tmp_path, ARBITRO_HTTP="127.0.0.1:0", ARBITRO_LOG_LEVEL="info") as (process, said):
        tokens = await cup(said, *names, target=1)
        async with (
            raw_bots(said["listen"], *tokens) as bots,
            aio.insecure_channel(said["listen"]) as channel,
            httpx.AsyncClient(base_url=f"http://{said['http']}", timeout=60) as web,
            AsyncExitStack() as tabs,
        ):
            await seated(bots)
            stub = match_pb2_grpc.MatchServiceStub(channel)
            name = next(iter(bots[0].started.values())).name
            watching = [stub.WatchMatch(match_pb2.WatchMatchRequest(name=name)) for _ in range(10)]
            for call in watching:
                await call.read()
            for _ in range(10):
                page = await tabs.enter_async_context(web.stream("GET", f"/live?m={name}"))
                assert page.status_code == 200
            process.terminate()
            assert await process.wait() == 0
            _, err = await process.communicate()
            assert b"Traceback" not in err
            assert "referee.stopped" in [json.loads(line)["event"] for line in err.splitlines()]
    async with serving(tmp_path) as (_, said), raw_bots(said["listen"], *tokens) as again:
        for bot, old in zip(again, bots, strict=True):
            bot.started = old.started
            await bot.hello(matches=2, known=old.known())
        playing = [asyncio.create_task(bot.play_on(until=lambda one: one.ended)) for bot in again]
        await asyncio.gather(*playing)


async def test_a_port_that_is_taken_is_said_and_nothing_else(tmp_path):
    async with serving(tmp_path / "one") as (_, said):
        process = await run("--listen", said["listen"], "--data", tmp_path / "two")
        out, err = await process.communicate()
        assert process.returncode == 2
        assert out == b""
        *messages, last = err.decode().splitlines()
        assert last.startswith(f"A602 {said['listen']} cannot be listened on: another program has the port")
        assert all(map(json.loads, messages)), "nothing but log lines besides"
    async with serving(tmp_path / "two") as (_, said):
        assert said["organiser_token"], "shown by the first start that listens"


async def test_a_data_directory_belongs_to_one_referee(tmp_path):
    async with serving(tmp_path):
        process = await run("--listen", "127.0.0.1:0", "--data", tmp_path)
        _, err = await process.communicate()
        assert process.returncode == 2
        assert b"A604" in err
        assert b"in use by another referee" in err
        assert b"Traceback" not in err


async def test_all_faults_of_the_settings_are_told_at_once(tmp_path):
    config = tmp_path / "referee.toml"
    config.write_text('listen = "nowhere"\ndurability = "some"\nsurprise = 1\n')
    process = await run("--config", config, ARBITRO_DRAIN="soon")
    _, err = await process.communicate()
    assert process.returncode == 2
    for path in (b"listen", b"durability", b"surprise", b"drain"):
        assert b"A001 " + path in err
    assert b"Traceback" not in err


async def test_health_is_told_to_probes(tmp_path):
    async with serving(tmp_path) as (_, said), aio.insecure_channel(said["listen"]) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        for service in ("", "arbitro.v1.PlayService"):
            answer = await stub.Check(health_pb2.HealthCheckRequest(service=service))
            assert answer.status == health_pb2.HealthCheckResponse.SERVING


SITS_DOWN = """
import asyncio, sys; sys.path.insert(0, sys.argv[1])
from support.raw import RawBot
async def main():
    bot = RawBot(sys.argv[2], sys.argv[3])
    await bot.hello(matches=2)
    await bot.play_on(until=lambda one: one.seen)
    print('seated', flush=True)
    await bot.play_on()
asyncio.run(main())
"""


@asynccontextmanager
async def stopped(said: dict, token: str) -> AsyncIterator[None]:
    """A bot in a process that is stopped as soon as its match has begun: not even its transport answers."""
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SITS_DOWN, "tests", said["listen"], token, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert await bot.stdout.readline() == b"seated\n"
        bot.send_signal(signal.SIGSTOP)
        yield
    finally:
        bot.kill()
        await bot.communicate()


async def test_a_stopped_process_is_noticed_within_the_stated_bound(tmp_path):
    async with serving(tmp_path, ARBITRO_SILENCE="3s") as (_, said):
        tokens = await cup(said, "ann", "ben")
        async with raw_bots(said["listen"], tokens[1]) as (ben,):
            await ben.hello(matches=2)
            playing = asyncio.create_task(ben.play_on(until=lambda one: one.ended))
            async with stopped(said, tokens[0]), aio.insecure_channel(said["listen"]) as channel:
                watch = tournament_pb2_grpc.TournamentServiceStub(channel)
                connected = 2
                while connected == 2:
                    request = tournament_pb2.GetTournamentRequest(name="cup")
                    connected = (await watch.GetTournament(request)).tournament.connected
            playing.cancel()


async def test_a_stopped_process_loses_by_its_clock_and_nobody_waits_for_it(tmp_path):
    """T01: the time is not looked at when an answer comes, but when it is over."""
    async with serving(tmp_path, ARBITRO_SILENCE="60s") as (_, said):
        quick = clocks_pb2.TimeControl(allowance_us=400_000)
        tokens = await cup(said, "ann", "ben", time=quick)
        async with raw_bots(said["listen"], tokens[1]) as (ben,):
            await ben.hello()
            playing = asyncio.create_task(ben.play_on(until=lambda one: one.ended))
            async with stopped(said, tokens[0]):
                await playing
        (ended,) = ben.ended.values()
        (started,) = ben.started.values()
        assert (ended.ending, ended.winner) == (moves_pb2.ENDING_TIME, started.seat)
        assert ended.strikes[1 - started.seat] == 3


FULL_DISK = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))
sys.argv[0] = "arbitro_server"
from arbitro_server.verbs import serve
serve()
"""


async def test_a_full_disk_is_said_and_nothing_is_damaged(tmp_path):
    """No file of the process may grow beyond 150 kB: what a full disk looks like from within."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        FULL_DISK,
        *("--listen", "127.0.0.1:0", "--data", str(tmp_path), "--json"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said = json.loads(await process.stdout.readline())
    tokens = await cup(said, "ann", "ben", target=150)
    async with raw_bots(said["listen"], *tokens) as bots:
        for bot in bots:
            await bot.hello(matches=2)
        await asyncio.gather(*(bot.play_on() for bot in bots))
        assert {bot.goodbye.reason for bot in bots} == {pb.GOODBYE_REASON_DRAINING}
        _, err = await process.communicate()
    assert process.returncode == 2
    assert b"cannot be used" in err
    assert b"Traceback" not in err
    async with serving(tmp_path) as (_, said), raw_bots(said["listen"], *tokens) as again:
        for bot, old in zip(again, bots, strict=True):
            bot.started = old.started
            await bot.hello(matches=2, known=old.known())
        await asyncio.gather(*(bot.play_on() for bot in again))
        assert {bot.goodbye.reason for bot in again} == {pb.GOODBYE_REASON_DONE}


async def test_a_read_only_place_is_said(tmp_path):
    process = await run("--listen", "127.0.0.1:0", "--data", "/proc/arbitro")
    _, err = await process.communicate()
    assert process.returncode == 2
    assert b"cannot be written" in err
    assert b"Traceback" not in err
