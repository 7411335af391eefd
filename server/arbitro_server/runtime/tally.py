"""What went wrong in matches, counted from their records: by reason, for each seat and for each bot."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from arbitro_engine.match.record import HeaderRecord, Record, RecordKind, StepRecord
from arbitro_engine.rules.events import Why

__all__ = ["Counts", "Tally", "summary_of", "tally_of", "tally_of_summary"]

_ANSWER: Final = RecordKind.ANSWER  # bound once: it is asked of every answer


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
        if kind is _ANSWER and not record.cause:
            return
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


def tally_of(records: Iterable[Record]) -> tuple[Sequence[str], Tally]:
    """Return the bots and the faults of a match, from all records of its log."""
    bots: Sequence[str] = ()
    tally = Tally(0)
    for record in records:
        if isinstance(record, HeaderRecord):
            bots, tally = record.header.bots, Tally(record.header.seats)
        elif isinstance(record, StepRecord):
            tally.add(record)
    return bots, tally


def summary_of(bots: Sequence[str], tally: Tally) -> bytes:
    """Return all that a tournament's counts take from a match's log, so that it need not be read again."""
    kept = {
        "bots": list(bots),
        "faults": tally.faults,
        "strikes": list(tally.strikes),
        "decisions": tally.decisions,
        "took_us": tally.took_us,
    }
    return json.dumps(kept).encode()


def tally_of_summary(summary: bytes) -> tuple[Sequence[str], Tally]:
    """Return the bots and the faults of a match from its summary: the inverse of `summary_of`."""
    kept = json.loads(summary)
    tally = Tally(len(kept["bots"]))
    tally.faults = list(map(Counter, kept["faults"]))
    tally.strikes = kept["strikes"]
    tally.decisions, tally.took_us = kept["decisions"], kept["took_us"]
    return kept["bots"], tally
