"""Which matches may start next: those whose entrants all have room, in the schedule's order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from arbitro_engine.tournament.ledger import OPEN, Ledger
from arbitro_engine.tournament.schedule import ScheduledMatch

__all__ = ["LOOKAHEAD", "READ_AT_ONCE", "Backlog"]

LOOKAHEAD: Final = 10_000
"""How many matches whose turn has come may wait for room before the schedule is read no further.

Every field of up to 100 entrants and 2 games is looked through to its end, so that nobody waits behind a slow
bot. A large field is held back only when thousands of matches wait for bots that are not there.
"""
READ_AT_ONCE: Final = 250
"""How many matches of the schedule are read before whoever asked has to ask again: about a millisecond."""
_AGAIN, _FIRST_TIME = 0, 1

Place = tuple[int, ...]
"""Where a match stands among those that wait: what is played again goes before all the others."""


class Backlog:
    """The matches that are still to be played, as far as the schedule has been read.

    A match stays until it is no longer open, so asking changes nothing: what was offered and not started is
    offered again. Nothing is looked at twice in vain: a match that could not start can only once one of its
    entrants has more room, or has ended a match, so the waiting matches of all others are passed over.

    Attributes:
        is_behind: the schedule was read no further for now, though there is room: to be asked again.

    """

    def __init__(self, ledger: Ledger) -> None:
        self.is_behind = False
        self._ledger = ledger
        self._matches = enumerate(ledger.schedule.matches())
        self._places: dict[str, Place] = {}
        """Where each match stands that waits."""
        self._waiting: dict[str, dict[Place, ScheduledMatch]] = {
            entrant: {} for entrant in ledger.schedule.spec.ids
        }
        """Each entrant's waiting matches, by place."""
        self._room: dict[str, int] = {}
        """The room that was left when everything offered had started."""
        self._fresh: set[str] = set()
        """Those who got more room, or ended a match, since a look at their matches found nothing."""
        self.reopen(ledger.replayed())

    def due(self, room: Mapping[str, int], most: int | None = None) -> list[ScheduledMatch]:
        """Choose matches that may start now, so many at the most.

        `room` says how many more matches each entrant can take; who is not named has none. Nobody is given
        more.
        """
        free = {entrant: room[entrant] for entrant in self._waiting if room.get(entrant, 0) > 0}
        self._fresh.update(entrant for entrant in free if free[entrant] > self._room.get(entrant, 0))
        self._room = free
        chosen: list[ScheduledMatch] = []
        for match in self._open(free):
            if all(entrant in free for entrant in match.seats) and self._ledger.standing(match) == "due":
                chosen.append(match)
                for entrant in match.seats:
                    free[entrant] -= 1
                    if not free[entrant]:
                        del free[entrant]
                if len(chosen) == most:
                    break
        if not chosen:
            self._fresh.clear()
        return chosen

    def first(self, entrant: str) -> ScheduledMatch | None:
        """Return an entrant's foremost match that is still to be played, as far as the schedule was read."""
        waiting = self._waiting[entrant]
        matches = (waiting[place] for place in sorted(waiting))
        return next((match for match in matches if self._ledger.standing(match) in OPEN), None)

    def ended(self, match: ScheduledMatch) -> None:
        """Take note that a match is no longer being played."""
        self._fresh.update(match.seats)

    def reopen(self, matches: Iterable[ScheduledMatch]) -> None:
        """Take up matches that are to be played again; they go first."""
        for match in matches:
            if (place := self._places.get(match.id)) is not None:
                self._forget(place, match)
            self._wait((_AGAIN, match.pairing, match.game), match)
            self._fresh.update(match.seats)

    def _open(self, free: Mapping[str, int]) -> Iterator[ScheduledMatch]:
        """Go through open matches of free entrants, reading on in the schedule, while enough are free."""
        seats = self._ledger.schedule.spec.seats
        waiting: dict[Place, ScheduledMatch] = {}
        for entrant in self._fresh & free.keys():
            waiting |= self._waiting[entrant]
        for place in sorted(waiting):
            if len(free) < seats:
                break
            match = waiting[place]
            if self._ledger.standing(match) in OPEN:
                yield match
            else:
                self._forget(place, match)
        for _ in range(READ_AT_ONCE):
            self.is_behind = len(free) >= seats and len(self._places) < LOOKAHEAD
            if not self.is_behind:
                return
            following = next(self._matches, None)
            if following is None:
                self.is_behind = False
                return
            number, match = following
            if match.id not in self._places and self._ledger.standing(match) in OPEN:
                self._wait((_FIRST_TIME, number), match)
                yield match

    def _wait(self, place: Place, match: ScheduledMatch) -> None:
        self._places[match.id] = place
        for entrant in match.seats:
            self._waiting[entrant][place] = match

    def _forget(self, place: Place, match: ScheduledMatch) -> None:
        del self._places[match.id]
        for entrant in match.seats:
            del self._waiting[entrant][place]
