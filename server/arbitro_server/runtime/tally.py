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
        faults: by seat, how often for each reason: ``late``, ``lost``, ``crash``, or a refusal's name.
        forfeits: the endings by which seats left.
        strikes: by seat, once the match is over.
        decisions: by seat, how many were put to it, as far as an answer or a time-out shows.
        took_us: how long it has taken.
    """

    def __init__(self, seats: int) -> None:
        self.faults: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.forfeits: dict[int, Why] = {}
        self.strikes: Sequence[int] = (0,) * seats
        self.decisions = [0] * seats
        self.took_us = 0

    def add(self, record: StepRecord) -> None:
        """Count a record."""
        kind = record.kind
        self.took_us = max(self.took_us, record.read_us, record.at_us)
        if record.decision >= 0:
            self.decisions[record.seat] = record.decision + 1
        if record.cause and record.cause != "refusals":
            self.faults[record.seat][record.cause] += 1
        elif kind is RecordKind.REFUSED and record.refusal is not None:
            self.faults[record.seat][record.refusal.value] += 1
        elif kind is RecordKind.RETIRE:
            self.forfeits[record.seat] = record.ending
        elif record.end is not None:
            self.strikes = record.end.strikes


class Counts:
    """What is counted over the matches of a tournament that are over.

    Attributes:
        faults: by bot, how often for each reason.
        strikes: by bot.
        decisions: by bot, how many were put to it.
    """

    def __init__(self) -> None:
        self.faults: dict[str, Counter[str]] = {}
        self.strikes: Counter[str] = Counter()
        self.decisions: Counter[str] = Counter()
        self._matches: Counter[str] = Counter()
        self._took_us: Counter[str] = Counter()

    def add(self, bots: Sequence[str], tally: Tally) -> None:
        """Count a match; ``bots`` by seat."""
        for seat, bot in enumerate(bots):
            self.faults.setdefault(bot, Counter()).update(tally.faults[seat])
            self.strikes[bot] += tally.strikes[seat]
            self.decisions[bot] += tally.decisions[seat]
            self._matches[bot] += 1
            self._took_us[bot] += tally.took_us

    @property
    def took_us(self) -> dict[str, int]:
        """The mean duration of each bot's matches."""
        return {bot: self._took_us[bot] // count for bot, count in self._matches.items()}

    def recount(self, floor: Floor, logs: list[str]) -> None:
        """After a restart: count the matches of these logs, one in each turn of the loop."""
        if not logs:
            return
        header, *records = map(floor.wire.record_of, floor.store.records(logs.pop()))
        if isinstance(header, HeaderRecord):
            tally = Tally(header.header.seats)
            for record in records:
                if isinstance(record, StepRecord):
                    tally.add(record)
            self.add(header.header.bots, tally)
        floor.soon(lambda: self.recount(floor, logs))
