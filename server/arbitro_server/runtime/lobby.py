"""The lobby: bots come, are seated at their matches, take over from their older sessions, and go."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Final

from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.practice import is_practice
from arbitro_server.runtime.retelling import Retelling, part, retold
from arbitro_server.runtime.returning import returning
from arbitro_server.runtime.sessions import Farewell, Known, Session, Sessions
from arbitro_server.telemetry.logging import logger

if TYPE_CHECKING:
    from arbitro_server.runtime.hosted import Hosted
    from arbitro_server.runtime.runner import Runner

__all__ = ["Lobby"]

_COME_BACK_US: Final = 1_000_000


class Lobby:
    """Who is connected, and what that means for matches.

    Attributes:
        sessions: the live sessions.
        is_closing: the referee stops.

    Args:
        hosted: the tournaments by id.
        changed: called when a match may begin because of somebody who came.
    """

    def __init__(self, floor: Floor, hosted: Mapping[str, Hosted], changed: Callable[[], None]) -> None:
        self.sessions: Final = Sessions()
        self.is_closing = False
        self._floor = floor
        self._hosted = hosted
        self._changed = changed
        self._empty = asyncio.Event()

    def open(self, session: Session, known: dict[int, Known]) -> None:
        """Make a session live: it takes over from others and takes up the matches of its bot."""
        for old in self.sessions.open(session):
            for runner, seat in list(old.seats.values()):
                if session.scope not in ("", runner.header.tournament):
                    runner.detach(seat)
            old.end(Farewell("superseded", "Another session of this bot took over."))
        behind = list(self._take_up(session, known))
        self._floor.metrics.sessions.set(len(self.sessions))
        logger().info("session.opened", bot=session.bot, session=session.id, scope=session.scope)
        if session.scope or known or behind or (self.has_entered(session.bot) and self._is_done(session)):
            self._floor.replays.tell_bot(self._tell(session, behind, known))
        self._tell_watchers(session)
        self._changed()

    def close(self, session: Session) -> None:
        """Take note that a session's stream has ended."""
        if self.sessions.close(session):
            self.sessions.last_seen_us[session.bot] = self._floor.clock.now_us()
            for runner, seat in list(session.seats.values()):
                runner.detach(seat)
            self._tell_watchers(session)
            self._changed()
        self._floor.metrics.sessions.set(len(self.sessions))
        if self.is_closing and not len(self.sessions):
            self._empty.set()
        reason = session.farewell.reason if session.farewell else "lost"
        logger().info("session.closed", bot=session.bot, session=session.id, reason=reason)

    def _tell_watchers(self, session: Session) -> None:
        """Whoever watches a tournament of this bot is told whom it waits for."""
        for hosted in self._hosted.values():
            if not hosted.is_over and session.bot in hosted.machine.spec.ids:
                hosted.stir()

    def leave(self, session: Session) -> None:
        """A bot wants no new match: its session ends when its matches have."""
        session.leaving = True
        if not session.seats:
            session.end(Farewell("done", "The bot left."))

    def dismiss(self, bots: Iterable[str]) -> None:
        """Say goodbye to those bots that have nothing left to play."""
        for bot in bots:
            for session in self.sessions.of(bot):
                self._dismiss(session)

    def has_entered(self, bot: str) -> bool:
        """Return whether a bot has entered any tournament; who has not may still be entered in its first."""
        return any(
            bot in hosted.machine.spec.ids for hosted in self._hosted.values() if not is_practice(hosted.id)
        )

    def _dismiss(self, session: Session) -> None:
        if not session.seats and self._is_done(session):
            session.end(Farewell("done", "Nothing is left to play."))

    def _is_done(self, session: Session) -> bool:
        """Return whether its bot is in no tournament of its scope that is still to be played."""
        return not any(
            session.scope in ("", hosted.id)
            and not hosted.is_over
            and session.bot in hosted.machine.spec.ids
            and session.bot not in hosted.machine.gone
            for hosted in self._hosted.values()
        )

    def room(self, hosted: Hosted) -> dict[str, int]:
        """Return how many more matches each entrant of a tournament takes."""
        found = ((bot, self.sessions.find(bot, hosted.id)) for bot in hosted.machine.spec.ids)
        return {bot: session.room for bot, session in found if session is not None}

    async def drain(self, grace_us: int) -> None:
        """Say goodbye to all bots, and wait until they are gone or the grace is over.

        Their matches go on after the next start.
        """
        self.is_closing = True
        for session in self.sessions:
            session.end(Farewell("draining", "The referee stops: come back in a moment.", _COME_BACK_US))
        if len(self.sessions):
            self._floor.deadlines.arm("drain", self._floor.clock.now_us() + grace_us, self._empty.set)
            await self._empty.wait()
            self._floor.deadlines.disarm("drain")

    def _take_up(self, session: Session, known: dict[int, Known]) -> Iterator[tuple[Runner, int]]:
        """Seat a session at its bot's matches; return those that it must be told again before."""
        for hosted in self._hosted.values():
            for runner in list(hosted.runners.values()) if session.scope in ("", hosted.id) else ():
                if session.bot not in runner.header.bots:
                    continue
                seat, has = runner.header.bots.index(session.bot), known.get(runner.handle)
                if runner.owes(seat, has):
                    session.seats[runner.handle] = runner, seat  # it plays there already, as far as room goes
                    yield runner, seat
                else:
                    runner.attach(seat, session, has)

    def _tell(
        self, session: Session, behind: list[tuple[Runner, int]], known: dict[int, Known]
    ) -> Iterator[None]:
        """Tell a session the matches that it must be told again, then how those it followed have ended.

        Behind them one that has nothing else to come for is dismissed. Yields between slices.
        """
        running = (
            returning(self._floor, runner, seat, session, known.get(runner.handle)) for runner, seat in behind
        )
        over = (self._tell_end(session, *end) for end in self._ends(session, known))
        try:
            for slices in chain(running, over):
                for _ in slices:
                    yield
                    if session.farewell is not None:
                        return
        except Exception as error:  # noqa: BLE001 - whatever it is, this session alone ends, and without its text
            incident = secrets.token_hex(6)
            logger().error("session.broken", bot=session.bot, incident=incident, exc_info=error)
            text = f"The referee failed: tell the operator incident {incident}."
            session.end(Farewell("kicked", text, error="INTERNAL"))
        else:
            self._dismiss(session)

    def _ends(self, session: Session, known: dict[int, Known]) -> list[tuple[Hosted, str, int, Known]]:
        """Return what a session followed and is over: tournament, log, its seat, what it has of it."""
        ends = []
        for hosted in self._hosted.values():
            for handle in known.keys() & hosted.past.keys() if session.scope in ("", hosted.id) else ():
                log = hosted.past[handle]
                seats = hosted.match(log.rpartition(".")[0]).seats
                if session.bot in seats:
                    session.past.add(handle)
                    ends.append((hosted, log, seats.index(session.bot), known[handle]))
        return ends

    def _tell_end(self, session: Session, hosted: Hosted, log: str, seat: int, has: Known) -> Iterator[None]:
        wire, stored = self._floor.wire, self._floor.store.records(log)
        if stored:  # else it was removed: nobody has anything to tell
            retelling = Retelling(stored, hosted.secret_of(log), wire, self._floor.signer)
            yield from retold(
                retelling,
                seat,
                has.seq,
                has.number,
                lambda told: session.put(part(told, wire, retelling.handle)),
            )
            yield
