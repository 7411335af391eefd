"""A table: one rule set resolved for a number of seats, so that play hardly looks up an option.

What may lie on what depends on the top card and the colour in force alone; it is worked out once per rule set
and kept as sets of kinds. Equal rule sets share a table, and all tables what turns offer, since that follows
from the cards alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

from arbitro_engine.rules.cards import CARDS, COLORS, WILD, WILD_DRAW_FOUR, Card, Color, Kinds, kinds_of
from arbitro_engine.rules.moves import NO_OFFER
from arbitro_engine.rules.offers import TurnOffers, after_draw_of
from arbitro_engine.rules.ruleset import RuleSet

__all__ = ["OF_COLOR", "Table"]

OF_COLOR: Final[tuple[Kinds, ...]] = (
    0,
    *(kinds_of(card for card in CARDS if card.color is color) for color in COLORS),
)
"""The kinds of a colour, by colour."""
_DRAW_TWOS: Final = kinds_of(card for card in CARDS if card.symbol == "+2")
_NUMBERS: Final = kinds_of(card for card in CARDS if card.number is not None)
_WILDS: Final = WILD.bit | WILD_DRAW_FOUR.bit
_KEPT: Final = 64
"""Tables that are kept, 0.1 MB each: an organiser may make up as many rule sets as he likes."""
_TURNS: Final = TurnOffers(voluntary=False), TurnOffers(voluntary=True)

ByPile = dict[Card, dict[Color | None, Kinds]]
"""Sets of kinds by the card on top, then by the colour in force: a dict finds either faster than a tuple."""


class Table:
    """A rule set at a table of so many seats. Make one with :meth:`of`.

    Attributes:
        seats: how many.
        alone: per seat, the tuple that asks it alone.
        partner: per seat, its partner; the seat itself without partners.
        opponents: per seat, all that are not of its team, ascending.
        readings: what the rules do with a card that is turned up, by card; a number is ignored.
        fits: what may be laid by colour, number, symbol or as a wild (rules 1.4).
        narrow: the same for a hand that holds a card of the colour in force, under number_needs_no_color.
        turns: what a turn offers where a card can be drawn, by the kinds that may be played.
        drawn: what is offered after a draw of one card that fits, by card, where `one_card`.
        answers: what may be laid on a pending draw (rules 7.1 D); where that is nothing, the draw is not
            offered to be answered but drawn at once.
        number_second: whether number_needs_no_color is on.
        wd4_refereed: whether the referee refuses a Wild Draw Four against its condition.
        steady: whether the rest of the hand never forbids a card that fits: neither of the two.
        one_card: whether a draw is of one card, which alone may be played then, and for nothing but its face.
        bluff: whether a Wild Draw Four is accepted and open to challenge.
        voluntary_draw, until_playable, drawn_only, uno_enforced: the options of those names.
    """

    __slots__ = (
        "alone",
        "answers",
        "bluff",
        "drawn",
        "drawn_only",
        "fits",
        "narrow",
        "number_second",
        "one_card",
        "opponents",
        "partner",
        "readings",
        "seats",
        "steady",
        "turns",
        "uno_enforced",
        "until_playable",
        "voluntary_draw",
        "wd4_refereed",
    )

    def __init__(self, rules: RuleSet, seats: int) -> None:
        self.seats = seats
        self.alone = tuple((seat,) for seat in range(seats))
        across = seats // 2 if rules.teams == "pairs" else 0
        self.partner = tuple((seat + across) % seats for seat in range(seats))
        self.opponents = tuple(
            tuple(other for other in range(seats) if other not in {seat, self.partner[seat]})
            for seat in range(seats)
        )
        self.readings = {card: _reading(rules, card) for card in CARDS}
        self.number_second = rules.number_needs_no_color == "on"
        self.fits = _by_pile(lambda top, color: _fitting(rules, top, color))
        self.narrow = _by_pile(lambda top, color: _fitting(rules, top, color) & ~_other_numbers(color))
        self.answers = _by_pile(lambda top, color: _answering(rules, top, color))
        self.wd4_refereed = rules.wd4_enforcement == "referee" and rules.wd4_condition != "free"
        self.steady = not self.number_second and not self.wd4_refereed
        one_at_a_time = rules.draw_mode == "one" and rules.play_after_draw == "drawn_only"
        self.one_card = one_at_a_time and self.steady
        self.voluntary_draw = rules.voluntary_draw == "on"
        self.turns = _TURNS[self.voluntary_draw]
        bound = rules.drawn_play == "mandatory"
        self.drawn = (NO_OFFER, *(after_draw_of(card, bound=bound) for card in CARDS))
        self.bluff = rules.wd4_enforcement == "bluff"
        self.until_playable = rules.draw_mode == "until_playable"
        self.drawn_only = rules.play_after_draw == "drawn_only"
        self.uno_enforced = rules.uno_mode == "enforced"

    @staticmethod
    def of(rules: RuleSet, seats: int) -> Table:
        """Return the table of these rules and so many seats, made at its first use."""
        return _table(rules, seats)


@lru_cache(maxsize=_KEPT)
def _table(rules: RuleSet, seats: int) -> Table:
    return Table(rules, seats)


def _reading(rules: RuleSet, card: Card) -> str:
    readings = {
        "S": rules.first_skip,
        "R": rules.first_reverse,
        "+2": rules.first_draw_two,
        "W": rules.first_wild,
        "W+4": rules.first_wd4,
    }
    return readings.get(card.symbol, "ignore")


def _by_pile(kinds: Callable[[Card, Color | None], Kinds]) -> ByPile:
    return {top: {color: kinds(top, color) for color in (None, *COLORS)} for top in CARDS}


def _fitting(rules: RuleSet, top: Card, color: Color | None) -> Kinds:
    """Colour, number, unless symbol_match is off the symbol of an action; a wild always (rules 1.4)."""
    by_symbol = top.number is not None or rules.symbol_match == "on"
    return OF_COLOR[color or 0] | _WILDS | (_alike(top.symbol) if by_symbol else 0)


@cache
def _alike(symbol: str) -> Kinds:
    return kinds_of(card for card in CARDS if card.symbol == symbol)


def _other_numbers(color: Color | None) -> Kinds:
    return _NUMBERS & ~OF_COLOR[color or 0]


def _answering(rules: RuleSet, top: Card, color: Color | None) -> Kinds:
    """What may be laid on a pending draw with this card on top (rules 5.6, 7.1 D)."""
    draw_twos = _DRAW_TWOS
    if rules.stack_draw_two == "same_color":
        draw_twos &= OF_COLOR[color or 0]
    if top.symbol == "+2":
        own = draw_twos if rules.stack_draw_two != "off" else 0
        return own | WILD_DRAW_FOUR.bit if rules.stack_cross != "off" else own
    if top is WILD_DRAW_FOUR:
        own = WILD_DRAW_FOUR.bit if rules.stack_wd4 == "on" else 0
        return own | draw_twos if rules.stack_cross == "both" else own
    return 0
