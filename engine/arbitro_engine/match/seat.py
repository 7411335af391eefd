"""What the referee keeps about one seat over a match: decisions, bank, strikes, whether it is lost."""

from __future__ import annotations

from typing import Final

from arbitro_engine.match.bank import Bank, Costs
from arbitro_engine.match.clock import Stamps, TimeControl
from arbitro_engine.match.decisions import Decisions, OpenDecision
from arbitro_engine.match.messages import Outcome, Result
from arbitro_engine.match.record import RecordKind, StepRecord, decided
from arbitro_engine.match.step import Armed
from arbitro_engine.rules.events import Event
from arbitro_engine.rules.moves import Move, Refusal

__all__ = ["Costs", "Seat"]

_make: Final = tuple.__new__  # half the cost of a class's own


class Seat:
    """A place at the table, and whoever sits there.

    Attributes:
        number: counted clockwise, from 0.
        decisions: the decisions put to it.
        bank: its time beside the allowances.
        strikes: strikes it has, over the match.
        lost_us: since when its session is gone (its clock runs on), None while it has one.
        active: it is in play.
    """

    __slots__ = ("active", "bank", "decisions", "lost_us", "number", "strikes")

    def __init__(self, number: int, time: TimeControl) -> None:
        self.number = number
        self.decisions = Decisions(number)
        self.bank = Bank(time)
        self.strikes = 0
        self.lost_us: int | None = None
        self.active = True

    @property
    def lost(self) -> bool:
        """Whether its session is gone."""
        return self.lost_us is not None

    def armed(self, decision: OpenDecision) -> Armed:
        """Return the clock of a decision, from now on."""
        return _make(Armed, (self.number, decision.id, self.bank.limit_us(decision)))

    def result(
        self,
        decision: OpenDecision,
        outcome: Outcome,
        charge_us: int = 0,
        refusal: Refusal | None = None,
        did: tuple[Move, ...] = (),
    ) -> Result:
        """Return what became of the open (decision, attempt)."""
        left, strikes = self.bank.left_us, self.strikes
        return _make(
            Result,
            (self.number, decision.id, decision.attempt, outcome, charge_us, left, strikes, refusal, did),
        )

    def record(
        self,
        kind: RecordKind,
        decision: OpenDecision,
        stamps: Stamps,
        costs: Costs,
        move: Move | None,
        events: tuple[Event, ...],
    ) -> StepRecord:
        """Return the record of what became of the open (decision, attempt)."""
        return decided(
            kind,
            self.number,
            decision.id,
            decision.attempt,
            decision.kind,
            move,
            stamps,
            costs,
            events,
        )
