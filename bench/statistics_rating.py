"""How long the tables of a large tournament take: ``python -m bench.statistics_rating [BOTS GAMES]``."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from arbitro_engine.tournament import Schedule, Standings, official
from arbitro_engine.tournament.rating import RESAMPLES, ratings
from bench.statistics_races import field, play


def main(bots: int = 100, games: int = 20) -> None:
    """Print the seconds of CPU; 100 bots with 20 games are 99,000 matches."""
    spec = field(bots, games // 2)
    skills = {bot: 0.2 * number / bots for number, bot in enumerate(spec.ids)}
    results = list(play(spec, skills, random.Random(1)))
    schedule = Schedule(spec)
    print(f"{bots} bots, {len(results)} matches")
    steps: tuple[tuple[str, Callable[[], object]], ...] = (
        ("results into the schedule's order", lambda: official(schedule, results)),
        ("provisional standings", lambda: Standings.of(spec, results, provisional=True)),
        ("final standings", lambda: Standings.of(spec, results)),
        (f"ratings, with {RESAMPLES} fits to sets drawn anew", lambda: ratings(spec, results)),
    )
    for name, step in steps:
        began = time.process_time()
        step()
        print(f"{time.process_time() - began:9.3f} s  {name}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
