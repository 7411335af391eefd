"""One match on the floor: the machine, its log, its clocks, and the sessions of its bots.

A match *waits* from its header until every bot sent Ready (its set-up time is bounded), then it *runs* until its machine says
that it is over. Everything that happens to it becomes an input of the machine; what the machine asks for is done in the
order append, send, arm: records go into the loop turn's commit, and :meth:`Runner.speak` is called when they are safe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from arbitro_engine.log.chain import Chain
from arbitro_engine.match.clock import Stamps
from arbitro_engine.match.header import Header, handle
from arbitro_engine.match.inputs import Answer, ArbiterAct, Back, Begin, Cap, Input, Lost, Retire, TimeUp
from arbitro_engine.match.messages import Ask, Ended, Outcome, Private, Public, Result
from arbitro_engine.match.record import HeaderRecord, RecordKind, RevealRecord, StepRecord
from arbitro_engine.match.step import Armed, Step
from arbitro_engine.rules.events import EventKind, Why
from arbitro_engine.rules.moves import Move

from arbitro_server.runtime.deals import DealSet
from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.retelling import Retelling, Told, machine, said, since
from arbitro_server.runtime.sessions import Farewell, Session

__all__ = ["Known", "Runner"]

_HOPS: Final = 3
"""Turns of the loop between a deadline and its time-out: one to poll, one to wake the reader, one to read."""


class Known(NamedTuple):
    """How far a bot has followed a match: the next public and the next private event it wants."""

    seq: int
    number: int


class Question(NamedTuple):
    """A question that was sent: the ask, when (since the match began), and the probe's reading then."""

    ask: Ask
    asked_us: int
    lag_us: int


