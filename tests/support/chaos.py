"""Matches in which everything happens: late, wrong, repeated and foreign answers, losses, orders, restarts.

`Chaos` drives the machine with whatever a random generator says, for so many steps, and then lets the match
be played to its end. It keeps all inputs that had an effect, so that the match can be played again.
"""

import random
from collections.abc import Callable
from functools import partial

from arbitro_engine.match.clock import Stamps, TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.header import Header
from arbitro_engine.match.inputs import (
    Answer,
    ArbiterAct,
    Back,
    Begin,
    Cap,
    Failure,
    Input,
    Lost,
    Restart,
    Retire,
    TimeUp,
    input_of,
)
from arbitro_engine.match.match import Match
from arbitro_engine.match.messages import Ask, PublicView
from arbitro_engine.match.record import StepRecord
from arbitro_engine.match.step import Step
from arbitro_engine.rules.cards import CARDS, COLORS
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.moves import BARE_MOVES, Act, Move, play
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.shuffle import DealKey
from support.refereed import MS, Refereed, S

PROFILES = ("official", "traditional", "vintage", "basic", "cumulative", "classic_low", "vintage_pairs")
MOVES = [
    *BARE_MOVES.values(),
    *(play(card) for card in CARDS),
    play(CARDS[53], COLORS[0]),
    Move(Act.COLOR, None, COLORS[2]),
]


def chaos_header(rng: random.Random) -> Header:
    """The facts of some match: any profile, two to six seats, any policy, quick clocks."""
    profile = rng.choice(PROFILES)
    seats = rng.choice((4, 6)) if profile == "vintage_pairs" else rng.choice((2, 2, 3, 4))
    rules = {
        "max_rounds": rng.choice((1, 2, 3)),
        "max_actions_per_round": rng.choice((20, 150)),
        "extra_rounds_max": 1,
        "illegal_play": rng.choice(("reject", "reject", "reject_and_draw", "forfeit")),
        "illegal_play_cards": 2,
        "hand_size": rng.choice((2, 7)),
    }
    if profile == "cumulative":
        rules["target"] = 2
    return Header(
        match="cup-0-0",
        bots=tuple(f"bot{seat}" for seat in range(seats)),
        rules=RuleSet.of(profile, rules),
        commitment=bytes(32),
        set_id="cup-0-0",
        time=TimeControl.parse(rng.choice(("1s+2s", "1s+2s+50ms", "100ms", "none")), match_cap_us=1),
        faults=FaultPolicy(
            rng.choice(("contest", "contest", "strict", "lenient")), strikes=rng.choice((1, 3, 9)), grace_us=0
        ),
        deals=rng.choice(("fresh", "duplicate")) if seats == 2 else "fresh",
    )


def chance_for(header: Header) -> Callable:
    """The chance of a match that has no secret worth keeping."""
    return lambda nonces: partial(
        DealKey(b"s", dict(zip(header.bots, nonces or (b"",) * header.seats, strict=True))).round,
        stable=header.deals == "duplicate",
    )


