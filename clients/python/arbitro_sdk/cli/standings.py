"""Standings as they are printed, by the demo, by ``arbitro tournament`` and in its exports."""

from __future__ import annotations

from collections.abc import Iterable

from arbitro_sdk.cli.figures import difference_shown, faults_shown, interval_shown
from arbitro_sdk.cli.output import table
from arbitro_sdk.hosted import Line

__all__ = ["as_json", "as_text", "ranks_shown"]


def as_json(lines: Iterable[Line]) -> list[dict[str, object]]:
    """The standings as one object a line."""
    return [
        {
            "rank": line.rank,
            "bot": line.bot,
            "played": line.played,
            "won": line.won,
            "points": line.points,
            "difference": line.difference,
            "margin": line.margin,
            "low": line.margin_low,
            "high": line.margin_high,
            "rounds_won": line.rounds_won,
            "rating": line.rating,
            "rating_low": line.rating_low,
            "rating_high": line.rating_high,
            "rank_low": line.rank_low or None,
            "rank_high": line.rank_high or None,
            "standing": line.standing,
            "strikes": line.strikes,
            "forfeits": line.forfeits,
        }
        for line in lines
    ]


def as_text(lines: Iterable[Line]) -> str:
    """The standings as a table."""
    return table(
        (
            "rank",
            "bot",
            "played",
            "won",
            "points",
            "difference",
            "rounds won",
            "points a round",
            "95 % interval",
            "rating",
            "ranks",
            "faults",
        ),
        (
            (
                line.rank,
                line.bot if line.standing == "in" else f"{line.bot} ({line.standing})",
                line.played,
                line.won,
                line.points,
                difference_shown(line.difference),
                line.rounds_won,
                None if line.margin is None else f"{line.margin:+.2f}",
                interval_shown(line.margin_low, line.margin_high),
                None if line.rating is None else f"{line.rating:+.2f}",
                ranks_shown(line),
                faults_shown(line.faults),
            )
            for line in lines
        ),
        left=2,
    )


def ranks_shown(line: Line) -> str:
    """Return the ranks that a bot may truly have, by its rating's interval, e.g. ``2-5``."""
    if not line.rank_low:
        return "-"
    return str(line.rank_low) if line.rank_low == line.rank_high else f"{line.rank_low}-{line.rank_high}"
