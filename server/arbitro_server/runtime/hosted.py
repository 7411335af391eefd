"""A tournament as this referee hosts it: its machine, its log, its secrets, and the matches being played.

The machine says what follows from a verb; here it is done: records go into the tournament's log, matches that
no longer count are cut off, seats of those who left are retired, and what may be revealed is revealed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Iterable, Iterator
from functools import partial
from typing import Final

from arbitro_engine.log.stored import TournamentEntry
from arbitro_engine.match.header import Header, handle
from arbitro_engine.tournament import (
    Due,
    Entrant,
    MatchResult,
    ResultRecord,
    Schedule,
    ScheduledMatch,
    StartedRecord,
    StateRecord,
    Step,
    Tournament,
    TournamentRecord,
    UnknownMatchError,
    replayed,
    time_left_us,
)
from arbitro_engine.tournament.header import TournamentHeader
from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.openlog import OpenLog
from arbitro_server.runtime.retelling import Retelling
from arbitro_server.runtime.runner import Over, Runner
from arbitro_server.runtime.sessions import Sessions
from arbitro_server.runtime.sets import Sets
from arbitro_server.runtime.tally import Counts, tally_of, tally_of_summary
from arbitro_server.telemetry.logging import logger

__all__ = ["Hosted"]

REFEREE: Final = "referee"
"""Who did it, where nobody else did."""
_CHANGES_US: Final = 250_000
"""Watchers of a tournament are told of changes this often at most."""


class Hosted:
    """A tournament on this floor.

    Attributes:
        header: its immutable facts.
        machine: where it stands.
        runners: the matches being played, by their logs' names, ``MATCH.RUN``.
        past: the logs' names of matches that are over, by handle.
        counts: faults and decisions of matches that are over.
        log: its log.
        sets: what deals follow from, and when that is revealed.
        going_us: since when it has been running: a bot's absence counts from there at least.

    Args:
        changed: called when something happened that may let a match begin.
    """

    def __init__(
        self, floor: Floor, header: TournamentHeader, secret: bytes, changed: Callable[[Hosted], None]
    ) -> None:
        self.header: Final = header
        self.secret: Final = secret
        self.machine = Tournament(header.spec)
        self.runners: dict[str, Runner] = {}
        self.past: dict[int, str] = {}
        self.counts: Final = Counts()
        self._results: dict[str, MatchResult | None] = {}  # of all that are over; None: it was cut off
        self._runs: dict[str, int] = {}
        self.going_us = 0
        self._floor = floor
        self._changed = changed
        self.log = OpenLog(floor, header.spec.id, header.spec.id, "tournament")
        self.sets: Final = Sets(floor, self.id, secret, seeded=header.seeded)
        self._next: asyncio.Future[None] | None = None

    @property
    def id(self) -> str:
        """The tournament's id: also the name of its log."""
        return self.machine.spec.id

    @property
    def is_over(self) -> bool:
        """Whether nothing changes any more."""
        return self.machine.is_over

    @classmethod
    def restored(cls, floor: Floor, name: str, secret: bytes, changed: Callable[[Hosted], None]) -> Hosted:
        """Take up a tournament from its log after a restart, with the matches that were being played."""
        stored = floor.store.records(name)
        header, *entries = map(floor.wire.entry_of, stored)
        if not isinstance(header, TournamentHeader):
            raise TypeError(f"the log of {name} does not begin with a header")
        history = [entry for entry in entries if isinstance(entry, TournamentRecord)]
        hosted = cls(floor, header, secret, changed)
        hosted.machine = replayed(header.spec, history)
        hosted.log = OpenLog.reopened(floor, name, name, "tournament")
        hosted.going_us = floor.clock.now_us()
        for record in history:
            if isinstance(record, StartedRecord):
                hosted._runs[record.match] = record.run
                if hosted.machine.running.get(record.match) != record.run:
                    hosted.past[handle(record.match, record.run)] = log = f"{record.match}.{record.run}"
                    hosted._results[log] = None
            elif isinstance(record, ResultRecord):
                hosted._results[f"{record.result.match}.{record.result.run}"] = record.result
        if header.spec.deals == "duplicate" and not hosted.is_over:
            hosted.sets.reopen(hosted._laid_out, hosted._results)
        for match, run in hosted.machine.running.items():
            hosted._restore(match, run)
        return hosted

    def stock(self) -> list[Callable[[], None]]:
        """Return what is to be done after a restart, a log at a time, and can wait.

        Matches that are over are counted, and files written that are not as they should be.
        """
        calls: list[Callable[[], None]] = [partial(self._take_stock, log) for log in self.past.values()]
        return [*calls, self.log.speak] if self.is_over else calls

    def next_change(self) -> asyncio.Future[None]:
        """Return what is done when the tournament has changed, at most a few times a second."""
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
        return asyncio.shield(self._next)  # it is everybody's: one who waits no longer must not cancel it

    def _tell_change(self) -> None:
        self._changed(self)
        self.stir()

    def stir(self) -> None:
        """Let those go on who wait for a change: something that they are shown is another."""
        if self._next is not None:
            at_us = self._floor.clock.now_us() + _CHANGES_US
            waiting, self._next = self._next, None
            self._floor.deadlines.arm(("changed", self.id, waiting), at_us, lambda: waiting.set_result(None))

    @property
    def _laid_out(self) -> Schedule:
        """The schedule of a tournament that was started."""
        if (schedule := self.machine.schedule) is None:
            raise LookupError(f"{self.id} has no schedule yet")
        return schedule

    def schedule(self, start: int = 0) -> Iterator[ScheduledMatch]:
        """Generate the matches in schedule order from a place on; none while there is no schedule."""
        schedule = self.machine.schedule
        return schedule.matches(start) if schedule else iter(())

    def match(self, name: str) -> ScheduledMatch:
        """Return a match by its id. Raises :class:`UnknownMatchError` if there is none."""
        if self.machine.schedule is None:
            raise UnknownMatchError(name)
        return self.machine.schedule.match(name)

    def result(self, match: ScheduledMatch, run: int) -> MatchResult | None:
        """Return the result of a match: of this run, or the one it was given because somebody left."""
        played = self._results.get(f"{match.id}.{run}")
        if played is not None or self.machine.gone.keys().isdisjoint(match.seats):
            return played
        return self.machine.result(match.id)

    def was_begun(self, match: ScheduledMatch) -> bool:
        """Return whether a run of a match was begun."""
        return match.id in self._runs

    def newest_run(self, match: ScheduledMatch) -> int:
        """Return the newest run of a match that was begun; 0 if none was."""
        return self._runs.get(match.id, 0)

    def is_shut(self, log: str) -> bool:
        """Return whether a match's full log must not be shown: it is being played, or its set is."""
        return log in self.runners or self.sets.is_shut(log)

    def secret_of(self, log: str) -> bytes:
        """Return the secret of the set that a match's log (``MATCH.RUN``) belongs to."""
        return self.sets.secret_of(self._laid_out, log)

    def waits_us(self, sessions: Sessions, house: Container[str] = ()) -> dict[str, int]:
        """Return how much longer matches wait for each entrant that is not there; at 0 it forfeits them.

        ``house``: entrants that the referee itself plays.
        """
        machine, now_us = self.machine, self._floor.clock.now_us()
        since_us = {
            bot: max(self.going_us, sessions.last_seen_us.get(bot, 0))
            for bot in machine.spec.ids
            if bot not in machine.gone and bot not in house and sessions.find(bot, self.id) is None
        }
        absence_us = self.header.faults.absence_us
        return {bot: max(0, since + absence_us - now_us) for bot, since in since_us.items()}

    def time_left_us(self, sessions: Sessions, house: Container[str] = ()) -> int | None:
        """Estimate the time it will still take with who is there; who is not may come at the last moment.

        None: no match was played, it rests, or nothing is played until somebody comes. ``house`` as above.
        """
        if self.machine.state != "running":
            return None
        spec, remaining = self.machine.spec, self.machine.remaining()
        waits_us = (us for bot, us in self.waits_us(sessions, house).items() if remaining[bot])
        if (longest_us := max(waits_us, default=0)) and not self.runners:
            return None
        live = ((bot, sessions.find(bot, spec.id)) for bot in spec.ids)
        room = {bot: session.capacity for bot, session in live if session is not None}
        left_us = time_left_us(remaining, self.counts.took_us, room, spec.seats)
        return None if left_us is None else max(left_us, longest_us)

    def open_log(self, entrants: Iterable[Entrant]) -> None:
        """Write the header, and who enters."""
        self._append(self.header)
        self.do(self.machine.register(*entrants))

    def do(self, step: Step) -> None:
        """Do what the machine asks for."""
        for record in step.records:
            self._append(record)
            if isinstance(record, StateRecord):
                self.going_us = self._floor.clock.now_us()
                logger().info(
                    f"tournament.{record.state}", tournament=self.id, who=record.who, why=record.why
                )
        if self.is_over:
            self._close()
        for retirement in step.retirements:
            runner = self.runners[f"{retirement.match}.{retirement.run}"]
            runner.retire(retirement.seat, retirement.ending, REFEREE)
        for cut in step.cuts:
            self.runners[f"{cut.match}.{cut.run}"].order("void", 0, 0, REFEREE, "The match no longer counts.")
        self._tell_change()

    # -- matches ---------------------------------------------------------------------------------------------

    def begin(self, due: Due) -> Runner:
        """Begin a match; its bots are seated by who calls."""
        match, floor = due.match, self._floor
        deals = self.sets.deals(match.set_id, due.run)
        header = Header(
            match=match.id,
            bots=match.seats,
            rules=self.header.rules,
            commitment=deals.commitment,
            set_id=match.set_id,
            run=due.run,
            tournament=self.id,
            time=self.header.time,
            faults=self.header.faults,
            deals=self.machine.spec.deals,
            seeded=self.header.seeded,
            engine=floor.version,
            started_unix=floor.clock.unix_s(),
        )
        runner = Runner(floor, header, deals, self._match_over)
        self.runners[runner.name] = runner
        self._runs[match.id] = due.run
        runner.open()
        self.do(self.machine.start_match(match.id, deals.commitment))
        floor.metrics.matches_running.inc()
        return runner

    def _restore(self, match: str, run: int) -> None:
        """Take up a match that was being played when the referee stopped."""
        set_id = self._laid_out.match(match).set_id
        deals = self.sets.deals(set_id, run)
        stored = self._floor.store.records(f"{match}.{run}")
        retelling = Retelling(stored, deals.secret, self._floor.wire, self._floor.signer)
        runner = Runner.restore(self._floor, retelling, deals, self._match_over)
        self.runners[runner.name] = runner
        for bot, nonce in zip(retelling.header.bots, retelling.nonces, strict=False):
            deals.give(bot, nonce)
        self._floor.metrics.matches_running.inc()

    def _take_stock(self, log: str) -> None:
        store = self._floor.store
        if summary := store.summary(log):
            self.counts.add(*tally_of_summary(summary))
        else:  # the referee stopped right at the match's end
            self.counts.add(*tally_of(map(self._floor.wire.record_of, store.records(log))))
        OpenLog(self._floor, self.id, log).speak()

    def _match_over(self, runner: Runner, over: Over) -> None:
        header, ended = runner.header, over.ended
        del self.runners[runner.name]
        self.past[runner.handle] = runner.name
        self._results[runner.name] = None
        self.counts.add(header.bots, over.tally)
        self._floor.metrics.matches_running.dec()
        self._floor.metrics.matches.labels(ended.ending.text).inc()
        logger().info(
            "match.finished",
            tournament=self.id,
            match=header.match,
            run=header.run,
            bots=header.bots,
            ending=ended.ending.text,
            winner=ended.winner,
            scores=ended.scores,
            rounds=ended.rounds,
            decisions=ended.decisions,
            duration_ms=over.tally.took_us // 1_000,
        )
        if self.machine.running.get(header.match) == header.run:
            result = MatchResult.of(header.match, header.run, header.bots, ended, over.tally.forfeits)
            self._results[runner.name] = result
            self.do(self.machine.end_match(result, over.head))
        else:
            self._tell_change()  # it was cut off: its bots have room again
        self.sets.leave(runner, self._laid_out, self._results, last=self.is_over)

    def _close(self) -> None:
        """The tournament is over: seal its log, reveal what is still shut, and its own secret."""
        self.sets.reveal_all(self.runners.values())
        self.log.seal()
        self.log.reveal(self.secret)
        self.log.finish()

    def _append(self, entry: TournamentEntry) -> None:
        self.log.append(self._floor.wire.entry(entry))
        self.log.settle()