class Chaos(Refereed):
    """A shell that sees to it that everything happens."""

    def __init__(self, seed: int, length: int) -> None:
        self.rng = rng = random.Random(seed)
        self.header = chaos_header(rng)
        self.match = Match(self.header, chance_for(self.header))
        self.now = 0
        self.records = []
        self.messages = []
        self.steps: list[tuple[Input, Step]] = []
        self.views: list[PublicView | None] = []
        self.asks, self.limits, self.step = {}, {}, Step()
        self.sent: list[Answer] = []
        if rng.random() < 0.1:
            self.anything()
        if not self.match.ended:
            self.give(Begin(tuple(rng.randbytes(rng.choice((0, 5))) for _ in self.header.bots), 3))
        for _ in range(length):
            if self.match.ended:
                break
            self.anything()
        while not self.match.ended:
            self.play()

    def give(self, happened: Input) -> Step:
        step = super().give(happened)
        self.steps.append((happened, step))
        self.views.append(self.match.public_view())
        return step

    # what may happen

    def anything(self) -> None:
        """Let one thing happen, mostly a good answer."""
        usual, rare, rarest = (
            (self.play, self.err, self.expire),
            (self.repeat, self.meddle, self.flicker),
            (self.shake,),
        )
        kinds = self.rng.choices((usual, rare, rarest), (90, 20, 1))[0]
        if not self.asks:
            kinds = (self.flicker, self.shake)
        self.rng.choices(kinds, (40, 3, 2)[: len(kinds)])[0]()

    def stamps(self, seat: int) -> Stamps:
        """When a seat answers: at once, within its time, around its end, or long after."""
        asked, limit = self.asks[seat][1], self.limits[seat] or S
        took = self.rng.choices(
            (
                self.rng.randrange(5 * MS),
                self.rng.randrange(limit),
                limit + self.rng.randrange(-50, 50),
                3 * limit,
            ),
            (60, 10, 5, 1),
        )[0]
        lag = self.rng.choice((0, 0, self.rng.randrange(30 * MS)))
        self.now = max(self.now, asked + took + lag)
        return Stamps(asked, asked + took + lag, lag)

    def answer(self, seat: int, move: Move | None, text: str = "") -> None:
        ask = self.asks[seat][0]
        answer = Answer(seat, ask.decision, ask.attempt, move, self.stamps(seat), text)
        self.sent.append(answer)
        self.give(answer)

    def play(self) -> None:
        """Some seat that is asked makes a legal move."""
        ask = self.asks[self.rng.choice(sorted(self.asks))][0]
        self.answer(ask.seat, legal_move(ask, self.rng))

    def err(self) -> None:
        """Some seat that is asked answers anything."""
        seat = self.rng.choice(sorted(self.asks))
        move = self.rng.choice([*MOVES, None])
        self.answer(seat, move, "" if move else "jump")

    def expire(self) -> None:
        seat = self.rng.choice(sorted(self.asks))
        ask, asked = self.asks[seat]
        lag = self.rng.choice((0, self.rng.randrange(9 * MS)))
        late = (self.limits[seat] or 0) + lag + self.rng.choice((0, 1, 700))
        self.now = max(self.now, asked + late)
        self.give(TimeUp(seat, ask.decision, Stamps(asked, asked + late, lag)))

    def repeat(self) -> None:
        """An old answer comes again, as it was, for another seat, or a little changed."""
        if not self.sent:
            return
        old = self.rng.choice(self.sent[-6:])
        new = old._replace(
            seat=self.rng.choice((old.seat, self.rng.randrange(self.header.seats))),
            decision=old.decision + self.rng.choice((0, 0, 0, 1, -1, 5)),
            attempt=old.attempt + self.rng.choice((0, 0, 0, 1, -1)),
            move=self.rng.choice((old.move, old.move, MOVES[0], None)),
        )
        self.give(new)

    def meddle(self) -> None:
        """An arbiter gives an order, or a seat leaves."""
        seat = self.rng.choice(self.match.active)
        what = self.rng.choices(("fine", "retire", "void", "leave"), (30, 3, 1, 3))[0]
        if what == "leave":
            seat = self.rng.choice((self.rng.randrange(self.header.seats), *self.match.lost))
            is_gone = not self.match.begun or (
                seat in self.match.lost and self.header.faults.name == "contest"
            )
            endings = (Why.WITHDRAWAL, Why.CONDUCT, *[Why.DISCONNECT] * is_gone)
            self.give(Retire(seat, self.rng.choice(endings), self.now, "kim", "why not"))
        else:
            self.give(ArbiterAct(what, seat, self.rng.randint(1, 4), "kim", "why not", self.now))

    def flicker(self) -> None:
        """A seat is lost or back."""
        kind = self.rng.choice((Lost, Back))
        self.give(kind(self.rng.randrange(self.header.seats), self.now))

    def shake(self) -> None:
        """Something befalls the whole match."""
        happens = Restart(self.now), Failure(self.now, "disk"), Cap(self.now)
        what = self.rng.choices(happens, (6, 1, self.match.begun and self.now > 0))[0]
        self.give(what)


def legal_move(ask: Ask, rng: random.Random) -> Move:
    """A legal answer, and a play rather than anything else."""
    if ask.plays and (not ask.acts or rng.random() < 0.9):
        card = rng.choice(ask.plays)
        return play(
            card, rng.choice(COLORS) if card.is_wild else None, uno=len(ask.hand) == 2 and rng.random() < 0.7
        )
    act = rng.choice(ask.acts)
    return Move(Act.COLOR, None, rng.choice(COLORS)) if act is Act.COLOR else BARE_MOVES[act]


def replayed(header: Header, records: list[StepRecord]) -> tuple[Match, list[Step]]:
    """Play a log again, and check that it comes out the same."""
    match, steps, first = Match(header, chance_for(header)), [], 0
    while first < len(records):
        step = match.handle(input_of(records[first]))
        assert step.records == tuple(records[first : first + len(step.records)])
        assert step.records
        first += len(step.records)
        steps.append(step)
    return match, steps


def state(thing: object) -> object:
    """All that a machine holds, as plain values that can be compared; where chance comes from is left out."""
    if isinstance(thing, (str, bytes, bytearray, int, type(None))):
        return thing
    if isinstance(thing, dict):
        return {key: state(value) for key, value in thing.items()}
    if isinstance(thing, (list, tuple, set, frozenset)) or type(thing).__name__ == "deque":
        return [state(value) for value in thing]
    if callable(thing) or type(thing).__name__ in {"Table", "RuleSet", "Header"}:
        return type(thing).__name__
    if (names := getattr(thing, "__mypyc_attrs__", None)) is None:  # what is compiled has slots of its own
        names = getattr(thing, "__slots__", None) or vars(thing)
    return {name: state(getattr(thing, name, None)) for name in names}
