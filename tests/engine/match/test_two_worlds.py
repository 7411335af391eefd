"""What a seat is sent depends on what it may know alone.

Two worlds differ in cards that seat 0 has not seen, and the others do the same things for all to see. Then
seat 0 is sent the same messages in the same order: whether a drawn card fits, what the others hold and what
lies in the pile leaves no trace.
"""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from arbitro_engine.match.inputs import Begin
from arbitro_engine.match.match import Match
from arbitro_engine.match.messages import Ask, Public
from arbitro_engine.rules.cards import DECKS
from arbitro_engine.rules.events import EventKind
from arbitro_engine.rules.moves import DecisionKind
from support.chaos import legal_move
from support.refereed import Refereed, Rigged

TURN, AFTER_DRAW = DecisionKind.TURN, DecisionKind.AFTER_DRAW


class World(Refereed):
    """One round of three seats from a given deck; seats 1 and 2 follow a script, or write one."""

    def __init__(self, deck: list[str], script: list | None = None) -> None:
        super().__init__(
            ("R1 R2 R3 R4 R5 R6 R7",) * 2 + ("R1 R2 R3 R4 R5 R6 R8",),
            begin=False,
            target=10**6,
            uno_mode="announce",
        )
        self.rounds = [Rigged(*deck)]
        self.match = Match(self.header, self.chance_for)
        self.script = script if script is not None else []
        self.sent: list[object] = []
        self.events = []
        self.give(Begin(()))

    def give(self, happened):
        step = super().give(happened)
        self.sent += [message for message in step.messages if getattr(message, "seat", 0) == 0]
        self.events += [event for record in step.records for event in record.events]
        return step

    @property
    def over(self) -> bool:
        """The round has ended or is about to show more than moves."""
        kinds = {event.kind for event in self.events}
        return bool(kinds & {EventKind.ROUND_ENDED, EventKind.SHUFFLED, EventKind.CHALLENGED})

    def improvise(self, rng: random.Random, steps: int) -> None:
        """Play by chance, and write down what everybody can see of it."""
        for _ in range(steps):
            ask = next(iter(self.asks.values()))[0]
            if ask.kind is DecisionKind.CHALLENGE:
                text = "accept"
            elif ask.seat and ask.kind is TURN and rng.random() < 0.1:
                text = "timeout"
            elif ask.kind is TURN and rng.random() < 0.3:
                text = "draw"
            else:
                text = str(legal_move(ask, rng))
            if not (ask.seat and text == "keep"):
                self.script.append((ask.seat, text))
            self.follow(ask, text)
            if self.over:
                return

    def follow(self, ask: Ask, text: str) -> None:
        if text == "timeout":
            self.time_up(ask.seat)
        else:
            self.do(ask.seat, text)

    def perform(self) -> None:
        """Do what the script says; a seat asked again after a draw keeps, unless the script has a play."""
        for seat, text in self.script:
            ask = next(iter(self.asks.values()))[0]
            if ask.kind is AFTER_DRAW and ask.seat and (seat != ask.seat or not text.startswith("play")):
                self.do(ask.seat, "keep")
                ask = next(iter(self.asks.values()))[0]
            assert (ask.seat, ask.attempt) == (seat, 0)
            self.follow(ask, text)


def hidden_places(world: World, deck: list[str]) -> list[int]:
    """The places of the deck whose cards seat 0 has not seen: the others' hands, the rest of the pile."""
    holders = {place: (1, 2, 0)[place % 3] for place in range(21)}
    place = 22
    for event in world.events:
        if event.kind is EventKind.PUT_BACK:
            return []
        if event.kind is EventKind.DREW:
            holders |= dict.fromkeys(range(place, place + event.count), event.seat)
            place += event.count
    places = list(range(place, 108))
    for seat in (1, 2):
        hand = Counter(map(str, world.match._course.round.hands[seat]))
        got = Counter(deck[place] for place, holder in holders.items() if holder == seat)
        # of two equal cards it is not known which was played: only what is held as often as it came
        places += [
            place
            for place, holder in holders.items()
            if holder == seat and hand[deck[place]] == got[deck[place]]
        ]
    return places


@given(seed=st.integers(0, 2**32), steps=st.integers(1, 80))
def test_two_worlds_that_look_alike_are_told_alike(seed, steps):
    rng = random.Random(seed)
    deck = [str(card) for card in DECKS["std108"]]
    rng.shuffle(deck)
    one = World(deck)
    one.improvise(rng, steps)
    places = hidden_places(one, deck)
    if one.over or not places:
        return
    shuffled = rng.sample(places, len(places))
    other_deck = list(deck)
    for place, source in zip(places, shuffled, strict=True):
        other_deck[place] = deck[source]
    other = World(other_deck, one.script)
    other.perform()
    length = min(len(one.sent), len(other.sent))
    assert one.sent[:length] == other.sent[:length]
    assert {type(message).__name__ for message in one.sent[length:] + other.sent[length:]} <= {
        "Public",
        "Ask",
    }
    assert Public in {type(message) for message in one.sent}
