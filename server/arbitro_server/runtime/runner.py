"""One match on the floor: the machine, its log, its clocks, and the sessions of its bots.

A match *waits* from its header until every bot sent Ready or left (its set-up time is bounded), then it
*runs* until its machine says that it is over. Everything that happens to it becomes an input of the machine;
what the machine asks for is done in the order append, send, arm: records go into the commit of the loop's
turn, and :meth:`Runner.speak` is called when they are safe. After a restart a match is *held*: nothing
is asked until its bots are back, or the grace is over.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Literal, NamedTuple

from arbitro_engine.match.clock import Stamps
from arbitro_engine.match.header import Header, handle
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
from arbitro_engine.match.messages import Ask, Ended, Outcome, Result
from arbitro_engine.match.record import HeaderRecord
from arbitro_engine.match.step import Armed, Step
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.moves import Move
from arbitro_server.runtime.deals import DealSet
from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.house import Policy
from arbitro_server.runtime.house import answer as house_answer
from arbitro_server.runtime.openlog import OpenLog
from arbitro_server.runtime.questions import Questions
from arbitro_server.runtime.retelling import Retelling, Told, machine, said
from arbitro_server.runtime.sessions import Known, Session
from arbitro_server.runtime.setup import Setup
from arbitro_server.runtime.table import Table
from arbitro_server.runtime.tally import Tally, summary_of
from arbitro_server.telemetry.logging import logger

__all__ = ["Over", "Runner"]


class Over(NamedTuple):
    """What is known of a match when it is over: how it ended, its faults, the chain's head after the end."""

    ended: Ended
    tally: Tally
    head: bytes


