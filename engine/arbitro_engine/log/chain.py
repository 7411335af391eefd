"""The chain of a log: each head is a hash over everything before it (architecture 6).

head 0 = SHA-256("arbitro/log/1" followed by the header record's bytes), head N = SHA-256(head N-1 followed by
record N's bytes). Bytes are hashed as they are stored, never as they would be written today.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final, NamedTuple

from arbitro_engine.match.record import SignatureRecord

__all__ = ["Chain", "RoundHead", "fingerprint", "head_claim", "seal_claim"]

_START: Final = b"arbitro/log/1"


class RoundHead(NamedTuple):
    """The head at the end of a round, as bots get it: they are witnesses.

    Attributes:
        round: the round that ended, from 0.
        records: how many records the head covers, the header included.
        head: 32 bytes.
        signature: Ed25519 over :func:`head_claim`; empty where the referee has no key.
    """

    round: int
    records: int
    head: bytes
    signature: bytes = b""


class Chain:
    """A log's chain while it grows: ``head`` (empty before the header) and ``count`` of records."""

    __slots__ = ("count", "head")

    def __init__(self) -> None:
        self.head = b""
        self.count = 0

    @classmethod
    def over(cls, records: Iterable[bytes]) -> Chain:
        """Return the chain of these records, the header's bytes first."""
        chain = cls()
        for record in records:
            chain.append(record)
        return chain

    def append(self, record: bytes) -> bytes:
        """Take the next record's bytes in, the header's first, and return the new head (32 bytes)."""
        self.head = hashlib.sha256((self.head or _START) + record).digest()
        self.count += 1
        return self.head

    def seal(self) -> SignatureRecord:
        """Return the record that seals an unsigned log up to here."""
        return SignatureRecord(self.head)


def fingerprint(signer: bytes) -> str:
    """Return what people compare of a referee's public key: its SHA-256 in hex."""
    return hashlib.sha256(signer).hexdigest()


def seal_claim(head: bytes) -> bytes:
    """Return what a referee signs to seal a log: the log up to this head is its own, and is complete."""
    return b"arbitro/seal/1" + head


def head_claim(handle: int, head: RoundHead) -> bytes:
    """Return what a referee signs at a round's end: handle (u64le), round, records (u32be each), head."""
    numbers = head.round.to_bytes(4, "big") + head.records.to_bytes(4, "big")
    return b"arbitro/head/1" + handle.to_bytes(8, "little") + numbers + head.head
