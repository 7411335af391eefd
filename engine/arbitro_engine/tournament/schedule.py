"""Who meets whom, in which wave, in which seats: a pure function of the spec, generated as it is read.

Every pairing has a number that depends on its entrants' numbers alone (its rank in the combinatorial number
system: pairs count 01 02 12 03 13 23 ...), so that a late entry renames no match. The schedule goes through
cycles, in each through waves, in each wave through pairings, and plays a pairing in all its seat orders, one
after the other. A seat order is a rotation: there are as many as seats, and in each cycle every entrant of a
pairing sits in every seat once.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import comb, isqrt
from typing import Final

from arbitro_engine.tournament.design import Design, design
from arbitro_engine.tournament.spec import SLUG_MAX, SpecError, TournamentSpec

__all__ = ["Pairing", "Schedule", "ScheduledMatch", "UnknownMatchError", "Wave"]

_WAVES_OPEN: Final = 256
"""How many waves of tables are filled at the same time; more would pack them closer and hold more of them."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom: a number and the entrants' ids in entry order."""

    number: int
    entrants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wave:
    """Pairings that can be played side by side; cycles and waves count from 0, waves anew in each cycle."""

    cycle: int
    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[str, ...]
    """Entrants without a pairing in this wave, in entry order. A bye is no match and counts nothing."""


@dataclass(frozen=True, slots=True)
class ScheduledMatch:
    """One match before it is played."""

    id: str
    """``TOURNAMENT-PAIRING-GAME``; `game` counts the pairing's matches from 0."""
    pairing: int
    game: int
    cycle: int
    seats: tuple[str, ...]
    """The entrants' ids by seat."""
    set_id: str
    """The set this match belongs to, called by its first match: itself, or the first copy of a duplicate."""


class UnknownMatchError(LookupError):
    """An id that no match of this tournament has."""


