"""Metamorphic tests: what the rules must not care about.

Colours are names, a table has no left but by agreement, and where a card lies in a hand, or which of two
equal cards it is, is nothing at all.
"""

import itertools
import random

import pytest

from arbitro_engine.rules.cards import CARDS, COLORS, DECKS, Card, parse_card
from arbitro_engine.rules.events import NOBODY, EventKind, Why
from arbitro_engine.rules.legal import legal
from arbitro_engine.rules.moves import Act, Move
from arbitro_engine.rules.position import place
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.step import apply, retire
from support.rounds import ALL_PROFILES

CUSTOM = {
    "stacks": ("traditional", {"stack_wd4": "on", "stack_cross": "both", "stack_victim_turn": "keeps"}),
    "stacked bluffs": ("vintage", {"stack_wd4": "on", "uno_self_catch_tie": "offender"}),
    "any card": ("cumulative", {"stack_draw_two": "same_color", "drawn_play": "optional"}),
    "no playable": (
        "official",
        {"wd4_condition": "no_playable", "false_uno_cards": 1, "challenge_reveal": "table"},
    ),
}
BY_FACE = {(card.color, card.symbol): card for card in CARDS}
GAMES = {**{name: (name, {}) for name in ALL_PROFILES}, **CUSTOM}


class Turned:
    """Chance without names: it turns piles over, and lets the catchers win."""

    def reshuffle(self, cards):
        return list(cards)[::-1]

    def coin(self):
        return True

    def seat_order(self, seat, reshuffles, cards):
        return None


def position(rng, seats, pairs):
    """A table in the middle of a round: short hands and a short pile, so that much happens."""
    deck = [str(card) for card in DECKS["std108"]]
    rng.shuffle(deck)
    hands = [[deck.pop() for _ in range(rng.randrange(2, 6))] for _ in range(seats)]
    top = next(card for card in deck if card[0] != "W")
    deck.remove(top)
    return {
        "hands": hands,
        "draw_pile": deck[: rng.randrange(4, 20)],
        "discard": [top],
        "color": top[0],
        "direction": rng.choice([1, -1]),
        "turn": rng.randrange(seats),
        "scores": [0] * seats,
    }


def put(game, where):
    profile, overrides = GAMES[game]
    return place({"position": where}, RuleSet.of(profile, overrides), Turned())[0]


def table_of(game, rng):
    profile, overrides = GAMES[game]
    pairs = RuleSet.of(profile, overrides).teams == "pairs"
    return rng.choice([4, 6]) if pairs else rng.choice([2, 3, 5]), pairs


def walk(one, other, rng, seat_to, move_to, look):
    """Play one round at random and the other alike; after each step both must look alike."""
    assert look(one) == look(other)
    for _ in range(80):
        if one.result:
            break
        if rng.random() < 0.02 and one.seats > 2:
            seat = rng.choice([seat for seat, on in enumerate(one.active) if on])
            events = retire(one, seat, Why.TIME), retire(other, seat_to(seat), Why.TIME)
        else:
            seat = rng.choice([seat for seat in one.to_act if seat not in one.answers])
            moves = legal(one, seat)
            assert {move_to(move) for move in moves} == set(legal(other, seat_to(seat)))
            move = rng.choice(moves)
            if move.act is Act.PLAY and rng.random() < 0.5:
                move = move._replace(uno=True)
            events = apply(one, seat, move), apply(other, seat_to(seat), move_to(move))
        yield events
        assert look(one) == look(other)
    assert bool(one.result) == bool(other.result)


def blind(_):
    """A look that sees nothing: the test compares by itself."""


# ------------------------------------------------------------------------------------------ colours


