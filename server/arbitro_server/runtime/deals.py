"""The secrets of deals: one per set of matches, committed to before it is played, revealed when it is over.

A set is one match, or one duplicate set. Its secret follows from the tournament's, its deals also from a
nonce of each entrant, so that neither side alone chooses them (architecture 6).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from arbitro_engine.rules.shuffle import DealKey, commitment, set_secret

__all__ = ["NONCE_BYTES", "DealSet", "deal_key", "new_secret"]

NONCE_BYTES: Final = 32


def new_secret() -> bytes:
    """Return a tournament's secret: 256 random bits."""
    return secrets.token_bytes(32)


class DealSet:
    """What the deals of one run of a set follow from.

    Attributes:
        secret: S; it stands in no view, error, metric or log line before the set is closed.
        nonces: the nonce of each entrant by bot id: the first one it sent; empty under a seed.
        shut: logs of its matches that are over and wait for the reveal.
    """

    def __init__(self, tournament_secret: bytes, set_id: str, run: int, *, seeded: bool) -> None:
        self.id = set_id
        self.secret = set_secret(tournament_secret, set_id, run)
        self.commitment = commitment(self.secret)
        self.nonces: dict[str, bytes] = {}
        self.shut: list[str] = []
        self._seeded = seeded

    def give(self, bot: str, nonce: bytes) -> None:
        """Take an entrant's nonce: its first counts, and under a seed none does."""
        self.nonces.setdefault(bot, b"" if self._seeded else nonce)

    def by_seat(self, bots: Sequence[str]) -> tuple[bytes, ...]:
        """Return the nonces in the order of seats."""
        return tuple(self.nonces.get(bot, b"") for bot in bots)


def deal_key(secret: bytes, bots: Sequence[str], nonces: Sequence[bytes]) -> DealKey:
    """Return K for seats' bots and nonces."""
    return DealKey(secret, dict(zip(bots, nonces, strict=True)))
