"""Who is connected: the live session of each bot, what is due to it, how one takes over from another.

A session belongs to a bot and a scope: a tournament's id, or nothing for any. There is one live session per
bot and scope; one without a scope and a scoped one supersede each other (architecture 4).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from arbitro_engine.log.chain import RoundHead

if TYPE_CHECKING:
    from arbitro_server.runtime.runner import Runner

__all__ = ["Farewell", "FarewellReason", "Known", "Session", "Sessions"]

FarewellReason = Literal["done", "draining", "superseded", "kicked", "revoked", "lost"]

_OUTBOX_BYTES: Final = 32_000_000
"""What may wait for a bot that does not read, beside the transport's buffers: beyond it the session ends."""
_LINGER_S: Final = 0.02
"""How long what nobody waits for may wait for company in its frame."""
_FRAME_BYTES: Final = 1_000_000
"""A frame is closed beyond this: receivers accept 4 MB."""


@dataclass(frozen=True, slots=True)
class Farewell:
    """Why a session ends; a Goodbye tells the bot, unless it is lost.

    Attributes:
        error: with ``kicked``: the reason's name in ErrorReason.
    """

    reason: FarewellReason
    text: str
    retry_after_us: int = 0
    error: str = ""


class Known(NamedTuple):
    """How far a bot has followed a match: the next public and private event it wants, its newest head."""

    seq: int = 0
    number: int = 0
    head: RoundHead | None = None


class Session:
    """A bot's live stream as the runtime sees it: parts of frames go out, and seats in matches hang on it.

    Attributes:
        capacity: matches it takes side by side.
        token: the public id of the token that opened it.
        asked: questions that were put to it.
        answered: answers that came from it.
        seats: (match, seat) by the match's handle.
        past: handles of matches that ended during the session.
        leaving: it takes no new match.
        farewell: set once the session is over; nothing is sent after it.
        cut: ends the stream at once; set by its handler, called when the bot does not read.
    """

    __slots__ = (
        "_due",
        "_lingers",
        "_size",
        "_waiter",
        "answered",
        "asked",
        "bot",
        "capacity",
        "cut",
        "farewell",
        "id",
        "leaving",
        "past",
        "scope",
        "seats",
        "token",
    )

    def __init__(self, session_id: str, bot: str, scope: str, capacity: int, token: str = "") -> None:
        self.id = session_id
        self.token = token
        self.bot = bot
        self.scope = scope
        self.capacity = capacity
        self.asked = self.answered = 0
        self.seats: dict[int, tuple[Runner, int]] = {}
        self.leaving = False
        self.farewell: Farewell | None = None
        self.past: set[int] = set()
        self.cut: Callable[[], None] = lambda: None
        self._due: list[bytes] = []
        self._size = 0
        self._waiter: asyncio.Future[None] | None = None
        self._lingers = False

    @property
    def room(self) -> int:
        """How many more matches it takes."""
        return 0 if self.leaving or self.farewell else self.capacity - len(self.seats)

    def put(self, part: bytes, *, soon: bool = False) -> None:
        """Send a part of a frame in the next frame.

        ``soon``: nobody waits for it, so the frame may wait a moment for something that is waited for; frames
        cost more than all that is in them (docs/explanation/performance.md).
        """
        if self.farewell is not None:
            return
        self._due.append(part)
        self._size += len(part)
        if self._size > _OUTBOX_BYTES:
            self.end(Farewell("lost", "The bot does not read what it is sent."))
            self.cut()
        elif self._waiter is not None:
            if not soon:
                self._wake()
            elif not self._lingers:
                self._lingers = True
                asyncio.get_running_loop().call_later(_LINGER_S, self._linger_no_more)

    def ask(self, part: bytes) -> None:
        """Send a question."""
        self.asked += 1
        self.put(part)

    def end(self, farewell: Farewell) -> None:
        """Let the session end with a Goodbye, after what is due."""
        if self.farewell is None:
            self.farewell = farewell
            self._wake()

    async def frame(self) -> bytes:
        """Wait until something is due and return all of it as one frame; empty: the session is over."""
        if not self._due and self.farewell is None:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        due = self._due
        if self._size <= _FRAME_BYTES:
            self._due = []
            self._size = 0
            return due[0] if len(due) == 1 else b"".join(due)
        size = count = 0
        while size < _FRAME_BYTES and count < len(due):
            size += len(due[count])
            count += 1
        self._due = due[count:]
        self._size -= size
        return b"".join(due[:count])

    def _linger_no_more(self) -> None:
        self._lingers = False
        if self._due:
            self._wake()

    def _wake(self) -> None:
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_result(None)


class Sessions:
    """The live sessions, by bot and scope.

    Attributes:
        last_seen_us: when the last session of each bot that had one ended.
    """

    def __init__(self) -> None:
        self.last_seen_us: Final[dict[str, int]] = {}
        self._live: dict[str, dict[str, Session]] = {}

    def __iter__(self) -> Iterator[Session]:
        return (session for scopes in self._live.values() for session in scopes.values())

    def __len__(self) -> int:
        return sum(map(len, self._live.values()))

    def open(self, session: Session) -> list[Session]:
        """Make a session the live one; return those it supersedes, which are no longer live."""
        scopes = self._live.setdefault(session.bot, {})
        over = [scope for scope in scopes if not scope or not session.scope or scope == session.scope]
        superseded = [scopes.pop(scope) for scope in over]
        scopes[session.scope] = session
        return superseded

    def close(self, session: Session) -> bool:
        """Forget a session; return whether it was live, so that its seats are lost now."""
        scopes = self._live.get(session.bot, {})
        if scopes.get(session.scope) is not session:
            return False
        del scopes[session.scope]
        if not scopes:
            del self._live[session.bot]
        return True

    def find(self, bot: str, tournament: str) -> Session | None:
        """Return the live session of a bot that plays in this tournament."""
        scopes = self._live.get(bot)
        return (scopes.get(tournament) or scopes.get("")) if scopes else None

    def of(self, bot: str) -> list[Session]:
        """Return all live sessions of a bot."""
        return list(self._live.get(bot, {}).values())
