"""The director: all tournaments, and which match begins next.

A match begins as soon as all its bots have a session with room, in the order of the schedule as far as that allows. It is
looked for when something changes (a session opens, a match ends, a tournament starts), once per turn of the loop.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Sequence
from typing import Final

from arbitro_engine.match.messages import Ended
from arbitro_engine.tournament import MatchResult, ScheduledMatch, SpecError, TournamentSpec

from arbitro_server.runtime.deals import new_secret
from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.runner import Known, Runner
from arbitro_server.runtime.sessions import Farewell, Session, Sessions
from arbitro_server.runtime.tokens import Tokens
from arbitro_server.runtime.tournament import Terms, Tournament
from arbitro_server.store.interface import BotRow, TournamentRow
from arbitro_server.telemetry.logging import logger

__all__ = ["Director"]

_LAG_US: Final = 50_000
"""Mean lateness of the event loop beyond which no match begins."""
_LAG_PAUSE_US: Final = 250_000
_COME_BACK_US: Final = 1_000_000


class Director:
    """Runs tournaments on a floor."""

    def __init__(self, floor: Floor, tokens: Tokens) -> None:
        self.floor: Final = floor
        self.tokens: Final = tokens
        self.sessions: Final = Sessions(self.poke)
        self.tournaments: dict[str, Tournament] = {}
        self.draining = False
        self._bots = {row.id: row for row in floor.store.bots()}
        self._poked: dict[str, None] = {}
        self._requests: dict[str, str] = {}
        self._empty = asyncio.Event()

    # -- tournaments -----------------------------------------------------------------------------------------------

    def create(
        self, spec: TournamentSpec, terms: Terms, secret: bytes | None, request_id: str
    ) -> tuple[Tournament, dict[str, str]]:
        """Create a tournament; return it with the tokens of bots that had none. ``secret`` None: one of our own."""
        known = self._requests.get(request_id) if request_id else None
        if known is not None:
            return self.tournaments[known], {}
        if spec.id in self.tournaments:
            raise RefusedError(
                "ALREADY_EXISTS", f"There is a tournament {spec.id} already: choose another name."
            )
        tournament = Tournament(spec, terms, secret or new_secret(), secrets.token_urlsafe(9))
        row = TournamentRow(spec.id, tournament.secret, tournament.join_code, request_id)
        self.floor.store.put_tournament(row)
        self.tournaments[spec.id] = tournament
        if request_id:
            self._requests[request_id] = spec.id
        tokens = {
            entrant.id: token
            for entrant in spec.entrants
            if (token := self._enlist(entrant.id, entrant.name))
        }
        logger().info("tournament.created", tournament=spec.id, entrants=len(spec.entrants))
        return tournament, tokens

    def find(self, name: str) -> Tournament:
        """Return the tournament of this id. Raises :class:`RefusedError` if there is none."""
        try:
            return self.tournaments[name]
        except KeyError:
            raise RefusedError(
                "NOT_FOUND", f"There is no tournament {name}: list the tournaments to see them."
            ) from None

    def start(self, name: str) -> Tournament:
        """Start a tournament."""
        tournament = self.find(name)
        self._expect(tournament, "start", "draft", "open")
        try:
            tournament.begin()
        except SpecError as error:
            faults = [(fault.path, fault.message) for fault in error.faults]
            raise RefusedError("WRONG_STATE", f"{name} cannot start: {error}", faults) from error
        tournament.state = "running"
        logger().info("tournament.started", tournament=name, matches=tournament.total)
        self.poke(*tournament.spec.ids)
        return tournament

    def _expect(self, tournament: Tournament, verb: str, *states: str) -> None:
        if tournament.state not in states:
            raise RefusedError(
                "WRONG_STATE",
                f"{tournament.id} is {tournament.state}: only a {' or '.join(states)} tournament can {verb}.",
            )

    def _enlist(self, bot: str, name: str) -> str:
        """Make a bot known; return a token if it has none."""
        if bot not in self._bots or (name and self._bots[bot].name != name):
            self._bots[bot] = BotRow(bot, name or bot)
            self.floor.store.put_bot(self._bots[bot])
        return "" if self.tokens.has("bot", bot) else self.tokens.issue("bot", bot)[0]

    # -- sessions --------------------------------------------------------------------------------------------------

    def open_session(self, session: Session, known: dict[int, Known]) -> None:
        """Make a session live: it takes over from others and takes up the matches of its bot."""
        superseded = self.sessions.open(session)
        taken = [runner for old in superseded for runner, _ in old.seats.values()]
        for old in superseded:
            for runner, seat in list(old.seats.values()):
                if session.scope in ("", runner.header.tournament):
                    runner.replace(seat, session, known.get(runner.handle))
                else:
                    runner.detach(seat)
            old.end(Farewell("superseded", "Another session of this bot took over."))
        for tournament in self.tournaments.values():
            if session.scope in ("", tournament.id):
                for runner in tournament.running.values():
                    if session.bot in runner.header.bots and runner not in taken:
                        runner.attach(
                            runner.header.bots.index(session.bot), session, known.get(runner.handle)
                        )
        self.floor.metrics.sessions.set(len(self.sessions))
        logger().info("session.opened", bot=session.bot, session=session.id, scope=session.scope)
        self.poke(session.bot)

    def close_session(self, session: Session) -> None:
        """Take note that a stream has ended."""
        if self.sessions.close(session):
            for runner, seat in list(session.seats.values()):
                runner.detach(seat)
        self.floor.metrics.sessions.set(len(self.sessions))
        if self.draining and not len(self.sessions):
            self._empty.set()
        reason = session.farewell.reason if session.farewell else "lost"
        logger().info("session.closed", bot=session.bot, session=session.id, reason=reason)

    def leave(self, session: Session) -> None:
        """A bot wants no new match; its session ends when its matches have."""
        session.leaving = True
        if not session.seats:
            session.end(Farewell("done", "The bot left."))

    async def drain(self, grace_us: int) -> None:
        """Begin nothing more and say goodbye to all bots: matches go on after the next start."""
        self.draining = True
        for session in self.sessions:
            session.end(Farewell("draining", "The referee stops: come back in a moment.", _COME_BACK_US))
        if len(self.sessions):
            at_us = self.floor.clock.now_us() + grace_us
            self.floor.deadlines.arm("drain", at_us, self._empty.set)
            await self._empty.wait()
            self.floor.deadlines.disarm("drain")

    # -- which match next ------------------------------------------------------------------------------------------

    def poke(self, *bots: str) -> None:
        """Look for matches of these bots after this turn of the loop."""
        if not self._poked:
            self.floor.soon(self._pair)
        self._poked.update(dict.fromkeys(bots))

    def _pair(self) -> None:
        bots, self._poked = list(self._poked), {}
        if self.draining:
            return
        if self.floor.probe.mean_us > _LAG_US:
            at_us = self.floor.clock.now_us() + _LAG_PAUSE_US
            self.floor.deadlines.arm("director", at_us, lambda: self.poke(*bots))
            return
        for tournament in self.tournaments.values():
            if tournament.state == "running":
                for bot in bots:
                    self._begin_all(tournament, bot)

    def _begin_all(self, tournament: Tournament, bot: str) -> None:
        """Begin as many of a bot's matches as can begin now."""

        def may_begin(match: ScheduledMatch) -> bool:
            return self._may_begin(tournament, match)

        while tournament.queue is not None and (match := tournament.queue.take(bot, may_begin)) is not None:
            self._begin(tournament, match)

    def _may_begin(self, tournament: Tournament, match: ScheduledMatch) -> bool:
        for bot in match.seats:
            session = self.sessions.find(bot, tournament.id)
            if session is None or session.room <= 0:
                return False
        return tournament.may_begin(match)

    def _begin(self, tournament: Tournament, match: ScheduledMatch) -> None:
        run = 0
        deals = tournament.deals(match, run)
        header = tournament.header(match, run, deals, self.floor.version, self.floor.clock.unix_s())
        runner = Runner(
            self.floor,
            header,
            deals,
            lambda runner, ended: self._match_over(tournament, match, runner, ended),
        )
        tournament.running[match.id] = runner
        runner.open()
        for seat, bot in enumerate(match.seats):
            session = self.sessions.find(bot, tournament.id)
            if session is not None:
                runner.attach(seat, session)
        self.floor.metrics.matches_running.inc()

    def _match_over(
        self, tournament: Tournament, match: ScheduledMatch, runner: Runner, ended: Ended
    ) -> None:
        result = MatchResult.of(match.id, runner.header.run, match.seats, ended)
        tournament.finish_match(result, runner.faults, ended.decisions)
        if tournament.close_set(match, runner.header.run):
            runner.reveal()
        self.floor.metrics.matches_running.dec()
        self.floor.metrics.matches.labels(ended.ending.text).inc()
        logger().info(
            "match.finished", tournament=tournament.id, match=match.id, run=runner.header.run, ending=ended.ending.text,
            rounds=ended.rounds, decisions=ended.decisions,
        )  # fmt: skip
        if tournament.played == tournament.total and not tournament.running:
            tournament.state = "finished"
            logger().info("tournament.finished", tournament=tournament.id, matches=tournament.total)
            self.floor.soon(lambda: self._dismiss(tournament.spec.ids))
        self.poke(*match.seats)

    def _dismiss(self, bots: Sequence[str]) -> None:
        """Say goodbye to bots that have nothing left to play."""
        ahead = {
            bot: tournament.id
            for tournament in self.tournaments.values()
            if tournament.state not in ("finished", "cancelled")
            for bot in tournament.spec.ids
        }
        for bot in bots:
            for session in self.sessions.of(bot):
                over = session.scope and self.tournaments[session.scope].state in ("finished", "cancelled")
                if not session.seats and (over or bot not in ahead):
                    session.end(Farewell("done", "Nothing is left to play."))

    def faults_of(self, tournament: Tournament) -> dict[str, Counter[str]]:
        """Return the faults of each bot by reason, in finished matches."""
        return tournament.faults
