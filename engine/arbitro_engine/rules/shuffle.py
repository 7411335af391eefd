"""Chance: every shuffle, spot, coin and colour of a round, from a secret or read back from a log.

Everything follows from architecture 6, and ``docs/reference/deals.md`` tells how to do it by hand. In short::

    S = HMAC(tournament secret, set, run)           the secret of a set of matches, committed to beforehand
    K = HMAC(S, "deal/1", a nonce of each entrant)  no side alone chooses the deals
    block i of a stream = HMAC(K, "round/{k}/{purpose}", i)

Each purpose of each round has its own stream, so a coin never shifts a later shuffle, and knowing the cards
of one round says nothing of another.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, islice
from struct import pack, unpack
from typing import Final, Protocol, TypeVar

from arbitro_engine.rules.cards import COLORS, Card, Color
from arbitro_engine.rules.events import Event, EventKind, Why

__all__ = [
    "Chance",
    "DealKey",
    "DeckUntoldError",
    "LoggedChance",
    "SecretChance",
    "commitment",
    "seed_secret",
    "set_secret",
]

_WORDS: Final = 1 << 32
_T = TypeVar("_T")


class Chance(Protocol):
    """What a round asks of chance. Lists of cards are in the order of a pile, top first."""

    def deck(self, cards: Sequence[Card]) -> list[Card]:
        """Return the deck of the round: these cards, shuffled."""

    def dealer(self, cards: Sequence[Card]) -> list[Card]:
        """Return the shuffled deck that seats draw from to settle who deals."""

    def reshuffle(self, cards: Sequence[Card]) -> list[Card]:
        """Return a draw pile made anew of these cards."""

    def spot(self, n: int) -> int:
        """Return a number from 0 to n - 1: where a card is put back, 0 being the top."""

    def coin(self) -> bool:
        """Return whether the catchers win a tie with a self-report."""

    def color(self) -> Color:
        """Return the colour of an opening Wild under seeded_color."""

    def seat_order(self, seat: int, reshuffles: int, cards: Sequence[Card]) -> list[Card] | None:
        """Return the seat's own order of the deck after so many reshuffles; None: all draw from the pile.

        A seat with an order takes the first card of it that it has not used yet and of which an equal card
        lies in the pile (architecture 8).
        """


def set_secret(tournament_secret: bytes, set_id: str, run: int) -> bytes:
    """Return S, the 32 secret bytes of a set of matches."""
    return _hmac(tournament_secret, _part(set_id.encode()) + _part(str(run).encode()))


def seed_secret(seed: str) -> bytes:
    """Return the tournament secret that an openly chosen seed stands for."""
    return hashlib.sha256(b"arbitro/seed/1" + _part(seed.encode())).digest()


def commitment(secret: bytes) -> bytes:
    """Return the 32 bytes that are told before a set is played and bind the referee to its secret."""
    return hashlib.sha256(b"arbitro/commit/1" + secret).digest()


class _Hmac:
    """HMAC-SHA-256 under one key, whose two halves are hashed once: a deal takes it some twenty times."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        block = key.ljust(64, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in block))

    def __call__(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


class DealKey:
    """K: the key that all deals of a set follow from.

    Args:
        secret: S, the set's secret.
        nonces: what each entrant threw in, by entrant id; missing and empty are the same, at most 32 bytes
            each.

    Raises:
        ValueError: if a nonce is too long.
    """

    __slots__ = ("_hmac",)

    def __init__(self, secret: bytes, nonces: Mapping[str, bytes]) -> None:
        by_id = [nonces[entrant] for entrant in sorted(nonces, key=str.encode)]
        if any(len(nonce) > 32 for nonce in by_id):
            raise ValueError("a nonce has at most 32 bytes")
        self._hmac = _Hmac(_hmac(secret, b"deal/1" + b"".join(map(_part, by_id))))

    def round(self, number: int, *, stable: bool = False) -> SecretChance:
        """Return the chance of a round; ``stable``: every seat draws from its own order of the deck."""
        return SecretChance(self._hmac, number, stable=stable)


class SecretChance:
    """Chance that follows from a key: the same for everybody who knows it, unknowable for others."""

    __slots__ = ("_asked", "_hmac", "_prefix", "_stable")

    def __init__(self, keyed: _Hmac, number: int, *, stable: bool = False) -> None:
        self._hmac = keyed
        self._prefix = f"round/{number}/"
        self._stable = stable
        self._asked: dict[str, int] = {}

    def deck(self, cards: Sequence[Card]) -> list[Card]:
        """Stream ``deck``."""
        return self._shuffled("deck", cards)

    def dealer(self, cards: Sequence[Card]) -> list[Card]:
        """Stream ``dealer``."""
        return self._shuffled("dealer", cards)

    def reshuffle(self, cards: Sequence[Card]) -> list[Card]:
        """Stream ``reshuffle/n`` for the n-th pile of the round."""
        return self._shuffled(self._next("reshuffle"), cards)

    def spot(self, n: int) -> int:
        """Stream ``spot/n`` for the n-th spot of the round."""
        return _uniform(self._words(self._next("spot")), n)

    def coin(self) -> bool:
        """Stream ``coin/n`` for the n-th coin of the round: 1 says that the catchers win."""
        return _uniform(self._words(self._next("coin")), 2) == 1

    def color(self) -> Color:
        """Stream ``color``: 0 to 3 in canonical order."""
        return COLORS[_uniform(self._words("color"), 4)]

    def seat_order(self, seat: int, reshuffles: int, cards: Sequence[Card]) -> list[Card] | None:
        """Stream ``seat/s/n`` after n reshuffles, where draws are stable per seat."""
        return self._shuffled(f"seat/{seat}/{reshuffles}", cards) if self._stable else None

    def _next(self, purpose: str) -> str:
        n = self._asked.get(purpose, 0)
        self._asked[purpose] = n + 1
        return f"{purpose}/{n}"

    def _words(self, purpose: str) -> Iterator[int]:
        label, hmac = (self._prefix + purpose).encode(), self._hmac
        return chain.from_iterable(unpack(">8I", hmac(label + pack(">I", block))) for block in count())

    def _shuffled(self, purpose: str, cards: Sequence[Card]) -> list[Card]:
        words = self._words(purpose)
        shuffled = list(cards)
        left = len(shuffled)
        sure = _WORDS - left  # below it _uniform rejects nothing
        for word in islice(words, max(left - 1, 0)):
            j = word % left if word < sure else _uniform(chain((word,), words), left)
            left -= 1
            shuffled[left], shuffled[j] = shuffled[j], shuffled[left]
        return shuffled


class DeckUntoldError(ValueError):
    """A log is asked for the deck of a round that it does not tell of: as it must be where it was cut."""


class LoggedChance:
    """Chance read back from the events of a log, for replaying one whose secret is still sealed.

    Each question takes the next logged answer of its kind.

    Raises:
        ValueError: at a question that the log has no answer to, or one that cannot be: other cards than were
        shuffled.
    """

    __slots__ = ("_coins", "_colors", "_dealer", "_decks", "_orders", "_piles", "_spots")

    def __init__(self, events: Iterable[Event]) -> None:
        self._decks: deque[list[Card]] = deque()
        self._dealer: list[Card] = []
        self._piles: deque[list[Card]] = deque()
        self._spots: deque[int] = deque()
        self._coins: deque[bool] = deque()
        self._colors: deque[Color] = deque()
        self._orders: dict[int, deque[list[Card]]] = {}
        put = False
        for event in events:
            self._learn(event, put=put)
            put = event.kind is EventKind.PUT_BACK and not event.flag

    def _learn(self, event: Event, *, put: bool) -> None:
        match event.kind:
            case EventKind.ROUND_STARTED:
                self._decks.append(list(event.cards))
            case EventKind.DEALER_DRAW if event.card is not None:
                self._dealer.append(event.card)
            case EventKind.PUT_BACK if not event.flag:
                self._spots.append(event.count)
            case EventKind.SHUFFLED if not put:  # a pile with a card put into it was not shuffled
                self._piles.append(list(event.cards))
            case EventKind.SEAT_ORDER:
                self._orders.setdefault(event.seat, deque()).append(list(event.cards))
            case EventKind.CHANCE if event.why is Why.COIN:
                self._coins.append(event.flag)
            case EventKind.CHANCE if event.color is not None:
                self._colors.append(event.color)

    def deck(self, cards: Sequence[Card]) -> list[Card]:
        """The next round's logged deck."""
        if not self._decks:
            raise DeckUntoldError("the log tells of no further deck")
        return _made_of(cards, _taken(self._decks, "deck"), "deck")

    def dealer(self, cards: Sequence[Card]) -> list[Card]:
        """The cards that seats drew, in that order: as much of the deck as the log tells."""
        if not Counter(self._dealer) <= Counter(cards):
            raise ValueError("the logged draws for the deal are not of one deck")
        return list(self._dealer)

    def reshuffle(self, cards: Sequence[Card]) -> list[Card]:
        """The next logged pile."""
        return _made_of(cards, _taken(self._piles, "pile"), "pile")

    def spot(self, n: int) -> int:
        """The next logged spot. Raises ``ValueError`` also if it is not below n."""
        spot = _taken(self._spots, "spot")
        if spot >= n:
            raise ValueError(f"the logged spot {spot} lies outside a pile of {n}")
        return spot

    def coin(self) -> bool:
        """The next logged coin."""
        return _taken(self._coins, "coin")

    def color(self) -> Color:
        """The next logged colour."""
        return _taken(self._colors, "colour")

    def seat_order(self, seat: int, reshuffles: int, cards: Sequence[Card]) -> list[Card] | None:  # noqa: ARG002
        """The seat's next logged order; None where the log has no orders at all."""
        if not self._orders:
            return None
        what = "order of a seat"
        return _made_of(cards, _taken(self._orders.get(seat, deque()), what), what)


def _taken(queue: deque[_T], what: str) -> _T:
    if not queue:
        raise ValueError(f"the log tells of no further {what}")
    return queue.popleft()


def _made_of(cards: Sequence[Card], logged: list[Card], what: str) -> list[Card]:
    if sorted(logged) != sorted(cards):
        raise ValueError(f"the logged {what} is not made of the cards that were shuffled")
    return logged


def _uniform(words: Iterator[int], m: int) -> int:
    """Return a number below m, each equally likely: words of the incomplete last run of m are rejected."""
    limit = _WORDS - _WORDS % m
    while (word := next(words)) >= limit:
        pass
    return word % m


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def _part(content: bytes) -> bytes:
    """Return a variable part of a message: its length in four bytes, then itself."""
    return len(content).to_bytes(4) + content
