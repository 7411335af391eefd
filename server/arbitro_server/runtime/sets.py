"""The sets of a tournament's matches: what their deals follow from, and when that is revealed.

A set is one match, or the copies of a duplicate. Its secret stays shut until no match of it is to come; then
it is appended to the log of each of its matches, and the seal is renewed (architecture 6).
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable
from typing import Final

from arbitro_engine.match.record import RecordKind, StepRecord
from arbitro_engine.rules.shuffle import set_secret
from arbitro_engine.tournament import Schedule
from arbitro_server.runtime.deals import DealSet
from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.openlog import OpenLog
from arbitro_server.runtime.runner import Runner

__all__ = ["Sets"]


class Sets:
    """The sets of one tournament that are not revealed yet.

    Args:
        secret: the tournament's.
    """

    def __init__(self, floor: Floor, tournament: str, secret: bytes, *, seeded: bool) -> None:
        self._floor: Final = floor
        self._tournament: Final = tournament
        self._secret: Final = secret
        self._seeded: Final = seeded
        self._open: dict[tuple[str, int], DealSet] = {}

    def deals(self, set_id: str, run: int) -> DealSet:
        """Return what the deals of a run of a set follow from: the same for all its matches."""
        if (set_id, run) not in self._open:
            self._open[set_id, run] = DealSet(self._secret, set_id, run, seeded=self._seeded)
        return self._open[set_id, run]

    def secret_of(self, schedule: Schedule, log: str) -> bytes:
        """Return the secret of the set that a match's log (``MATCH.RUN``) belongs to."""
        match, _, run = log.rpartition(".")
        return set_secret(self._secret, schedule.match(match).set_id, int(run))

    def is_shut(self, log: str) -> bool:
        """Return whether the log of a match that is over waits for another match of its set."""
        return any(log in deals.shut for deals in self._open.values())

    def leave(self, runner: Runner, schedule: Schedule, over: Container[str], *, last: bool) -> None:
        """A match is over: reveal its set if no other is to come, else keep it shut until then.

        ``over`` has the logs of all matches that are over; ``last``: nothing is to come at all.
        """
        run = runner.header.run
        others = schedule.set_of(schedule.match(runner.header.match))
        if not last and any(f"{one.id}.{run}" not in over for one in others if one.id != runner.header.match):
            runner.deals.shut.append(runner.name)
            return
        runner.reveal()
        self._reveal(runner.deals)
        self._open.pop((runner.deals.id, run), None)

    def reveal_all(self, playing: Iterable[Runner]) -> None:
        """The tournament is over: reveal every set that is not being played."""
        busy = [runner.deals for runner in playing]
        for key, deals in list(self._open.items()):
            if deals not in busy:
                self._reveal(deals)
                del self._open[key]

    def reopen(self, schedule: Schedule, over: Collection[str]) -> None:
        """After a restart: keep shut again what was, with the nonces that were given."""
        for log in over:
            name, _, run = log.rpartition(".")
            match = schedule.match(name)
            if any(f"{one.id}.{run}" not in over for one in schedule.set_of(match)):
                deals = self.deals(match.set_id, int(run))
                deals.shut.append(log)
                for bot, nonce in zip(match.seats, self._nonces(log), strict=False):
                    deals.give(bot, nonce)

    def _reveal(self, deals: DealSet) -> None:
        """Append the secret to the logs of matches that are over, and write their files anew."""
        shut, deals.shut = deals.shut, []
        for name in shut:
            log = OpenLog.reopened(self._floor, self._tournament, name)
            log.reveal(deals.secret, self._nonces(name))
            log.finish()

    def _nonces(self, log: str) -> tuple[bytes, ...]:
        for data in self._floor.store.records(log):
            record = self._floor.wire.record_of(data)
            if isinstance(record, StepRecord) and record.kind is RecordKind.BEGIN:
                return record.nonces
        return ()
