"""The decisions put to one seat: their numbers and attempts, which is open, and what became of each answer.

(decision, attempt) is the key of an answer (architecture 4). The first answer with the key of the open
decision counts; the same answer again gets the same result, also when it comes after the decision was closed.
Results are kept for the round being played; answers to older decisions are STALE.
"""

from __future__ import annotations

from bisect import bisect_left

from arbitro_engine.match.clock import TOLERANCE_A_DECISION_US
from arbitro_engine.match.inputs import Answer
from arbitro_engine.match.messages import Outcome, Result
from arbitro_engine.rules.moves import DecisionKind, Move

__all__ = ["Decisions", "OpenDecision"]


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

    __slots__ = ("_moves", "_results", "_seat", "count", "open")

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._moves: list[Move | None] = []
        self._results: list[Result] = []  # in order; a map would hold more than all else of a match
        self.open: OpenDecision | None = None
        self.count = 0

    def put(self, kind: DecisionKind, left_us: int) -> OpenDecision:
        """Open the next decision, with an allowance of ``left_us``."""
        decision = self.open = OpenDecision(self.count, kind, left_us)
        self.count += 1
        return decision

    def answered(self, move: Move | None, result: Result) -> None:
        """Keep what became of the answer to the open (decision, attempt)."""
        self._moves.append(move)
        self._results.append(result)

    def expired(self, result: Result) -> None:
        """Keep that the open (decision, attempt) got no answer in time: whatever comes for it now is late."""
        self.answered(None, Result(result.seat, result.decision, result.attempt, Outcome.LATE))

    def forget(self) -> None:
        """Let go of the results: a new round begins."""
        self._moves.clear()
        self._results.clear()

    def echo(self, answer: Answer) -> Result:
        """Return what to say to an answer that does not answer the open (decision, attempt)."""
        key = answer.decision, answer.attempt
        at = bisect_left(self._results, key, key=_key)
        if at < len(self._results) and _key(self._results[at]) == key:
            result = self._results[at]
            if result.outcome is Outcome.LATE or self._moves[at] == answer.move:
                return result
        was_put = 0 <= answer.decision < self.count and answer.attempt >= 0
        if was_put and self.open is not None and answer.decision == self.open.id:
            was_put = answer.attempt < self.open.attempt
        outcome = Outcome.STALE if was_put else Outcome.UNKNOWN
        return Result(self._seat, answer.decision, answer.attempt, outcome)


def _key(result: Result) -> tuple[int, int]:
    return result.decision, result.attempt
