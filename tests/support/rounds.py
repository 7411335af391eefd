"""Rounds for tests: put into a position, played by texts or by chance, and compared as a whole."""

import random
from dataclasses import fields

from arbitro_engine.rules.cards import DECKS
from arbitro_engine.rules.legal import legal, refusal
from arbitro_engine.rules.moves import Act, parse_move
from arbitro_engine.rules.opening import deal
from arbitro_engine.rules.position import place
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.scenario import play_step
from arbitro_engine.rules.shuffle import DealKey

ALL_PROFILES = (
    "traditional",
    "classic",
    "vintage",
    "basic",
    "cumulative",
    "official",
    "official_late",
    "traditional_low",
    "classic_low",
    "official_low",
    "vintage_pairs",
)


def chance(seed="test", number=0, *, stable=False):
    return DealKey(seed.encode(), {}).round(number, stable=stable)


def cards(text):
    return text.split()


def placed(hands, *, pile="", discard="R7", color=None, turn=0, profile="official", rules=None, **more):
    """Put a round: hands are texts divided by ``|``, piles top first."""
    rules = rules or RuleSet.of(profile, {key: value for key, value in more.items() if key in _options()})
    position = {
        "hands": [cards(hand) for hand in hands.split("|")],
        "draw_pile": cards(pile),
        "discard": cards(discard),
        "color": color or discard[0],
        "turn": turn,
        **{key: value for key, value in more.items() if key not in _options()},
    }
    round, _ = place({"position": position}, rules, chance())
    return round


def _options():
    return RuleSet.of("official").options


def opened(profile, deck, *, seats=2, dealer=0, hand_size=2, chance=None, **overrides):
    """Deal a round from a deck, a text with the top first; return it and its events."""
    opening = {"seats": seats, "dealer": dealer, "hand_size": hand_size, "deck": cards(deck)}
    return place(
        {"opening": opening}, RuleSet.of(profile, overrides), chance or DealKey(b"test", {}).round(0)
    )


def do(round, *texts):
    """Play moves such as ``0 play R7 uno``, ``timeout 1``, ``retire 2``, ``fine 0 2``; return all events."""
    happened = []
    for text in texts:
        why, events = play_step(round, step(text))
        assert why is None, f"{text}: {why}"
        happened += events
    return happened


def refused(round, text):
    """Return why a move is refused, as text."""
    seat, move = text.split(" ", 1)
    why = refusal(round, int(seat), parse_move(move))
    return why and why.value


def step(text):
    word, *rest = text.split(" ")
    if word == "timeout":
        return {"timeout": int(rest[0])}
    if word == "retire":
        return {"retire": int(rest[0])}
    if word == "fine":
        return {"fine": int(rest[0]), "cards": int(rest[1])}
    return {"seat": int(word), "do": " ".join(rest)}


def kinds(events):
    return [event.kind.name for event in events]


def texts(moves):
    return [str(move) for move in moves]


def open_to(round, seat=None):
    """The texts of a seat's legal moves, of the seat whose turn it is if none is named."""
    return texts(legal(round, round.turn if seat is None else seat))


def asked(round):
    """What is asked of whom, e.g. ``turn 0`` or ``catch 1 2``."""
    return " ".join([round.decision.text if round.decision else "none", *map(str, round.to_act)])


def fingerprint(round):
    """All of a round's state, to compare it bit for bit."""
    return {field.name: repr(getattr(round, field.name)) for field in fields(round) if field.name != "chance"}


def dealt(rules, seats, seed="test", number=0, *, stable=False, **more):
    """Deal a round from a shuffled full deck; return it and its events."""
    chances = chance(seed, number, stable=stable)
    deck = chances.deck(DECKS[rules.deck])
    return deal(rules, seats, number % seats, deck, chances, scores=[0] * seats, number=number, **more)


def random_move(round, rng: random.Random):
    """Choose a seat that is asked and a legal move of it: a play if there is one, mostly with a due shout."""
    seat = rng.choice([seat for seat in round.to_act if seat not in round.answers])
    moves = legal(round, seat)
    plays = [move for move in moves if move.act is Act.PLAY]
    move = rng.choice(plays if plays and rng.random() < 0.9 else moves)
    if move.act is Act.PLAY and rng.random() < (0.8 if len(round.hands[seat]) == 2 else 0.05):
        move = move._replace(uno=True)
    return seat, move
