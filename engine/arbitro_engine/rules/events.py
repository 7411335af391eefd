"""Events: what happened at the table. The rules speak by returning these and in no other way.

An :class:`Event` is flat and *full*: it says all that the referee knows, hidden cards included, and stands so
in the log. What a seat or the public may know of it is built in :mod:`arbitro_engine.rules.view`, from an
allow-list per kind.

==============  ============================================================================================
kind            fields (in brackets: hidden, for the seat named, or for nobody before the end)
==============  ============================================================================================
ROUND_STARTED   count = round, seat = dealer, [cards = the deck, top first, before dealing: nobody]
DEALER_DRAW     seat drew card to settle who deals, before the first round (everybody sees it)
DEALT           seat got count cards [cards: that seat]
TURNED          card was turned up as opening card; color = colour in force, none for a wild
PUT_BACK        card, refused as opening card, went back into the draw pile [flag = the pile was then
                shuffled, else count = its place in it from the top: nobody]
SHUFFLED        the draw pile was made anew of count cards [cards = the whole pile, top first: nobody]
SEAT_ORDER      [seat's own order of the deck, seat-stable deals only: cards: nobody]
CHANCE          [why = color/coin; color, or flag = whether the catchers win the tie: nobody]
COLOR_NAMED     seat (none when chance did) named color for an opening wild
PLAYED          seat played card, naming color if it is a wild; count = cards left; flag = it shouted UNO
PENDING         count = cards that now lie on the next seat
DREW            seat drew count cards [cards: that seat; why = turn/penalty/fine: nobody]
FORGIVEN        count cards of seat's penalty or fine are forgiven for good: nothing was left to draw
PASSED          seat's turn is over without a card played
SKIPPED         seat loses its turn
REVERSED        flag = play now runs clockwise
CATCH_POLL      seat has one card and did not shout: the others are asked
CAUGHT          seat draws the fine; other = the catcher nearest in turn order
SAVED           seat reported itself in time
CHALLENGE_POLL  seat played a Wild Draw Four that may be challenged
UNCHALLENGED    nobody challenged seat
CHALLENGED      seat challenged other; flag = other is guilty
REVEALED        seat's hand was shown to other [cards, sorted: to other alone; not public at all]
FINED           seat must draw count cards; why = missed_uno/false_uno/wrong_card/advice
                (a wrong card: not public)
RETIRED         seat left play with count cards [cards: nobody]; why = the ending that took it out
ROUND_ENDED     seat = who won it, or none; why = out/blocked/capped/retired; count = points credited;
                points = by how much each seat's score rose; scores = after the round
MATCH_ENDED     seat = lowest seat of the winning team, or none; why = the ending; other = seat to blame;
                scores
==============  ============================================================================================
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple

from arbitro_engine.rules.cards import CARDS, Card, Color

__all__ = [
    "CATCH_POLL",
    "CHALLENGE_POLL",
    "DREW_IN_TURN",
    "NOBODY",
    "PASSED",
    "REVERSED",
    "SKIPPED",
    "UNCHALLENGED",
    "Event",
    "EventKind",
    "Why",
    "caught",
    "challenged",
    "dealt_to",
    "drew",
    "fined",
    "forgiven",
    "pending",
    "played",
    "revealed",
    "turned",
]

NOBODY = -1
"""In a seat field: no seat."""


class EventKind(IntEnum):
    """What happened. 0 is unset on the wire."""

    ROUND_STARTED = 1
    DEALER_DRAW = 2
    DEALT = 3
    TURNED = 4
    PUT_BACK = 5
    SHUFFLED = 6
    SEAT_ORDER = 7
    CHANCE = 8
    COLOR_NAMED = 9
    PLAYED = 10
    PENDING = 11
    DREW = 12
    FORGIVEN = 13
    PASSED = 14
    SKIPPED = 15
    REVERSED = 16
    CATCH_POLL = 17
    CAUGHT = 18
    SAVED = 19
    CHALLENGE_POLL = 20
    UNCHALLENGED = 21
    CHALLENGED = 22
    REVEALED = 23
    FINED = 24
    RETIRED = 25
    ROUND_ENDED = 26
    MATCH_ENDED = 27


class Why(IntEnum):
    """The cause an event names. 0 is unset on the wire. The text form is the name in lower case."""

    NONE = 0
    # DREW
    TURN = 1
    PENALTY = 2
    FINE = 3
    # FINED
    MISSED_UNO = 4
    FALSE_UNO = 5
    WRONG_CARD = 6
    ADVICE = 7
    # ROUND_ENDED
    OUT = 8
    BLOCKED = 9
    CAPPED = 10
    LAST_STANDING = 11
    # CHANCE
    COLOR = 12
    COIN = 13
    # RETIRED and MATCH_ENDED: the endings of architecture 5
    TARGET = 20
    ROUND_CAP = 21
    TIME_CAP = 22
    TIME = 23
    ILLEGAL = 24
    DISCONNECT = 25
    WITHDRAWAL = 26
    CONDUCT = 27
    CANCELLED = 28
    INFRASTRUCTURE = 29

    @property
    def text(self) -> str:
        """The text form; a round that ended by removals is ``retired`` in texts (scenarios.md)."""
        return "retired" if self is Why.LAST_STANDING else self.name.lower()


class Event(NamedTuple):
    """One thing that happened; see the table above for the fields that each kind uses."""

    kind: EventKind
    seat: int = NOBODY
    card: Card | None = None
    color: Color | None = None
    count: int = 0  # type: ignore[assignment] # a tuple's own count is of no use here
    other: int = NOBODY
    why: Why = Why.NONE
    flag: bool = False
    cards: tuple[Card, ...] = ()
    points: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()


# Making an event costs as much as the rest of a step, and those of play repeat: each is made once and kept.

PASSED: Final = tuple(Event(EventKind.PASSED, seat) for seat in range(10))
SKIPPED: Final = tuple(Event(EventKind.SKIPPED, seat) for seat in range(10))
CATCH_POLL: Final = tuple(Event(EventKind.CATCH_POLL, seat) for seat in range(10))
CHALLENGE_POLL: Final = tuple(Event(EventKind.CHALLENGE_POLL, seat) for seat in range(10))
UNCHALLENGED: Final = tuple(Event(EventKind.UNCHALLENGED, seat) for seat in range(10))
"""The events that say nothing but their seat, by seat."""

REVERSED: Final = {1: Event(EventKind.REVERSED, flag=True), -1: Event(EventKind.REVERSED)}
"""By the direction in which play now runs."""


@cache
def turned(card: Card) -> Event:
    """Return that this card was turned up."""
    return Event(EventKind.TURNED, card=card, color=card.color)


@cache
def played(seat: int, card: Card, color: Color | None, left: int, shouted: bool) -> Event:  # noqa: FBT001
    """Return that a seat played a card and has ``left`` cards left."""
    return Event(EventKind.PLAYED, seat, card, color, left, flag=shouted)


@cache
def pending(cards: int) -> Event:
    """Return that so many cards now lie on the next seat."""
    return Event(EventKind.PENDING, count=cards)


@cache
def fined(seat: int, cards: int, why: Why) -> Event:
    """Return that a seat must draw so many cards as a fine."""
    return Event(EventKind.FINED, seat, count=cards, why=why)


@cache
def forgiven(seat: int, cards: int) -> Event:
    """Return that so many cards of a seat's penalty or fine are forgiven."""
    return Event(EventKind.FORGIVEN, seat, count=cards)


