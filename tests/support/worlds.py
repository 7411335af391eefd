"""Worlds for tests: one match of a referee without a network, dealt from given decks, played by a script.

In every world a bot, the observer, and whoever else plays do what everybody can see in the same order. A
script holds just that: what seats did, but not that one kept a card it had drawn, or how long it thought.
"""

import random
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import pytest

from arbitro.codec import record_of
from arbitro.v1 import moves_pb2 as moves
from arbitro.v1 import play_pb2 as pb
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.match import Match
from arbitro_engine.match.record import StepRecord
from arbitro_engine.rules.cards import DECKS, WILD_DRAW_FOUR, parse_card
from arbitro_engine.rules.events import Event, EventKind
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_server.runtime import retelling, runner
from support.floors import House, Seated
from support.jumping import MS, S
from support.refereed import Rigged

OBSERVER = "bot0"
LOG = "cup-0-0.0"
_DONE = {EventKind.PLAYED, EventKind.DREW, EventKind.CAUGHT, EventKind.CHALLENGED, EventKind.ROUND_ENDED}


class Deed(NamedTuple):
    """What a bot did: answered with (act, card, color, uno), let its ``time`` pass, or was torn away.

    It ``came`` back then, or ``came anew`` and knew nothing.
    """

    bot: str
    did: tuple[int, int, int, bool] | str


class Impossible(Exception):  # noqa: N818 - it says what the script is
    """A seat cannot do in this world what it did in the other: everybody can tell them apart."""


class World(House):
    """A match of so many bots, and what the observer and the public are told of it, frame by frame."""

    def __init__(
        self,
        patch: pytest.MonkeyPatch,
        rules: RuleSet,
        seats: int,
        decks: Callable[[int], list[str]],
        pace: int,
    ) -> None:
        super().__init__()
        self.rules = rules
        self.frames: list[bytes] = []
        self.heard: list[list[object]] = [[]]
        self._told = 0
        self._pace = random.Random(pace)
        self._bots: dict[str, Seated] = {}
        for module in (runner, retelling):
            patch.setattr(module, "machine", lambda header, _secret: _dealt(header, decks))
        names = [f"bot{number}" for number in range(seats)]
        form = {"format": "tables", "seats": seats} if seats > 2 else {}
        self.create(*names, rules=rules, time="100s+10s", faults=FaultPolicy("lenient"), games=seats, **form)
        self.floor.feed.listen(LOG, lambda seen: self.heard[-1].append(seen.message))
        self._bots = {name: self.sit(name) for name in names}
        for one in self._bots.values():
            one.ready()
        self.settle()

    @property
    def observer(self) -> Seated:
        return self._bots[OBSERVER]

    @property
    def events(self) -> list[Event]:
        """All that happened in the round being played, hidden cards and all."""
        records = [record_of(data) for data in self.store.records(LOG)]
        events = [event for record in records if isinstance(record, StepRecord) for event in record.events]
        begun = max(at for at, event in enumerate(events) if event.kind is EventKind.ROUND_STARTED)
        return events[begun:]

    @property
    def done(self) -> list[tuple[object, ...]]:
        """What was done on the table for all to see, in the round being played."""
        return [
            (event.kind, event.seat, event.card, event.color, event.count, event.flag)
            for event in self.events
            if event.kind in _DONE
        ]

    def settle(self) -> None:
        """Turn the loop as long as there is something to do; what a turn sends the observer is one frame."""
        while self.turn():
            if OBSERVER in self._bots:
                self._cut_frame()

    def _cut_frame(self) -> None:
        parts = self.observer.parts[self._told :]
        self._told += len(parts)
        if parts:
            self.frames.append(_without_heads(b"".join(parts)))
        if self.heard[-1]:
            self.heard.append([])

    # what bots do

    def improvise(self, rng: random.Random, steps: int) -> list[Deed]:
        """Play by chance; return what was done."""
        script: list[Deed] = []
        for _ in range(steps):
            bot = self._open()[0]
            asked = next(iter(self._bots[bot].open.values()))
            deed = Deed(bot, _choice(asked, rng))
            if bot == OBSERVER and rng.random() < 0.1:
                deed = Deed(bot, rng.choice(("came", "came anew")))
            elif bot != OBSERVER and len(self._open()) == 1 and rng.random() < 0.03:
                deed = Deed(bot, "time")
            self._do(deed)
            if bot == OBSERVER or not _is_unseen(asked, deed):
                script.append(deed)
        return script

    def perform(self, script: list[Deed]) -> None:
        """Do what the script says. Raises Impossible where a seat cannot."""
        for deed in script:
            while (kept := self._keeps(deed)) is not None:
                self._do(kept)
            self._do(deed)
        while (kept := self._keeps(None)) is not None:
            self._do(kept)

    def _keeps(self, deed: Deed | None) -> Deed | None:
        """Return what another than the observer does after a draw, unless the script says something else."""
        for bot in self._open():
            asked = next(iter(self._bots[bot].open.values()))
            goes_on = deed is not None and deed.bot == bot and deed.did != "time"
            if bot != OBSERVER and asked.kind == moves.DECISION_KIND_AFTER_DRAW and not goes_on:
                for act in (moves.ACT_KEEP, moves.ACT_PASS):
                    if act in asked.acts:
                        return Deed(bot, (act, 0, 0, False))
                if deed is not None:
                    raise Impossible
        return None

    def _open(self) -> list[str]:
        return [bot for bot, one in self._bots.items() if one.open]

    def _do(self, deed: Deed) -> None:
        bot, did = deed
        if did in {"came", "came anew"}:
            old = self._bots.pop(bot)
            self.lose(old)
            came = self.sit(bot, known=old.known() if did == "came" else None)
            came.started = old.started
            self._bots = {bot: came, **self._bots}
            self._told = 0
            self._cut_frame()
            return
        seated = self._bots[bot]
        if not seated.open:
            raise Impossible
        (asked,) = seated.open.values()
        if did == "time":
            while seated.open.get(asked.match) is asked:
                self.jump(10 * S)
            return
        if bot != OBSERVER and OBSERVER not in self._open():
            self.jump(self._pace.randrange(900) * MS)  # how long another thinks is its own affair
        act, card, color, uno = did
        seated.answer(lambda _: pb.Answer(match=asked.match, decision=asked.decision, attempt=asked.attempt,
                                          act=act, card=card, color=color, uno=uno))  # fmt: skip
        self.settle()
        if bot != OBSERVER and seated.results[-1].outcome != pb.OUTCOME_ACCEPTED:
            raise Impossible


