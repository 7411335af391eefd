"""``arbitro demo``: a referee, sample bots as processes of their own, a tournament, an audit of each log."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Final

import click

from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.admin import Organiser
from arbitro_sdk.bots import BUNDLED
from arbitro_sdk.cli.audit import Audit, Auditor, MatchAudit
from arbitro_sdk.cli.children import Children
from arbitro_sdk.cli.figures import counted
from arbitro_sdk.cli.options import rules_option, said_seed
from arbitro_sdk.cli.output import Output, json_option, remark
from arbitro_sdk.cli.progress import Progress
from arbitro_sdk.cli.rules import named
from arbitro_sdk.cli.standings import as_json, as_text
from arbitro_sdk.errors import CheckFailedError
from arbitro_sdk.hosted import Plan, Status, Table
from arbitro_sdk.loading import names
from arbitro_sdk.referee import Referee

__all__ = ["command"]

_TOURNAMENT: Final = "demo"
_LOOK_S: Final = 0.1
_GOODBYE_S: Final = 5.0


@click.command()
@click.option(
    "--bots", type=click.IntRange(2, 100), default=4, show_default=True, help="How many sample bots."
)
@click.option(
    "--games", type=click.IntRange(1), default=2, show_default=True, help="Matches for each pairing."
)
@click.option(
    "--seed",
    metavar="S",
    callback=said_seed,
    help="Deal by an open seed. Default: secrets of the referee's.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where everything is kept. Default: a new folder, which is shown.",
)
@click.option("--http", metavar="H:P", help="Serve the spectator pages here; port 0 is a free one.")
@rules_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    bots: int,
    games: int,
    seed: str | None,
    data: Path | None,
    http: str | None,
    rules: RuleSet,
    out: Output,
) -> None:
    """Play a tournament on this machine: a referee on a free port, sample bots, standings, verified logs.

    Example: arbitro demo --bots 5 --games 4
    """
    sample = list(islice(cycle(BUNDLED), bots))
    entrants = dict(zip(names(sample), sample, strict=True))
    plan = Plan(_TOURNAMENT, {bot: bot for bot in entrants}, rules, games=games, seed=seed or "")
    folder = data or Path(tempfile.mkdtemp(prefix="arbitro-demo-"))
    began = time.monotonic()
    try:
        found = _play(plan, list(entrants.items()), folder, http, out)
    except KeyboardInterrupt:
        remark(f"Stopped in the middle; what was played lies in {folder}.")
        raise
    seconds = time.monotonic() - began
    audits = list(Auditor().audit([folder / "logs" / _TOURNAMENT]))
    _conclude(out, found, audits, folder, seconds, rules)
    ctx.exit(0 if all(map(_holds, audits)) else 1)


def _play(
    plan: Plan, sample: Sequence[tuple[str, str]], folder: Path, http: str | None, out: Output
) -> Table:
    """Serve and play; return the standings once it is over."""
    with Children(folder) as children:
        served = children.serve(*(("--http", http) if http else ()))
        with Organiser(Referee(served.address, served.organiser_token)) as organiser:
            created = organiser.create(plan)
            for name, bot in sample:
                options = (
                    "--concurrent",
                    "16",
                    "--scope",
                    plan.tournament,
                    "--backoff",
                    "200ms",
                    "--no-witness",
                )
                children.play(bot, name, served, created.tokens[name], *options)
            matches = counted(created.status.total, "match", "matches")
            out.line(f"{len(sample)} bots play {matches} on a referee at {served.address}")
            if served.http:
                out.line(f"watch at http://{served.http}/")
            organiser.start(plan.tournament)
            with Progress("matches") as progress:
                while not (status := organiser.status(plan.tournament)).over:
                    progress(status.played, status.total)
                    _look_after(children)
                    time.sleep(_LOOK_S)
            table = organiser.standings(plan.tournament)
        for child in children.bots:
            child.wait(_GOODBYE_S)  # they are told that nothing is left to play
    return table


def _look_after(children: Children) -> None:
    """Raise A702 if a sample bot has failed: its matches would wait for it in vain."""
    for child in children.bots:
        if child.failed:
            raise CheckFailedError(
                "A702", f"The sample bot {child.name} failed. It said:\n{child.last_words()}"
            )


def _conclude(
    out: Output, found: Table, audits: Sequence[Audit], folder: Path, seconds: float, rules: RuleSet
) -> None:
    status: Status = found.status
    verified = sum(_holds(one) for one in audits if isinstance(one, MatchAudit))
    logs = folder / "logs" / status.tournament
    value = {
        "tournament": status.tournament,
        "rules": named(rules),
        "matches": status.played,
        "rounds": status.rounds,
        "decisions": status.decisions,
        "seconds": round(seconds, 3),
        "logs": str(logs),
        "verified": verified,
        "faults": {line.bot: dict(line.faults) for line in found.lines},
        "standings": as_json(found.lines),
    }
    played = ", ".join(
        (
            counted(status.played, "match", "matches"),
            counted(status.rounds, "round"),
            counted(status.decisions, "decision"),
        )
    )
    bad = "".join(f"\n{one}" for one in audits if not _holds(one))
    text = (
        f"\n{as_text(found.lines)}\n\n{played} in {seconds:.1f} s; "
        f"{verified} of {counted(status.played, 'log')} verified{bad}\nlogs {logs}"
    )
    out.result(value, text)


def _holds(found: Audit) -> bool:
    return found.verdict.state in {"ok", "sealed"}
