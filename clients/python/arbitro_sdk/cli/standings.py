"""Standings as they are printed, by the demo, by ``arbitro tournament`` and in its exports."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from arbitro_sdk.cli.figures import difference_shown, faults_shown, interval_shown, mean_shown
from arbitro_sdk.cli.output import table
from arbitro_sdk.hosted import Line

__all__ = ["FIGURES", "as_json", "as_text", "named"]


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
        ("rank", "bot", *(head for head, _ in FIGURES), "faults"),
        (
            (
                line.rank,
                named(line, line.bot),
                *(figure(line) for _, figure in FIGURES),
                faults_shown(line.faults),
            )
            for line in lines
        ),
        left=2,
    )


def named(line: Line, name: str) -> str:
    """Return a bot's name, and behind it how it left, if it did."""
    return name if line.standing == "in" else f"{name} ({line.standing})"


def _ranks_shown(line: Line) -> str:
    """Return the ranks that a bot may truly have, by its rating's interval, e.g. ``2-5``."""
    if not line.rank_low:
        return "-"
    return str(line.rank_low) if line.rank_low == line.rank_high else f"{line.rank_low}-{line.rank_high}"


FIGURES: Final[tuple[tuple[str, Callable[[Line], object]], ...]] = (
    ("played", lambda line: line.played),
    ("won", lambda line: line.won),
    ("points", lambda line: line.points),
    ("difference", lambda line: difference_shown(line.difference)),
    ("rounds won", lambda line: line.rounds_won),
    ("points a round", lambda line: mean_shown(line.margin)),
    ("95 % interval", lambda line: interval_shown(line.margin, line.margin_low, line.margin_high)),
    ("rating", lambda line: mean_shown(line.rating)),
    ("ranks", _ranks_shown),
)
"""The columns that every table of standings has behind a bot and its rank: head, and what stands below."""
