"""Which matches may start next: those whose entrants all have room, in the schedule's order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from arbitro_engine.tournament.ledger import OPEN, Ledger
from arbitro_engine.tournament.schedule import ScheduledMatch

__all__ = ["LOOKAHEAD", "Backlog"]

LOOKAHEAD: Final = 10_000
"""How many matches whose turn has come may wait for room before the schedule is read no further.

Every field of up to 100 entrants and 2 games is looked through to its end, so that nobody waits behind a slow
bot. A large field is held back only when thousands of matches wait for bots that are not there.
"""


class Backlog:
    """The matches that are still to be played, as far as the schedule has been read.

    A match stays until it is no longer open, so asking changes nothing: what was offered and not started is
    offered again. Waiting matches are found by entrant, so that two who become free in a large field do not
    cost a look at all the others.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._matches = enumerate(ledger.schedule.matches())
        self._waiting: dict[int, ScheduledMatch] = {}
        """By place in the schedule."""
        self._places: dict[str, set[int]] = {entrant: set() for entrant in ledger.schedule.spec.ids}
        """Where each entrant's waiting matches stand."""

    def due(self, room: Mapping[str, int]) -> list[ScheduledMatch]:
        """Choose matches that may start now.

        `room` says how many more matches each entrant can take; who is not named has none. Nobody is given
        more.
        """
        free = {entrant: room[entrant] for entrant in self._places if room.get(entrant, 0) > 0}
        chosen: list[ScheduledMatch] = []
        for match in self._open(free):
            if self._ledger.standing(match) == "due" and all(entrant in free for entrant in match.seats):
                chosen.append(match)
                for entrant in match.seats:
                    free[entrant] -= 1
                    if not free[entrant]:
                        del free[entrant]
        return chosen

    def _open(self, free: Mapping[str, int]) -> Iterator[ScheduledMatch]:
        """Go through open matches of free entrants, reading on in the schedule, while enough are free."""
        seats = self._ledger.schedule.spec.seats
        for place in sorted(set().union(*(self._places[entrant] for entrant in free))):
            if len(free) < seats:
                return
            match = self._waiting[place]
            if self._ledger.standing(match) in OPEN:
                yield match
            else:
                self._forget(place)
        while len(free) >= seats and len(self._waiting) < LOOKAHEAD:
            following = next(self._matches, None)
            if following is None:
                return
            place, match = following
            if self._ledger.standing(match) in OPEN:
                self._waiting[place] = match
                for entrant in match.seats:
                    self._places[entrant].add(place)
                yield match

    def _forget(self, place: int) -> None:
        for entrant in self._waiting.pop(place).seats:
            self._places[entrant].discard(place)