@pytest.mark.parametrize("game", GAMES)
def test_permuting_the_colours_permutes_everything_and_changes_nothing_else(game):
    for seed, order in enumerate(itertools.islice(itertools.permutations(COLORS), 1, None)):
        rng = random.Random(f"{game}/{seed}")
        color_to = dict(zip(COLORS, order, strict=True)) | {None: None}

        def card_to(card, color_to=color_to):
            return card and BY_FACE[color_to[card.color], card.symbol]

        def text_to(text, card_to=card_to):
            return str(card_to(parse_card(text)))

        def move_to(move, card_to=card_to, color_to=color_to):
            return Move(move.act, card_to(move.card), color_to[move.color], move.uno)

        def event_to(event, card_to=card_to, color_to=color_to):
            cards = tuple(map(card_to, event.cards))
            cards = tuple(sorted(cards)) if event.kind is EventKind.REVEALED else cards
            return event._replace(card=card_to(event.card), color=color_to[event.color], cards=cards)

        def here(round):
            return look(round, lambda card: card, lambda color: color)

        def there(round, card_to=card_to, color_to=color_to):
            return look(round, card_to, color_to.__getitem__)

        where = position(rng, *table_of(game, rng))
        moved = where | {
            "hands": [[text_to(text) for text in hand] for hand in where["hands"]],
            "draw_pile": [text_to(text) for text in where["draw_pile"]],
            "discard": [text_to(text) for text in where["discard"]],
            "color": text_to(where["color"] + "0")[0],
        }
        one, other = put(game, where), put(game, moved)
        assert there(one) == here(other)
        for told, told_there in walk(one, other, rng, lambda seat: seat, move_to, blind):
            assert [event_to(event) for event in told] == told_there
            assert there(one) == here(other)


def look(round, card_to, color_to):
    """All of a round with its cards and colours translated."""
    claim = round.claim and (round.claim.seat, sorted(map(card_to, round.claim.hand)), round.claim.guilty)
    return (
        [list(map(card_to, hand)) for hand in round.hands],
        list(map(card_to, round.pile)),
        list(map(card_to, round.discard)),
        color_to(round.color),
        (round.decision, round.to_act, round.turn, round.direction, round.pending, claim),
        (round.suspect, round.unsaid, round.passes, round.scores, round.result),
    )


# ------------------------------------------------------------------------------------------- mirror


@pytest.mark.parametrize("game", GAMES)
def test_mirroring_seats_and_direction_mirrors_everything_and_changes_nothing_else(game):
    for seed in range(12):
        rng = random.Random(f"{game}/mirror/{seed}")
        seats, pairs = table_of(game, rng)
        where = position(rng, seats, pairs)

        def seat_to(seat, seats=seats):
            return seat if seat == NOBODY else -seat % seats

        def turned(per_seat, seats=seats):
            return tuple(per_seat[-seat % seats] for seat in range(seats)) if per_seat else ()

        moved = where | {
            "hands": list(turned(where["hands"])),
            "direction": -where["direction"],
            "turn": seat_to(where["turn"]),
        }

        def event_to(event, seat_to=seat_to, turned=turned):
            return event._replace(
                seat=seat_to(event.seat),
                other=seat_to(event.other),
                points=turned(event.points),
                scores=turned(event.scores),
                flag=not event.flag if event.kind is EventKind.REVERSED else event.flag,
            )

        one, other = put(game, where), put(game, moved)
        for told, told_there in walk(one, other, rng, seat_to, lambda move: move, blind):
            if one.result and pairs:
                break  # of equal partners the lower seat is named: a convention that has a side
            assert sorted(map(event_to, told), key=str) == sorted(told_there, key=str)
            assert turned(one.hands) == tuple(other.hands)
            assert sorted(map(seat_to, one.to_act)) == list(other.to_act)
            assert (seat_to(one.turn), one.direction) == (other.turn, -other.direction)
            assert (one.decision, one.pending, one.pile, one.discard) == (
                other.decision,
                other.pending,
                other.pile,
                other.discard,
            )
            assert turned(one.unsaid) == tuple(other.unsaid)


# -------------------------------------------------------------------------------------- equal cards


def test_equal_cards_are_one_thing():
    assert all(Card(int(card)) is card for deck in DECKS.values() for card in deck)


@pytest.mark.parametrize("game", GAMES)
def test_where_a_card_lies_in_a_hand_changes_nothing(game):
    for seed in range(6):
        rng = random.Random(f"{game}/order/{seed}")
        where = position(rng, *table_of(game, rng))
        shuffled = where | {"hands": [rng.sample(hand, len(hand)) for hand in where["hands"]]}

        def seen(round):
            return (
                [sorted(hand) for hand in round.hands],
                (round.pile, round.discard, round.color, round.decision, round.to_act, round.turn),
                (round.pending, round.claim, round.scores, round.result),
            )

        def facts(event):
            return event._replace(cards=tuple(sorted(event.cards)))

        for told, told_there in walk(
            put(game, where), put(game, shuffled), rng, lambda seat: seat, lambda move: move, seen
        ):
            assert list(map(facts, told)) == list(map(facts, told_there))
