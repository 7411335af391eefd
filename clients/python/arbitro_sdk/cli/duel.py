"""``arbitro duel``: many matches offline, and what to believe about who is better."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.header import Deals
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.arena import Conditions
from arbitro_sdk.cli.figures import counted, faults_shown, interval_shown, mean_shown, thought_shown
from arbitro_sdk.cli.options import BotName, logs_option, rules_option, seed_option, time_option
from arbitro_sdk.cli.output import Output, json_option, table
from arbitro_sdk.cli.progress import Progress
from arbitro_sdk.cli.rules import named
from arbitro_sdk.duel import Duel, DuelResult, fight

__all__ = ["command"]


@click.command()
@click.argument("bots", nargs=-1, required=True, type=BotName(), metavar="BOT BOT...")
@click.option(
    "--games", default=2, show_default=True, type=click.IntRange(1), help="Matches for each pairing."
)
@click.option("--seats", default=2, show_default=True, type=click.IntRange(2, 10), help="Seats at a table.")
@click.option(
    "--deals",
    type=click.Choice(["duplicate", "fresh"]),
    help="The same cards in both seat orders, or new ones in each match. Default for two seats: duplicate.",
)
@click.option("--jobs", type=click.IntRange(1), metavar="J", help="Processes. Default: one for each core.")
@logs_option("Keep the logs here.")
@seed_option
@rules_option
@time_option
@json_option
def command(  # noqa: PLR0913, PLR0917 - a verb gets its options as arguments
    bots: tuple[str, ...],
    games: int,
    seats: int,
    deals: str | None,
    jobs: int | None,
    logs: Path | None,
    seed: str,
    rules: RuleSet,
    time_control: TimeControl,
    out: Output,
) -> None:
    """Let bots play each other offline, all pairs in all seat orders.

    A BOT is a bundled name, a file or module:name. The same seed gives the same result, whatever --jobs.

    Example: arbitro duel mybot.py greedy saver --games 100 --seed 7
    """
    dealt = cast("Deals", deals or ("duplicate" if seats == 2 else "fresh"))
    conditions = Conditions(rules, seed, time_control, deals=dealt)
    with Progress("matches") as progress:
        result = fight(Duel(bots, conditions, games, seats, logs), jobs, progress)
    value = {
        "rules": named(rules),
        "seed": seed,
        "deals": dealt,
        "games": result.games,
        "matches": result.matches,
        "bots": result.bots,
        "wins": result.wins,
        "margin": _margins(result),
        "decisions": result.decisions,
        "seconds": round(result.seconds, 3),
        "faults": _faults(result),
        "rounds": result.rounds,
        "think": [
            {
                "bot": bot,
                "mean_us": outing.think_us // max(1, outing.decisions),
                "longest_us": outing.longest_us,
            }
            for bot, outing in zip(result.bots, result.outings, strict=True)
        ],
    }
    out.result(value, _text(result, seed))


def _margins(result: DuelResult) -> list[dict[str, object]]:
    """Each bot's mean margin per round in points, with its 95 % interval where there are enough sets."""
    margins = {line.entrant: line.margin for line in result.standings.lines}
    return [
        {
            "bot": bot,
            "mean": margin.mean if (margin := margins[bot]) else None,
            "low": margin.low if margin else None,
            "high": margin.high if margin else None,
        }
        for bot in result.bots
    ]


def _faults(result: DuelResult) -> dict[str, dict[str, int]]:
    return {
        bot: dict(sorted(outing.faults.items()))
        for bot, outing in zip(result.bots, result.outings, strict=True)
    }


def _text(result: DuelResult, seed: str) -> str:
    """The win matrix, then margins, faults and think time."""
    wins = table(
        ("wins against", *result.bots),
        ((bot, *row) for bot, row in zip(result.bots, result.wins, strict=True)),
    )
    rows = [
        (
            line.entrant,
            line.won,
            line.played,
            mean_shown(line.margin.mean if line.margin else None),
            interval_shown(line.margin.mean, line.margin.low, line.margin.high) if line.margin else None,
            faults_shown(outing.faults),
            *thought_shown(outing.think_us, outing.decisions, outing.longest_us),
        )
        for line in result.standings.lines
        for outing in (result.outings[result.bots.index(line.entrant)],)
    ]
    head = ("bot", "won", "of", "points a round", "95 % interval", "faults", "think", "longest")
    played = ", ".join(
        (
            counted(result.matches, "match", "matches"),
            counted(result.rounds, "round"),
            counted(result.decisions, "decision"),
        )
    )
    return f"{wins}\n\n{table(head, rows)}\n\n{played} in {result.seconds:.1f} s; seed {seed}"
