"""The referee's signature: Ed25519 over a chain's heads (architecture 6)."""

from __future__ import annotations

import hashlib
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arbitro_engine.log.chain import Chain, RoundHead, head_claim, seal_claim
from arbitro_engine.match.record import SignatureRecord

__all__ = ["Signer"]


class Signer:
    """Signs heads with one key.

    Attributes:
        public_key: 32 bytes.
        fingerprint: SHA-256 of the public key in hex: what people compare.
    """

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public_key: Final = key.public_key().public_bytes_raw()
        self.fingerprint: Final = hashlib.sha256(self.public_key).hexdigest()

    def seal(self, chain: Chain) -> SignatureRecord:
        """Return the record that says: the log up to here is ours, and complete."""
        return SignatureRecord(chain.head, self._key.sign(seal_claim(chain.head)), self.public_key)

    def is_ours(self, handle: int, head: RoundHead) -> bool:
        """Return whether this referee signed a head that a bot shows."""
        try:
            self._key.public_key().verify(head.signature, head_claim(handle, head))
        except (InvalidSignature, OverflowError):
            return False
        return True

    def witness(self, handle: int, chain: Chain, number: int) -> RoundHead:
        """Return the signed head at the end of a round, for the bots to keep."""
        head = RoundHead(number, chain.count, chain.head)
        return head._replace(signature=self._key.sign(head_claim(handle, head)))
