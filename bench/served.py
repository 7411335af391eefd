"""Decisions over gRPC beside the bare transport: the referee, complete, and an echo of messages as long.

Server pinned to one core, light bots in one process on the other. By rate: decisions a second of wall time
against messages a second. By CPU: the server's CPU for a message against that for a decision, which says the
same of a server that its core keeps busy, and stays true while others use the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bench.figures import Figure
from bench.meter import Foreign, alternate, median
from bench.processes import Counted, crowd, echo, referee

__all__ = ["measure"]


class Layout(NamedTuple):
    """Bots and matches at once for each; the echo's streams beside it; goals of the ratio by hold and aim."""

    bots: int
    matches: int
    streams: int
    games: int
    warm_s: float
    hold: float | None = None
    aim: float | None = None
    quick: bool = True

    @property
    def name(self) -> str:
        """How it is called in tables."""
        return f"{self.bots} bots x {self.matches}"


LAYOUTS = (
    Layout(8, 1, 8, 64, 1.0),
    Layout(64, 1, 64, 4, 2.0, 0.55, 0.75),
    Layout(8, 64, 8, 128, 3.0, 2.2, 3.5),
    Layout(8, 256, 8, 512, 10.0, quick=False),
)
COST_US = (25.0, 16.0)


def measure(*, full: bool) -> Iterator[Figure]:
    """Measure each layout and its echo in turn."""
    runs, seconds = (3, 4.0) if full else (2, 2.0)
    foreign = Foreign()
    for layout in LAYOUTS:
        if layout.quick or full:
            yield from _figures(layout, runs, seconds)
    yield Figure("served", "foreign load meanwhile", foreign.cores(), "cores")


def _figures(layout: Layout, runs: int, seconds: float) -> Iterator[Figure]:
    def bare() -> Counted:
        with echo() as server:
            return crowd(server, streams=layout.streams, warm_s=0.5, seconds=seconds)

    def complete() -> Counted:
        with referee(layout.bots, layout.games) as server:
            return crowd(server, matches=layout.matches, warm_s=layout.warm_s, seconds=seconds)

    bares, ours = alternate([bare, complete], runs)
    name, beside = layout.name, f"echo of {layout.streams} streams"
    goals = layout.hold, layout.aim
    by_rate = [one.rate / other.rate for one, other in zip(ours, bares, strict=True)]
    by_cpu = [other.cost_us / one.cost_us for one, other in zip(ours, bares, strict=True)]
    cost = COST_US if layout.name == "8 bots x 64" else (None, None)
    busy = median(one.server_s / one.seconds for one in ours)
    yield Figure("served", beside, median(one.rate for one in bares), "1/s")
    yield Figure("served", f"{beside}, server", median(one.cost_us for one in bares), "us")
    yield Figure(
        "served", name, median(one.rate for one in ours), "decisions/s", note=f"{busy:.2f} of a core"
    )
    yield Figure("served", f"{name}, server", median(one.cost_us for one in ours), "us", *cost)
    yield Figure("served", f"{name} / echo, by rate", median(by_rate), "ratio", *goals)
    yield Figure("served", f"{name} / echo, by CPU", median(by_cpu), "ratio", *goals)
    yield Figure("served", f"{name}, p50", median(one.p50_us for one in ours) / 1e3, "ms")
    yield Figure(
        "served", f"{name}, decisions a frame", median(one.decisions / one.frames for one in ours), ""
    )