def shuffled_decks(rules: RuleSet, seed: object) -> Callable[[int], list[str]]:
    """The decks of a match, by round: all Wild Draw Fours are dealt, so that there is much to doubt."""

    def deck(number: int) -> list[str]:
        rng = random.Random(f"{seed}/{number}")
        bold, others = ([str(card) for card in DECKS[rules.deck] if (card is WILD_DRAW_FOUR) is is_bold]
                        for is_bold in (True, False))  # fmt: skip
        rng.shuffle(others)
        for card in bold:
            others.insert(rng.randrange(6), card)
        return others

    return deck


def hidden_places(world: World, deck: list[str], seats: int) -> list[int]:
    """The places of the deck whose cards the observer has not seen: others' hands, the rest of the pile."""
    started, *events = world.events
    (me,) = [one.seat for one in world.observer.started.values()]
    order = [(started.seat + step) % seats for step in range(1, seats + 1)]
    size = next(event.count for event in events if event.kind is EventKind.DEALT)
    holders = {place: order[place % seats] for place in range(seats * size)}
    hands = {seat: Counter() for seat in range(seats)}
    shown: set[int] = set()
    place: int | None = seats * size + 1
    for event in events:
        match event.kind:
            case EventKind.PUT_BACK:
                return []
            case EventKind.SHUFFLED:
                place = None  # from here on cards come of a pile that everybody has seen
            case EventKind.DEALT | EventKind.DREW:
                hands[event.seat].update(map(str, event.cards))
                if event.kind is EventKind.DREW and place is not None:
                    holders |= dict.fromkeys(range(place, place + event.count), event.seat)
                    place += event.count
            case EventKind.PLAYED:
                hands[event.seat][str(event.card)] -= 1
            case EventKind.CHALLENGED if _may_look(world.rules.challenge_reveal, me, event):
                shown |= {at for at, holder in holders.items() if holder == event.other}
    places = [] if place is None else list(range(place, len(deck)))
    for seat in set(range(seats)) - {me}:
        # of two equal cards it is not known which was played: only what is held as often as it came
        mine = [at for at, holder in holders.items() if holder == seat]
        got = Counter(deck[at] for at in mine)
        places += [at for at in mine if at not in shown and hands[seat][deck[at]] == got[deck[at]]]
    return places


def exchanged(world: World, deck: list[str], places: list[int], rng: random.Random) -> list[str]:
    """The deck with cards of these places exchanged; within each colour if a verdict depends on colours."""
    judged = any(event.kind is EventKind.CHALLENGED for event in world.events)
    groups: dict[object, list[int]] = {}
    for place in places:
        groups.setdefault(judged and parse_card(deck[place]).color, []).append(place)
    other = list(deck)
    for group in groups.values():
        chosen = rng.sample(group, rng.randint(0, len(group)))
        for place, source in zip(chosen, rng.sample(chosen, len(chosen)), strict=True):
            other[place] = deck[source]
    return other


def _may_look(reveal: str, me: int, challenged: Event) -> bool:
    """Whether a challenge shows the hand of who was challenged to this seat (rules 5.9, ruling 25)."""
    return me == challenged.seat if reveal == "challenger" else reveal == "table" and me != challenged.other


def _dealt(header, decks: Callable[[int], list[str]]) -> Match:
    return Match(header, lambda _nonces: lambda number: Rigged(*decks(number)))


def _without_heads(frame: bytes) -> bytes:
    """A frame without the heads of the chain, which follow from all records, stamps and all."""
    message = pb.PlayResponse.FromString(frame)
    for public in message.public:
        if public.HasField("head"):
            public.head.head, public.head.signature = bytes(32), bytes(64)
    message.ClearField("welcome")
    return message.SerializeToString(deterministic=True)


def _is_unseen(asked: pb.Decision, deed: Deed) -> bool:
    return asked.kind == moves.DECISION_KIND_AFTER_DRAW and deed.did[0] in {moves.ACT_KEEP, moves.ACT_PASS}


def _choice(asked: pb.Decision, rng: random.Random) -> tuple[int, int, int, bool]:
    color = rng.randint(1, 4)
    if asked.plays and (not asked.acts or rng.random() < 0.6):
        card = rng.choice(list(asked.plays))
        is_last_but_one = len(asked.hand) == 2
        return moves.ACT_PLAY, card, color if card > 52 else 0, is_last_but_one and rng.random() < 0.7
    act = rng.choice(list(asked.acts))
    return act, 0, color if act == moves.ACT_COLOR else 0, False
