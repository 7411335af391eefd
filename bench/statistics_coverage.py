"""How often 95 % intervals of the margin hold the truth: ``python -m bench.statistics_coverage [TRIALS]``."""

from __future__ import annotations

import random
import sys

from arbitro_engine.tournament.intervals import SetMargin, ratio
from bench.statistics_races import KINDS, race

SETS = (5, 10, 30, 59, 60, 100, 300)


def main(trials: int = 4000) -> None:
    """Print a line for each kind of players and number of sets."""
    print(f"Share of 95 % intervals that hold the true margin per round; {trials} tournaments each.")
    print(f"{'players':16}{'sets':>6}{'held':>8}{'truth below':>13}{'truth above':>13}{'width':>8}")
    for kind in KINDS:
        truth = kind.truth(random.Random(99))
        for count in SETS:
            chance = random.Random(f"{kind.name}/{count}")
            below = above = 0
            width = 0.0
            for trial in range(trials):
                races = [race(chance, kind) for _ in range(count)]
                estimate = ratio(
                    [SetMargin(one - other, sum(won)) for (one, other), won in races], str(trial)
                )
                if estimate is None or estimate.low is None or estimate.high is None:
                    raise ValueError(f"{count} sets give no interval")
                below += truth < estimate.low
                above += truth > estimate.high
                width += estimate.high - estimate.low
            held = 100 - 100 * (below + above) / trials
            print(
                f"{kind.name:16}{count:6}{held:7.2f}%{100 * below / trials:12.2f}%"
                f"{100 * above / trials:12.2f}%{width / trials:8.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
