"""What is done about a fault: the table of architecture 5, one function for each of its kinds.

A late seat gave no answer in time. A refused move is one that the rules refuse, in answer to the open
(decision, attempt); protocol refusals never come here. A wrong card (ruling 9) may be fined by the rule set,
or may forfeit.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.rules.events import Why

__all__ = ["Verdict", "late", "refused", "wrong_card"]

REFUSALS: Final = 3
"""The refusal of one decision that takes the default under ``lenient``."""


class Verdict(NamedTuple):
    """What is done about a fault.

    Attributes:
        default: the default move is made (ruling 12).
        strike: the seat gets a strike.
        forfeit: the ending by which the seat leaves, after the default if there is one; NONE: it stays.
    """

    default: bool = False
    strike: bool = False
    forfeit: Why = Why.NONE


def late(policy: FaultPolicy, strikes: int, *, lost: bool) -> Verdict:
    """Return what is done about a seat whose time ran out; ``strikes`` are those it has."""
    if policy.name == "strict":
        return Verdict(forfeit=Why.DISCONNECT if lost else Why.TIME)
    if policy.name == "contest" and not lost:
        return _struck(policy, strikes, Why.TIME, default=True)
    return Verdict(default=True)


def refused(policy: FaultPolicy, strikes: int, refusals: int) -> Verdict:
    """Return what is done about a refused move, the ``refusals``-th of its decision."""
    if policy.name == "strict":
        return Verdict(forfeit=Why.ILLEGAL)
    if policy.name == "contest":
        return _struck(policy, strikes, Why.ILLEGAL)
    return Verdict(default=refusals >= REFUSALS)


def wrong_card(policy: FaultPolicy, strikes: int) -> Verdict:
    """Return what is done about a wrong card beside the fine that the rule set has for it."""
    return refused(policy, strikes, refusals=0)


def _struck(policy: FaultPolicy, strikes: int, kind: Why, *, default: bool = False) -> Verdict:
    is_last = strikes + 1 >= policy.strikes
    return Verdict(default, strike=True, forfeit=kind if is_last else Why.NONE)
