"""The audit of one match: everything its log says is derived anew from the log alone (architecture 6).

Checked are, in this order of the file: the kinds of records and how they follow each other; every input,
move, refusal, charge, default, strike, deal, score and event, by playing the match again; each seal, over the
bytes as they are stored; the secret against the commitment. What is found first in the file is the difference
that is named.

A verdict is one of

``ok``          everything is as it must be, the deals included
``sealed``      everything but the deals: their secret is not revealed yet
``incomplete``  nothing is wrong with it, but it has no end, or no seal over its end
``bad``         it says something that cannot be
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from arbitro_engine.log.chain import Chain, fingerprint, seal_claim
from arbitro_engine.log.replay import Differs, chance_of_log, chance_of_secret, machine, replay
from arbitro_engine.log.stored import Difference, StoredLog, shown
from arbitro_engine.match.header import Header
from arbitro_engine.match.match import Match
from arbitro_engine.match.messages import Ended
from arbitro_engine.match.record import (
    HeaderRecord,
    Record,
    RecordKind,
    RevealRecord,
    SignatureRecord,
    StepRecord,
    UnknownRecord,
)
from arbitro_engine.rules.shuffle import commitment

__all__ = ["SignatureCheck", "State", "Verdict", "verify"]

State = Literal["ok", "sealed", "incomplete", "bad"]

SignatureCheck = Callable[[bytes, bytes, bytes], bool]
"""Whether a public key (32 bytes) made, for a claim, a signature (64 bytes); any bytes may be given."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an audit found.

    Attributes:
        state: see the module's first page.
        difference: the first thing that is wrong or missing; None if the state is ok or sealed.
        header: the facts of the match, None if the log does not even have them.
        ended: how the match ended, None if the log does not tell.
        rounds: finished rounds.
        records: how many records were read, of whatever kind.
        signer: the fingerprint of the key that signed it, None if it is unsigned.
        head: the chain's head after the last record.
        torn: bytes behind it that are no whole record.
    """

    state: State
    difference: Difference | None
    header: Header | None
    ended: Ended | None
    rounds: int
    records: int
    signer: str | None
    head: bytes
    torn: int

    @property
    def winner_bot(self) -> str | None:
        """The bot at the winning seat; the lowest one of a winning team."""
        if self.header is None or self.ended is None or self.ended.winner is None:
            return None
        return self.header.bots[self.ended.winner]


def verify(log: StoredLog, check: SignatureCheck | None = None, key: str | None = None) -> Verdict:
    """Return the verdict about a log.

    Args:
        log: as it was read.
        check: how signatures are checked; without it they are taken for what they say.
        key: the fingerprint of the key that must have signed; None: any key, or none at all.
    """
    header = log.header
    stage, differences = _stage(log)
    chain, found, signer = _seals(log, check, key.lower() if key else None)
    differences += found
    match, found = _played(log, header) if header is not None else (None, [])
    differences += found
    if log.damage is not None:
        differences.append(log.damage)
    difference = min(differences, key=lambda one: one.record, default=None)
    state: State = "bad" if difference is not None else _STATES.get(stage, "incomplete")
    if difference is None and (log.torn or state == "incomplete"):
        state = "incomplete"
        found_instead = f"{log.torn} bytes of one" if log.torn else "the end of the log"
        difference = Difference(
            len(log.records), "record", _MISSING.get(stage, "nothing more"), found_instead
        )
    return Verdict(
        state,
        difference,
        header,
        match.ended if match is not None else None,
        match.rounds_played if match is not None else 0,
        len(log.records),
        signer,
        chain.head,
        log.torn,
    )


_FOLLOWS: Final = {
    ("start", "header"): "running",
    ("running", "step"): "running",
    ("running", "end"): "ended",
    ("ended", "signature"): "sealed",
    ("sealed", "reveal"): "revealed",
    ("revealed", "signature"): "closed",
}
"""How the records of a log follow each other. Unknown kinds may stand anywhere behind the header."""

_MISSING: Final = {
    "start": "a header",
    "running": "a step or the end of the match",
    "ended": "a signature",
    "revealed": "a signature",
}
_STATES: Final[dict[str, State]] = {"closed": "ok", "sealed": "sealed"}


def _stage(log: StoredLog) -> tuple[str, list[Difference]]:
    stage = "start"
    for at, record in enumerate(log.records):
        kind = _kind(record)
        if kind == "unknown" and stage != "start":
            continue
        after = _FOLLOWS.get((stage, kind))
        if after is None:
            return stage, [Difference(at, "kind", _MISSING.get(stage, "nothing more"), kind)]
        stage = after
    return stage, []


def _kind(record: Record) -> str:
    match record:
        case StepRecord():
            return "end" if record.kind is RecordKind.END else "step"
        case HeaderRecord():
            return "header"
        case RevealRecord():
            return "reveal"
        case SignatureRecord():
            return "signature"
        case UnknownRecord():
            return "unknown"


def _seals(
    log: StoredLog, check: SignatureCheck | None, key: str | None
) -> tuple[Chain, list[Difference], str | None]:
    """Chain the stored bytes and hold each seal to the head before it; stop at the first that fails."""
    chain = Chain()
    signer: str | None = None
    differences: list[Difference] = []
    sealed = False
    for at, (stored, record) in enumerate(zip(log.stored, log.records, strict=True)):
        if isinstance(record, SignatureRecord) and not differences:
            name = fingerprint(record.signer) if record.signer else None
            expected = signer if sealed else key
            differences = list(_faults_of_seal(at, record, chain.head, check))
            if (sealed or key is not None) and name != expected:
                differences.append(Difference(at, "signer", expected or "unsigned", name or "unsigned"))
            signer, sealed = name, True
        chain.append(stored)
    return chain, differences, signer


def _faults_of_seal(
    at: int, seal: SignatureRecord, head: bytes, check: SignatureCheck | None
) -> Iterator[Difference]:
    if seal.head != head:
        yield Difference(at, "head", head.hex(), seal.head.hex())
    is_signed = bool(seal.signature or seal.signer)
    if is_signed and check is not None and not check(seal.signer, seal_claim(seal.head), seal.signature):
        yield Difference(at, "signature", "one that the signer's key made", seal.signature.hex())


def _played(log: StoredLog, header: Header) -> tuple[Match | None, list[Difference]]:
    """Play the match again, with the deals that the revealed secret gives, if it is the one committed to."""
    steps = [record for _, record in log.steps]
    reveal = log.reveal
    differences = []
    chance = chance_of_log(steps)
    if reveal is not None:
        begun = next((record.nonces for record in steps if record.kind is RecordKind.BEGIN), ())
        for field, expected, found in (
            ("secret", header.commitment, commitment(reveal.secret)),
            ("nonces", begun, reveal.nonces),
        ):
            if expected != found:
                differences.append(
                    Difference(log.records.index(reveal), field, shown(expected), shown(found))
                )
        if not differences:
            chance = chance_of_secret(header, reveal.secret)
    match = None
    try:
        match = machine(header, chance)
        for _ in replay(log, match):
            pass
    except Differs as error:
        differences.append(error.difference)
    return match, differences
