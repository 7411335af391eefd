"""The opening of a round: the deal, the card turned up, and what it does (rules 5.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from arbitro_engine.rules.asking import ask
from arbitro_engine.rules.cards import Card
from arbitro_engine.rules.dealer import next_dealer, pick_dealer
from arbitro_engine.rules.events import NOBODY, REVERSED, Event, EventKind, Why, dealt_to, turned
from arbitro_engine.rules.moves import DecisionKind
from arbitro_engine.rules.piles import give_orders
from arbitro_engine.rules.polls import lose_turn, serve
from arbitro_engine.rules.round import Round
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.shuffle import Chance
from arbitro_engine.rules.table import Table
from arbitro_engine.rules.turns import proceed

__all__ = ["deal", "next_dealer", "pick_dealer"]


def deal(  # noqa: PLR0913 - a deal needs them all
    rules: RuleSet,
    seats: int,
    dealer: int,
    deck: Sequence[Card],
    chance: Chance,
    *,
    scores: Sequence[int],
    number: int = 0,
    active: Sequence[bool] | None = None,
    hand_size: int | None = None,
) -> tuple[Round, list[Event]]:
    """Deal a round and put its first decision.

    Cards go one at a time clockwise from the dealer's left-hand neighbour, whatever first_seat says; then one
    is turned up.

    Args:
        rules: the rule set.
        seats: how many seats the table has.
        dealer: a seat in play.
        deck: shuffled, top first.
        chance: what the round's shuffles and coins come from.
        scores: per seat.
        number: the round's number in its match, from 0.
        active: per seat, whether it is in play; all, if not given.
        hand_size: cards for each seat, if not as the rules say.

    Raises:
        ValueError: if the dealer is not in play, the deck is too small, or holds no card that may open
        (ruling 31).
    """
    playing = [True] * seats if active is None else list(active)
    if not playing[dealer]:
        raise ValueError(f"seat {dealer} cannot deal: it is not in play")
    size = rules.hand_size if hand_size is None else hand_size
    if len(deck) <= size * sum(playing):
        raise ValueError(
            f"{len(deck)} cards are too few for {sum(playing)} hands of {size} and a card to turn up"
        )
    order = [seat for seat in (*range(dealer + 1, seats), *range(dealer + 1)) if playing[seat]]
    dealt = size * len(order)
    round = Round(
        rules=rules,
        table=Table.of(rules, seats),
        chance=chance,
        dealer=dealer,
        hands=_hands(deck[:dealt], order, seats),
        pile=list(deck[dealt:][::-1]),
        discard=[],
        scores=list(scores),
        active=playing,
        number=number,
    )
    events = [Event(EventKind.ROUND_STARTED, dealer, count=number, cards=tuple(deck))]
    give_orders(round, events)
    events += [dealt_to(seat, tuple(round.hands[seat])) for seat in order]
    _turn_up(round, events)
    _open(round, events)
    return round, events


def _hands(dealt: Sequence[Card], order: Sequence[int], seats: int) -> list[list[Card]]:
    """Return the hand of each seat: the cards go one at a time to the seats of this order."""
    hands: list[list[Card]] = [[] for _ in range(seats)]
    for place, seat in enumerate(order):
        hands[seat] = list(dealt[place :: len(order)])
    return hands


def _turn_up(round: Round, events: list[Event]) -> None:
    """Turn cards up until one may open; the others go back, for all to see (rules 1.3, 5.1)."""
    readings = round.table.readings
    card = _turned(round, events)
    if readings[card] == "redraw" and all(readings[other] == "redraw" for other in round.pile):
        raise ValueError("the deck holds no card that may open the round")
    while readings[card] == "redraw":
        _put_back(round, card, events)
        card = _turned(round, events)
    round.discard.append(card)
    round.color = card.color


def _turned(round: Round, events: list[Event]) -> Card:
    card = round.pile.pop()
    events.append(turned(card))
    return card


def _put_back(round: Round, card: Card, events: list[Event]) -> None:
    pile = round.pile[::-1]
    reshuffled = round.rules.redraw_to == "reshuffle"
    spot = 0
    if reshuffled:
        pile = round.chance.reshuffle([card, *pile])
    else:
        at_random = round.rules.redraw_to == "random_spot"
        spot = round.chance.spot(len(pile) + 1) if at_random else len(pile)  # else the bottom
        pile.insert(spot, card)
    round.pile = pile[::-1]
    events.append(Event(EventKind.PUT_BACK, card=card, count=spot, flag=reshuffled))
    events.append(Event(EventKind.SHUFFLED, count=len(pile), cards=tuple(pile)))


def _open(round: Round, events: list[Event]) -> None:
    """Let the opening card act. Nobody played it: it is never challenged, shouted for or scored (5.1)."""
    if round.rules.first_seat == "right":
        round.turn_round()
    round.turn = round.following[round.dealer]
    top = round.discard[-1]
    _OPENINGS.get((top.symbol, round.table.readings[top]), proceed)(round, events)


def _skip_first(round: Round, events: list[Event]) -> None:
    lose_turn(round, events)
    proceed(round, events)


def _dealer_starts(round: Round, events: list[Event]) -> None:
    _turn_round(round, events)
    round.turn = round.dealer
    proceed(round, events)


def _flip_only(round: Round, events: list[Event]) -> None:
    _turn_round(round, events)
    round.turn = round.following[round.dealer]
    proceed(round, events)


def _turn_round(round: Round, events: list[Event]) -> None:
    round.turn_round()
    events.append(REVERSED[round.direction])


def _hit(round: Round, events: list[Event]) -> None:
    _draw_at_once(round, 2, events)
    lose_turn(round, events)
    proceed(round, events)


def _hit_keep_turn(round: Round, events: list[Event]) -> None:
    _draw_at_once(round, 2, events)
    proceed(round, events)


def _draw_at_once(round: Round, cards: int, events: list[Event]) -> None:
    events.append(Event(EventKind.PENDING, count=cards))
    serve(round, round.turn, cards, events)


def _open_stack(round: Round, events: list[Event]) -> None:
    round.pending = 2
    events.append(Event(EventKind.PENDING, count=2))
    proceed(round, events)


def _ask_color(round: Round, events: list[Event]) -> None:  # noqa: ARG001
    ask(round, DecisionKind.COLOR, round.table.alone[round.turn])


def _draw_four(round: Round, events: list[Event]) -> None:
    """The first seat draws four and passes; the seat that then acts names the colour (003)."""
    _draw_at_once(round, 4, events)
    lose_turn(round, events)
    _ask_color(round, events)


def _seeded_color(round: Round, events: list[Event]) -> None:
    round.color = round.chance.color()
    events.append(Event(EventKind.CHANCE, color=round.color, why=Why.COLOR))
    events.append(Event(EventKind.COLOR_NAMED, NOBODY, color=round.color))
    proceed(round, events)


_OPENINGS: Final[dict[tuple[str, str], Callable[[Round, list[Event]], None]]] = {
    ("S", "skip_first"): _skip_first,
    ("R", "dealer_starts"): _dealer_starts,
    ("R", "flip_only"): _flip_only,
    ("+2", "hit"): _hit,
    ("+2", "hit_keep_turn"): _hit_keep_turn,
    ("+2", "open_stack"): _open_stack,
    ("W", "first_names"): _ask_color,
    ("W", "seeded_color"): _seeded_color,
    ("W+4", "hit"): _draw_four,
}
