"""Figures as people read them, the same in every table."""

from __future__ import annotations

from collections.abc import Mapping

from arbitro_engine.tournament import plural

__all__ = ["counted", "difference_shown", "faults_shown", "interval_shown", "mean_shown", "thought_shown"]


def counted(count: int, what: str, many: str = "") -> str:
    """Return a count of things, e.g. ``1 match`` or ``30 matches``; `many`: the plural, if not with an s."""
    return f"{count} {plural(count, what, many)}"


def difference_shown(points: float) -> str:
    """Return a difference of points, e.g. ``+813`` or, at a table of more than two seats, ``-12.33``."""
    return f"{points:+.2f}".removesuffix(".00")


def mean_shown(mean: float | None) -> str:
    """Return a mean or a rating, e.g. ``+3.95``; None: nothing to tell from."""
    return "-" if mean is None else f"{mean:+.2f}"


def interval_shown(mean: float | None, low: float | None, high: float | None) -> str:
    """Return a mean's interval, e.g. ``+2.10 to +5.80``; without a mean there is nothing to tell from."""
    if mean is None:
        return "-"
    return "too few sets" if low is None or high is None else f"{low:+.2f} to {high:+.2f}"


def faults_shown(faults: Mapping[str, int]) -> str:
    """Return how often each reason occurred, e.g. ``crash 2, no_match 1``."""
    return ", ".join(f"{reason} {count}" for reason, count in sorted(faults.items())) or "none"


def thought_shown(think_us: float, decisions: int, longest_us: float) -> tuple[str, str]:
    """Return how long a bot thought, in the mean and at most, e.g. ``31 us`` and ``4.2 ms``."""
    return f"{think_us / max(1, decisions):.0f} us", f"{longest_us / 1000:.1f} ms"
