"""The director: all tournaments of a referee, and which match begins next.

A match begins as soon as all its bots have a session with room; its machine says which. It is looked for when
something changes (a session opens, a match ends, a tournament starts), once per turn of the loop. A bot
without a session is waited for; when a match has been due for the fault policy's `absence` since it was last
seen, it forfeits that match.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Final, NamedTuple

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.shuffle import commitment
from arbitro_engine.tournament import Entrant, Step, Tournament, TournamentSpec, VerbError
from arbitro_engine.tournament.design import design
from arbitro_engine.tournament.header import TournamentHeader
from arbitro_server.runtime.bots import Bots
from arbitro_server.runtime.deals import new_secret
from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.hosted import Hosted
from arbitro_server.runtime.lobby import Lobby
from arbitro_server.runtime.practice import MATCHES, Practice, is_practice
from arbitro_server.runtime.ranking import Rankings
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.tokens import Tokens
from arbitro_server.store.interface import StoreError, TournamentRow
from arbitro_server.telemetry.logging import logger

__all__ = ["Director", "Plan"]

_LAG_US: Final = 50_000
"""Mean lateness of the event loop beyond which no match begins."""
_LAG_PAUSE_US: Final = 250_000
_MANY: Final = 1 << 30
_AT_ONCE: Final = 4
"""Matches that begin in one turn of the loop: a few milliseconds."""


class Plan(NamedTuple):
    """What an organiser asks for: entrants and schedule, and the terms of all matches."""

    spec: TournamentSpec
    rules: RuleSet
    time: TimeControl
    faults: FaultPolicy


class Director:
    """Runs tournaments on a floor.

    Attributes:
        lobby: who is connected.
        hosted: the tournaments by id, oldest first, practices among them.
        practice: who practises against house bots.
        rankings: who is better.

    Args:
        practice_matches: that a bot may begin in all; 0: none.
    """

    def __init__(self, floor: Floor, tokens: Tokens, practice_matches: int = MATCHES) -> None:
        self.floor: Final = floor
        self.tokens: Final = tokens
        self.bots: Final = Bots(floor.store, tokens)
        self.hosted: dict[str, Hosted] = {}
        self.lobby: Final = Lobby(floor, self.hosted, self.poke)
        self.practice: Final = Practice(floor, self.hosted, self.lobby.sessions, practice_matches)
        self.rankings: Final = Rankings()
        self._designing: Final = asyncio.Lock()
        self._codes: dict[str, str] = {}
        self._requests: dict[str, str] = {}
        self._is_poked = False
        self._stopped = False

    def restore(self) -> None:
        """Take up everything that the store holds: called once, before bots connect.

        Raises:
            StoreError: if a log in it is not one that this referee can go on with.
        """
        for row in self.floor.store.tournaments():
            if not self.floor.store.records(row.id):
                continue  # the referee died before it was created: nobody was told of it
            try:
                hosted = Hosted.restored(self.floor, row.id, row.secret, self._changed)
            except (ValueError, LookupError, TypeError) as error:
                raise StoreError(
                    f"the tournament {row.id} cannot be taken up from the store: {error}"
                ) from error
            self._keep(hosted, row)
            logger().info("tournament.restored", tournament=row.id, running=len(hosted.runners))
        going_first = sorted(self.hosted.values(), key=lambda hosted: hosted.is_over)
        self._take_stock(chain.from_iterable([hosted.stock() for hosted in going_first]))

    def _take_stock(self, calls: Iterator[Callable[[], None]]) -> None:
        """Look at one log in each turn of the loop: nobody's clock waits for hundreds, nor does a stop."""
        if self._stopped:
            return  # its turn may come when the store is closed already
        for call in calls:
            call()
            self.floor.soon(lambda: self._take_stock(calls))
            return

    def stop(self) -> None:
        """Begin no more matches."""
        self._stopped = True

    # -- verbs -----------------------------------------------------------------------------------------------

    def create(self, plan: Plan, secret: bytes | None, request_id: str) -> tuple[Hosted, dict[str, str]]:
        """Create a tournament; return it with the tokens of bots that had none.

        ``secret`` None: one of the referee's own. A known request id returns what it made, without tokens.
        """
        spec = plan.spec
        if request_id and request_id in self._requests:
            return self.hosted[self._requests[request_id]], {}
        if spec.id in self.hosted:
            raise RefusedError("ALREADY_EXISTS", f"There is a tournament {spec.id}: choose another name.")
        if is_practice(spec.id):
            text = "a name that begins with practice- is a practice's: choose another"
            raise RefusedError("BAD_FIELD", f"name: {text}.", [("tournament.id", text)])
        hosted = self._host(plan, secret, request_id)
        tokens = self.bots.enlist({one.id: one.name for one in spec.entrants})
        logger().info("tournament.created", tournament=spec.id, entrants=len(spec.entrants))
        return hosted, tokens

    def practise(self, bot: str, against: str, matches: int, like: str) -> Hosted:
        """Begin a bot's practice, by the rules, clocks and fault policy of a tournament or the defaults."""
        spec = self.practice.spec(bot, against, matches)
        plan = Plan(spec, RuleSet.of("official"), TimeControl(), FaultPolicy())
        if like:
            header = self.find(like).header
            plan = Plan(spec, header.rules, header.time, header.faults)
        self._host(plan, None, "")
        return self.do(spec.id, lambda one: one.machine.start(bot))

    def listed(self) -> list[Hosted]:
        """Return the tournaments that everybody sees, newest first."""
        return [hosted for hosted in reversed(self.hosted.values()) if not is_practice(hosted.id)]

    def _host(self, plan: Plan, secret: bytes | None, request_id: str) -> Hosted:
        spec = plan.spec
        seeded, secret = secret is not None, secret or new_secret()
        header = TournamentHeader(
            replace(spec, entrants=()),
            plan.rules,
            plan.time,
            plan.faults,
            commitment(secret),
            seeded,
            self.floor.version,
        )
        row = TournamentRow(spec.id, secret, secrets.token_urlsafe(9), request_id)
        self.floor.store.put_tournament(row)
        hosted = Hosted(self.floor, header, secret, self._changed)
        hosted.open_log(spec.entrants)
        self.commit()
        self._keep(hosted, row)
        return hosted

    def find(self, name: str) -> Hosted:
        """Return the tournament of this id. Raises :class:`RefusedError` if there is none."""
        try:
            return self.hosted[name]
        except KeyError:
            raise RefusedError(
                "NOT_FOUND",
                f"There is no tournament {name}: `arbitro tournament list` or ListTournaments names them.",
            ) from None

    def check_join_code(self, name: str, code: str) -> None:
        """Refuse whoever does not show the code that lets bots register."""
        if not hmac.compare_digest(self._codes.get(name, "").encode(), code.encode()) or not code:
            text = "The join code is not this tournament's: ask the organiser for it."
            raise RefusedError("ROLE_MISSING", text, [("join_code", "is not this tournament's")])

    def join_code(self, name: str) -> str:
        """Return the code that lets a bot register."""
        return self._codes[name]

    def do(self, name: str, verb: Callable[[Hosted], Step]) -> Hosted:
        """Do a verb of a tournament's machine; return it when its records are safe.

        Raises:
            RefusedError: if there is no such tournament, or its machine refuses.
        """
        hosted = self.find(name)
        try:
            step = verb(hosted)
        except VerbError as error:
            raise RefusedError(error.reason, f"{error}.") from error
        hosted.do(step)
        self.commit()
        return hosted

    async def lay_out(self, machine: Tournament) -> None:
        """Find the tables for a field that is still to start, beside the loop: that may take seconds."""
        async with self._designing:
            while machine.lacks_design:
                await asyncio.to_thread(design, len(machine.spec.entrants), machine.spec.seats)

    def register(self, name: str, bot: str, title: str) -> tuple[Hosted, str]:
        """Register a bot; return the tournament, and a token if the bot is new."""
        self.bots.check(bot, title)

        def enter(hosted: Hosted) -> Step:
            step = hosted.machine.register(Entrant(bot, title))
            self.bots.name({bot: title})  # nobody is named, or renamed, by a request that is refused
            return step

        return self.do(name, enter), self.bots.enlist({bot: title}).get(bot, "")

    def commit(self) -> None:
        """Commit now: what is answered is safe. Raises :class:`RefusedError` if the store failed."""
        self.floor.turn.flush()
        if self.floor.turn.is_broken:
            raise RefusedError(
                "DRAINING", "The referee stops, because its store failed: nothing was done.", (), 1_000_000
            )

    def _keep(self, hosted: Hosted, row: TournamentRow) -> None:
        self.hosted[row.id] = hosted
        self._codes[row.id] = row.join_code
        if row.request_id:
            self._requests[row.request_id] = row.id
        self.practice.keep(hosted)

    # -- which match next ------------------------------------------------------------------------------------

    def poke(self) -> None:
        """Look for matches that may begin, after this turn of the loop."""
        if not self._is_poked:
            self._is_poked = True
            self.floor.soon(self._pair)

    def _changed(self, hosted: Hosted) -> None:
        if done := hosted.machine.spec.ids if hosted.is_over else tuple(hosted.machine.gone):
            self.floor.soon(lambda: self.lobby.dismiss(done))
        self.practice.give_way(hosted)
        self.poke()

    def _pair(self) -> None:
        self._is_poked = False
        if self._stopped:
            return
        if self.floor.probe.mean_us > _LAG_US:
            self.floor.deadlines.arm("director", self.floor.clock.now_us() + _LAG_PAUSE_US, self.poke)
            return
        for hosted in self.hosted.values():
            if hosted.machine.state == "running":
                self._begin(hosted)

    def _begin(self, hosted: Hosted) -> None:
        """Begin matches that are due. Those of bots that were waited for long enough they forfeit."""
        house, gone = self.practice.house(hosted), self._overdue(hosted)
        room = self.lobby.room(hosted) | dict.fromkeys([*house, *gone], _MANY)
        for one in hosted.machine.due(room, _AT_ONCE):
            runner = hosted.begin(one)
            for seat, bot in enumerate(one.match.seats):
                session = self.lobby.sessions.find(bot, hosted.id)
                if bot in house:
                    runner.seat_house(seat, house[bot])
                elif session is not None:
                    runner.attach(seat, session)
            runner.forfeit([seat for seat, bot in enumerate(one.match.seats) if bot in gone])
        if hosted.machine.is_behind:
            self.poke()

    def _overdue(self, hosted: Hosted) -> set[str]:
        """Return the bots that were waited for long enough; look again when the next one was."""
        waits_us = hosted.waits_us(self.lobby.sessions, self.practice.house(hosted))
        if waited_for := list(filter(None, waits_us.values())):
            at_us = self.floor.clock.now_us() + min(waited_for)
            self.floor.deadlines.arm(("absence", hosted.id), at_us, self.poke)
        return {bot for bot, us in waits_us.items() if not us}