@cache
def caught(suspect: int, catcher: int) -> Event:
    """Return that a seat was caught without its shout."""
    return Event(EventKind.CAUGHT, suspect, other=catcher)


@cache
def challenged(accuser: int, claimant: int, guilty: bool) -> Event:  # noqa: FBT001
    """Return that a Wild Draw Four was challenged, and with what verdict."""
    return Event(EventKind.CHALLENGED, accuser, other=claimant, flag=guilty)


# Events of several cards hardly repeat, but are made without the call of the class: that costs half.
_make: Final = tuple.__new__
_DEALT, _DREW, _REVEALED, _NONE = EventKind.DEALT, EventKind.DREW, EventKind.REVEALED, Why.NONE


def dealt_to(seat: int, cards: tuple[Card, ...]) -> Event:
    """Return that a seat was dealt these cards, in order."""
    return _make(Event, (_DEALT, seat, None, None, len(cards), NOBODY, _NONE, False, cards, (), ()))


def drew(seat: int, cards: tuple[Card, ...], why: Why) -> Event:
    """Return that a seat drew these cards, in order."""
    return _make(Event, (_DREW, seat, None, None, len(cards), NOBODY, why, False, cards, (), ()))


def revealed(seat: int, viewer: int, hand: tuple[Card, ...]) -> Event:
    """Return that a seat's hand was shown to another."""
    return _make(Event, (_REVEALED, seat, None, None, 0, viewer, _NONE, False, hand, (), ()))


DREW_IN_TURN: Final = tuple({card: drew(seat, (card,), Why.TURN) for card in CARDS} for seat in range(10))
"""That a seat drew one card in its turn, by seat and card."""
