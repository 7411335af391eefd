"""Standings as they are printed, by the demo and by ``arbitro tournament``."""

from __future__ import annotations

from collections.abc import Iterable

from arbitro_sdk.cli.figures import faults_shown, interval_shown
from arbitro_sdk.cli.output import table
from arbitro_sdk.hosted import Line

__all__ = ["as_json", "as_text"]


def as_json(lines: Iterable[Line]) -> list[dict[str, object]]:
    """The standings as one object a line."""
    return [
        {
            "rank": line.rank,
            "bot": line.bot,
            "played": line.played,
            "won": line.won,
            "points": line.points,
            "margin": line.margin,
            "low": line.margin_low,
            "high": line.margin_high,
            "rounds_won": line.rounds_won,
            "rating": line.rating,
            "strikes": line.strikes,
            "forfeits": line.forfeits,
        }
        for line in lines
    ]


def as_text(lines: Iterable[Line]) -> str:
    """The standings as a table."""
    return table(
        ("rank", "bot", "played", "won", "points", "rounds won", "points a round", "95 % interval", "faults"),
        (
            (
                line.rank,
                line.bot,
                line.played,
                line.won,
                line.points,
                line.rounds_won,
                None if line.margin is None else f"{line.margin:+.2f}",
                interval_shown(line.margin_low, line.margin_high),
                faults_shown(line.faults),
            )
            for line in lines
        ),
        left=2,
    )
