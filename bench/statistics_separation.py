"""How many rounds tell two bots apart: ``python -m bench.statistics_separation [GAMES [BOT BOT]]``.

By matches won and by margin, with fresh and with duplicate deals: the rounds after which a 95 % interval is
expected to leave out zero. The lead is matches won minus lost, of one; or points per round.
"""

from __future__ import annotations

import sys
from math import inf
from statistics import fmean, stdev
from typing import Literal

from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.tournament import Entrant, MatchResult, Schedule, TournamentSpec
from arbitro_sdk.arena import Conditions, Scheduled, play
from arbitro_sdk.loading import load
from arbitro_sdk.seated import to_stderr

Deals = Literal["fresh", "duplicate"]


def played(names: tuple[str, str], games: int, deals: Deals) -> dict[str, list[MatchResult]]:
    """Play so many matches; return them by set."""
    bots = {name: load(name) for name in names}
    spec = TournamentSpec("separation", tuple(map(Entrant, names)), games=games, deals=deals)
    conditions = Conditions(RuleSet.of("official"), "separation", deals=deals)
    sets: dict[str, list[MatchResult]] = {}
    for match in Schedule(spec).matches():
        table = [bots[name] for name in match.seats]
        scheduled = Scheduled(match.id, match.set_id, spec.id, match.seats)
        ended = play(conditions, scheduled, table, [to_stderr(name) for name in match.seats]).ended
        sets.setdefault(match.set_id, []).append(MatchResult.of(match.id, 0, match.seats, ended))
    return sets


def rounds_needed(values: list[float], weights: list[float], rounds: float) -> float:
    """Return the rounds until the 95 % interval of Σ value / Σ weight leaves out zero."""
    lead = sum(values) / sum(weights)
    deviation = stdev(value - lead * weight for value, weight in zip(values, weights, strict=True))
    return (1.96 * deviation / (lead * fmean(weights))) ** 2 * rounds if lead else inf


def won(results: list[MatchResult], bot: str) -> float:
    """Return the matches of a set that a bot won minus those it lost."""
    return sum(
        0 if result.winner is None else 1 if result.seats[result.winner] == bot else -1 for result in results
    )


def margin(results: list[MatchResult], bot: str) -> float:
    """Return a bot's points minus the other's, over a set."""
    own = [(result.scores, result.seats.index(bot)) for result in results]
    return sum(scores[seat] - scores[1 - seat] for scores, seat in own)


def main(games: int = 2000, one: str = "saver", other: str = "greedy") -> None:
    """Print a line for each way to tell."""
    print(f"{one} against {other}, official rules, {games} matches of each kind of deals")
    print(f"{'deals':12}{'by':10}{'lead':>10}{'rounds a set':>14}{'rounds needed':>15}")
    deals: Deals
    for deals in ("fresh", "duplicate"):
        sets = list(played((one, other), games, deals).values())
        rounds = [float(sum(result.rounds for result in results)) for results in sets]
        for name, values, weights in (
            ("wins", [won(results, one) for results in sets], [float(len(results)) for results in sets]),
            ("margin", [margin(results, one) for results in sets], rounds),
        ):
            lead, needed = sum(values) / sum(weights), rounds_needed(values, weights, fmean(rounds))
            print(f"{deals:12}{name:10}{lead:10.3f}{fmean(rounds):14.1f}{needed:15.0f}", flush=True)


if __name__ == "__main__":
    GAMES, *BOTS = sys.argv[1:] or ["2000"]
    main(int(GAMES), *BOTS)
