"""Views: what a seat and the public may know, from an allow-list per kind of event (rules 5.9).

Nothing is stripped from a full event: a view starts empty and gets the fields named here. The public's type
has no field that could hold a hidden card.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, NamedTuple

from arbitro_engine.rules.cards import Card, Color
from arbitro_engine.rules.events import NOBODY, Event, EventKind, Why
from arbitro_engine.rules.legal import offered
from arbitro_engine.rules.moves import Act, DecisionKind
from arbitro_engine.rules.round import Round

__all__ = ["PublicEvent", "SeatEvent", "SeatView", "private", "public", "seat_view"]


class PublicEvent(NamedTuple):
    """An event as everybody may know it: fields as in :class:`Event`, counts but no faces of hidden cards."""

    kind: EventKind
    seat: int = NOBODY
    card: Card | None = None
    color: Color | None = None
    count: int = 0  # type: ignore[assignment] # a tuple's own count is of no use here
    other: int = NOBODY
    why: Why = Why.NONE
    flag: bool = False
    points: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()


class SeatEvent(NamedTuple):
    """What one seat alone learns: cards dealt to it, drawn by it, or with REVEALED ``seat``'s hand."""

    kind: EventKind
    seat: int
    other: int = NOBODY
    cards: tuple[Card, ...] = ()


class SeatView(NamedTuple):
    """The table as one seat may know it when it is asked.

    Attributes:
        kind: what it is asked.
        hand: its own cards, in canonical order.
        counts: cards in hand per seat.
        plays: the cards it may play, in canonical order; a wild with any colour.
        acts: what else it may do, in the order of legal moves.
        top, color, pending: as in :class:`~arbitro_engine.rules.round.Round`.
        clockwise: the direction of play.
        draw_count, discard_count: sizes of the piles.
        about: the seat that a poll is about, else NOBODY.
        drawn: after a draw, the card it drew last.
    """

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


_, _AFTER_DRAW, _, _CHALLENGE, _CATCH, _ = DecisionKind
_DEALT, _DREW, _REVEALED = EventKind.DEALT, EventKind.DREW, EventKind.REVEALED
_WRONG_CARD: Final = Why.WRONG_CARD
_make: Final = tuple.__new__  # as in events: half the cost of the class's own

_PUBLIC: Final = {
    EventKind.ROUND_STARTED: "seat count",
    EventKind.DEALER_DRAW: "seat card",
    EventKind.DEALT: "seat count",
    EventKind.TURNED: "card color",
    EventKind.PUT_BACK: "card",
    EventKind.SHUFFLED: "count",
    EventKind.COLOR_NAMED: "seat color",
    EventKind.PLAYED: "seat card color count flag",
    EventKind.PENDING: "count",
    # why would tell a fined wrong card from a draw (rules 5.9)
    EventKind.DREW: "seat count",
    EventKind.FORGIVEN: "seat count",
    EventKind.PASSED: "seat",
    EventKind.SKIPPED: "seat",
    EventKind.REVERSED: "flag",
    EventKind.CATCH_POLL: "seat",
    EventKind.CAUGHT: "seat other",
    EventKind.SAVED: "seat",
    EventKind.CHALLENGE_POLL: "seat",
    EventKind.UNCHALLENGED: "seat",
    EventKind.CHALLENGED: "seat other flag",
    EventKind.FINED: "seat count why",
    EventKind.RETIRED: "seat count why",
    EventKind.ROUND_ENDED: "seat count why points scores",
    EventKind.MATCH_ENDED: "seat other why scores",
}
"""What everybody may know of each kind. Kinds that are not here are not public at all."""

_BLANK: Final = tuple(PublicEvent(EventKind.PASSED))


def _shown(fields: str) -> itemgetter[tuple[Any, ...]]:
    """Return what takes the kind and these fields from an event, the others from the blank behind it."""
    shown, own = {"kind", *fields.split()}, Event._fields
    places = (
        own.index(name) if name in shown else len(own) + place
        for place, name in enumerate(PublicEvent._fields)
    )
    return itemgetter(*places)


_SHOWN: Final = {kind: _shown(fields) for kind, fields in _PUBLIC.items()}


@lru_cache(maxsize=1 << 12)
def public(event: Event) -> PublicEvent | None:
    """Return what everybody may know of an event, None if nothing; made once, since events repeat.

    A fine for a wrong card stays between the referee and the seat: the others see cards drawn (rules 5.9;
    register 6).
    """
    shown = _SHOWN.get(event.kind)
    if shown is None or event.why is _WRONG_CARD:
        return None
    return _make(PublicEvent, shown(event + _BLANK))


def private(event: Event, seat: int) -> SeatEvent | None:
    """Return what this seat alone learns of an event, None if nothing."""
    kind = event.kind
    if kind is _DREW or kind is _DEALT:
        return _make(SeatEvent, (kind, seat, NOBODY, event.cards)) if event.seat == seat else None
    if kind is _REVEALED and event.other == seat:
        return SeatEvent(kind, event.seat, seat, event.cards)
    return None


def seat_view(round: Round, seat: int) -> SeatView:
    """Return the table as a seat that is asked may know it.

    Raises:
        ValueError: if the seat is not asked anything.
    """
    if round.decision is None or seat not in round.to_act:
        raise ValueError(f"seat {seat} is not asked: its view is built for a decision")
    decision, about = round.decision, NOBODY
    if decision is _CATCH and round.suspect is not None:
        about = round.suspect
    elif decision is _CHALLENGE and round.claim is not None:
        about = round.claim.seat
    hands = round.hands
    _, plays, acts = offered(round, seat)
    return _make(
        SeatView,
        (
            decision,
            tuple(sorted(hands[seat])),
            tuple(map(len, hands)),
            plays,
            acts,
            round.discard[-1],
            round.color,
            round.direction == 1,
            round.pending,
            len(round.pile),
            len(round.discard),
            about,
            round.drawn[-1] if decision is _AFTER_DRAW else None,
        ),
    )
