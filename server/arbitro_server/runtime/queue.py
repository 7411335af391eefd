"""The matches of a tournament that have not been begun: who could play whom next.

The schedule is generated as it is read and may have a million matches, so only as many are held as keep everybody busy.
A bot's matches stand by the opponents it meets, so that finding its next one takes as many looks as it has opponents.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

from arbitro_engine.tournament import ScheduledMatch

__all__ = ["Queue"]

_HELD: Final = 4_000
"""Matches held at a time: more are read from the schedule when fewer than half of it are left."""


class Queue:
    """Matches to come, in schedule order for each table of opponents."""

    def __init__(self, schedule: Iterator[ScheduledMatch], skip: Callable[[str], bool]) -> None:
        self._schedule = schedule
        self._skip = skip
        self._tables: dict[frozenset[str], deque[ScheduledMatch]] = {}
        self._of: dict[str, dict[frozenset[str], None]] = {}
        self._held = 0
        self._fill()

    def __len__(self) -> int:
        return self._held

    @property
    def bots(self) -> list[str]:
        """The bots that have a match to come among those held."""
        return list(self._of)

    def take(self, bot: str, may: Callable[[ScheduledMatch], bool]) -> ScheduledMatch | None:
        """Take the bot's next match that may begin now; None if it has none."""
        for table in self._of.get(bot, ()):
            match = self._tables[table][0]
            if may(match):
                self._drop(table)
                return match
        return None

    def put_back(self, match: ScheduledMatch) -> None:
        """Put a match at the front of its table: it is to be played again."""
        table = frozenset(match.seats)
        if table not in self._tables:
            self._add_table(table)
        self._tables[table].appendleft(match)
        self._held += 1

    def heads(self) -> list[ScheduledMatch]:
        """Return the next match of each table."""
        return [matches[0] for matches in self._tables.values()]

    def _drop(self, table: frozenset[str]) -> None:
        matches = self._tables[table]
        matches.popleft()
        self._held -= 1
        if not matches:
            del self._tables[table]
            for bot in table:
                del self._of[bot][table]
                if not self._of[bot]:
                    del self._of[bot]
        if self._held < _HELD // 2:
            self._fill()

    def _fill(self) -> None:
        for match in self._schedule:
            if self._skip(match.id):
                continue
            table = frozenset(match.seats)
            if table not in self._tables:
                self._add_table(table)
            self._tables[table].append(match)
            self._held += 1
            if self._held >= _HELD:
                break

    def _add_table(self, table: frozenset[str]) -> None:
        self._tables[table] = deque()
        for bot in sorted(table):
            self._of.setdefault(bot, {})[table] = None
