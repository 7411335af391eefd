"""What can be measured, by name. Modules load when they are run, so that one missing part breaks one row."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from bench.figures import Figure

__all__ = ["MEASUREMENTS", "STUDIES", "Measurement", "Study"]


@dataclass(frozen=True, slots=True)
class Measurement:
    """Gives figures.

    Attributes:
        module: where its ``measure(full=...)`` is.
        what: what it tells.
        quick: it belongs to the set that runs in a few minutes.
    """

    module: str
    what: str
    quick: bool = True

    def run(self, full: bool) -> Iterator[Figure]:  # noqa: FBT001 - the one choice there is
        """Return the figures as they come."""
        figures: Iterator[Figure] = import_module(f"bench.{self.module}").measure(full=full)
        return figures


@dataclass(frozen=True, slots=True)
class Study:
    """Prints a table of its own, by simulation: see the module."""

    module: str
    what: str
    quick: bool = False

    def run(self) -> None:
        """Print it."""
        subprocess.run([sys.executable, "-m", f"bench.{self.module}"], check=False)


MEASUREMENTS: Final = {
    one.module: one
    for one in (
        Measurement("engine", "rules and match machine in process, beside RLCard"),
        Measurement("audit", "bytes of a log, and its audit"),
        Measurement("startup", "import of the SDK, help of the command, start of the server"),
        Measurement("duel", "how `arbitro duel --jobs` scales over cores"),
        Measurement("served", "decisions over gRPC beside a bare echo"),
        Measurement("core", "the referee without its transport: all that a decision costs but gRPC"),
        Measurement("store", "the store's share of the server's CPU"),
        Measurement("latency", "what the referee adds to a decision, at 1, 64 and 512 matches"),
        Measurement("memory", "an idle session, a running match, streams that come and go"),
        Measurement("classroom", "a class of 30 from end to end, and what is kept of it", quick=False),
        Measurement("soak", "five minutes of bots that are killed and come back: what grows", quick=False),
        Measurement("clocks", "answers in time and around the limit, in real time", quick=False),
        Measurement("watchers", "watchers of a match by gRPC; tabs of the pages, idle and live", quick=False),
    )
}
STUDIES: Final = {
    one.module: one
    for one in (
        Study("statistics_separation", "rounds that it takes to tell two bots apart"),
        Study("statistics_coverage", "how often a 95 % interval of the margin holds the truth"),
        Study("statistics_stopping", "how often the stop rule is wrong, and what it saves"),
        Study("statistics_rating", "how long the fit of 100 bots and 100,000 matches takes"),
        Study("profiles", "the marathon: every profile to its target, every log audited"),
    )
}
