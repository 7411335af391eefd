"""Many offline matches: all pairs or tables in all seat orders, on all cores, with the same result on any.

Workers are spawned, never forked, and load the bots themselves; results come in the order of the schedule.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from arbitro_engine.tournament.result import MatchResult
from arbitro_engine.tournament.schedule import Schedule, ScheduledMatch
from arbitro_engine.tournament.spec import Entrant, SpecError, TournamentSpec
from arbitro_engine.tournament.standings import Standings
from arbitro_sdk import logs
from arbitro_sdk.arena import Conditions, Scheduled, play
from arbitro_sdk.errors import CheckFailedError, UsageError
from arbitro_sdk.loading import LoadedBot, load, names
from arbitro_sdk.seated import Report, to_stderr

__all__ = ["Duel", "DuelResult", "Outing", "fight"]

_WORTH_A_PROCESS: Final = 8
"""Fewer matches than this are played faster than another process starts."""
_SHOWN: Final = 3
"""So many mistakes of a bot are shown by each process."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Who fights whom, and how: `bots` as people call them, `games` matches for each pairing."""

    bots: tuple[str, ...]
    conditions: Conditions
    games: int = 2
    seats: int = 2
    logs: Path | None = None


@dataclass(frozen=True, slots=True)
class Outing:
    """What one match says of one seat."""

    faults: Counter[str]
    decisions: int
    think_us: int
    longest_us: int


@dataclass(frozen=True, slots=True)
class DuelResult:
    """What came of it. Lists are in the order of `bots` (their ids).

    Attributes:
        standings: as of a tournament.
        wins: ``wins[i][j]`` matches that i won against j; the diagonal is None.
        outings: per bot, everything its seats did, added up.
        games: matches for each pairing: what was asked for, rounded up to whole seat orders.
    """

    bots: tuple[str, ...]
    standings: Standings
    wins: tuple[tuple[int | None, ...], ...]
    outings: tuple[Outing, ...]
    games: int
    matches: int
    rounds: int
    seconds: float

    @property
    def decisions(self) -> int:
        """Answers given in all."""
        return sum(outing.decisions for outing in self.outings)


_Report = tuple[MatchResult, tuple[Outing, ...]]
Progress = Callable[[int, int], None]
"""Told how many matches are played, and of how many."""


def fight(duel: Duel, jobs: int | None = None, progress: Progress = lambda _played, _of: None) -> DuelResult:
    """Play all matches; `jobs` processes, by default one for each core.

    Raises:
        UsageError: a bot that cannot be loaded, or a duel that cannot be (A501).
        CheckFailedError: A702 if a bot ends its process.
    """
    began = time.monotonic()
    loaded = [load(spec) for spec in duel.bots]
    spec = _spec(duel, names(bot.name for bot in loaded))
    matches = list(Schedule(spec).matches())
    jobs = min(jobs or os.cpu_count() or 1, -(-len(matches) // _WORTH_A_PROCESS))
    results: list[MatchResult] = []
    outings = {bot: Outing(Counter(), 0, 0, 0) for bot in spec.ids}
    for result, seats in _reports(duel, spec.ids, loaded, matches, jobs):
        results.append(result)
        for bot, outing in zip(result.seats, seats, strict=True):
            outings[bot] = _added(outings[bot], outing)
        progress(len(results), len(matches))
    standings = Standings.of(spec, results)
    return DuelResult(
        spec.ids,
        standings,
        _in_order(standings, spec.ids),
        tuple(outings.values()),
        spec.games_per_pairing,
        len(results),
        sum(result.rounds for result in results),
        time.monotonic() - began,
    )


def _spec(duel: Duel, ids: Sequence[str]) -> TournamentSpec:
    rules = duel.conditions.rules
    if len(ids) < duel.seats:
        raise UsageError(
            "A501",
            f"A match has {duel.seats} seats, more than bots ({len(ids)}): name {duel.seats} or more.",
        )
    try:
        return _checked(
            TournamentSpec(
                id="duel",
                entrants=tuple(map(Entrant, ids)),
                format="round_robin" if duel.seats == 2 else "tables",
                seats=duel.seats,
                games=duel.games,
                deals=duel.conditions.deals,
                scoring=rules.scoring,
                teams=rules.teams,
                target=rules.target,
            )
        )
    except SpecError as error:
        raise UsageError("A501", f"This duel cannot be: {error}.") from None


def _checked(spec: TournamentSpec) -> TournamentSpec:
    if spec.field_fault:
        raise SpecError((spec.field_fault,))
    return spec


def _reports(
    duel: Duel, ids: Sequence[str], loaded: Sequence[LoadedBot], matches: Sequence[ScheduledMatch], jobs: int
) -> Iterator[_Report]:
    if jobs == 1:
        yield from map(partial(_match, duel, dict(zip(ids, loaded, strict=True)), _heard(ids)), matches)
        return
    context = multiprocessing.get_context("spawn")
    chunk = max(1, min(_WORTH_A_PROCESS, len(matches) // (4 * jobs)))
    with ProcessPoolExecutor(jobs, context, _start_worker, (duel, ids)) as pool:
        try:
            yield from pool.map(_work, matches, chunksize=chunk)
        except BrokenProcessPool:
            raise CheckFailedError(
                "A702", "A bot ended the process it ran in. Play it alone with `arbitro try` to see where."
            ) from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in multiprocessing.active_children():
                worker.terminate()
            raise


_worker: tuple[Duel, dict[str, LoadedBot], dict[str, Report]]
"""In a worker process: what it was started with."""


def _start_worker(duel: Duel, ids: Sequence[str]) -> None:
    global _worker  # noqa: PLW0603 - a pool gives its workers no other place to keep what they were started with
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C and ends its workers
    sys.stdout = sys.stderr  # whatever a bot prints is no result
    _worker = duel, {bot: load(spec) for bot, spec in zip(ids, duel.bots, strict=True)}, _heard(ids)


def _work(scheduled: ScheduledMatch) -> _Report:
    return _match(*_worker, scheduled)


def _heard(ids: Sequence[str]) -> dict[str, Report]:
    """Where each bot's author reads the first mistakes in all its matches."""
    return {bot: to_stderr(bot, _SHOWN) for bot in ids}


def _match(
    duel: Duel, bots: dict[str, LoadedBot], heard: dict[str, Report], scheduled: ScheduledMatch
) -> _Report:
    played = play(
        duel.conditions,
        Scheduled(scheduled.id, scheduled.set_id, "duel", scheduled.seats),
        [bots[bot] for bot in scheduled.seats],
        [heard[bot] for bot in scheduled.seats],
    )
    if duel.logs:
        logs.write(duel.logs, played)
    outings = zip(played.faults, played.decisions, played.think_us, played.longest_us, strict=True)
    return MatchResult.of(scheduled.id, 0, scheduled.seats, played.ended), tuple(
        Outing(*one) for one in outings
    )


def _added(one: Outing, other: Outing) -> Outing:
    return Outing(
        one.faults + other.faults,
        one.decisions + other.decisions,
        one.think_us + other.think_us,
        max(one.longest_us, other.longest_us),
    )


def _in_order(standings: Standings, ids: Sequence[str]) -> tuple[tuple[int | None, ...], ...]:
    """Give the win matrix in the order of the bots instead of that of the ranks."""
    place = {line.entrant: place for place, line in enumerate(standings.lines)}
    return tuple(tuple(standings.wins[place[one]][place[other]] for other in ids) for one in ids)
