"""What a match tells its seats and the public: views, never the state. Shells append, then send."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from arbitro_engine.rules.cards import Card, Color
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.moves import Act, DecisionKind, Move, Refusal
from arbitro_engine.rules.view import PublicEvent, SeatEvent

__all__ = ["Ask", "Ended", "Message", "Outcome", "Private", "Public", "PublicView", "Result"]


class Outcome(IntEnum):
    """What became of an answer (play.proto)."""

    ACCEPTED = 1
    REFUSED = 2
    SUBSTITUTED = 3
    LATE = 4
    STALE = 5
    FINED = 6
    UNKNOWN = 7


class Public(NamedTuple):
    """Events for everybody, numbered from ``seq``."""

    seq: int
    events: tuple[PublicEvent, ...]


class Private(NamedTuple):
    """What one seat alone learns: numbered per seat from ``number``; ``after`` public events came before."""

    seat: int
    number: int
    after: int
    events: tuple[SeatEvent, ...]


class Result(NamedTuple):
    """What became of a seat's answer, or of a decision that got none."""

    seat: int
    decision: int
    attempt: int
    outcome: Outcome
    charge_us: int = 0
    bank_us: int = 0
    strikes: int = 0
    refusal: Refusal | None = None
    did: tuple[Move, ...] = ()


class Ask(NamedTuple):
    """A question put to a seat (Decision on the wire).

    From ``kind`` on it is the snapshot that the seat needs, field by field as in
    :class:`~arbitro_engine.rules.view.SeatView`.
    """

    seat: int
    decision: int
    attempt: int
    allowance_us: int
    bank_us: int
    strikes: int
    kind: DecisionKind
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    plays: tuple[Card, ...]
    acts: tuple[Act, ...]
    top: Card
    color: Color | None
    clockwise: bool
    pending: int
    draw_count: int
    discard_count: int
    about: int
    drawn: Card | None


class Ended(NamedTuple):
    """The match is over. ``winner`` and ``blame`` are seats or None."""

    ending: Why
    winner: int | None
    scores: tuple[int, ...]
    blame: int | None
    rounds: int
    rounds_won: tuple[int, ...]
    strikes: tuple[int, ...]
    decisions: int


Message = Public | Private | Result | Ask | Ended


class PublicView(NamedTuple):
    """The table as everybody may see it, for those who come in the middle.

    It knows no more than the public events before ``seq``, the number of the next one.
    """

    seq: int
    round: int
    dealer: int
    counts: tuple[int, ...]
    top: Card
    color: Color | None
    clockwise: bool
    pending: int
    draw_count: int
    discard_count: int
    scores: tuple[int, ...]
    active: tuple[int, ...]
