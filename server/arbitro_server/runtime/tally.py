"""What went wrong in matches, counted from their records: by reason, for each seat and for each bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from arbitro_engine.match.record import HeaderRecord, RecordKind, StepRecord
from arbitro_engine.rules.events import Why
from arbitro_server.runtime.floor import Floor

__all__ = ["Counts", "Tally"]


class Tally:
    """The faults of one match.

    Attributes:
        faults: by seat, how often for each reason: ``late``, ``lost``, or a refusal's name.
        forfeits: the endings by which seats left.
    """

    def __init__(self, seats: int) -> None:
        self.faults: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.forfeits: dict[int, Why] = {}

    def add(self, record: StepRecord) -> None:
        """Count a record."""
        kind = record.kind
        if kind is RecordKind.TIMEOUT and record.cause != "refusals":
            self.faults[record.seat][record.cause] += 1
        elif kind is RecordKind.REFUSED and record.refusal is not None:
            self.faults[record.seat][record.refusal.value] += 1
        elif kind is RecordKind.RETIRE:
            self.forfeits[record.seat] = record.ending


class Counts:
    """What is counted over the matches of a tournament that are over.

    Attributes:
        faults: by bot, how often for each reason.
        decisions: how many decisions were put.
    """

    def __init__(self) -> None:
        self.faults: dict[str, Counter[str]] = {}
        self.decisions = 0

    def add(self, bots: Sequence[str], tally: Tally, decisions: int) -> None:
        """Count a match; ``bots`` by seat."""
        self.decisions += decisions
        for bot, faults in zip(bots, tally.faults, strict=True):
            self.faults.setdefault(bot, Counter()).update(faults)

    def recount(self, floor: Floor, logs: list[str]) -> None:
        """After a restart: count the matches of these logs, one in each turn of the loop."""
        if not logs:
            return
        header, *records = map(floor.wire.record_of, floor.store.records(logs.pop()))
        if isinstance(header, HeaderRecord):
            tally = Tally(header.header.seats)
            steps = [record for record in records if isinstance(record, StepRecord)]
            for record in steps:
                tally.add(record)
            decisions = next((record.end.decisions for record in steps if record.end is not None), 0)
            self.add(header.header.bots, tally, decisions)
        floor.soon(lambda: self.recount(floor, logs))
