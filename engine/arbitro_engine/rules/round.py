"""The state of one round. It is changed by :mod:`arbitro_engine.rules.step` alone, whose first page says how.

A round has one owner. What is on the table always adds up: hands, draw pile, discard pile and the cards of
seats that left are the deck.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from arbitro_engine.rules.cards import Card, Color, Kinds, kinds_of
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.moves import NO_OFFER, DecisionKind, Move, Offer
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.shuffle import Chance
from arbitro_engine.rules.table import Table

__all__ = ["Claim", "Round", "RoundResult"]


class RoundResult(NamedTuple):
    """How a round ended.

    Attributes:
        winner: the seat that won it, None if nobody did.
        why: OUT, BLOCKED, CAPPED or LAST_STANDING.
        points: by how much each seat's score rose.
        credited: what the winner is credited with (ruling 15).
    """

    winner: int | None
    why: Why
    points: tuple[int, ...]
    credited: int


class Claim(NamedTuple):
    """That a Wild Draw Four was played within the rules: what a challenge is judged by (rules 5.3).

    Attributes:
        seat: who played it.
        hand: the hand left at that instant, sorted: the snapshot that is shown.
        guilty: whether the claim is false.
        below: cards that were pending before this card.
    """

    seat: int
    hand: tuple[Card, ...]
    guilty: bool
    below: int


@dataclass(slots=True, eq=False)
class Round:
    """One deal, from the first decision to its result.

    Attributes:
        rules, table: the rule set, and the same resolved for the seats.
        chance: where shuffles, spots and coins come from.
        number: the round's number in its match, from 0.
        dealer: the seat that dealt.
        hands: per seat, in the order the cards came; views sort them, so that none tells when one came.
        held: per seat, the kinds in its hand.
        pile: the draw pile, its top *last*.
        discard: the discard pile, its top *last*; wilds are bare, the colour they name stands in `color`.
        removed: the cards of seats that left play.
        scores: per seat: before the round's end without its points, then with them.
        active: per seat, whether it is in play.
        direction: 1 clockwise, -1 the other way; it changes by :meth:`turn_round`.
        following, preceding: per seat, the next one in play in that direction, and in the other.
        color: the colour in force; None until an opening wild is named.
        turn: the seat whose turn it is, or which a pending draw lies on.
        pending: cards imposed by played cards and not yet drawn (ruling 7).
        decision: what is asked, None after the round.
        to_act: all seats asked, ascending; a poll lists those that have answered too (ruling 21).
        offer: what is open to the seat whose turn it is, worked out when it is asked; nothing in a catch
            poll, or once it has answered.
        answers: what has been answered in the open poll, sealed until it closes.
        drawn: the cards drawn in this turn, in order.
        suspect: the seat that a catch poll, open or due, is about.
        unsaid: per seat, whether its missed shout will be polled again before its next turn (ruling 18).
        claim: the Wild Draw Four that a challenge poll, open or due, is about.
        passes: consecutive turns that moved no card (ruling 13).
        actions_left: acts until the round is capped (ruling 14).
        reshuffles: how often the discard pile became the draw pile.
        orders: per seat, what is left of its own order of the deck, its first card *last*; None: all draw
            from the pile.
        result: how the round ended, None while it runs.
    """

    rules: RuleSet
    table: Table
    chance: Chance
    dealer: int
    hands: list[list[Card]]
    pile: list[Card]
    discard: list[Card]
    scores: list[int]
    active: list[bool]
    number: int = 0
    removed: list[Card] = field(default_factory=list)
    direction: int = 1
    color: Color | None = None
    turn: int = 0
    pending: int = 0
    decision: DecisionKind | None = None
    to_act: tuple[int, ...] = ()
    offer: Offer = NO_OFFER
    answers: dict[int, Move] = field(default_factory=dict)
    drawn: list[Card] = field(default_factory=list)
    suspect: int | None = None
    unsaid: list[bool] = field(default_factory=list)
    claim: Claim | None = None
    passes: int = 0
    actions_left: int = 0
    reshuffles: int = 0
    orders: list[list[Card]] | None = None
    result: RoundResult | None = None
    held: list[Kinds] = field(default_factory=list)
    following: tuple[int, ...] = ()
    preceding: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.unsaid = self.unsaid or [False] * self.seats
        self.actions_left = self.rules.max_actions_per_round
        self.held = [kinds_of(hand) for hand in self.hands]
        self.order_seats()

    @property
    def seats(self) -> int:
        """How many seats the table has, those that left included."""
        return self.table.seats

    @property
    def top(self) -> Card:
        """The top of the discard pile."""
        return self.discard[-1]

    @property
    def counts(self) -> tuple[int, ...]:
        """Cards in hand per seat."""
        return tuple(map(len, self.hands))

    @property
    def can_draw(self) -> bool:
        """Whether a card can be drawn: the top of the discard pile never can (rules 5.7, 5.8)."""
        return bool(self.pile) or len(self.discard) > 1

    def turn_round(self) -> None:
        """Turn the direction of play."""
        self.direction = -self.direction
        self.following, self.preceding = self.preceding, self.following

    def order_seats(self) -> None:
        """Work out who follows whom: who is in play has changed."""
        active = tuple(self.active)
        self.following, self.preceding = _nexts(active, self.direction), _nexts(active, -self.direction)

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return the seats in play that are not of this seat's team, ascending."""
        others = self.table.opponents[seat]
        return others if all(self.active) else tuple(other for other in others if self.active[other])

    def teams(self) -> int:
        """Return how many teams are still in play."""
        return len({min(seat, self.table.partner[seat]) for seat in range(self.seats) if self.active[seat]})

    def cards(self) -> list[Card]:
        """Return all cards of the round, sorted: always the deck (rules 9)."""
        return sorted(chain(*self.hands, self.pile, self.discard, self.removed))


@lru_cache(maxsize=1 << 10)
def _nexts(active: tuple[bool, ...], direction: int) -> tuple[int, ...]:
    seats = len(active)
    after = (range(seat + direction, seat + direction * (seats + 1), direction) for seat in range(seats))
    return tuple(next((other % seats for other in others if active[other % seats]), 0) for others in after)
