"""What is done when a seat errs: it gives no answer in time, or one that the rules refuse.

:mod:`.adjudication` says what the fault policy asks for; here it happens to the round, the seat and the log.
"""

from __future__ import annotations

from arbitro_engine.match import adjudication
from arbitro_engine.match.adjudication import Verdict
from arbitro_engine.match.clock import Stamps
from arbitro_engine.match.course import Course
from arbitro_engine.match.decisions import OpenDecision
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.inputs import Answer
from arbitro_engine.match.messages import Outcome, Result
from arbitro_engine.match.record import RecordKind
from arbitro_engine.match.seat import Costs, Seat
from arbitro_engine.rules.events import Event, Why
from arbitro_engine.rules.legal import is_fined, is_forfeit
from arbitro_engine.rules.moves import DecisionKind, Move, Refusal
from arbitro_engine.rules.step import apply_default, wrong_card

__all__ = ["expire", "refuse"]


def expire(course: Course, policy: FaultPolicy, seat: Seat, decision: OpenDecision, stamps: Stamps) -> None:
    """The time is up: what is done depends on the policy and on whether the seat is lost."""
    costs = seat.bank.charge(decision, stamps)
    seat.bank.pay(decision, costs)
    verdict = adjudication.late(policy, seat.strikes, lost=seat.lost)
    seat.strikes += verdict.strike
    result = _substitute(course, seat, decision, stamps, costs, verdict, "lost" if seat.lost else "late")
    seat.decisions.expired(result)
    course.close(seat, result)
    course.settle(seat, forfeit=verdict.forfeit)


def refuse(
    course: Course,
    policy: FaultPolicy,
    seat: Seat,
    decision: OpenDecision,
    answer: Answer,
    why: Refusal,
    costs: Costs,
) -> None:
    """The rules refuse an answer: it may cost cards and the decision, a strike, the place, or nothing yet."""
    fined = is_fined(course.round, why) and policy.name != "strict"
    if is_forfeit(course.round, why):
        verdict = Verdict(forfeit=Why.ILLEGAL)
    elif fined:
        verdict = adjudication.wrong_card(policy, seat.strikes)
    else:
        verdict = adjudication.refused(policy, seat.strikes, decision.attempt + 1)
    seat.strikes += verdict.strike
    events = wrong_card(course.round, seat.number) if fined else []
    record = seat.record(RecordKind.REFUSED, decision, answer.stamps, costs, answer.move, tuple(events))
    text = answer.text if answer.move is None else ""
    course.draft.records.append(record._replace(refusal=why, text=text))
    course.feed.hold(events)
    if verdict.default:
        result = _substitute(course, seat, decision, answer.stamps, (0, 0), verdict, "refusals")
        result = result._replace(charge_us=costs[1], refusal=why)
    else:
        result = seat.result(decision, Outcome.FINED if fined else Outcome.REFUSED, costs[1], why)
    seat.decisions.answered(answer.move, result)
    if fined or verdict.default or verdict.forfeit:
        course.close(seat, result)
        course.settle(seat, forfeit=verdict.forfeit)
    else:
        course.draft.results.append(result)
        decision.attempt += 1
        course.put(seat, decision)


def _substitute(
    course: Course,
    seat: Seat,
    decision: OpenDecision,
    stamps: Stamps,
    costs: Costs,
    verdict: Verdict,
    cause: str,
) -> Result:
    """Make the default moves of the verdict, to the end of the turn (ruling 12), and record them."""
    did: list[Move] = []
    events: list[Event] = []
    kind: DecisionKind | None = decision.kind if verdict.default else None
    while kind is not None:
        moves, happened = apply_default(course.round, seat.number)
        did += moves
        events += happened
        kind = course.round.decision if course.goes_on(seat, kind) else None
    record = seat.record(RecordKind.TIMEOUT, decision, stamps, costs, None, tuple(events))
    course.draft.records.append(record._replace(cause=cause, did=tuple(did)))
    course.feed.hold(events)
    outcome = Outcome.SUBSTITUTED if verdict.default else Outcome.LATE
    return seat.result(decision, outcome, costs[1], did=tuple(did))
