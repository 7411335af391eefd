"""Matches in which everything happens: slow, late, wrong, lost seats, orders, a restarted referee."""

import random
from dataclasses import dataclass

from arbitro.codec import record_bytes
from arbitro_engine.log.chain import Chain
from arbitro_engine.log.file import file_bytes
from arbitro_engine.log.replay import chance_of_secret
from arbitro_engine.log.stored import StoredLog
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
    Lost,
    Restart,
    Retire,
    TimeUp,
)
from arbitro_engine.match.match import Match
from arbitro_engine.match.messages import Ask
from arbitro_engine.match.record import HeaderRecord, RevealRecord
from arbitro_engine.rules.cards import CARDS, COLORS
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.moves import BARE_MOVES, Act, Move, play
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.shuffle import commitment, seed_secret, set_secret


@dataclass(frozen=True)
class EventfulMatch:
    """One match: its facts, secret and records, and the messages of each step with the records before it."""

    header: Header
    secret: bytes
    records: list
    told: list

    @property
    def messages(self) -> list:
        return [message for _, messages in self.told for message in messages]

    @property
    def stored(self) -> list[bytes]:
        return [record_bytes(record) for record in self.records]

    @property
    def log(self) -> StoredLog:
        return StoredLog(tuple(self.stored), tuple(self.records))

    @property
    def file(self) -> bytes:
        return file_bytes(self.stored)


def eventful_match(
    seed=1,
    seats=2,
    profile="official",
    policy="contest",
    *,
    time="1s+2s+10ms",
    deals="fresh",
    storm=0.05,
    sealed=False,
    seal=Chain.seal,
    course=0,
    **rules,
) -> EventfulMatch:
    """Play one match. Equal arguments, equal matches.

    `storm` is the share of steps at which something else than a legal move in time happens; `seal` makes the
    record that seals a chain; `sealed` leaves the secret out. Another `course` has the same facts and deals,
    and other moves.
    """
    secret = set_secret(seed_secret(str(seed)), "cup-0-0", 0)
    header = Header(
        match="cup-0-0",
        bots=tuple(f"bot-{seat}" for seat in range(seats)),
        rules=RuleSet.of(profile, rules),
        commitment=commitment(secret),
        set_id="cup-0-0",
        tournament="cup",
        time=TimeControl.parse(time),
        faults=FaultPolicy(policy),
        deals=deals,
        seeded=True,
    )
    return played(header, secret, f"{seed} {course}", storm=storm, sealed=sealed, seal=seal)


def played(header, secret, luck, *, storm=0.0, sealed=False, seal=Chain.seal) -> EventfulMatch:
    """Play the match of these facts; `luck` decides what its bots do."""
    table = _Table(header, secret, random.Random(f"{header.match} {luck}"), storm)
    records = [HeaderRecord(header), *table.play()]
    chain = Chain.over(map(record_bytes, records))
    tail = [seal(chain)]
    if not sealed:
        tail.append(RevealRecord(secret, table.nonces))
        for record in tail:
            chain.append(record_bytes(record))
        tail.append(seal(chain))
    return EventfulMatch(header, secret, records + tail, table.told)


class _Table:
    def __init__(self, header, secret, chance, storm):
        self.match = Match(header, chance_of_secret(header, secret))
        self.chance, self.storm = chance, storm
        self.nonces = tuple(bot.encode() for bot in header.bots)
        self.records, self.told = [], []
        self.asks, self.limits = {}, {}
        self.now = 0

    def play(self):
        self.give(Begin(self.nonces, 5))
        while not self.match.ended:
            self.now += self.chance.randint(1, 20_000)
            self.give(self.accident() if self.chance.random() < self.storm else self.answer())
        return self.records

    def give(self, happened):
        step = self.match.handle(happened)
        self.records += step.records
        self.told.append((1 + len(self.records), step.messages))
        for seat in step.disarmed:
            del self.asks[seat], self.limits[seat]
        self.limits |= {armed.seat: armed.limit_us or 10**7 for armed in step.armed}
        self.asks |= {ask.seat: (ask, self.now) for ask in step.messages if type(ask) is Ask}

    def answer(self, move=None, text=""):
        seat = self.chance.choice(sorted(self.asks))
        ask, asked = self.asks[seat]
        stamps = Stamps(asked, self.now, self.chance.randint(0, 50))
        return Answer(
            seat, ask.decision, ask.attempt, move or (None if text else self.choose(ask)), stamps, text
        )

    def choose(self, ask):
        if ask.plays and (not ask.acts or self.chance.random() < 0.9):
            card = self.chance.choice(ask.plays)
            color = self.chance.choice(COLORS) if card.is_wild else None
            return play(card, color, uno=self.chance.random() < 0.5)
        act = self.chance.choice(ask.acts)
        return Move(Act.COLOR, None, self.chance.choice(COLORS)) if act is Act.COLOR else BARE_MOVES[act]

    def accident(self):
        seat = self.chance.choice(sorted(self.asks))
        ask, asked = self.asks[seat]
        active = self.chance.choice(self.match.active)
        match self.chance.choice(
            ["late", "late answer", "wrong", "no move", "stale", "lost", "order", "rare"]
        ):
            case "late":
                self.now = max(self.now, asked + self.limits[seat])
                return TimeUp(seat, ask.decision, Stamps(asked, self.now))
            case "late answer":
                self.now = asked + self.limits[seat] + 1_000_000
                return self.answer()
            case "wrong":
                return self.answer(play(self.chance.choice(CARDS), self.chance.choice([None, *COLORS])))
            case "no move":
                return self.answer(text="jump")
            case "stale":
                return Answer(seat, ask.decision - 1, 0, self.choose(ask), Stamps(asked, self.now))
            case "lost":
                return Back(active, self.now) if active in self.match.lost else Lost(active, self.now)
            case "order":
                return ArbiterAct("fine", active, self.chance.randint(1, 4), "org", "advice", self.now)
        if self.chance.random() < 0.7:
            return Restart(self.now)
        return self.chance.choice(
            [
                Retire(active, Why.WITHDRAWAL, self.now, f"bot-{active}", "had enough"),
                ArbiterAct("retire", active, 0, "org", "conduct", self.now),
                ArbiterAct("void", active, 0, "org", "wrong rules", self.now),
                Cap(self.now) if self.match.header.time.match_cap_us else Failure(self.now, "disk"),
            ]
        )
