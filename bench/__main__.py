"""``python -m bench``: list the measurements, run those that are named or the quick ones, print figures.

Every figure is a line of JSON as soon as it is known, and a row of the table at the end.
"""

from __future__ import annotations

import argparse
import json
import sys

from bench.catalogue import MEASUREMENTS, STUDIES
from bench.figures import Figure, table
from bench.meter import machine

__all__ = ["main"]


def main() -> None:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="what to measure; without any: the quick set"
    )
    parser.add_argument("--full", action="store_true", help="everything, with more and longer runs")
    parser.add_argument("--list", action="store_true", help="say what there is, and measure nothing")
    chosen = parser.parse_args()
    if unknown := set(chosen.names) - set(MEASUREMENTS) - set(STUDIES):
        parser.error(f"there is no {', '.join(sorted(unknown))}: see --list")
    if chosen.list:
        for name, one in (MEASUREMENTS | STUDIES).items():
            print(f"{name:24}{'quick' if one.quick else '--full':8}{one.what}")
        return
    names = chosen.names or [
        name for name, one in (MEASUREMENTS | STUDIES).items() if one.quick or chosen.full
    ]
    print(json.dumps({"machine": machine()}), flush=True)
    figures: list[Figure] = []
    for name in names:
        if name in STUDIES:
            STUDIES[name].run()
            continue
        for figure in MEASUREMENTS[name].run(chosen.full):
            print(figure.line(), flush=True)
            figures.append(figure)
    if figures:
        print(table(figures), file=sys.stderr if not sys.stdout.isatty() else sys.stdout)


main()