class Schedule:
    """The schedule of one spec. Holds nothing but the spec, the entrants' numbers and the design of tables.

    Raises `SpecError` when there are fewer entrants than a table has seats.
    """

    def __init__(self, spec: TournamentSpec) -> None:
        if fault := spec.field_fault:
            raise SpecError((fault,))
        self.spec = spec
        self._ids = spec.ids
        self._numbers = {entrant: number for number, entrant in enumerate(self._ids)}
        self._champion = self._numbers[spec.champion or self._ids[0]]
        self.design: Design | None = design(len(self._ids), spec.seats) if spec.format == "tables" else None
        """Who sits at one table; None where pairs play. Its text states how evenly everybody meets."""

    @property
    def pairings(self) -> int:
        """How many pairings there are."""
        count = len(self._ids)
        if self.design:
            return self.design.count
        return count - 1 if self.spec.format == "gauntlet" else comb(count, 2)

    @property
    def total(self) -> int:
        """How many matches there are."""
        return self.pairings * self.spec.games_per_pairing

    def matches_of(self, entrant: str) -> int:
        """How many matches an entrant has. Raises `KeyError` for somebody who has not entered."""
        number = self._numbers[entrant]
        if self.design:
            pairings = self.design.tables_of_each
        elif self.spec.format == "gauntlet" and number != self._champion:
            pairings = 1
        else:
            pairings = len(self._ids) - 1
        return pairings * self.spec.games_per_pairing

    def matches_with(self, entrant: str) -> Iterator[ScheduledMatch]:
        """Generate all matches of one entrant, by pairing and game. Raises `KeyError` like `matches_of`."""
        number = self._numbers[entrant]
        if self.design:
            groups: Iterable[tuple[int, ...]] = (group for group in self.design.tables() if number in group)
        else:
            others = (other for other in self._numbers.values() if other != number)
            pairs = ((min(number, other), max(number, other)) for other in others)
            groups = (pair for pair in pairs if self._meet(pair))
        for group in groups:
            pairing = self._pairing(group)
            for cycle in range(self.spec.cycles):
                yield from self.games(pairing, cycle)

    def waves(self) -> Iterator[Wave]:
        """Generate all waves of all cycles."""
        for cycle in range(self.spec.cycles):
            for number, groups in enumerate(self._waves_of_a_cycle()):
                playing = {entrant for group in groups for entrant in group}
                yield Wave(
                    cycle,
                    number,
                    tuple(self._pairing(group) for group in groups),
                    tuple(name for entrant, name in enumerate(self._ids) if entrant not in playing),
                )

    def matches(self, start: int = 0) -> Iterator[ScheduledMatch]:
        """Generate all matches in the order they are best played in: by cycle, wave, pairing, seat order.

        ``start`` passes over so many of them, without making them.
        """
        cycle, skip = divmod(start, max(1, self.pairings * self.spec.seats))
        for number in range(cycle, self.spec.cycles):
            for groups in self._waves_of_a_cycle():
                for group in groups[min(len(groups), skip // self.spec.seats) :]:
                    yield from islice(self.games(self._pairing(group), number), skip % self.spec.seats, None)
                    skip = 0
                skip = max(0, skip - len(groups) * self.spec.seats)

    def games(self, pairing: Pairing, cycle: int) -> Iterator[ScheduledMatch]:
        """Generate the matches of a pairing in one cycle, one for each seat order."""
        circle = self._circle(pairing, cycle)
        for order in range(self.spec.seats):
            yield self._match(pairing.number, cycle * self.spec.seats + order, circle)

    def set_of(self, match: ScheduledMatch) -> tuple[ScheduledMatch, ...]:
        """Give all matches of the set that a match belongs to, in the order they are played."""
        if self.spec.deals == "fresh":
            return (match,)
        first = match.cycle * self.spec.seats
        return tuple(
            self.match(f"{self.spec.id}-{match.pairing}-{first + copy}") for copy in range(self.spec.seats)
        )

    def match(self, match_id: str) -> ScheduledMatch:
        """Find a match by its id. Raises `UnknownMatchError` when this tournament has none of that id."""
        tournament, _, rest = match_id.rpartition("-")
        tournament, _, first = tournament.rpartition("-")
        unknown = UnknownMatchError(f"{match_id} is no match of {self.spec.id}")
        if tournament != self.spec.id or not (_is_count(first) and _is_count(rest)):
            raise unknown
        number, game = int(first), int(rest)
        group = _members(number, self.spec.seats)
        if game >= self.spec.games_per_pairing or group[-1] >= len(self._ids) or not self._meet(group):
            raise unknown
        pairing = Pairing(number, tuple(self._ids[entrant] for entrant in group))
        return self._match(number, game, self._circle(pairing, game // self.spec.seats))

    def _waves_of_a_cycle(self) -> Iterator[list[tuple[int, ...]]]:
        count = len(self._ids)
        if self.design:
            yield from _side_by_side(self.design.tables(), count // self.spec.seats)
        elif self.spec.format == "gauntlet":
            for other in range(count):
                if other != self._champion:
                    yield [(min(other, self._champion), max(other, self._champion))]
        else:
            yield from _circle_method(count)

    def _meet(self, group: tuple[int, ...]) -> bool:
        if self.design:
            return group in self.design
        return self.spec.format != "gauntlet" or self._champion in group

    def _pairing(self, group: tuple[int, ...]) -> Pairing:
        return Pairing(_rank(group), tuple(self._ids[number] for number in group))

    def _circle(self, pairing: Pairing, cycle: int) -> tuple[str, ...]:
        """Who sits beside whom. Rotations leave that alone, so it is drawn anew for each cycle of a table."""
        first, *others = pairing.entrants
        if len(others) == 1:
            return pairing.entrants

        def lot(entrant: str) -> bytes:
            ticket = f"arbitro/circle/1\n{self.spec.id}\n{pairing.number}\n{cycle}\n{entrant}"
            return hashlib.sha256(ticket.encode()).digest()

        return (first, *sorted(others, key=lot))

    def _match(self, pairing: int, game: int, circle: tuple[str, ...]) -> ScheduledMatch:
        cycle, order = divmod(game, self.spec.seats)
        prefix = f"{self.spec.id}-{pairing}-"
        first = cycle * self.spec.seats if self.spec.deals == "duplicate" else game
        seats = circle[order:] + circle[:order]
        return ScheduledMatch(f"{prefix}{game}", pairing, game, cycle, seats, f"{prefix}{first}")


def _circle_method(count: int) -> Iterator[list[tuple[int, ...]]]:
    """Pair everybody with everybody: the last stands still, the others turn; an empty place gives the bye."""
    places = count + count % 2
    turning = places - 1
    for wave in range(turning):
        groups: list[tuple[int, ...]] = [] if turning >= count else [(wave, turning)]
        for step in range(1, places // 2):
            one, other = (wave + step) % turning, (wave - step) % turning
            groups.append((min(one, other), max(one, other)))
        yield groups


def _side_by_side(tables: Iterable[tuple[int, ...]], width: int) -> Iterator[list[tuple[int, ...]]]:
    """Put each table into the first wave that has none of its entrants; `width` tables fill a wave."""
    waves: deque[tuple[list[tuple[int, ...]], set[int]]] = deque()
    for table in tables:
        for groups, present in waves:
            if len(groups) < width and present.isdisjoint(table):
                groups.append(table)
                present.update(table)
                break
        else:
            waves.append(([table], set(table)))
        while waves and (len(waves[0][0]) == width or len(waves) > _WAVES_OPEN):
            yield waves.popleft()[0]
    for groups, _ in waves:
        yield groups


def _rank(group: tuple[int, ...]) -> int:
    """Number a set of entrants, given ascending, in colexicographic order."""
    return sum(comb(number, place) for place, number in enumerate(group, 1))


def _members(rank: int, size: int) -> tuple[int, ...]:
    """Give the set of `size` entrants, two or more, that has this rank, ascending."""
    group: list[int] = []
    for place in range(size, 2, -1):
        low, high = place - 1, place
        while comb(high, place) <= rank:
            low, high = high, high * 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if comb(middle, place) <= rank else (low, middle)
        group.insert(0, low)
        rank -= comb(low, place)
    high = (isqrt(8 * rank + 1) + 1) // 2
    return (rank - comb(high, 2), high, *group)


def _is_count(text: str) -> bool:
    """Whether a text is a number as ids write it: ASCII digits, no leading zeros, no longer than an id."""
    return len(text) <= SLUG_MAX and text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")
