"""A table: the sessions at the seats of a match and its watchers, and what each of them is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arbitro_engine.match.header import Header, handle
from arbitro_engine.match.messages import Ask, Outcome, Private, Public, Result
from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.retelling import Told
from arbitro_server.runtime.sessions import Farewell, Session

if TYPE_CHECKING:
    from arbitro_server.runtime.runner import Runner

__all__ = ["Table"]

_ACCEPTED: Final = Outcome.ACCEPTED


class Table:
    """The seats of one match, and how far each was told of it.

    Attributes:
        sessions: the session at each seat, None while there is none.
        seq: public events told so far.
        numbers: private events told so far, by seat.
    """

    def __init__(self, floor: Floor, header: Header, log: str) -> None:
        self.sessions: list[Session | None] = [None] * header.seats
        self.seq = 0
        self.numbers = [0] * header.seats
        self._floor = floor
        self._wire = floor.wire
        self._header = header
        self._handle = handle(header.match, header.run)
        self._log = log

    def sit(self, runner: Runner, seat: int, session: Session) -> None:
        """Seat a session, in place of the one that was there."""
        self.rise(seat)
        self.sessions[seat] = session
        session.seats[self._handle] = runner, seat

    def rise(self, seat: int) -> None:
        """Take a seat's session from it."""
        session, self.sessions[seat] = self.sessions[seat], None
        if session is not None:
            session.seats.pop(self._handle, None)

    def introduce(self, seat: int, *, ready_wanted: bool) -> None:
        """Tell a seat the facts of the match."""
        self.tell(seat, self._wire.started(self._handle, self._header, seat, ready_wanted=ready_wanted))

    def send(self, told: Told) -> None:
        """Send a message to whom it is for, watchers among them."""
        message, head = told
        if isinstance(message, Public):
            self.seq = message.seq + len(message.events)
            self._tell_all(self._wire.public(self._handle, message, head), soon=True)
            self._floor.feed.publish(self._log, message, head)
        elif isinstance(message, Ask):
            session = self.sessions[message.seat]
            if session is not None:
                session.ask(self._wire.ask(self._handle, message))
        elif isinstance(message, Result):
            self.answer(message)
        elif isinstance(message, Private):
            self.numbers[message.seat] = message.number + len(message.events)
            self.tell(message.seat, self._wire.private(self._handle, message), soon=True)
        else:
            self._tell_all(self._wire.ended(self._handle, message, head))
            self._floor.feed.publish(self._log, message, head)

    def answer(self, result: Result) -> None:
        """Tell a seat what became of its answer; that it was done can wait for the next question."""
        part = self._wire.result(self._handle, result)
        self.tell(result.seat, part, soon=result.outcome is _ACCEPTED)

    def tell(self, seat: int, part: bytes, *, soon: bool = False) -> None:
        """Send a part of a frame to a seat, if somebody is there; ``soon``: it may wait a moment."""
        session = self.sessions[seat]
        if session is not None:
            session.put(part, soon=soon)

    def clear(self) -> None:
        """The match is over: everybody rises, and bots that wanted to leave may go."""
        for seat, session in enumerate(self.sessions):
            self.rise(seat)
            if session is not None:
                session.past.add(self._handle)
                if session.leaving and not session.seats:
                    session.end(Farewell("done", "The bot left."))

    def _tell_all(self, part: bytes, *, soon: bool = False) -> None:
        for session in self.sessions:
            if session is not None:
                session.put(part, soon=soon)
