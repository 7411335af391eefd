"""When the first place is settled: an answer that stays valid however often one looks.

What is compared is the sum of an entrant's match margins over one cycle, each clipped to ± `target` so that
no single match can decide. For the leader and each rival there is a confidence sequence for the expected
difference per cycle: lower bounds that hold at all times together with the wanted confidence. The first place
is settled when all of them are above zero. The doubt is shared out over the rivals (Bonferroni), and for each
over both directions, so that even in a field of equals somebody is wrongly called first in at most 5 % of
tournaments, whenever one stops.

The bound is the empirical Bernstein one, made of a betting argument: for a margin y within ± R/2, any guess g
and stake s < 1/R that were chosen before the match was played,

    exp(s (y - E y) - ((y - g) / R)² (- log(1 - s R) - s R))

is on average at most 1, so the product over all matches rarely grows large. The stake is the same for all
matches of a cycle, since opponents differ within a cycle but not from cycle to cycle; the guess is the mean
of what this pairing gave before. Looking only at complete cycles, in the schedule's order, makes the answer
independent of the finishing order. A match without a margin (a forfeit, a void one) counts zero.

``bench/statistics_stopping.py`` shows the rate of false stops and what is saved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import log, sqrt
from typing import Final

from arbitro_engine.tournament.result import MatchResult, official
from arbitro_engine.tournament.schedule import Schedule
from arbitro_engine.tournament.standings import margins

__all__ = ["DOUBT", "Settled", "settled"]

DOUBT: Final = 0.05
"""The share of tournaments of equals in which a first place may wrongly be called."""
_STAKE_MAX: Final = 0.5
"""The highest stake, as a share of what would risk everything."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Who is first, after how many cycles, and by how much at least."""

    entrant: str
    cycles: int
    leads: Mapping[str, float]
    """By rival: the lower bound of the difference in clipped match margins per cycle, in points."""


@dataclass(frozen=True, slots=True)
class _Game:
    """A match as it is compared: its pairing and the clipped margins by entrant."""

    pairing: int
    margins: Mapping[str, float]


def settled(
    schedule: Schedule, results: Iterable[MatchResult], entrants: Collection[str], cycles: int
) -> Settled | None:
    """Tell who is first, if that is settled among these entrants by the first `cycles` cycles; else None.

    Those cycles have to be complete. Raises what `official` raises.
    """
    if len(entrants) < 2 or not cycles:
        return None
    games: dict[str, list[list[_Game]]] = {
        entrant: [[] for _ in range(cycles)] for entrant in schedule.spec.ids
    }
    totals: dict[str, float] = dict.fromkeys(entrants, 0.0)
    clip = schedule.spec.target
    for match, result in official(schedule, results):
        if match.cycle >= cycles:
            continue
        raw = margins(schedule.spec, result)
        game = _Game(
            match.pairing,
            {result.seats[seat]: max(-clip, min(clip, margin)) for seat, margin in raw.items()},
        )
        for entrant, margin in game.margins.items():
            games[entrant][match.cycle].append(game)
            if entrant in totals:
                totals[entrant] += margin
    first = max(totals, key=totals.__getitem__)
    doubt = DOUBT / (2 * (len(totals) - 1))
    leads = {
        rival: _lead(first, rival, games, float(clip), log(1 / doubt)) for rival in totals if rival != first
    }
    return Settled(first, cycles, leads) if min(leads.values()) > 0 else None


def _lead(one: str, other: str, games: Mapping[str, list[list[_Game]]], clip: float, need: float) -> float:
    """Bound the expected difference per cycle from below; `need` is the log of the odds against chance."""
    stakes = staked = risked = 0.0
    spread = 0.0
    seen: dict[tuple[int, bool], tuple[float, int]] = defaultdict(lambda: (0.0, 0))
    for cycle, (mine, theirs) in enumerate(zip(games[one], games[other], strict=True)):
        differences = [
            (
                game.pairing,
                game.margins[one] - game.margins.get(other, 0.0),
                4 * clip if other in game.margins else 2 * clip,
            )
            for game in mine
        ] + [(game.pairing, -game.margins[other], 2 * clip) for game in theirs if one not in game.margins]
        widest = 4 * clip
        # Before anything is known every difference may be as large as can be.
        variance = (spread + widest**2 / 4) / (cycle + 1)
        stake = min(sqrt(2 * need / (variance * (cycle + 1) * log(cycle + 2))), _STAKE_MAX / widest)
        stakes += stake
        for pairing, difference, width in differences:
            before, count = seen[pairing, width == widest]
            error = difference - before / (count + 1)
            seen[pairing, width == widest] = (before + difference, count + 1)
            spread += error**2
            risk = stake * width
            staked += stake * difference
            risked += (error / width) ** 2 * (-log(1 - risk) - risk)
    return (staked - risked - need) / stakes
