"""A seat's bank: time beyond the allowances, and the referee's tolerance, over a match (architecture 5).

A decision has an allowance of its own (``left_us``); what is spent beyond it comes off the bank. The
tolerance is drawn only from what would come off the bank, so a seat that answers within its allowances never
uses any of it up.
"""

from __future__ import annotations

from arbitro_engine.match.clock import TOLERANCE_A_MATCH_US, Stamps, TimeControl, charge
from arbitro_engine.match.decisions import OpenDecision

__all__ = ["Bank", "Costs"]

Costs = tuple[int, int]
"""What an answer costs: the tolerance that is let pass, and the charge, in microseconds."""


class Bank:
    """What one seat has left beside its allowances, in microseconds."""

    __slots__ = ("_increment_us", "_unlimited", "left_us", "tolerance_us")

    def __init__(self, time: TimeControl) -> None:
        self._increment_us = time.increment_us
        self._unlimited = time.unlimited
        self.left_us = time.bank_us
        self.tolerance_us = TOLERANCE_A_MATCH_US

    def limit_us(self, decision: OpenDecision) -> int | None:
        """Return how long the seat may think about a decision, None without a clock.

        Allowance, tolerance and bank together; a shell adds the lag that it measures.
        """
        if self._unlimited:
            return None
        return decision.left_us + min(decision.tolerance_us, self.tolerance_us) + self.left_us

    def charge(self, decision: OpenDecision, stamps: Stamps) -> Costs:
        """Return the tolerance that is let pass, and the charge. Nothing changes.

        The charge is ``max(0, read - asked - lag - tolerance)``. Without a clock both are 0: think time is
        shown by the stamps, never charged.
        """
        if self._unlimited:
            return 0, 0
        asked_us, read_us, lag_us = stamps
        spent_us = read_us - asked_us - lag_us
        beyond_us = spent_us - decision.left_us
        if beyond_us <= 0:
            return 0, max(0, spent_us)
        tolerance_us = min(beyond_us, decision.tolerance_us, self.tolerance_us)
        return tolerance_us, charge(stamps, tolerance_us)

    def settle(self, decision: OpenDecision, stamps: Stamps) -> Costs | None:
        """Pay for an answer and return what it cost; None, and nothing is paid, if it came too late.

        It did if allowance and bank together are not enough for the charge.
        """
        costs = self.charge(decision, stamps)
        left = decision.left_us - costs[1]
        if left >= 0 and not costs[0]:  # what :meth:`pay` comes to, for nearly all answers
            decision.left_us = left
            return costs
        if left + self.left_us < 0:
            return None
        self.pay(decision, costs)
        return costs

    def is_spent(self, decision: OpenDecision, costs: Costs) -> bool:
        """Return whether a charge leaves nothing to think with, so that a time-out is right.

        Without a clock it is right whenever the shell says so.
        """
        return self._unlimited or costs[1] >= decision.left_us + self.left_us

    def pay(self, decision: OpenDecision, costs: Costs) -> None:
        """Take a charge off the decision's allowance and the rest off the bank, which never falls below 0."""
        tolerance_us, charge_us = costs
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
        if self._increment_us:  # a sum with 0 is a number of its own, and every result kept would hold one
            self.left_us += self._increment_us
