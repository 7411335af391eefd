"""The decisions put to one seat: their numbers and attempts, which is open, and what became of each answer.

(decision, attempt) is the key of an answer (architecture 4). The first answer with the key of the open
decision counts; the same answer again gets the same result, also when it comes after the decision was closed.
Results are kept for the round being played; answers to older decisions are STALE. Nearly all of them say that
an answer was accepted and differ in five numbers, which are kept as such: as values they would be the largest
part of a running match.
"""

from __future__ import annotations

from bisect import bisect_left
from struct import Struct
from typing import Final

from arbitro_engine.match.clock import TOLERANCE_A_DECISION_US
from arbitro_engine.match.inputs import Answer
from arbitro_engine.match.messages import Outcome, Result
from arbitro_engine.rules.moves import DecisionKind, Move

__all__ = ["Decisions", "OpenDecision"]

_ACCEPTED: Final = Outcome.ACCEPTED
_PACKED: Final = Struct("<IIqqI")
"""Decision, attempt, charge, bank, strikes of an accepted answer.

Times fit: none of a time control is above LONGEST_US, and what is charged was there to be spent.
"""


class OpenDecision:
    """A question that waits for its answer.

    Attributes:
        id: counts the decisions put to the seat over the match, from 0.
        attempt: from 0; rises after a refusal.
        kind: what is asked.
        left_us: what is left of its allowance; the decisions of one turn hand it on.
        tolerance_us: what may still be drawn of the tolerance for this decision.
    """

    __slots__ = ("attempt", "id", "kind", "left_us", "tolerance_us")

    def __init__(self, number: int, kind: DecisionKind, left_us: int) -> None:
        self.id = number
        self.attempt = 0
        self.kind = kind
        self.left_us = left_us
        self.tolerance_us = TOLERANCE_A_DECISION_US

    def renew(self, allowance_us: int) -> None:
        """Give it its full time again."""
        self.left_us = allowance_us
        self.tolerance_us = TOLERANCE_A_DECISION_US


class Decisions:
    """All decisions of one seat: at most one of them is open.

    Attributes:
        open: the open decision, or None.
        count: how many were put to the seat: the next one's number.
    """

    __slots__ = ("_accepted", "_moves", "_others", "_seat", "count", "open")

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._accepted = bytearray()  # in order of the decisions
        self._moves: list[Move | None] = []  # that were accepted
        self._others: dict[tuple[int, int], tuple[Move | None, Result]] = {}
        self.open: OpenDecision | None = None
        self.count = 0

    def put(self, kind: DecisionKind, left_us: int) -> OpenDecision:
        """Open the next decision, with an allowance of ``left_us``."""
        decision = self.open = OpenDecision(self.count, kind, left_us)
        self.count += 1
        return decision

    def answered(self, move: Move | None, result: Result) -> None:
        """Keep what became of the answer to the open (decision, attempt)."""
        _, decision, attempt, outcome, charge_us, bank_us, strikes, _, _ = result
        if outcome is _ACCEPTED:
            self._accepted += _PACKED.pack(decision, attempt, charge_us, bank_us, strikes)
            self._moves.append(move)
        else:
            self._others[decision, attempt] = move, result

    def expired(self, result: Result) -> None:
        """Keep that the open (decision, attempt) got no answer in time: whatever comes for it now is late."""
        self.answered(None, Result(result.seat, result.decision, result.attempt, Outcome.LATE))

    def forget(self) -> None:
        """Let go of the results: a new round begins."""
        self._accepted.clear()
        self._moves.clear()
        self._others.clear()

    def echo(self, answer: Answer) -> Result:
        """Return what to say to an answer that does not answer the open (decision, attempt)."""
        move, result = self._kept(answer.decision, answer.attempt)
        if result is not None and (result.outcome is Outcome.LATE or move == answer.move):
            return result
        was_put = 0 <= answer.decision < self.count and answer.attempt >= 0
        if was_put and self.open is not None and answer.decision == self.open.id:
            was_put = answer.attempt < self.open.attempt
        outcome = Outcome.STALE if was_put else Outcome.UNKNOWN
        return Result(self._seat, answer.decision, answer.attempt, outcome)

    def _kept(self, decision: int, attempt: int) -> tuple[Move | None, Result | None]:
        """Return the move that was answered, and what became of it; no result if none is kept."""
        if (decision, attempt) in self._others:
            return self._others[decision, attempt]
        at = bisect_left(range(len(self._moves)), decision, key=self._decision)
        if at == len(self._moves):
            return None, None
        its, tried, charge_us, bank_us, strikes = _PACKED.unpack_from(self._accepted, at * _PACKED.size)
        if (its, tried) != (decision, attempt):
            return None, None
        return self._moves[at], Result(self._seat, its, tried, _ACCEPTED, charge_us, bank_us, strikes)

    def _decision(self, at: int) -> int:
        """Return the number of the decision that was accepted at this place."""
        number: int = _PACKED.unpack_from(self._accepted, at * _PACKED.size)[0]
        return number
