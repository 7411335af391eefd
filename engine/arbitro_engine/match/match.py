"""The match as a machine without I/O: one input in, one :class:`Step` out.

Theory of operation
===================

*Phases.* Before :class:`Begin` nobody is asked anything; seats may leave or be lost. From then on, until the
end, at least one decision is open after every step: the match always waits for a seat, never for itself.
After the end nothing changes any more; answers are still told what became of them.

*Who may do what.* A seat may answer the decision that is open for it. An answer counts if its (decision,
attempt) is the open one and it came in time by its stamps; everything else is echoed and has no effect.
Checks run in this order: the key; the time; whether the text is a move; what the rules say.

*One step.* An input makes one record with the events it caused. What follows of its own accord is recorded
behind it, in this order:

1. a default that a last refusal brings (TIMEOUT);
2. if the round is over, its points: they may end the match, and then nobody leaves any more;
3. the seat that forfeits leaves, with its partner (RETIRE); if one team is left, the match is over;
4. if the round is over, the next one is dealt (NEXT_ROUND);
5. arbiters' orders take effect (ARBITER), in the order they were given; seats may leave, the match may end;
6. the next decision is put, to one seat or, in a poll, to several.

As long as any decision is open, steps 4 to 6 wait: an order waits for the answer, and for the whole poll.
Only an order to void the match does not wait for an answer that would count for nobody; it waits for a poll.

*Turns.* `turn`, its `after_draw`s and an opening `color` are one turn: they share one allowance, a time-out
in the middle makes all the default moves that are left of it, and its public events wait for its end
(:mod:`.feed`). Every other decision stands alone.

*Leaving.* :class:`Retire` takes effect at once, wherever the match stands. If the decisions that are open for
others are still what the rules ask, they stay as they are; otherwise they are taken back, as with a dropped
poll (rulings 32 - 34, 36).

*Ties* break by order: seats ascending, orders as given, records as above. Nothing depends on anything but the
header, chance and the inputs, so playing the records again (:func:`.inputs.input_of`) gives equal ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from arbitro_engine.match import asking
from arbitro_engine.match.course import ChanceFor, Course, order_record
from arbitro_engine.match.decisions import OpenDecision
from arbitro_engine.match.enforcement import expire, refuse
from arbitro_engine.match.header import Header
from arbitro_engine.match.inputs import (
    Answer,
    ArbiterAct,
    Back,
    Begin,
    Cap,
    Failure,
    Input,
    Lost,
    Restart,
    Retire,
    TimeUp,
)
from arbitro_engine.match.messages import Ask, Ended, Outcome, PublicView
from arbitro_engine.match.record import CRASH, RecordKind, StepRecord
from arbitro_engine.match.seat import Seat
from arbitro_engine.match.step import NOTHING, Armed, Step
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.moves import DecisionKind, Refusal
from arbitro_engine.rules.ruleset import RuleFaults, faults
from arbitro_engine.rules.step import IllegalMove, apply

__all__ = ["ChanceFor", "Match"]

_ENDINGS_TO_LEAVE_BY: Final = {Why.DISCONNECT, Why.WITHDRAWAL, Why.CONDUCT}
_IN_TURN: Final = {DecisionKind.COLOR, DecisionKind.TURN, DecisionKind.AFTER_DRAW}
_ANSWER, _ACCEPTED = RecordKind.ANSWER, Outcome.ACCEPTED  # bound once: they are looked up for every answer


class Match:
    """One match between fixed seats. It has one owner and knows no other thread.

    Args:
        header: its immutable facts.
        chance_for: given the nonces by seat, the chance of each round.
        silent: nothing is asked or told: steps hold records and results, and nothing else.

    Raises:
        RuleFaults: if the rules forbid so many seats.
    """

    def __init__(self, header: Header, chance_for: ChanceFor, *, silent: bool = False) -> None:
        if found := faults(header.rules, header.seats):
            raise RuleFaults(found)
        self.header = header
        self._course = Course(header, chance_for, silent=silent)

    # ------------------------------------------------------------------------------ for shells to look at

    @property
    def begun(self) -> bool:
        """Whether the first round was dealt."""
        return self._course.begun

    @property
    def ended(self) -> Ended | None:
        """How the match ended, None while it runs."""
        return self._course.ended

    @property
    def open(self) -> Mapping[int, OpenDecision]:
        """The open decisions by seat: look, do not touch."""
        seats = self._course.seats
        return {seat.number: seat.decisions.open for seat in seats if seat.decisions.open is not None}

    @property
    def active(self) -> tuple[int, ...]:
        """The seats in play."""
        return tuple(seat.number for seat in self._course.seats if seat.active)

    @property
    def leaving(self) -> tuple[int, ...]:
        """The seats that have left, and those that an order which waits takes out."""
        tally, orders = self._course.tally, self._course.orders
        ordered = {seat for order in orders if order.act == "retire" for seat in tally.team(order.seat)}
        return tuple(one.number for one in self._course.seats if not one.active or one.number in ordered)

    def is_last(self, seat: int) -> bool:
        """Return whether all but this seat and its partner leave: the match ends, and they have won it."""
        return {*range(self.header.seats)} <= {*self.leaving, *self._course.tally.team(seat)}

    @property
    def lost(self) -> tuple[int, ...]:
        """The seats whose session is gone."""
        return tuple(seat.number for seat in self._course.seats if seat.lost)

    @property
    def strikes(self) -> tuple[int, ...]:
        """The strikes by seat."""
        return tuple(seat.strikes for seat in self._course.seats)

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores by seat, of all finished rounds."""
        return tuple(self._course.scores)

    @property
    def round_number(self) -> int:
        """The round being played, or played last; from 0."""
        return self._course.round.number if self._course.begun else 0

    @property
    def rounds_played(self) -> int:
        """How many rounds are finished."""
        return self._course.tally.rounds

    @property
    def seq(self) -> int:
        """The number of the next public event."""
        return self._course.feed.seq

    def asks(self, seat: int | None = None) -> tuple[Ask, ...]:
        """Return the open decisions as they are put, of one seat or of all, for seats that come back.

        Allowance and bank are what was left when the (decision, attempt) was asked; the shell takes off what
        has passed since.
        """
        course = self._course
        return tuple(
            asking.ask(course.round, course.seats[number], decision)
            for number, decision in self.open.items()
            if seat is None or number == seat
        )

    def clocks(self) -> tuple[Armed, ...]:
        """Return the clocks of the open decisions, each from when its (decision, attempt) was asked."""
        return tuple(self._course.seats[number].armed(decision) for number, decision in self.open.items())

    def public_view(self) -> PublicView | None:
        """Return the table as the public events tell it; None before the first round."""
        course = self._course
        if not course.begun:
            return None
        return asking.public_view(course.round, course.feed.seq, course.feed.waiting, course.before)

    # ------------------------------------------------------------------------------------------- inputs

    def handle(self, happened: Input) -> Step:
        """Take one input and return what follows. An input without effect gives a step without records.

        Raises:
            ValueError: if the shell gives what cannot be: a seat that does not exist, a second Begin, a
                time-out, a cap or the end of a grace before its time. Nothing has changed then.
        """
        if type(happened) is Answer:
            return self._answer(happened)
        if self._course.ended is not None:
            return NOTHING
        match happened:
            case TimeUp():
                self._time_up(happened)
            case Begin():
                self._begin(happened)
            case Lost():
                self._set_lost(RecordKind.LOST, happened.seat, happened.at_us)
            case Back():
                self._set_lost(RecordKind.BACK, happened.seat, happened.at_us)
            case Retire():
                self._retire(happened)
            case ArbiterAct():
                self._order(happened)
            case Restart():
                self._restart(happened)
            case Cap():
                self._cap(happened)
            case Failure():
                self._record(StepRecord(RecordKind.FAILURE, why=happened.why, at_us=happened.at_us))
                self._course.end(Why.INFRASTRUCTURE, None)
            case _:
                raise TypeError(f"{happened!r} is no input of a match")
        return self._step()

    def _answer(self, answer: Answer) -> Step:
        course = self._course
        number, asked, attempt, move, stamps, _, crashed = answer
        seat = self._seat(number)
        decision = seat.decisions.open
        if decision is None or asked != decision.id or attempt != decision.attempt:
            return Step(messages=(seat.decisions.echo(answer),))
        costs = seat.bank.settle(decision, stamps)
        if costs is None:
            expire(course, self.header.faults, seat, decision, stamps)
            return self._step()
        if move is None:
            refuse(course, self.header.faults, seat, decision, answer, Refusal.UNKNOWN_ACT, costs)
            return self._step()
        try:
            events = apply(course.round, number, move)
        except IllegalMove as illegal:
            refuse(course, self.header.faults, seat, decision, answer, illegal.why, costs)
            return self._step()
        record = seat.record(_ANSWER, decision, stamps, costs, move, tuple(events))
        course.draft.records.append(record._replace(cause=CRASH) if crashed else record)
        course.feed.hold(events)
        if decision.kind in _IN_TURN and not course.goes_on(seat, decision.kind):
            seat.bank.reward()
        result = seat.result(decision, _ACCEPTED, costs[1])
        seat.decisions.answered(move, result)
        course.close(seat, result)
        course.settle(seat, answered=decision)
        return self._step()

    def _time_up(self, happened: TimeUp) -> None:
        seat = self._seat(happened.seat)
        decision = seat.decisions.open
        if decision is None or decision.id != happened.decision:
            return
        if not seat.bank.is_spent(decision, seat.bank.charge(decision, happened.stamps)):
            limit_us = seat.bank.limit_us(decision)
            raise ValueError(f"{happened} comes too early: the seat has {limit_us} us, and lag on top")
        expire(self._course, self.header.faults, seat, decision, happened.stamps)

    def _begin(self, happened: Begin) -> None:
        if self._course.begun:
            raise ValueError("the match has begun already")
        if len(happened.nonces) not in {0, self.header.seats}:
            raise ValueError(
                f"{len(happened.nonces)} nonces for {self.header.seats} seats: one each, or none at all"
            )
        self._course.begin(happened)

    def _set_lost(self, kind: RecordKind, number: int, at_us: int) -> None:
        seat = self._seat(number)
        is_lost = kind is RecordKind.LOST
        if seat.active and seat.lost != is_lost:
            seat.lost_us = at_us if is_lost else None
            self._record(StepRecord(kind, number, at_us=at_us))

    def _retire(self, happened: Retire) -> None:
        seat = self._seat(happened.seat)
        if happened.ending not in _ENDINGS_TO_LEAVE_BY:
            raise ValueError(
                f"a seat leaves by disconnect, withdrawal or conduct, not by {happened.ending.text}"
            )
        if seat.active:
            _, ending, at_us, who, why = happened
            if ending is Why.DISCONNECT and self.begun:
                self._check_grace(seat, at_us)
            record = StepRecord(RecordKind.RETIRE, seat.number, ending=ending, at_us=at_us, who=who, why=why)
            self._course.leave(seat, ending, record)
            self._course.resume()

    def _check_grace(self, seat: Seat, at_us: int) -> None:
        """Refuse a disconnect that no grace has led to (before Begin it is the shell's word: nobody came)."""
        policy = self.header.faults
        if policy.name != "contest":
            raise ValueError(f"nobody leaves by disconnect under {policy.name}, but by a time that ran out")
        if seat.lost_us is None or at_us - seat.lost_us < policy.grace_us:
            since = "is there" if seat.lost_us is None else f"is lost since {seat.lost_us} us"
            raise ValueError(
                f"seat {seat.number} {since}: it leaves by disconnect {policy.grace_us} us after it was lost"
            )

    def _order(self, order: ArbiterAct) -> None:
        if order.act != "void" and not self._seat(order.seat).active:
            raise ValueError(f"seat {order.seat} is no longer in play")
        if order.act == "fine" and order.cards < 1:
            raise ValueError(f"a fine of {order.cards} cards: it must be one at least")
        self._record(order_record(RecordKind.ORDER, order))
        if self._course.waits_for(order):
            self._course.orders.append(order)
        else:
            self._course.obey(order)

    def _restart(self, happened: Restart) -> None:
        self._record(StepRecord(RecordKind.RESTART, at_us=happened.at_us))
        for seat in self._course.seats:
            seat.lost_us = happened.at_us if seat.active else None
            if seat.decisions.open is not None:
                seat.decisions.open.renew(self.header.time.allowance_us)
                self._course.put(seat, seat.decisions.open)

    def _cap(self, happened: Cap) -> None:
        course, cap_us = self._course, self.header.time.match_cap_us
        if not cap_us or not course.begun or happened.at_us < cap_us:
            raise ValueError(
                f"{happened} comes too early: the cap is {cap_us} us after Begin (0: there is none)"
            )
        self._record(StepRecord(RecordKind.CAP, at_us=happened.at_us))
        course.end(Why.TIME_CAP, course.tally.leader(course.scores, course.active()))

    # ---------------------------------------------------------------------------------------- this step

    def _seat(self, number: int) -> Seat:
        seats = self._course.seats
        if not 0 <= number < len(seats):
            raise ValueError(f"there is no seat {number}: seats are 0 to {len(seats) - 1}")
        return seats[number]

    def _record(self, record: StepRecord) -> None:
        self._course.draft.records.append(record)

    def _step(self) -> Step:
        course = self._course
        return course.draft.finish(course.feed.messages(), course.ended)
