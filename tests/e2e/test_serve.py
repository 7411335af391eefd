"""The referee as a process: what it says, how it stops, and what it does where it cannot start."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from arbitro.v1 import play_pb2 as pb
from arbitro.v1 import rules_pb2, tournament_pb2, tournament_pb2_grpc
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
    process = await run("--listen", "127.0.0.1:0", "--data", data, "--json", **environment)
    try:
        yield process, json.loads(await process.stdout.readline())
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def cup(said: dict, *bots: str, target: int = 500) -> list[str]:
    """Start a tournament of these bots; return their tokens."""
    async with aio.insecure_channel(said["listen"]) as channel:
        stub = tournament_pb2_grpc.TournamentServiceStub(channel)
        metadata = [("authorization", f"Bearer {said['organiser_token']}")]
        rules = rules_pb2.RuleSet(overrides={"target": str(target)})
        entrants = [tournament_pb2.Entrant(bot=bot) for bot in bots]
        wanted = tournament_pb2.Tournament(name="cup", entrants=entrants, rules=rules)
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
        assert b"A602" in err
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


async def test_a_stopped_process_is_noticed_within_the_stated_bound(tmp_path):
    """A bot that is stopped answers nothing at all: not even its transport does."""
    async with serving(tmp_path, ARBITRO_SILENCE="3s") as (_, said):
        tokens = await cup(said, "ann", "ben")
        script = (
            "import asyncio, sys; sys.path.insert(0, sys.argv[1])\n"
            "from support.raw import RawBot\n"
            "async def main():\n"
            "    bot = RawBot(sys.argv[2], sys.argv[3])\n"
            "    await bot.hello(matches=2)\n"
            "    await bot.play_on(until=lambda one: one.seen)\n"
            "    print('seated', flush=True)\n"
            "    await bot.play_on()\n"
            "asyncio.run(main())\n"
        )
        stopped = await asyncio.create_subprocess_exec(
            sys.executable, "-c", script, "tests", said["listen"], tokens[0], stdout=asyncio.subprocess.PIPE
        )
        async with raw_bots(said["listen"], tokens[1]) as (ben,):
            await ben.hello(matches=2)
            playing = asyncio.create_task(ben.play_on(until=lambda one: one.ended))
            assert await stopped.stdout.readline() == b"seated\n"
            stopped.send_signal(signal.SIGSTOP)
            async with aio.insecure_channel(said["listen"]) as channel:
                watch = tournament_pb2_grpc.TournamentServiceStub(channel)
                connected = 2
                while connected == 2:
                    request = tournament_pb2.GetTournamentRequest(name="cup")
                    connected = (await watch.GetTournament(request)).tournament.connected
            playing.cancel()
        stopped.kill()
        await stopped.communicate()


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
