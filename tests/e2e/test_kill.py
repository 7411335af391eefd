"""A real SIGKILL at every record of a small tournament: the results and the logs are the same."""

import asyncio
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
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

BOTS = ("ann", "ben")
LIFE = 4
"""Commits of one life: a match is taken up, two bots come back, and one of them acts."""


def untouched() -> list[MatchResult]:
    """What comes out where nobody is killed."""
    house = House()
    hosted = house.create(*BOTS, rules=RuleSet.of("official", {"target": 1}))
    house.play(*[house.sit(bot) for bot in BOTS])
    return hosted.machine.results


async def create(address: str, organiser: str) -> dict[str, str]:
    async with aio.insecure_channel(address) as channel:
        stub = tournament_pb2_grpc.TournamentServiceStub(channel)
        metadata = [("authorization", f"Bearer {organiser}")]
        wanted = tournament_pb2.Tournament(
            name="cup",
            games=1,
            entrants=[tournament_pb2.Entrant(bot=bot) for bot in BOTS],
            rules=rules_pb2.RuleSet(profile="official", overrides={"target": "1"}),
        )
        made = await stub.CreateTournament(
            tournament_pb2.CreateTournamentRequest(tournament=wanted, seed="seed"), metadata=metadata
        )
        await stub.StartTournament(tournament_pb2.StartTournamentRequest(name="cup"), metadata=metadata)
        return dict(made.tokens)


async def live_on(address: str, tokens: dict[str, str], before: list[RawBot]) -> list[RawBot]:
    """Let the bots come back and play on until their streams end."""
    bots = [RawBot(address, tokens[name]) for name in BOTS]
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


def is_signed(signer: bytes, claim: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(signer).verify(signature, claim)
    except InvalidSignature:
        return False
    return True


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


@pytest.mark.timeout(240)  # about a hundred lives, on whatever machine
async def test_killed_at_every_record_the_results_and_the_logs_are_the_same(tmp_path):
    tokens: dict[str, str] = {}
    with referee(tmp_path) as first:
        assert await first.listens()
        tokens = await create(first.address, first.organiser)
        first.stop()
        assert await first.ended() == 0
    bots: list[RawBot] = []
    lives = 0
    while not bots or not all(bot.goodbye for bot in bots):
        before = lives % 2 == 1
        with referee(tmp_path, LIFE + before, before=before) as mortal:
            if await mortal.listens():
                bots = await live_on(mortal.address, tokens, bots)
            if all(bot.goodbye for bot in bots):
                mortal.stop()
            assert await mortal.ended() in (-9, 0)
            lives += 1
    assert lives > 50
    assert audit(tmp_path / "logs" / "cup") == untouched()
