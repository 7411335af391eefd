"""Matches played for tests by chance and a made-up clock, with time-outs and wrong moves among them."""

import random
from dataclasses import dataclass
from typing import NamedTuple

from arbitro.codec import record_bytes, record_of
from arbitro_engine.log.chain import Chain
from arbitro_engine.log.file import file_bytes
from arbitro_engine.match.clock import Stamps, TimeControl
from arbitro_engine.match.header import Header
from arbitro_engine.match.inputs import Answer, Begin, Input, TimeUp
from arbitro_engine.match.match import Match
from arbitro_engine.match.messages import Ask, Message, Public, PublicView
from arbitro_engine.match.record import HeaderRecord, RevealRecord, SignatureRecord, StepRecord
from arbitro_engine.rules.cards import COLORS
from arbitro_engine.rules.moves import BARE_MOVES, Act, Move, play
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.shuffle import DealKey, commitment, seed_secret, set_secret
from arbitro_engine.rules.view import PublicEvent

FAULTY = 0.002
"""The share of answers that come too late, and of those that are wrong."""


class PlayedStep(NamedTuple):
    """One input: how many records the log had after it, and what it told everybody."""

    records: int
    public: list[Public]


@dataclass(frozen=True)
class PlayedMatch:
    header: Header
    records: list[bytes]
    messages: list[Message]
    steps: list[PlayedStep]
    views: list[PublicView]
    """The table as everybody may know it, after each step that told something."""

    @property
    def log(self) -> bytes:
        return file_bytes(self.records)

    @property
    def decoded(self) -> list[StepRecord]:
        decoded = map(record_of, self.records)
        return [record for record in decoded if isinstance(record, StepRecord)]

    @property
    def public(self) -> list[PublicEvent]:
        return [event for one in self.messages if isinstance(one, Public) for event in one.events]


def play_match(
    seed="1", bots=("ana", "ben"), profile="official", match="cup-0-0", faulty=FAULTY, time="1s+30s", **rules
) -> PlayedMatch:
    """Play one match. Equal arguments, equal matches."""
    secret = set_secret(seed_secret(seed), match, 0)
    header = Header(
        match=match, bots=bots, rules=RuleSet.of(profile, rules), commitment=commitment(secret), set_id=match,
        tournament=match.rsplit("-", 2)[0], time=TimeControl.parse(time), seeded=True, engine="0.1.0",
        started_unix=1_790_000_000,
    )  # fmt: skip
    table = _Table(header, secret, random.Random(seed), faulty)
    return PlayedMatch(header, table.records, table.messages, table.steps, table.views)


class _Table:
    def __init__(self, header, secret, chance, faulty):
        self.match = Match(header, lambda _nonces: DealKey(secret, dict.fromkeys(header.bots, b"")).round)
        self.records = []
        self.messages: list[Message] = []
        self.steps: list[PlayedStep] = []
        self.views: list[PublicView] = []
        self.chance, self.faulty = chance, faulty
        self.chain = Chain()
        self.asks: list[Ask] = []
        self.now_us = 1_000
        self._append(HeaderRecord(header))
        self._give(Begin(()))
        while self.asks:
            self._give(self._answer(self.asks.pop(0)))
        self._append(SignatureRecord(self.chain.head))
        self._append(RevealRecord(secret, ()))
        self._append(SignatureRecord(self.chain.head))

    def _append(self, record):
        data = record_bytes(record)
        self.chain.append(data)
        self.records.append(data)

    def _give(self, given: Input):
        step = self.match.handle(given)
        for record in step.records:
            self._append(record)
        self.messages += step.messages
        public = [message for message in step.messages if isinstance(message, Public)]
        self.steps.append(PlayedStep(len(self.records), public))
        if public:
            self.views.append(self.match.public_view())
        self.asks = [ask for ask in self.asks if ask.seat not in step.disarmed]
        self.asks += [message for message in step.messages if isinstance(message, Ask)]

    def _answer(self, ask: Ask) -> Input:
        asked = self.now_us
        thought = int(self.chance.expovariate(1 / 60_000))
        if self.chance.random() < self.faulty:
            self.now_us += ask.allowance_us + ask.bank_us + 600_000
            return TimeUp(ask.seat, ask.decision, Stamps(asked, self.now_us))
        if self.chance.random() < self.faulty:
            thought += ask.allowance_us + min(ask.bank_us, 900_000)
        self.now_us += thought
        stamps = Stamps(asked, self.now_us)
        move = BARE_MOVES[Act.CATCH] if self.chance.random() < self.faulty else self._choose(ask)
        return Answer(ask.seat, ask.decision, ask.attempt, move, stamps)

    def _choose(self, ask: Ask) -> Move:
        if ask.plays and (not ask.acts or self.chance.random() < 0.95):
            card = self.chance.choice(ask.plays)
            color = self.chance.choice(COLORS) if card.is_wild else None
            return play(card, color, uno=len(ask.hand) == 2 and self.chance.random() < 0.8)
        act = self.chance.choice(ask.acts)
        return Move(Act.COLOR, None, self.chance.choice(COLORS)) if act is Act.COLOR else BARE_MOVES[act]
