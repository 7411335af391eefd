"""Intervals for a mean margin per round, from sets whose lengths are chance too.

The estimate is the ratio Σ margin / Σ rounds over all sets: never a mean of the matches' means, because a
race stops when somebody has enough, so that short matches are lopsided ones. The unit that is left out or
drawn again is the set, since matches of one set share their deals.

Below 5 sets there is no interval; below 60 a jackknife with Student's t; from 60 on a bootstrap (percentiles,
moved out as t with n - 1 degrees is wider than the normal distribution). A plain bootstrap covers 85 %
instead of 95 % at 5 sets: see ``bench/statistics_coverage.py`` for what these cover. Beyond 300 sets both
give the same within what the drawing itself leaves to chance, and the jackknife, which takes no time, is
taken again; so it is for provisional figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, sqrt
from typing import Final, NamedTuple

from arbitro_engine.tournament.draws import draws

__all__ = ["BOOTSTRAP_FROM", "INTERVAL_FROM", "Estimate", "SetMargin", "ratio", "student", "tail"]

INTERVAL_FROM: Final = 5
"""The fewest sets that give an interval."""
BOOTSTRAP_FROM: Final = 60
"""The fewest sets that give a bootstrap interval."""
BOOTSTRAP_TO: Final = 300
"""The most sets that give a bootstrap interval."""
RESAMPLES: Final = 399
_Z: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


class SetMargin(NamedTuple):
    """One entrant's part of a set: the sum of its margins over the rounds, in points, and the rounds."""

    margin: float
    rounds: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval; the ends are None where there are too few sets for one."""

    mean: float
    low: float | None = None
    high: float | None = None


def ratio(sets: Sequence[SetMargin], seed: str, *, provisional: bool = False) -> Estimate | None:
    """Estimate the mean margin per round. None when no round was played.

    The result depends on the order of the sets: give them in the schedule's. `seed` is a text that names what
    is estimated; equal sets and seeds give equal intervals everywhere. `provisional` spares the bootstrap.
    """
    margin, rounds = sum(one.margin for one in sets), sum(one.rounds for one in sets)
    if not rounds:
        return None
    sets = [one for one in sets if one.rounds]
    if len(sets) < INTERVAL_FROM:
        return Estimate(margin / rounds)
    draw_again = BOOTSTRAP_FROM <= len(sets) <= BOOTSTRAP_TO and not provisional
    low, high = _bootstrap(sets, seed) if draw_again else _jackknife(sets)
    return Estimate(margin / rounds, low, high)


def student(freedom: int) -> float:
    """Return the 97.5 % point of Student's t: Cornish and Fisher's expansion, within 0.001 from 4 on."""
    z, n = _Z, freedom
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(n) ** power for power, term in enumerate(terms, 1))


def tail(count: int) -> float:
    """Return the share of a bootstrap that lies below, and above, the 95 % interval of `count` sets.

    The plain 2.5 % are too narrow by sqrt((n - 1) / n) and by z in place of t: they are moved out by as much.
    """
    reach = student(count - 1) * sqrt(count / (count - 1))
    return (1 - erf(reach / sqrt(2))) / 2


def _jackknife(sets: Sequence[SetMargin]) -> tuple[float, float]:
    count = len(sets)
    margin, rounds = sum(one.margin for one in sets), sum(one.rounds for one in sets)
    without = [(margin - one.margin) / (rounds - one.rounds) for one in sets]
    middle = sum(without) / count
    variance = (count - 1) / count * sum((value - middle) ** 2 for value in without)
    reach = student(count - 1) * sqrt(variance)
    return margin / rounds - reach, margin / rounds + reach


def _bootstrap(sets: Sequence[SetMargin], seed: str) -> tuple[float, float]:
    count = len(sets)
    margins, rounds = [one.margin for one in sets], [one.rounds for one in sets]
    drawn = draws(seed, count * RESAMPLES, count)
    values = []
    for start in range(0, len(drawn), count):
        picked = drawn[start : start + count]
        values.append(sum(map(margins.__getitem__, picked)) / sum(map(rounds.__getitem__, picked)))
    values.sort()
    cut = tail(count)
    return _quantile(values, cut), _quantile(values, 1 - cut)


def _quantile(ascending: Sequence[float], share: float) -> float:
    place = min(max(share * (len(ascending) + 1) - 1, 0), len(ascending) - 1)
    low = int(place)
    high = min(low + 1, len(ascending) - 1)
    return ascending[low] + (ascending[high] - ascending[low]) * (place - low)