class Runner:
    """One match that waits or runs.

    Attributes:
        seats: the session at each seat, None while there is none.
        state: ``waiting``, ``running`` or ``over``.
    """

    def __init__(
        self, floor: Floor, header: Header, deals: DealSet, over: Callable[[Runner, Ended], None]
    ) -> None:
        self.header: Final = header
        self.handle: Final = handle(header.match, header.run)
        self.log: Final = f"{header.match}.{header.run}"
        self.deals: Final = deals
        self.seats: list[Session | None] = [None] * header.seats
        self.state: Literal["waiting", "running", "over"] = "waiting"
        self.match = machine(header, deals.secret)
        self._floor = floor
        self._over = over
        self._chain = Chain()
        self._ready = [False] * header.seats
        self._questions: list[Question | None] = [None] * header.seats
        self._spoken: list[tuple[int, int]] = [(-1, -1)] * header.seats
        self._told: list[Told] = []
        self._armed: list[Armed] = []
        self._clocks: list[Armed | None] = [None] * header.seats
        self._seq = 0
        self._numbers = [0] * header.seats
        self.faults: list[Counter[str]] = [Counter() for _ in header.bots]
        self._begun_us = 0
        self._introduced = False

    # -- the life of a match ---------------------------------------------------------------------------------------

    def open(self) -> None:
        """Write the header; the bots are told once it is safe."""
        self._append(self._floor.wire.record(HeaderRecord(self.header)))
        self._floor.turn.speak_after(self)

    def attach(self, seat: int, session: Session, known: Known | None = None) -> None:
        """Seat a session. One that takes a match up again is told what it does not know."""
        self.seats[seat] = session
        session.seats[self.handle] = self, seat
        if not self._introduced:
            return
        self._floor.metrics.resumes.inc()
        if known is None:
            self._introduce(seat, session)
        if self.state == "running":
            self._catch_up(seat, session, known or Known(0, 0))
            self._step(Back(seat, self._now()))
            self._floor.deadlines.disarm((self.handle, "grace", seat))

    def detach(self, seat: int) -> None:
        """Take note that a seat's session is gone: the clock runs on."""
        session, self.seats[seat] = self.seats[seat], None
        if session is not None:
            session.seats.pop(self.handle, None)
        if self.state == "running":
            self._step(Lost(seat, self._now()))
            if self.state == "running" and self.header.faults.name == "contest":
                at_us = self._floor.clock.now_us() + self.header.faults.grace_us
                self._floor.deadlines.arm((self.handle, "grace", seat), at_us, lambda: self._forfeit([seat]))

    def replace(self, seat: int, session: Session, known: Known | None) -> None:
        """Let a session take over from the one at the seat, which ends: nobody was lost."""
        old = self.seats[seat]
        if old is not None:
            old.seats.pop(self.handle, None)
        self.attach(seat, session, known)

    def ready(self, seat: int, nonce: bytes) -> None:
        """Take a bot's Ready; the last one begins the match. Repeats change nothing."""
        if self.state != "waiting" or self._ready[seat]:
            return
        self._ready[seat] = True
        self.deals.give(self.header.bots[seat], nonce)
        if all(self._ready):
            self.state = "running"
            self._floor.deadlines.disarm((self.handle, "setup"))
            self._begun_us = self._floor.clock.now_us()
            if self.header.time.match_cap_us:
                at_us = self._begun_us + self.header.time.match_cap_us
                self._floor.deadlines.arm((self.handle, "cap"), at_us, self._cap)
            self._step(Begin(self.deals.by_seat(self.header.bots)))

    def answer(
        self, seat: int, decision: int, attempt: int, move: Move | None, text: str, now_us: int
    ) -> bool:
        """Take an answer that arrived at ``now_us``. It gets a result, whatever it is; return whether it had any effect."""
        if self.state != "running" or (decision, attempt) > self._spoken[seat]:
            # also one that guessed the number of a question that is about to be sent
            self._tell(
                seat, self._floor.wire.result(self.handle, Result(seat, decision, attempt, Outcome.UNKNOWN))
            )
            return False
        question = self._questions[seat]
        stamps = self._stamps(question, now_us) if question else Stamps(0, now_us - self._begun_us)
        return self._step(Answer(seat, decision, attempt, move, stamps, text))

    def _cap(self) -> None:
        self._step(Cap(self._now()))

    def retire(self, seat: int, ending: Why, who: str = "", why: str = "") -> None:
        """Take a seat out of the match: it withdrew or was disqualified."""
        self._step(Retire(seat, ending, self._now(), who, why))

    def arbiter(
        self, act: Literal["fine", "retire", "void"], seat: int, cards: int, who: str, why: str
    ) -> None:
        """Pass on an arbiter's act; the machine decides when it takes effect."""
        self._step(ArbiterAct(act, seat, cards, who, why, self._now()))

    # -- append, send, arm -----------------------------------------------------------------------------------------

    def speak(self) -> None:
        """Send what is due and start its clocks: what it follows from is committed."""
        if not self._introduced:
            self._introduced = True
            for seat, session in enumerate(self.seats):
                if session is not None:
                    self._introduce(seat, session)
            self._await_ready()
        told, armed, self._told, self._armed = self._told, self._armed, [], []
        for one in told:
            self._send(one)
        now = self._floor.clock.now_us()
        open_decisions = self.match.open
        for clock in armed:
            decision = open_decisions.get(clock.seat)
            if decision is None or decision.id != clock.decision:
                self._questions[clock.seat] = None  # closed again within this turn of the loop
            elif clock.limit_us is not None:
                self._arm(clock, now + clock.limit_us)
        if self.state == "over":
            self._leave_floor()

    def _step(self, given: Input) -> bool:
        """Hand an input to the machine and do what it asks for; return whether anything happened."""
        if self.state == "over":
            return False
        step = self.match.handle(given)
        self._do(step)
        return bool(step.records)

    def _do(self, step: Step) -> None:
        floor = self._floor
        for seat in step.disarmed:
            floor.deadlines.disarm((self.handle, seat))
            self._questions[seat] = self._clocks[seat] = None
        stored = [floor.wire.record(record) for record in step.records]
        for data in stored:
            floor.turn.append(self.log, data)
        for record in step.records:
            self._count(record)
            if any(event.kind is EventKind.ROUND_ENDED for event in record.events):
                floor.turn.settle(self.log)
        self._told += said(self.match, step, stored, self._chain, floor.signer)
        self._armed += step.armed
        if step.ended is not None:
            self.state = "over"
            self._close(step.ended)
        floor.turn.speak_after(self)

    def _count(self, record: StepRecord) -> None:
        metrics = self._floor.metrics
        if record.kind is RecordKind.ANSWER:
            metrics.thinking.answered(max(0, record.read_us - record.asked_us - record.lag_us))
        elif record.kind is RecordKind.TIMEOUT and record.cause != "refusals":
            metrics.timeouts.inc()
            self.faults[record.seat][record.cause] += 1
        elif record.kind is RecordKind.REFUSED and record.refusal is not None:
            metrics.refusals.labels(record.refusal.value).inc()
            self.faults[record.seat][record.refusal.value] += 1

    def _close(self, ended: Ended) -> None:
        """Seal the log; nothing of the match can happen any more."""
        floor = self._floor
        for key in ("setup", "cap", *range(self.header.seats)):
            floor.deadlines.disarm((self.handle, key))
        for seat in range(self.header.seats):
            floor.deadlines.disarm((self.handle, "grace", seat))
        self._append(floor.wire.record(floor.signer.seal(self._chain)))
        self._over(self, ended)
        floor.turn.settle(self.log)

    def reveal(self) -> None:
        """Append the set's secret, now that the set is closed, and seal the log again."""
        nonces = self.deals.by_seat(self.header.bots)
        self._append(self._floor.wire.record(RevealRecord(self.deals.secret, nonces)))
        self._append(self._floor.wire.record(self._floor.signer.seal(self._chain)))

    @property
    def head(self) -> bytes:
        """The chain's head."""
        return self._chain.head

    def _append(self, data: bytes) -> None:
        self._chain.append(data)
        self._floor.turn.append(self.log, data)

    def _leave_floor(self) -> None:
        self._floor.write_log(self.header.tournament, self.log, self._floor.store.records(self.log))
        for session in self.seats:
            if session is not None:
                session.past.add(self.handle)
                session.seats.pop(self.handle, None)
                if session.leaving and not session.seats:
                    session.end(Farewell("done", "The bot left."))

    # -- telling ---------------------------------------------------------------------------------------------------

    def _introduce(self, seat: int, session: Session) -> None:
        wanted = self.state == "waiting" and not self._ready[seat]
        session.put(self._floor.wire.started(self.handle, self.header, seat, ready_wanted=wanted))

    def _send(self, told: Told) -> None:
        message, wire = told.message, self._floor.wire
        if isinstance(message, Public):
            self._seq = message.seq + len(message.events)
            self._tell_all(wire.public(self.handle, message, told.head))
        elif isinstance(message, Ended):
            assert told.head is not None  # noqa: S101 - said() gives every end its head
            self._tell_all(wire.ended(self.handle, message, told.head))
        elif isinstance(message, Ask):
            self._ask(message)
        elif isinstance(message, Private):
            self._numbers[message.seat] = message.number + len(message.events)
            self._tell(message.seat, wire.private(self.handle, message))
        else:
            self._tell(message.seat, wire.result(self.handle, message))

    def _tell(self, seat: int, part: bytes) -> None:
        session = self.seats[seat]
        if session is not None:
            session.put(part)

    def _tell_all(self, part: bytes) -> None:
        for session in self.seats:
            if session is not None:
                session.put(part)

    def _ask(self, ask: Ask) -> None:
        now = self._floor.clock.now_us()
        self._questions[ask.seat] = Question(ask, now - self._begun_us, self._floor.probe.reading(now))
        self._spoken[ask.seat] = ask.decision, ask.attempt
        self._tell(ask.seat, self._floor.wire.ask(self.handle, ask))

    def _catch_up(self, seat: int, session: Session, known: Known) -> None:
        """Tell a session what is committed and it does not know, and its open question with the time that is left."""
        floor = self._floor
        if known.seq < self._seq or known.number < self._numbers[seat]:
            retelling = Retelling(floor.store.records(self.log), self.deals.secret, floor.wire, floor.signer)
            for message, head in since(retelling, seat, known.seq, known.number):
                if isinstance(message, Public):
                    session.put(floor.wire.public(self.handle, message, head))
                elif isinstance(message, Private):
                    session.put(floor.wire.private(self.handle, message))
        question = self._questions[seat]
        if question is not None:
            ask = question.ask
            stamps = self._stamps(question, floor.clock.now_us())
            spent = stamps.read_us - stamps.asked_us - stamps.lag_us
            left = ask._replace(
                allowance_us=max(0, ask.allowance_us - spent),
                bank_us=max(0, ask.bank_us - max(0, spent - ask.allowance_us)),
            )
            session.put(floor.wire.ask(self.handle, left))

    # -- clocks ----------------------------------------------------------------------------------------------------

    def _now(self) -> int:
        return self._floor.clock.now_us() - self._begun_us

    def _stamps(self, question: Question, now_us: int) -> Stamps:
        lag_us = self._floor.probe.reading(now_us) - question.lag_us
        read_us = now_us - self._begun_us
        return Stamps(question.asked_us, read_us, min(lag_us, max(0, read_us - question.asked_us)))

    def _arm(self, clock: Armed, at_us: int) -> None:
        self._clocks[clock.seat] = clock
        self._floor.deadlines.arm((self.handle, clock.seat), at_us, lambda: self._expire(clock, _HOPS))

    def _expire(self, clock: Armed, hops: int) -> None:
        """Time a decision out, but only after further turns of the loop in which its answer was not read."""
        question = self._questions[clock.seat]
        if question is None or self._clocks[clock.seat] is not clock:
            return
        if hops:
            self._floor.soon(lambda: self._expire(clock, hops - 1))
            return
        now = self._floor.clock.now_us()
        stamps = self._stamps(question, now)
        short = (clock.limit_us or 0) - (stamps.read_us - stamps.asked_us - stamps.lag_us)
        if short > 0:
            self._arm(clock, now + short)
        else:
            self._step(TimeUp(clock.seat, clock.decision, stamps))

    def _await_ready(self) -> None:
        at_us = self._floor.clock.now_us() + self.header.faults.setup_us
        self._floor.deadlines.arm((self.handle, "setup"), at_us, self._not_ready)

    def _not_ready(self) -> None:
        self._forfeit([seat for seat, ready in enumerate(self._ready) if not ready])

    def _forfeit(self, seats: list[int]) -> None:
        for seat in seats:
            self._step(Retire(seat, Why.DISCONNECT, self._now()))
