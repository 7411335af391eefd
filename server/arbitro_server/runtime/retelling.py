"""A match told again from its log: for bots that come back, late watchers, and a referee after a restart.

What a seat is told is a pure function of the log (architecture 4), so nothing is buffered: the records drive
a machine once more, and its messages are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from arbitro_engine.log.chain import Chain, RoundHead
from arbitro_engine.match.header import Header, handle
from arbitro_engine.match.inputs import input_of
from arbitro_engine.match.match import Match
from arbitro_engine.match.messages import Ask, Ended, Message, Private, Public, Result
from arbitro_engine.match.record import HeaderRecord, StepRecord
from arbitro_engine.match.step import NOTHING, Step
from arbitro_engine.rules.events import EventKind
from arbitro_engine.rules.shuffle import Chance
from arbitro_server.runtime.deals import deal_key
from arbitro_server.runtime.signer import Signer
from arbitro_server.runtime.wire import Wire
from arbitro_server.store.interface import StoreError

__all__ = ["WATCHER", "Retelling", "Told", "machine", "part", "retold", "said"]

WATCHER: Final = -1
"""Instead of a seat: who may know what everybody may know."""

_SLICE: Final = 100
"""Messages that are told again without a pause: about a millisecond's work."""

Told = tuple[Message, RoundHead | None]
"""A message, and the chain's head it carries where a round or the match ends in it."""


def part(told: Told, wire: Wire, number: int) -> bytes:
    """Return what was told as a part of a frame; ``number`` is the match's handle."""
    message, head = told
    if isinstance(message, Public):
        return wire.public(number, message, head)
    if isinstance(message, Private):
        return wire.private(number, message)
    if isinstance(message, Ask):
        return wire.ask(number, message)
    if isinstance(message, Result):
        return wire.result(number, message)
    return wire.ended(number, message, head)


def machine(header: Header, secret: bytes) -> Match:
    """Return the machine of a match whose deals follow from this set secret."""
    stable = header.deals == "duplicate"

    def chance(nonces: Sequence[bytes]) -> Callable[[int], Chance]:
        key = deal_key(secret, header.bots, nonces)
        return lambda number: key.round(number, stable=stable)

    return Match(header, chance)


def said(
    match: Match, step: Step, stored: Sequence[bytes], chain: Chain, rounds: int, signer: Signer
) -> list[Told]:
    """Return the messages of the step that a machine has just made, with their heads.

    The chain takes the step's records in (``stored``: their bytes). A public message in which a round ends
    carries the head after the record that ended it, the end of the match the last one. ``rounds`` is how many
    were over before.
    """
    if match.rounds_played == rounds and step.ended is None:  # nearly always: nothing carries a head
        for data in stored:
            chain.append(data)
        return [(message, None) for message in step.messages]
    head: RoundHead | None = None
    number = handle(match.header.match, match.header.run)
    for record, data in zip(step.records, stored, strict=True):
        chain.append(data)
        if any(event.kind is EventKind.ROUND_ENDED for event in record.events):
            head = signer.witness(number, chain, match.rounds_played - 1)
    told: list[Told] = []
    for message in step.messages:
        if isinstance(message, Ended):
            told.append((message, signer.witness(number, chain, max(0, message.rounds - 1))))
        else:
            told.append((message, head if isinstance(message, Public) and _ends_round(message) else None))
    return told


class Retelling:
    """Drives a new machine with the records of a log; iterating tells everything again, message by message.

    When the iteration is over, the attributes stand where the log ends; after :meth:`go_on` it may be
    iterated again, for what was written meanwhile.

    Raises:
        StoreError: on the way, at a record that the machine does not make of its input.

    Attributes:
        handle: the match's.
        match: the machine.
        chain: its chain.
        steps: the records that were steps.
        nonces: by seat, once the match has begun.
        seq: public events told.
        numbers: private events told, by seat.
        last_us: the newest stamp.
    """

    def __init__(self, stored: Sequence[bytes], secret: bytes, wire: Wire, signer: Signer) -> None:
        if not stored or not isinstance(first := wire.record_of(stored[0]), HeaderRecord):
            raise ValueError("a log begins with its header")
        self.header = first.header
        self.handle = handle(self.header.match, self.header.run)
        self.match = machine(self.header, secret)
        self.chain = Chain()
        self.chain.append(stored[0])
        self.steps: list[StepRecord] = []
        self.nonces: tuple[bytes, ...] = ()
        self.seq = 0
        self.numbers = [0] * self.header.seats
        self.last_us = 0
        self._stored = stored
        self._at = 1
        self._wire = wire
        self._signer = signer

    def go_on(self, stored: Sequence[bytes]) -> bool:
        """Take the log as it is now; return whether there is more to tell."""
        self._stored = stored
        return self._at < len(stored)

    def __iter__(self) -> Iterator[Told]:
        while self._at < len(self._stored):
            record = self._wire.record_of(self._stored[self._at])
            if not isinstance(record, StepRecord):
                self.chain.append(self._stored[self._at])
                self._at += 1
                continue
            rounds = self.match.rounds_played
            step = self._made(record)
            stored = self._stored[self._at : self._at + len(step.records)]
            self._at += len(stored)
            self.steps += step.records
            self.nonces = record.nonces or self.nonces
            self.last_us = max(self.last_us, record.read_us, record.at_us)
            for message, head in said(self.match, step, stored, self.chain, rounds, self._signer):
                if isinstance(message, Public):
                    self.seq += len(message.events)
                elif isinstance(message, Private):
                    self.numbers[message.seat] += len(message.events)
                yield message, head

    def _made(self, record: StepRecord) -> Step:
        """Return the step that a record's input makes: it must make the records that stand in the log."""
        try:
            step = self.match.handle(input_of(record))
        except ValueError:
            step = NOTHING
        stored = self._stored[self._at + 1 : self._at + len(step.records)]
        found = [record, *map(self._wire.record_of, stored)]
        if list(step.records) != found:
            raise StoreError(
                f"record {self._at} of {self.header.match}.{self.header.run} does not follow from those "
                "before it: the log was damaged, or written under other rules (by arbitro "
                f"{self.header.engine}, which can play the match to its end)"
            )
        return step


def retold(
    retelling: Retelling, seat: int, seq: int, number: int, put: Callable[[Told], None]
) -> Iterator[None]:
    """Tell a seat (or WATCHER) what it has not been told; yields after each slice of the match.

    Public events from ``seq`` on, private ones from ``number`` on, and the end. Results and questions are
    left out: a result is told once, and open questions are asked by who knows the time left.
    """
    for count, (message, head) in enumerate(retelling, 1):
        if isinstance(message, Public):
            missing = message.seq + len(message.events) - seq
            if missing > 0:
                events = message.events[-missing:]
                put((Public(message.seq + len(message.events) - len(events), events), head))
        elif isinstance(message, Private):
            missing = message.number + len(message.events) - number
            if message.seat == seat and missing > 0:
                whispers = message.events[-missing:]
                first = message.number + len(message.events) - len(whispers)
                put((Private(seat, first, message.after, whispers), head))
        elif isinstance(message, Ended):
            put((message, head))
        if count % _SLICE == 0:
            yield


def _ends_round(message: Public) -> bool:
    return any(event.kind is EventKind.ROUND_ENDED for event in message.events)
