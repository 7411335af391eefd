"""How often the stop rule is wrong, and what it saves: ``python -m bench.statistics_stopping [TRIALS]``.

Tournaments are looked at after every cycle. Among equals every stop is a false one: its share must stay below
5 %.
"""

from __future__ import annotations

import random
import sys

from arbitro_engine.tournament import Schedule, settled
from bench.statistics_races import field, play

CASES = (
    ("2 equals", (0.0, 0.0), 100),
    ("4 equals", (0.0, 0.0, 0.0, 0.0), 40),
    ("2 equals, 1 worse", (0.0, 0.0, -0.1), 60),
    ("2, better by 0.05", (0.05, 0.0), 100),
    ("2, better by 0.1", (0.1, 0.0), 100),
    ("4, one better by 0.1", (0.1, 0.0, 0.0, 0.0), 40),
)


def main(trials: int = 400) -> None:
    """Print a line for each field; a skill of 0.1 more is a tenth more rounds won."""
    print(
        f"Stops before the end, looking after every cycle of two matches a pair; {trials} tournaments each."
    )
    print(f"{'field':24}{'cycles':>8}{'stopped':>9}{'wrongly':>9}{'median stop':>13}")
    for name, skills, cycles in CASES:
        spec = field(len(skills), cycles)
        by_bot = dict(zip(spec.ids, skills, strict=True))
        schedule = Schedule(spec)
        best = [bot for bot in spec.ids if by_bot[bot] == max(skills)]
        stops, wrong = [], 0
        for trial in range(trials):
            results = list(play(spec, by_bot, random.Random(f"{name}/{trial}")))
            answers = (settled(schedule, results, spec.ids, done) for done in range(1, cycles + 1))
            if answer := next(filter(None, answers), None):
                stops.append(answer.cycles)
                wrong += [answer.entrant] != best
        median = sorted(stops)[len(stops) // 2] if stops else "-"
        print(
            f"{name:24}{cycles:8}{100 * len(stops) / trials:8.1f}%{100 * wrong / trials:8.1f}%{median!s:>13}",
            flush=True,
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
