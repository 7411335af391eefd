"""What is told to whom: public events numbered over the match, private ones per seat (architecture 4).

Public events leave at once, but those of a seat's turn wait until it ends. Else it could be seen that a seat
is being asked ``after_draw``, and so that its drawn card fits (rulings, preamble). What an arbiter does
between two decisions of one turn would show the same; it is put aside, told to the others after the turn, as
if it had come then.

What is told depends on the records of the log alone, in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from arbitro_engine.match.messages import Message, Private, Public
from arbitro_engine.rules.events import Event, EventKind
from arbitro_engine.rules.view import PublicEvent, SeatEvent, private, public

__all__ = ["Feed", "Silence"]

_REVEALED = EventKind.REVEALED
_make: Final = tuple.__new__  # half the cost of the classes' own


class Feed:
    """Collects what one step tells, and holds back what must wait.

    Attributes:
        seq: the number of the next public event.
    """

    __slots__ = ("_aside", "_held", "_numbers", "_private", "_public", "seq")

    def __init__(self, seats: int) -> None:
        self.seq = 0
        self._numbers = [0] * seats
        self._public: list[PublicEvent] = []
        self._private: dict[int, list[SeatEvent]] = {}
        self._held: list[Event] = []
        self._aside: list[tuple[Event, int]] = []

    @property
    def waiting(self) -> list[Event]:
        """The events that happened and are not public yet, in the order they happened."""
        return self._held + [event for event, _ in self._aside]

    def tell(self, events: Sequence[Event]) -> None:
        """Tell events at once, ahead of those that wait."""
        self._publish(events)
        for event in events:
            if event.cards:
                self._whisper(event, _receiver(event))

    def hold(self, events: Sequence[Event]) -> None:
        """Hold events back until :meth:`release`; the seats concerned learn of their own cards at once."""
        self._held += events
        for event in events:
            if event.cards:
                self._whisper(event, _receiver(event))

    def put_aside(self, events: Iterable[Event], turn: int) -> None:
        """Hold an arbiter's events back behind those of the turn; only the seat in turn may learn at once."""
        for event in events:
            self._aside.append((event, turn))
            self._whisper(event, turn)

    def release(self) -> None:
        """Tell what waits: the turn is over."""
        self._publish(self._held)
        self._held.clear()
        for event, turn in self._aside:
            self._publish((event,))
            if event.cards and (receiver := _receiver(event)) != turn:
                self._whisper(event, receiver)
        self._aside.clear()

    def messages(self) -> list[Message]:
        """Return what this step tells, numbered: public, then private by seat."""
        messages: list[Message] = []
        if self._public:
            messages.append(_make(Public, (self.seq, tuple(self._public))))
            self.seq += len(self._public)
            self._public.clear()
        if self._private:
            for seat in sorted(self._private):
                events = tuple(self._private[seat])
                messages.append(_make(Private, (seat, self._numbers[seat], self.seq, events)))
                self._numbers[seat] += len(events)
            self._private.clear()
        return messages

    def _publish(self, events: Sequence[Event]) -> None:
        self._public += [told for event in events if (told := public(event)) is not None]

    def _whisper(self, event: Event, seat: int) -> None:
        told = private(event, seat)
        if told is not None:
            self._private.setdefault(seat, []).append(told)


class Silence(Feed):
    """Tells nobody anything: for a machine whose records alone are wanted."""

    __slots__ = ()

    def tell(self, events: Sequence[Event]) -> None:
        """Tell nobody."""

    def hold(self, events: Sequence[Event]) -> None:
        """Hold nothing."""

    def put_aside(self, events: Iterable[Event], turn: int) -> None:
        """Put nothing aside."""

    def release(self) -> None:
        """Nothing waits."""


def _receiver(event: Event) -> int:
    """Return the one seat that may learn the hidden cards of an event, if anybody may."""
    return event.other if event.kind is _REVEALED else event.seat
