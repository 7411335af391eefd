"""A seat's bank: time beyond the allowances, and the referee's tolerance, both for the whole match (architecture 5).

A decision has an allowance of its own (``left_us``); what is spent beyond it comes off the bank. The tolerance is drawn
only from what would come off the bank, so a seat that answers within its allowances never uses any of it up.
"""

from __future__ import annotations

from arbitro_engine.match.clock import TOLERANCE_A_MATCH_US, Stamps, TimeControl
from arbitro_engine.match.decisions import OpenDecision

__all__ = ["Bank"]


class Bank:
    """What one seat has left beside its allowances, in microseconds."""

    __slots__ = ("_increment_us", "_unlimited", "left_us", "tolerance_us")

    def __init__(self, time: TimeControl) -> None:
        self._increment_us = time.increment_us
        self._unlimited = time.unlimited
        self.left_us = time.bank_us
        self.tolerance_us = TOLERANCE_A_MATCH_US

    def limit_us(self, decision: OpenDecision) -> int | None:
        """Return how long the seat may think about a decision: allowance, tolerance, bank. None: as long as it likes.

        The referee's own lateness (lag) is not part of it: a shell adds what it measures.
        """
        if self._unlimited:
            return None
        return decision.left_us + min(decision.tolerance_us, self.tolerance_us) + self.left_us

    def charge(self, decision: OpenDecision, stamps: Stamps) -> tuple[int, int]:
        """Return the tolerance that is let pass and the charge; nothing changes.

        The charge is ``max(0, read - asked - lag - tolerance)``. Without a clock both are 0: think time is shown by the
        stamps, never charged.
        """
        if self._unlimited:
            return 0, 0
        spent = stamps.read_us - stamps.asked_us - stamps.lag_us
        if spent <= decision.left_us:
            return 0, max(0, spent)
        tolerance = min(spent - decision.left_us, decision.tolerance_us, self.tolerance_us)
        return tolerance, spent - tolerance

    def covers(self, decision: OpenDecision, charge_us: int) -> bool:
        """Return whether allowance and bank together are enough for a charge: else it came too late."""
        return self._unlimited or charge_us <= decision.left_us + self.left_us

    def is_spent(self, decision: OpenDecision, charge_us: int) -> bool:
        """Return whether a charge leaves nothing to think with, so that a time-out is right. Always so without a clock."""
        return self._unlimited or charge_us >= decision.left_us + self.left_us

    def pay(self, decision: OpenDecision, tolerance_us: int, charge_us: int) -> None:
        """Take a charge off the decision's allowance and the rest off the bank, which never falls below 0."""
        if tolerance_us:
            decision.tolerance_us -= tolerance_us
            self.tolerance_us -= tolerance_us
        left = decision.left_us - charge_us
        if left >= 0:
            decision.left_us = left
        else:
            decision.left_us = 0
            self.left_us = max(0, self.left_us + left)

    def reward(self) -> None:
        """Add the increment: a turn was answered."""
        self.left_us += self._increment_us
