"""The course of a match: rounds are dealt, decisions put, orders obeyed, seats leave, until it ends.

:mod:`.match` says what each input does and in which order things follow from it; here is how the match goes
on by itself. Every method leaves its traces in `draft` (records, asks, clocks) and in `feed` (what is told).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitro_engine.match import asking
from arbitro_engine.match.decisions import OpenDecision
from arbitro_engine.match.feed import Feed, Silence
from arbitro_engine.match.header import Header
from arbitro_engine.match.inputs import ArbiterAct, Begin
from arbitro_engine.match.messages import Ended, Result
from arbitro_engine.match.outcome import Tally
from arbitro_engine.match.record import RecordKind, StepRecord
from arbitro_engine.match.seat import Seat
from arbitro_engine.match.step import Draft
from arbitro_engine.rules.cards import DECKS
from arbitro_engine.rules.events import NOBODY, Event, EventKind, Why
from arbitro_engine.rules.moves import DecisionKind
from arbitro_engine.rules.opening import deal, next_dealer, pick_dealer
from arbitro_engine.rules.round import Round
from arbitro_engine.rules.shuffle import Chance
from arbitro_engine.rules.step import fine, retire

__all__ = ["ChanceFor", "Course"]

ChanceFor = Callable[[tuple[bytes, ...]], Callable[[int], Chance]]
"""Given the nonces by seat: the chance of each round, by its number."""

# Bound once: looking a member up on its enum costs as much as a step of the machine.
_TURN, _AFTER_DRAW, _, _CHALLENGE, _CATCH, _COLOR = DecisionKind
_POLLS = {_CHALLENGE, _CATCH}


class Course:
    """Where a match stands.

    Attributes:
        seats: what is kept of each seat.
        round: the round being played, or played last; there is none until the match has `begun`.
        scores: by seat, of all finished rounds.
        tally: the finished rounds.
        waiting: how many decisions are open.
        orders: arbiters' orders that have not taken effect yet.
        before: what the turn being played may have changed before anybody else learns of it.
        ended: how the match ended, None while it runs.
    """

    round: Round

    def __init__(self, header: Header, chance_for: ChanceFor, *, silent: bool) -> None:
        self._header = header
        self._silent = silent
        self._rules = header.rules
        self._chance_for = chance_for
        self._chances: Callable[[int], Chance] | None = None
        self.seats = [Seat(number, header.time) for number in range(header.seats)]
        self.scores: Sequence[int] = (0,) * header.seats
        self.tally = Tally(header.rules, header.seats)
        self.feed = Silence(header.seats) if silent else Feed(header.seats)
        self.draft = Draft()
        self.waiting = 0
        self.orders: list[ArbiterAct] = []
        self.before: asking.Before = (0, 0, None)
        self.ended: Ended | None = None

    @property
    def begun(self) -> bool:
        """Whether the first round was dealt."""
        return self._chances is not None

    def active(self) -> list[bool]:
        """Return, by seat, whether it is in play."""
        return [seat.active for seat in self.seats]

    # ------------------------------------------------------------------------------------------ rounds

    def begin(self, happened: Begin) -> None:
        """Settle who deals, deal the first round, and put the first decision."""
        chances = self._chances = self._chance_for(happened.nonces)
        chance = chances(0)
        dealer, events = pick_dealer(self._rules, self._header.seats, chance)
        while not self.seats[dealer].active:  # it has left before the match began: the next one deals
            dealer = (dealer + 1) % self._header.seats
        events += self._deal(dealer, chance)
        record = StepRecord(
            RecordKind.BEGIN, events=tuple(events), nonces=happened.nonces, at_us=happened.at_us
        )
        self.draft.records.append(record)
        self.feed.hold(events)
        self._go_on()

    def _deal_next(self, chances: Callable[[int], Chance]) -> None:
        for seat in self.seats:
            seat.decisions.forget()
        dealer = next_dealer(self._rules, self.round.dealer, self.tally.last_winner, self.active())
        events = self._deal(dealer, chances(self.tally.rounds))
        self.draft.records.append(StepRecord(RecordKind.NEXT_ROUND, events=tuple(events)))
        self.feed.hold(events)

    def _deal(self, dealer: int, chance: Chance) -> list[Event]:
        self.round, events = deal(
            self._rules,
            self._header.seats,
            dealer,
            chance.deck(DECKS[self._rules.deck]),
            chance,
            scores=self.scores,
            number=self.tally.rounds,
            active=self.active(),
        )
        return events

    def _count_round(self) -> None:
        if self.round.result is not None:
            self.scores = tuple(self.round.scores)
            self.tally.count(self.round.result)

    def _end_if_over(self) -> None:
        """End the match if the round counted last decides it."""
        outcome = self.tally.outcome(self.scores, self.active())
        if outcome.over:
            self.end(outcome.why or Why.TARGET, outcome.winner)

    # ------------------------------------------------------------------------------------- what follows

    def settle(self, seat: Seat, answered: OpenDecision | None = None, forfeit: Why = Why.NONE) -> None:
        """After a seat's act: the round's points, who forfeits, the next round, orders, the next decision.

        Args:
            seat: whose act it was.
            answered: the decision it answered, whose turn may go on; None after a default or a fine.
            forfeit: the ending by which the seat leaves; NONE: it stays.
        """
        if self.round.result is not None:
            self._withdraw()  # the cap may fall in the middle of a poll (ruling 14)
            self._count_round()
            self._end_if_over()
        if forfeit and self.ended is None:
            self.leave(seat, forfeit)
        if self.ended is None and not self.waiting:
            self._go_on(seat, answered)

    def goes_on(self, seat: Seat, kind: DecisionKind) -> bool:
        """Return whether what is asked now belongs to the turn in which the seat was asked ``kind``."""
        asked = self.round.decision
        if asked is _AFTER_DRAW or (asked is _TURN and kind is _COLOR):
            return self.round.to_act == (seat.number,)
        return False

    def resume(self) -> None:
        """Put the next decision after a seat left, if none is open."""
        if self.ended is None and self.begun and not self.waiting:
            self._go_on()

    def _go_on(self, seat: Seat | None = None, decision: OpenDecision | None = None) -> None:
        """Nothing is open: deal if the round is over, obey orders, put the next decision.

        Seat and decision are those whose turn may go on.
        """
        if self.round.result is not None and self._chances is not None:
            self._deal_next(self._chances)
            seat = decision = None
        turn = (
            seat if seat is not None and decision is not None and self.goes_on(seat, decision.kind) else None
        )
        while self.orders:
            self.obey(self.orders.pop(0), turn)
            if self.ended is not None:
                return
            if turn is not None and decision is not None and not self.goes_on(turn, decision.kind):
                turn = None
        if turn is not None and decision is not None:
            self._ask(decision.left_us)
        else:
            self.feed.release()
            self.before = asking.before(self.round)
            self._ask(self._header.time.allowance_us)

    def _ask(self, left_us: int) -> None:
        """Put what the rules ask to the seats they ask, each with so much of an allowance."""
        kind = self.round.decision
        if kind is None:
            raise RuntimeError("the rules ask nobody, and the round is not over")
        for number in self.round.to_act:
            seat = self.seats[number]
            self.put(seat, seat.decisions.put(kind, left_us))
            self.waiting += 1

    def put(self, seat: Seat, decision: OpenDecision) -> None:
        """Put an open decision to its seat: for the first time, or again after a refusal or a restart."""
        if self._silent:
            return
        self.draft.asks.append(asking.ask(self.round, seat, decision))
        self.draft.armed.append(seat.armed(decision))

    def close(self, seat: Seat, result: Result | None = None) -> None:
        """Close a seat's open decision, if there is one; without a result it is taken back."""
        if seat.decisions.open is None:
            return
        seat.decisions.open = None
        self.waiting -= 1
        self.draft.disarmed.append(seat.number)
        if result is not None:
            self.draft.results.append(result)

    # ------------------------------------------------------------------------- orders, leaving, the end

    def waits_for(self, order: ArbiterAct) -> bool:
        """Return whether an order waits for the next decision.

        A fine always does, a retirement once the match has begun, and a void only while a poll is open.
        """
        if order.act == "void":
            return self.begun and self.round.decision in _POLLS
        return self.begun or order.act == "fine"

    def obey(self, order: ArbiterAct, turn: Seat | None = None) -> None:
        """Let an order take effect, in the middle of a seat's ``turn`` or between turns.

        An order about a seat that has left meanwhile lapses.
        """
        seat = self.seats[order.seat] if order.act != "void" else None
        if seat is not None and not seat.active:
            return
        events = fine(self.round, order.seat, order.cards) if order.act == "fine" else []
        self.draft.records.append(order_record(RecordKind.ARBITER, order, events))
        if seat is None:
            self.end(Why.CANCELLED, None)
        elif order.act == "retire":
            self.leave(seat, Why.CONDUCT, turn=turn)
        else:
            self._hold(events, turn)

    def leave(
        self, seat: Seat, ending: Why, record: StepRecord | None = None, turn: Seat | None = None
    ) -> None:
        """Take a seat and its partner out; if one team is left, the match is over (rulings 32 - 36, 41).

        Args:
            seat: who leaves.
            ending: why, and why the match ends if it does.
            record: the RETIRE record of an input, without its events.
            turn: the seat whose turn goes on.
        """
        asked = self._asked()
        events = self._remove(seat, ending)
        for number in self.tally.team(seat.number):
            self.seats[number].active, self.seats[number].lost_us = False, None
            self.close(self.seats[number])
        record = record or StepRecord(RecordKind.RETIRE, seat.number, ending=ending)
        self.draft.records.append(record._replace(events=tuple(events)))
        if self.waiting and asked == self._asked():
            self.feed.tell(events)
        else:
            self._withdraw()
            self._hold(events, turn)
        ends_round = asked is not None and self.round.result is not None
        if ends_round:
            self._count_round()
        survivor = self.tally.survivor(self.active())
        if survivor is not None:
            self.end(ending, survivor, blame=seat.number)
        elif ends_round:  # it closed a poll in which the last card of a hand lay sealed
            self._end_if_over()

    def _remove(self, seat: Seat, ending: Why) -> list[Event]:
        if self.begun and self.round.result is None:
            return retire(self.round, seat.number, ending)
        team = (self.seats[number] for number in self.tally.team(seat.number))
        return [Event(EventKind.RETIRED, member.number, why=ending) for member in team if member.active]

    def _asked(self) -> tuple[DecisionKind, int] | None:
        """Return what the rules ask and whom it is about: while that stays the same, decisions stay open."""
        if not self.begun or self.round.decision is None:
            return None
        kind, about = self.round.decision, self.round.to_act[0]
        if kind is _CATCH and self.round.suspect is not None:
            about = self.round.suspect
        elif kind is _CHALLENGE and self.round.claim is not None:
            about = self.round.claim.seat
        return kind, about

    def _withdraw(self) -> None:
        for seat in self.seats:
            self.close(seat)

    def _hold(self, events: Sequence[Event], turn: Seat | None) -> None:
        if turn is not None and turn.active:
            self.feed.put_aside(events, turn.number)
        else:
            self.feed.hold(events)

    def end(self, ending: Why, winner: int | None, blame: int | None = None) -> None:
        """End the match. ``winner`` is the lowest seat of the winning team."""
        self.ended = Ended(
            ending,
            winner,
            tuple(self.scores),
            blame,
            self.tally.rounds,
            tuple(self.tally.won),
            tuple(seat.strikes for seat in self.seats),
            sum(seat.decisions.count for seat in self.seats),
        )
        event = Event(
            EventKind.MATCH_ENDED,
            NOBODY if winner is None else winner,
            other=NOBODY if blame is None else blame,
            why=ending,
            scores=tuple(self.scores),
        )
        self.draft.records.append(StepRecord(RecordKind.END, events=(event,), ending=ending, end=self.ended))
        self._withdraw()
        self.feed.release()
        self.feed.tell((event,))


def order_record(kind: RecordKind, order: ArbiterAct, events: Sequence[Event] = ()) -> StepRecord:
    """Return the record of an order that is given (ORDER) or takes effect (ARBITER)."""
    return StepRecord(
        kind,
        order.seat if order.act != "void" else NOBODY,
        events=tuple(events),
        arbiter=order.act,
        cards=order.cards,
        who=order.who,
        why=order.why,
        at_us=order.at_us,
    )
