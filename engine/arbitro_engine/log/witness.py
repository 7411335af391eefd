"""A bot as a witness: what it was told of a match must be what the log says it was told (architecture 4, 6).

A seat's stream is a pure function of the log, so the log is played again, and everything that the witness
kept is held to it: public and private events by their numbers, questions, results, heads, the end. How
messages were grouped is not compared, nor what is no part of it: answers that came too late or twice
are echoed from nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from arbitro_engine.log.chain import Chain, RoundHead, head_claim
from arbitro_engine.log.replay import chance_of_log, machine, replay
from arbitro_engine.log.seals import SignatureCheck
from arbitro_engine.log.stored import Difference, StoredLog, shown
from arbitro_engine.match.header import Header, handle
from arbitro_engine.match.messages import Ask, Ended, Message, Outcome, Private, Public, Result
from arbitro_engine.match.record import SignatureRecord
from arbitro_engine.rules.view import PublicEvent, SeatEvent

__all__ = ["MAGIC", "Testimony", "contradictions"]

MAGIC: Final = b"ARW1"
"""What the file of a witness begins with; behind it stand frames as in a log's file (log-format.md)."""

_ECHOES: Final = {Outcome.LATE, Outcome.STALE, Outcome.UNKNOWN}
_TOLD_FACTS: Final = ("match", "run", "tournament", "bots", "rules", "time", "faults", "deals", "commitment")


class Testimony(NamedTuple):
    """What one seat kept of a match.

    Attributes:
        seat: the witness's.
        header: the facts it was told; what bots are not told stands at its default.
        told: messages and heads, in the order they came. Any may be missing, and any may come twice.
    """

    seat: int
    header: Header
    told: tuple[Message | RoundHead, ...]


def contradictions(
    log: StoredLog, testimony: Testimony, check: SignatureCheck | None = None
) -> Iterator[Difference]:
    """Yield what the log says otherwise than the witness: ``expected`` is the log's, ``found`` the witness's.

    The record named is the one that the message followed from. Signatures of heads are held to the key that
    signed the log, if it is signed and they can be checked.

    Raises:
        Differs: where the log does not even follow from itself.
    """
    header = log.header
    if header is None:
        yield Difference(0, "kind", "a header", "none")
        return
    for name in _TOLD_FACTS:
        expected, found = getattr(header, name), getattr(testimony.header, name)
        if expected != found:
            yield Difference(0, f"header.{name}", shown(expected), shown(found))
            return
    stream = _Stream(log, header, testimony.seat)
    for message in testimony.told:
        if isinstance(message, RoundHead):
            yield from stream.faults_of_head(message, check)
        else:
            yield from stream.faults_of(message)


class _Stream:
    """Everything that a seat was told, by what identifies it, each with the record it followed from."""

    def __init__(self, log: StoredLog, header: Header, seat: int) -> None:
        self._handle = handle(header.match, header.run)
        self._seat = seat
        self._public: list[tuple[int, PublicEvent]] = []
        self._private: list[tuple[int, int, SeatEvent]] = []
        self._asks: dict[tuple[int, int], list[tuple[int, Ask]]] = {}
        self._results: dict[tuple[int, int], tuple[int, Result]] = {}
        self._ended: tuple[int, Ended] | None = None
        self._signer = next(
            (record.signer for record in log.records if isinstance(record, SignatureRecord)), b""
        )
        chain = Chain()
        self._heads = [chain.append(data) for data in log.stored]
        match = machine(header, chance_of_log(record for _, record in log.steps))
        for at, step in replay(log, match):
            for message in step.messages:
                self._keep(at, message)

    def _keep(self, at: int, message: Message) -> None:
        match message:
            case Public():
                self._public += ((at, event) for event in message.events)
            case Ended():
                self._ended = at, message
            case Private(seat) if seat == self._seat:
                self._private += ((at, message.after, event) for event in message.events)
            case Ask(seat) if seat == self._seat:
                self._asks.setdefault((message.decision, message.attempt), []).append((at, message))
            case Result(seat) if seat == self._seat:
                self._results[message.decision, message.attempt] = at, message

    def faults_of(self, message: Message) -> Iterator[Difference]:
        """Yield what the log says otherwise about one message."""
        match message:
            case Public():
                for number, event in enumerate(message.events, message.seq):
                    at, expected = self._public[number] if number < len(self._public) else (self._last, None)
                    yield from _unequal(at, f"public[{number}]", expected, event)
            case Private():
                yield from self._faults_of_private(message)
            case Ask():
                yield from self._faults_of_ask(message)
            case Result() if message.outcome not in _ECHOES:
                at, told = self._results.get((message.decision, message.attempt), (self._last, None))
                yield from _unequal(at, f"results[{message.decision}.{message.attempt}]", told, message)
            case Ended():
                at, ended = self._ended or (self._last, None)
                told_end = ended._replace(rounds_won=(), decisions=0) if ended is not None else None
                yield from _unequal(at, "ended", told_end, message)

    def _faults_of_private(self, message: Private) -> Iterator[Difference]:
        for number, event in enumerate(message.events, message.number):
            if number >= len(self._private):
                yield Difference(self._last, f"private[{number}]", shown(None), shown(event))
                return
            at, after, expected = self._private[number]
            yield from _unequal(at, f"private[{number}]", expected, event)
            yield from _unequal(at, f"private[{number}].after", after, message.after)

    def _faults_of_ask(self, ask: Ask) -> Iterator[Difference]:
        """A question may be put again with less time left: to a bot that comes back, or after a restart."""
        put = self._asks.get((ask.decision, ask.attempt), [])
        if any(
            told._replace(allowance_us=ask.allowance_us, bank_us=ask.bank_us) == ask
            and ask.allowance_us <= told.allowance_us
            and ask.bank_us <= told.bank_us
            for _, told in put
        ):
            return
        at, told = put[-1] if put else (self._last, None)
        yield Difference(at, f"decisions[{ask.decision}.{ask.attempt}]", shown(told), shown(ask))

    def faults_of_head(self, head: RoundHead, check: SignatureCheck | None) -> Iterator[Difference]:
        """Yield what is wrong with a head that the witness kept: it signs what the log no longer says."""
        at = head.records - 1
        expected = self._heads[at] if 0 <= at < len(self._heads) else None
        yield from _unequal(at, "head", expected, head.head)
        if head.signature and check is not None and self._signer:
            claim = head_claim(self._handle, head)
            if not check(self._signer, claim, head.signature):
                yield Difference(
                    at, "head.signature", "one that the log's signer made", shown(head.signature)
                )

    @property
    def _last(self) -> int:
        return len(self._heads) - 1


def _unequal(at: int, field: str, expected: object, found: object) -> Iterator[Difference]:
    if expected != found:
        yield Difference(at, field, shown(expected), shown(found))
