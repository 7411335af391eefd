"""Matches offline, by the same machine that referees live ones, and with the same logs.

Everything follows from the seed: the deals, the chance that bots are given (``turn.rng`` and the module
`random`), the very bytes of the log. Think time is shown, never charged: the stamps of an offline log are 0.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Final, Protocol

from arbitro.codec import record_bytes
from arbitro_engine.log.chain import Chain
from arbitro_engine.log.file import file_bytes
from arbitro_engine.log.replay import chance_of_secret
from arbitro_engine.match.clock import Stamps, TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.header import Deals, Header
from arbitro_engine.match.inputs import Answer, Begin
from arbitro_engine.match.match import Match
from arbitro_engine.match.messages import Ask, Ended, Message, Private, Public, Result
from arbitro_engine.match.record import HeaderRecord, Record, RevealRecord
from arbitro_engine.match.step import Step
from arbitro_engine.rules.ruleset import RuleFaults, RuleSet
from arbitro_engine.rules.shuffle import commitment, seed_secret, set_secret
from arbitro_engine.rules.view import PublicEvent
from arbitro_sdk.errors import UsageError
from arbitro_sdk.loading import LoadedBot
from arbitro_sdk.seated import Decided, Report, SeatedBot
from arbitro_sdk.view import view_of

__all__ = ["Conditions", "Played", "Scheduled", "Watcher", "header", "play"]

_NO_STAMPS: Final = Stamps(0, 0)


class Watcher(Protocol):
    """Somebody who looks over the bots' shoulders."""

    def answered(self, ask: Ask, decided: Decided) -> None:
        """A bot was asked, and this is what it does."""

    def happened(self, event: PublicEvent) -> None:
        """Something happened that everybody may know."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What all matches of an event share; the seed decides every deal."""

    rules: RuleSet
    seed: str
    time: TimeControl = field(default_factory=TimeControl)
    faults: FaultPolicy = field(default_factory=FaultPolicy)
    deals: Deals = "fresh"


@dataclass(frozen=True, slots=True)
class Scheduled:
    """One match that is to be played: its names, and the bots' ids by seat."""

    match: str
    set_id: str
    tournament: str
    bots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """One match that was played.

    Attributes:
        ended: how.
        log: the whole file.
        faults: by seat, how often each reason: ``crash``, or a refusal's name.
        decisions: answers given, by seat.
        think_us: time thought in all, by seat.
        longest_us: the longest single thought, by seat.
        notes: (seat, decision, text) of every answer with a note.
    """

    header: Header
    ended: Ended
    log: bytes
    faults: tuple[Counter[str], ...]
    decisions: tuple[int, ...]
    think_us: tuple[int, ...]
    longest_us: tuple[int, ...]
    notes: tuple[tuple[int, int, str], ...]


def header(conditions: Conditions, scheduled: Scheduled) -> Header:
    """Return the facts of a match."""
    secret = set_secret(seed_secret(conditions.seed), scheduled.set_id, 0)
    return Header(
        match=scheduled.match,
        bots=scheduled.bots,
        rules=conditions.rules,
        commitment=commitment(secret),
        set_id=scheduled.set_id,
        tournament=scheduled.tournament,
        time=conditions.time,
        faults=conditions.faults,
        deals=conditions.deals,
        seeded=True,
        engine=version("arbitro-engine"),
    )


def play(
    conditions: Conditions,
    scheduled: Scheduled,
    bots: Sequence[LoadedBot],
    reports: Sequence[Report],
    watcher: Watcher | None = None,
) -> Played:
    """Play one match to its end. `bots` and `reports` are by seat.

    Raises:
        UsageError: A501 if the rules forbid so many seats.
    """
    facts = header(conditions, scheduled)
    secret = set_secret(seed_secret(conditions.seed), scheduled.set_id, 0)
    try:
        match = Match(facts, chance_of_secret(facts, secret))
    except RuleFaults as error:
        raise UsageError("A501", f"These rules cannot be played by {facts.seats}: {error}.") from None
    seeds = [
        hashlib.sha256(secret + f"{facts.match}/{seat}".encode()).digest() for seat in range(facts.seats)
    ]
    random.seed(b"".join(seeds))  # bots that ask the module itself are the same each time, too
    chances = [random.Random(seed) for seed in seeds]  # noqa: S311 - chance for bots, no secret
    return _Table(match, facts, bots, reports, chances, watcher).play(secret)


