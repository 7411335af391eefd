"""The seals of a log: each holds the head of all that stands before it, and may be signed (log-format.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from arbitro_engine.log.chain import Chain, fingerprint, seal_claim
from arbitro_engine.log.stored import Difference
from arbitro_engine.match.record import SignatureRecord

__all__ = ["Sealed", "SignatureCheck", "check_seals"]

SignatureCheck = Callable[[bytes, bytes, bytes], bool]
"""Whether a public key (32 bytes) made, for a claim, a signature (64 bytes); any bytes may be given."""


class Sealed(NamedTuple):
    """What the seals of a log say.

    Attributes:
        head: the chain's head behind the last record.
        first: the head that the first seal holds, which is that of the log's end; empty if there is no seal.
        signer: the fingerprint of the key that signed, None if the log is unsigned.
        differences: what is wrong with the first seal that is not in order.
    """

    head: bytes
    first: bytes
    signer: str | None
    differences: list[Difference]


def check_seals(
    stored: Sequence[bytes], records: Sequence[object], check: SignatureCheck | None, key: str | None
) -> Sealed:
    """Chain the stored bytes and hold each seal to the head before it.

    Args:
        stored: the records' bytes.
        records: what they hold.
        check: how signatures are checked; without it they are taken for what they say.
        key: the fingerprint of the key that must have signed; None: any key, but one and the same, or none.
    """
    chain = Chain()
    first, signer = b"", None
    differences: list[Difference] = []
    wanted = key.lower() if key is not None else None
    for at, (data, record) in enumerate(zip(stored, records, strict=True)):
        if isinstance(record, SignatureRecord) and not differences:
            name = fingerprint(record.signer) if record.signer else None
            differences += _faults(at, record, chain.head, check)
            if (first or key is not None) and name != wanted:
                differences.append(Difference(at, "signer", wanted or "unsigned", name or "unsigned"))
            wanted = signer = name
            first = first or record.head
        chain.append(data)
    return Sealed(chain.head, first, signer, differences)


def _faults(
    at: int, seal: SignatureRecord, head: bytes, check: SignatureCheck | None
) -> Iterator[Difference]:
    if seal.head != head:
        yield Difference(at, "head", head.hex(), seal.head.hex())
    is_signed = bool(seal.signature or seal.signer)
    if is_signed and check is not None and not check(seal.signer, seal_claim(seal.head), seal.signature):
        yield Difference(at, "signature", "one that the signer's key made", seal.signature.hex())
