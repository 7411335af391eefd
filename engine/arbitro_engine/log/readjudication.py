"""A match judged by another fault policy: which rulings would differ, and what is known of the match then.

The log is played on two machines side by side, one with its own policy, one with the other. As soon as the
other one lets something else happen, nobody knows what the bots would have done, unless the match ends there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from arbitro_engine.log.replay import Differs, Replayed, chance_of_log, machine, replay
from arbitro_engine.log.stored import Difference, StoredLog
from arbitro_engine.match.faults import PolicyName
from arbitro_engine.match.inputs import Input, Retire, input_of
from arbitro_engine.match.match import Match
from arbitro_engine.match.record import RecordKind, StepRecord
from arbitro_engine.rules.events import Why

__all__ = ["Readjudication", "Ruling", "readjudicate"]

NOTHING: Final = "nothing"
UNTOLD: Final = "a default move that needs cards of which the log does not tell"


class Ruling(NamedTuple):
    """What was decided about a seat, e.g. ``default draw keep, strike``, and what the other policy says."""

    record: int
    seat: int
    was: str
    would_be: str


class Readjudication(NamedTuple):
    """The rulings that differ, as far as the match is known.

    Attributes:
        policy: the other policy.
        rulings: those that differ, in order.
        conclusion: ``unchanged``; ``forfeit by SEAT at record N`` where the match would have ended; else
            ``undetermined after N``, N being the record of the first ruling that differs.
    """

    policy: PolicyName
    rulings: tuple[Ruling, ...]
    conclusion: str


def readjudicate(log: StoredLog, policy: PolicyName) -> Readjudication:
    """Judge a match by another policy, its numbers (strikes, grace) being the log's own.

    Raises:
        Differs: if the log does not follow even its own policy, or has no header.
    """
    header = log.header
    if header is None:
        raise Differs(Difference(0, "kind", "a header", "none"))
    steps = [record for _, record in log.steps]
    own = machine(header, chance_of_log(steps), silent=True)
    judged = replace(header, faults=replace(header.faults, name=policy))
    other = machine(judged, chance_of_log(steps), silent=True)
    bench = _Bench(log, own, other, policy)
    for replayed in replay(log, own):
        if bench.is_settled(replayed):
            break
    return Readjudication(policy, tuple(bench.rulings), bench.conclusion)


class _Bench:
    def __init__(self, log: StoredLog, own: Match, other: Match, policy: PolicyName) -> None:
        self.rulings: list[Ruling] = []
        self.conclusion = "unchanged"
        self._log = log
        self._own, self._other = own, other
        self._waits = policy == "contest" and own.header.faults.name != "contest"
        self._never_waits = policy != "contest" and own.header.faults.name == "contest"
        self._lost: dict[int, int] = {}
        self._strikes = own.strikes

    def is_settled(self, replayed: Replayed) -> bool:
        """Take one input that was played on the log's own machine; return whether the two have parted."""
        at, step = replayed
        record = step.records[0]
        now_us = record.at_us or record.read_us
        for seat, lost_us in self._lost.items():
            leaves_us = lost_us + self._own.header.faults.grace_us
            if self._waits and now_us >= leaves_us and seat in self._other.active:
                self._rule(at, Ruling(at, seat, NOTHING, "forfeit"), Retire(seat, Why.DISCONNECT, leaves_us))
                return True
        self._note_presence(record)
        happened = input_of(record)
        is_grace = isinstance(happened, Retire) and happened.ending is Why.DISCONNECT and self._other.begun
        if is_grace and self._never_waits:
            self._rule(at, Ruling(at, record.seat, "forfeit", NOTHING))
            return True
        before = self._other.strikes
        was = _described(step.records, record.seat, self._own.strikes, self._strikes)
        try:
            records = self._other.handle(happened).records
        except ValueError:  # chance is read from the log, which never came to this shuffle or this round
            self._rule(at, Ruling(at, record.seat, was, UNTOLD))
            return True
        would_be = _described(records, record.seat, self._other.strikes, before)
        self._strikes = self._own.strikes
        parted = _course(records) != _course(step.records)
        if was != would_be or parted:
            self._rule(at, Ruling(at, record.seat, was, would_be))
        return parted

    def _note_presence(self, record: StepRecord) -> None:
        if record.kind is RecordKind.LOST:
            self._lost[record.seat] = record.at_us
        elif record.kind is RecordKind.BACK:
            self._lost.pop(record.seat, None)
        elif record.kind is RecordKind.RESTART:
            self._lost = dict.fromkeys(self._own.lost, record.at_us)

    def _rule(self, at: int, ruling: Ruling, instead: Input | None = None) -> None:
        self.rulings.append(ruling)
        if instead is not None:
            self._other.handle(instead)
        ended = self._other.ended
        if ended is not None and ended != self._own.ended and ended.blame is not None:
            self.conclusion = f"forfeit by {ended.blame} at record {at}"
        elif len(self.rulings) == 1:
            self.conclusion = f"undetermined after {at}"


def _described(
    records: Sequence[StepRecord], seat: int, strikes: Sequence[int], before: Sequence[int]
) -> str:
    words = []
    for record in records:
        if record.kind is RecordKind.REFUSED:
            words.append("refused")
        elif record.kind is RecordKind.TIMEOUT and record.did:
            words.append(f"default {' '.join(map(str, record.did))}")
        elif record.kind is RecordKind.RETIRE and record.seat == seat:
            words.append("forfeit")
    if 0 <= seat < len(strikes) and strikes[seat] > before[seat]:
        words.append("strike")
    return ", ".join(words) or NOTHING


def _course(records: Sequence[StepRecord]) -> list[StepRecord]:
    """Return the records without the tally of strikes at the end, which changes nothing by itself."""
    return [
        record._replace(end=record.end._replace(strikes=())) if record.end is not None else record
        for record in records
    ]