class _Table:
    """The shell around the machine: hands its messages to the bots and their answers back to it."""

    def __init__(
        self,
        match: Match,
        facts: Header,
        bots: Sequence[LoadedBot],
        reports: Sequence[Report],
        chances: Sequence[random.Random],
        watcher: Watcher | None,
    ) -> None:
        self._match = match
        self._facts = facts
        self._watcher = watcher
        self._bots = [
            SeatedBot(bot.seat(), view_of(facts, seat, chances[seat]), reports[seat])
            for seat, bot in enumerate(bots)
        ]
        self._records: list[bytes] = []
        self._chain = Chain()
        self._append(HeaderRecord(facts))
        self._asks: deque[Ask] = deque()
        self._faults = [Counter[str]() for _ in bots]
        self._decisions = [0] * facts.seats
        self._think_us = [0] * facts.seats
        self._longest_us = [0] * facts.seats
        self._notes: list[tuple[int, int, str]] = []

    def play(self, secret: bytes) -> Played:
        """Play to the end."""
        self._take(self._match.handle(Begin(())))
        while self._asks:
            self._take(self._match.handle(self._answer(self._asks.popleft())))
        ended = self._match.ended
        if ended is None:
            raise RuntimeError("a match waits, and asks nobody")
        for bot in self._bots:
            bot.end(ended)
        self._append(self._chain.seal())
        self._append(RevealRecord(secret, ()))
        self._append(self._chain.seal())
        return Played(
            self._facts,
            ended,
            file_bytes(self._records),
            tuple(self._faults),
            tuple(self._decisions),
            tuple(self._think_us),
            tuple(self._longest_us),
            tuple(self._notes),
        )

    def _answer(self, ask: Ask) -> Answer:
        seat = ask.seat
        decided = self._bots[seat].decide(ask, time.monotonic())
        self._decisions[seat] += 1
        self._think_us[seat] += decided.took_us
        self._longest_us[seat] = max(self._longest_us[seat], decided.took_us)
        if decided.crashed:
            self._faults[seat]["crash"] += 1
        if decided.note:
            self._notes.append((seat, ask.decision, decided.note))
        if self._watcher:
            self._watcher.answered(ask, decided)
        return Answer(seat, ask.decision, ask.attempt, decided.move, _NO_STAMPS, crashed=decided.crashed)

    def _take(self, step: Step) -> None:
        for record in step.records:
            self._append(record)
        if step.disarmed:
            self._asks = deque(ask for ask in self._asks if ask.seat not in step.disarmed)
        public = [message for message in step.messages if type(message) is Public]
        private: list[list[Private]] = [[] for _ in self._bots]
        for message in step.messages:
            if type(message) is Private:
                private[message.seat].append(message)
        for seat, bot in enumerate(self._bots):
            if public or private[seat]:
                bot.hear(public, private[seat])
        if self._watcher:
            for run in public:
                for event in run.events:
                    self._watcher.happened(event)
        for message in step.messages:
            self._tell(message)

    def _append(self, record: Record) -> None:
        stored = record_bytes(record)
        self._records.append(stored)
        self._chain.append(stored)

    def _tell(self, message: Message) -> None:
        if type(message) is Ask:
            self._asks.append(message)
        elif type(message) is Result and message.refusal:
            self._faults[message.seat][message.refusal.value] += 1
            self._bots[message.seat].told(message)
