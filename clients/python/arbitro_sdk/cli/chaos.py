"""``arbitro chaos``: bots that misbehave, against a referee, and what it did about each."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, replace
from typing import Final

import click

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.admin import Organiser
from arbitro_sdk.cli.bareline import Line, Seen
from arbitro_sdk.cli.figures import counted
from arbitro_sdk.cli.mischief import MISCHIEF, Mischief
from arbitro_sdk.cli.options import referee_option
from arbitro_sdk.cli.output import Output, json_option
from arbitro_sdk.errors import ArbitroError, AuthorisationError
from arbitro_sdk.hosted import HostedMatch, Plan
from arbitro_sdk.loading import load
from arbitro_sdk.play import Client
from arbitro_sdk.referee import Referee
from arbitro_sdk.terms import Terms

__all__ = ["command"]

_RULES: Final = RuleSet.of("official", {"target": 80})
_TIME: Final = TimeControl.parse("400ms+1s")
_FAULTS: Final = FaultPolicy("contest", 3, grace_us=1_000_000, setup_us=10_000_000, absence_us=2_000_000)
_PATIENCE_S: Final = 60
_LOOK_S: Final = 0.2


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a referee did about one bot, and whether that is what it must do."""

    name: str
    does: str
    ok: bool
    did: str


@click.command()
@referee_option
@json_option
@click.pass_context
def command(ctx: click.Context, referee: Referee, out: Output) -> None:
    """Let bots misbehave against a referee, in tournaments of their own, and report what it did about each.

    The token must be an organiser's. Exit 1 where the referee did not do what it must.

    Example: arbitro chaos --server 127.0.0.1:50051 --token-file organiser.token
    """
    verdicts = asyncio.run(_all(referee))
    for verdict in verdicts:
        out.line(f"{'PASS' if verdict.ok else 'FAIL'} {verdict.name:<11} {verdict.does}: {verdict.did}")
    failed = sum(not verdict.ok for verdict in verdicts)
    told = [{"name": one.name, "does": one.does, "ok": one.ok, "did": one.did} for one in verdicts]
    passed = len(verdicts) - failed
    out.result(
        {"passed": passed, "failed": failed, "points": told}, f"{passed} as they must be, {failed} not"
    )
    ctx.exit(1 if failed else 0)


async def _all(referee: Referee) -> list[Verdict]:
    """Let all of them loose at once; afterwards the referee must still answer."""
    event = f"chaos-{secrets.token_hex(3)}"
    with Organiser(referee) as organiser:
        first = await _created(organiser, f"{event}-0", MISCHIEF[0])  # says at once if the token does not do
        others = [await _created(organiser, f"{event}-{n}", one) for n, one in enumerate(MISCHIEF[1:], 1)]
        runs = [_run(organiser, referee, *created) for created in (first, *others)]
        verdicts = list(await asyncio.gather(*runs, _stranger(referee)))
        served = await asyncio.to_thread(organiser.status, f"{event}-0")
    return [
        *verdicts,
        Verdict("afterwards", "asks how things stand", served.over, f"it answers: {served.state}"),
    ]


_Created = tuple[str, Mischief, dict[str, str]]


async def _created(organiser: Organiser, tournament: str, mischief: Mischief) -> _Created:
    """Create a tournament of a steady bot and one that misbehaves."""
    bots = {f"{tournament}-{name}": name for name in ("steady", mischief.name)}
    plan = Plan(tournament, bots, _RULES, _TIME, _FAULTS)
    created = await asyncio.to_thread(organiser.create, plan)
    return tournament, mischief, {bots[bot]: token for bot, token in created.tokens.items()}


async def _run(
    organiser: Organiser, referee: Referee, tournament: str, mischief: Mischief, tokens: dict[str, str]
) -> Verdict:
    def as_bot(name: str) -> Referee:
        return replace(referee, token=tokens[name])

    steady = Client(as_bot("steady"), load("first"), Terms(scope=tournament), _nobody, _nobody)
    playing = asyncio.create_task(steady.run())
    line = Line(as_bot(mischief.name), tournament)
    await line.hello()
    misbehaving = asyncio.create_task(line.run(mischief.misbehave))
    await asyncio.to_thread(organiser.start, tournament)
    over = await _until_over(organiser, tournament)
    if not over:
        await asyncio.to_thread(organiser.cancel, tournament, "chaos: it did not end")
    line.drop()
    steady.leave()
    results = await asyncio.gather(playing, misbehaving, return_exceptions=True)
    matches = await asyncio.to_thread(lambda: list(organiser.matches(tournament)))
    failure = next((str(one) for one in results if isinstance(one, ArbitroError)), "")
    return _judged(mischief, line.seen, matches, over=over, failure=failure)


async def _until_over(organiser: Organiser, tournament: str) -> bool:
    for _ in range(int(_PATIENCE_S / _LOOK_S)):
        if (await asyncio.to_thread(organiser.status, tournament)).over:
            return True
        await asyncio.sleep(_LOOK_S)
    return False


def _judged(
    mischief: Mischief, seen: Seen, matches: list[HostedMatch], *, over: bool, failure: str
) -> Verdict:
    endings = " and ".join(sorted({match.ending or match.state for match in matches}))
    told = [
        counted(seen.questions, "question"),
        *(f"{reason} {count}" for reason, count in sorted((seen.errors + seen.outcomes).items())),
        f"ended by {endings}",
        *([f"line {seen.status}"] if seen.status not in {"OK", "open"} else []),
        *([failure] if failure else []),
    ]
    ok = (
        over
        and not failure
        and endings == mischief.ending
        and (not mischief.error or seen.errors[mischief.error] > 0)
        and (not mischief.outcome or seen.outcomes[mischief.outcome] > 0)
    )
    return Verdict(mischief.name, mischief.does, ok, ", ".join(told))


async def _stranger(referee: Referee) -> Verdict:
    """Come with a token that nobody gave out."""
    false = replace(referee, token="arb_bot_" + "0" * 43)
    try:
        await Client(false, load("first"), Terms(), _nobody, _nobody).run()
    except AuthorisationError as error:
        return Verdict("stranger", "comes with a false token", ok=True, did=error.text)
    except ArbitroError as error:
        return Verdict("stranger", "comes with a false token", ok=False, did=str(error))
    return Verdict("stranger", "comes with a false token", ok=False, did="it was let in")


def _nobody(_text: str) -> None:
    """What bots of a trial say is for nobody."""
