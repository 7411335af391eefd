"""A real SIGKILL at every record of a small tournament: the results and the logs are the same.

``pytest tests/e2e/test_kill.py --kills 30`` kills at random moments of a larger one too.
"""

import asyncio
import random
from collections.abc import Iterable
from itertools import cycle
from pathlib import Path

import pytest
from grpc import aio

from arbitro.codec import record_of, tournament_record_of
from arbitro.v1 import rules_pb2, tournament_pb2, tournament_pb2_grpc
from arbitro_engine.log.stored import read_log, read_tournament
from arbitro_engine.log.tournament import verify_tournament
from arbitro_engine.log.verify import verify
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.tournament import MatchResult, ResultRecord
from support.floors import House
from support.killing import referee
from support.raw import RawBot
from support.signing import is_signed

BOTS = ("ann", "ben")
MANY = ("ann", "ben", "cyd", "dan")
LIFE = 4
"""Commits of one life: a match is taken up, two bots come back, and one of them acts."""


def untouched(names: tuple[str, ...] = BOTS, target: int = 1) -> list[MatchResult]:
    """What comes out where nobody is killed."""
    house = House()
    hosted = house.create(*names, rules=RuleSet.of("official", {"target": target}))
    house.play(*[house.sit(bot) for bot in names])
    return hosted.machine.results


async def create(address: str, organiser: str, names: tuple[str, ...], target: int) -> dict[str, str]:
    async with aio.insecure_channel(address) as channel:
        stub = tournament_pb2_grpc.TournamentServiceStub(channel)
        metadata = [("authorization", f"Bearer {organiser}")]
        wanted = tournament_pb2.Tournament(
            name="cup",
            games=1,
            entrants=[tournament_pb2.Entrant(bot=bot) for bot in names],
            rules=rules_pb2.RuleSet(profile="official", overrides={"target": str(target)}),
        )
        made = await stub.CreateTournament(
            tournament_pb2.CreateTournamentRequest(tournament=wanted, seed="seed"), metadata=metadata
        )
        await stub.StartTournament(tournament_pb2.StartTournamentRequest(name="cup"), metadata=metadata)
        return dict(made.tokens)


async def live_on(address: str, tokens: dict[str, str], before: list[RawBot]) -> list[RawBot]:
    """Let the bots come back and play on until their streams end."""
    bots = [RawBot(address, token) for _, token in sorted(tokens.items())]
    for bot, old in zip(bots, before, strict=False):
        bot.seen, bot.started, bot.ended = old.seen, old.started, old.ended

    async def play(bot: RawBot) -> None:
        try:
            await bot.send(hello={"client": "raw", "max_concurrent_matches": 1, "known": bot.known()})
            await bot.play_on()
        except aio.AioRpcError:
            return  # the referee died while something was being sent

    await asyncio.gather(*map(play, bots))
    for bot in bots:
        await bot.close()
    return bots


def audit(logs: Path) -> list[MatchResult]:
    """Verify all files; return the results that stand in the tournament's."""
    verdicts = {}
    for file in logs.glob("cup-*.arb"):
        verdict = verify(read_log(file.read_bytes(), record_of), is_signed)
        assert verdict.state == "ok", (file, verdict.difference)
        verdicts[verdict.header.match, verdict.header.run] = verdict
    log = read_tournament((logs / "tournament.arb").read_bytes(), tournament_record_of)
    verdict = verify_tournament(log, verdicts, is_signed)
    assert verdict.state == "ok", verdict.difference
    return [record.result for record in log.records if isinstance(record, ResultRecord)]


async def found(data: Path, names: tuple[str, ...] = BOTS, target: int = 1) -> dict[str, str]:
    """Let a first referee make the tournament; return the bots' tokens."""
    with referee(data) as first:
        assert await first.listens()
        tokens = await create(first.address, first.organiser, names, target)
        first.stop()
        assert await first.ended() == 0
    return tokens


async def outlive(data: Path, tokens: dict[str, str], lives: Iterable[tuple[int, bool]]) -> int:
    """Let referees live and die, each for so many commits, until all bots were sent home; count them."""
    bots: list[RawBot] = []
    lived = 0
    for life, before in lives:
        with referee(data, life, before=before) as mortal:
            if await mortal.listens():
                bots = await live_on(mortal.address, tokens, bots)
            lived += 1
            is_over = bots and all(bot.goodbye for bot in bots)
            if is_over:
                mortal.stop()
            assert await mortal.ended() in (-9, 0)
        if is_over:
            break
    return lived


@pytest.mark.timeout(240)  # about a hundred lives, on whatever machine
async def test_killed_at_every_record_the_results_and_the_logs_are_the_same(tmp_path):
    tokens = await found(tmp_path)
    assert await outlive(tmp_path, tokens, cycle([(LIFE, False), (LIFE + 1, True)])) > 50
    assert audit(tmp_path / "logs" / "cup") == untouched()


@pytest.mark.timeout(3600)
async def test_killed_at_random_moments_a_larger_tournament_ends_the_same(tmp_path, pytestconfig):
    kills = pytestconfig.getoption("--kills")
    if not kills:
        pytest.skip("takes long: ask for it by --kills N")
    chance = random.Random(kills)
    lives = [(chance.randint(LIFE, 300), chance.random() < 0.5) for _ in range(kills)]
    tokens = await found(tmp_path, MANY, 200)
    await outlive(tmp_path, tokens, [*lives, (0, False)])
    by_match = {result.match: result for result in untouched(MANY, 200)}
    assert {result.match: result for result in audit(tmp_path / "logs" / "cup")} == by_match