class Runner:
    """One match that waits or runs.

    Attributes:
        name: ``MATCH.RUN``, as its log is called.
        log: its log.
        state: ``waiting``, ``running`` or ``over``.
        table: who sits at it.

    Args:
        over: called when the match is over, before its end is committed.
    """

    def __init__(
        self, floor: Floor, header: Header, deals: DealSet, over: Callable[[Runner, Over], None]
    ) -> None:
        self.header: Final = header
        self.handle: Final = handle(header.match, header.run)
        self.name: Final = f"{header.match}.{header.run}"
        self.log = OpenLog(floor, header.tournament, self.name)
        self.deals: Final = deals
        self.state: Literal["waiting", "running", "over"] = "waiting"
        self.match = machine(header, deals.secret)
        self.table = Table(floor, header, self.name)
        self._floor = floor
        self._over = over
        self._questions = Questions(floor, self.handle, header.seats, self._time_up)
        self._setup = Setup(floor, self.handle, header.bots, deals, self._begin, self.forfeit)
        self._tally = Tally(header.seats)
        self._rounds = 0
        self._told: list[Told] = []
        self._armed: list[Armed] = []
        self._house: dict[int, Policy] = {}
        self._introduced = self._held = self._is_broken = False

    # -- how a match begins and ends -------------------------------------------------------------------------

    def open(self) -> None:
        """Write the header; the bots are told once it is safe."""
        self.log.append(self._floor.wire.record(HeaderRecord(self.header)))
        self._floor.turn.speak_after(self)

    @classmethod
    def restore(
        cls, floor: Floor, retelling: Retelling, deals: DealSet, over: Callable[[Runner, Over], None]
    ) -> Runner:
        """Take up a match from its log after a restart of the referee, at the exact decision."""
        runner = cls(floor, retelling.header, deals, over)
        for _ in retelling:
            pass  # the machine, the chain and the counts are what is wanted
        runner.match, runner.log.chain = retelling.match, retelling.chain
        runner._rounds = runner.match.rounds_played
        runner.table.seq, runner.table.numbers = retelling.seq, retelling.numbers
        runner._questions.begun_us = floor.clock.now_us() - retelling.last_us
        runner._introduced = True
        if runner.match.begun:
            runner.state = "running"
            runner._setup.close()
            for record in retelling.steps:
                runner._tally.add(record)
            runner._arm_cap()
            runner._held = True
            runner._step(Restart(retelling.last_us))
            at_us = floor.clock.now_us() + floor.restart_grace_us
            floor.deadlines.arm((runner.handle, "restart"), at_us, runner._go_on)
        else:
            runner._spare_the_gone()
            runner._setup.wait(retelling.header.faults.setup_us + floor.restart_grace_us)
        return runner

    def ready(self, seat: int, nonce: bytes) -> bool:
        """Take a bot's Ready; the last one begins the match. Return whether it was waited for."""
        return self._setup.ready(seat, nonce)

    @property
    def missing(self) -> Sequence[int]:
        """The seats that it waits for: those that are not ready yet, or that are lost."""
        return self._setup.missing if self.state == "waiting" else self.match.lost

    def _begin(self) -> None:
        self.state = "running"
        self._questions.begun_us = self._floor.clock.now_us()
        self._arm_cap()
        self._step(Begin(self.deals.by_seat(self.header.bots)))
        for seat in self.match.active:
            if self.table.sessions[seat] is None and seat not in self._house:
                self.detach(seat)  # it was ready, and is gone since

    def _spare_the_gone(self) -> None:
        """Before the match has begun: wait for nobody who has left it."""
        for seat in set(self._setup.missing).difference(self.match.active):
            self._setup.spare(seat)

    def _close(self, ended: Ended) -> None:
        """Seal the log; nothing of the match can happen any more."""
        self.state = "over"
        self._held = False
        self._questions.close_all()
        self._setup.close()
        for key in ("cap", "restart"):
            self._floor.deadlines.disarm((self.handle, key))
        for seat in range(self.header.seats):
            self._floor.deadlines.disarm((self.handle, "grace", seat))
        self._tally.took_us = max(self._tally.took_us, self._questions.now_us())
        head = self.log.seal()
        self._over(self, Over(ended, self._tally, head))
        self.log.finish(summary_of(self.header.bots, self._tally))

    def reveal(self) -> None:
        """Append the set's secret, now that the set is closed, and seal the log again."""
        self.log.reveal(self.deals.secret, self.deals.by_seat(self.header.bots) if self.match.begun else ())

    # -- who is there ----------------------------------------------------------------------------------------

    def owes(self, seat: int, known: Known | None) -> bool:
        """Return whether a session that knows so much has to be told the match again."""
        if self.state != "running" or known is None:
            return self.state == "running"
        seq, number = self.table.seq, self.table.numbers[seat]
        return (known.seq < seq or known.number < number) and not self._is_behind(known)

    def attach(self, seat: int, session: Session, known: Known | None = None) -> None:
        """Seat a session, which has been told all but the open question."""
        self.table.sit(self, seat, session)
        if not self._introduced:
            return
        self._floor.metrics.resumes.inc()
        if known is None:
            self._introduce(seat)
        if self.state == "running":
            if known is not None and self._is_behind(known):
                self.fail("a bot holds a signed head that is not in the log: records were lost")
                return
            ask = self._questions.again(seat)
            if ask is not None and not self._held:
                session.ask(self._floor.wire.ask(self.handle, ask))
            self._take_back(seat)

    def seat_house(self, seat: int, policy: Policy) -> None:
        """Let the referee itself play a seat; after a restart too."""
        self._house[seat] = policy
        if self.state == "waiting":
            self.ready(seat, b"")
        else:
            self._take_back(seat)

    def _take_back(self, seat: int) -> None:
        """Take note that a seat is played again."""
        self._step(Back(seat, self._questions.now_us()))
        self._floor.deadlines.disarm((self.handle, "grace", seat))
        if self._held and not self.match.lost:
            self._go_on()

    def _play_house(self, ask: Ask) -> None:
        move = house_answer(self._house[ask.seat], ask, random.Random())  # noqa: S311 - no deal hangs on it
        self.answer(ask.seat, ask.decision, ask.attempt, move, "", self._floor.clock.now_us())

    def detach(self, seat: int) -> None:
        """Take note that a seat's session is gone: the clock runs on."""
        self.table.rise(seat)
        if self.state == "running":
            self._step(Lost(seat, self._questions.now_us()))
            self._await_return(seat)

    def _await_return(self, seat: int) -> None:
        if self.header.faults.name == "contest" and not self._held and seat in self.match.lost:
            at_us = self._floor.clock.now_us() + self.header.faults.grace_us
            self._floor.deadlines.arm((self.handle, "grace", seat), at_us, lambda: self.forfeit([seat]))

    def _go_on(self) -> None:
        """After a restart: ask what is open, whether or not everybody is back."""
        self._held = False
        self._floor.deadlines.disarm((self.handle, "restart"))
        self._floor.turn.speak_after(self)
        for seat in self.match.lost:
            self._await_return(seat)

    # -- what happens to it ----------------------------------------------------------------------------------

    def answer(
        self,
        seat: int,
        decision: int,
        attempt: int,
        move: Move | None,
        text: str,
        now_us: int,
        *,
        crashed: bool = False,
    ) -> bool:
        """Take an answer that arrived at ``now_us``. It gets a result, whatever it is.

        Returns whether it had any effect.
        """
        if self.state == "running" and self._questions.was_asked(seat, decision, attempt):
            stamps = self._questions.stamps(seat, now_us)
            return self._step(Answer(seat, decision, attempt, move, stamps, text, crashed))
        # also one that guessed the number of a question that is about to be sent
        self.table.answer(Result(seat, decision, attempt, Outcome.UNKNOWN))
        return False

    def retire(self, seat: int, ending: Why, who: str = "", why: str = "") -> None:
        """Take a seat out of the match: it withdrew, was disqualified, or was lost for too long."""
        self._step(Retire(seat, ending, self._questions.now_us(), who, why))

    def forfeit(self, seats: Sequence[int]) -> None:
        """Take out seats that are lost or were never there."""
        for seat in seats:
            self.retire(seat, Why.DISCONNECT)

    def order(
        self, act: Literal["fine", "retire", "void"], seat: int, cards: int, who: str, why: str
    ) -> None:
        """Pass on an arbiter's act; the machine says when it takes effect.

        Raises:
            ValueError: if it cannot be.
        """
        self._step(ArbiterAct(act, seat, cards, who, why, self._questions.now_us()))

    def fail(self, why: str) -> None:
        """End the match by the referee's own fault: it counts for nobody, and is played again."""
        self._step(Failure(self._questions.now_us(), why))

    def _time_up(self, seat: int, decision: int, stamps: Stamps) -> None:
        self._step(TimeUp(seat, decision, stamps))

    def _cap(self) -> None:
        self._step(Cap(self._questions.now_us()))

    # -- append, send, arm -----------------------------------------------------------------------------------

    def speak(self) -> None:
        """Send what is due and start its clocks: what it follows from is committed."""
        try:
            self._speak()
        except Exception as error:  # noqa: BLE001 - whatever it is, other matches speak after this one
            self._break(error)

    def _speak(self) -> None:
        if not self._introduced:
            self._introduced = True
            for seat in range(self.header.seats):
                self._introduce(seat)
            self._setup.wait(self.header.faults.setup_us)
        if self._held:
            return
        told, armed, self._told, self._armed = self._told, self._armed, [], []
        asked: list[int] = []
        for one in told:
            message = one[0]
            if isinstance(message, Ask):
                self._questions.asked(message)
                asked.append(message.seat)
                if message.seat in self._house:
                    self._floor.soon(partial(self._play_house, message))
            self.table.send(one)
        for clock in armed:
            self._questions.arm(clock)
        if len(asked) > len(armed):
            for seat in set(asked).difference(clock.seat for clock in armed):
                self._questions.close(seat)
        if self.state == "over":
            self.table.clear()

    def _step(self, given: Input) -> bool:
        """Hand an input to the machine and do what it asks for; return whether anything happened."""
        if self.state == "over":
            return False
        try:
            step = self.match.handle(given)
            self._do(step)
        except Exception as error:
            if isinstance(error, ValueError) and isinstance(given, ArbiterAct):
                raise  # an arbiter asks for what cannot be: nothing has changed
            self._break(error)
            return True
        return bool(step.records)

    def _break(self, error: Exception) -> None:
        """An error of ours must not reach other matches: this one ends by the referee's own fault."""
        incident = secrets.token_hex(6)
        logger().error("match.broken", match=self.header.match, incident=incident, exc_info=error)
        if self._is_broken:
            self.state = "over"  # not even that could be done: it is taken up again after a restart
        else:
            self._is_broken = True
            self.fail(f"incident {incident}")

    def _do(self, step: Step) -> None:
        floor = self._floor
        for seat in step.disarmed:
            self._questions.close(seat)
            if self._armed:  # asked and closed again within one turn of the loop
                self._armed = [clock for clock in self._armed if clock.seat != seat]
        stored = [floor.wire.record(record) for record in step.records]
        self.log.append_chained(stored)
        for record in step.records:
            floor.metrics.recorded(record)
            self._tally.add(record)
        self._told += said(self.match, step, stored, self.log.chain, self._rounds, floor.signer)
        if self._rounds != self.match.rounds_played:
            self._rounds = self.match.rounds_played
            self.log.settle()
        self._armed += step.armed
        if step.ended is not None:
            self._close(step.ended)
        elif self.state == "waiting":
            self._spare_the_gone()
        floor.turn.speak_after(self)

    # -- telling and waiting ---------------------------------------------------------------------------------

    def _introduce(self, seat: int) -> None:
        self.table.introduce(seat, ready_wanted=self._setup.wants(seat))

    def _is_behind(self, known: Known) -> bool:
        """Return whether a bot proves, by a head that this referee signed, that the log once held more."""
        if known.seq <= self.table.seq or known.head is None:
            return False
        return known.head.records > self.log.chain.count and self._floor.signer.is_ours(
            self.handle, known.head
        )

    def _arm_cap(self) -> None:
        if self.header.time.match_cap_us:
            at_us = self._questions.begun_us + self.header.time.match_cap_us
            self._floor.deadlines.arm((self.handle, "cap"), at_us, self._cap)
