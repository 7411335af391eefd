"""Which entrants sit at one table, so that every two of them meet equally often as far as arithmetic allows.

When all combinations are few (at most `COMBINATIONS_MAX`), they are the design. Otherwise it is cyclic: a few
base tables, each shifted round the field once, so that everybody sits at equally many tables. How often two
entrants meet then depends on their distance round the field alone, and the base tables are sought so that
every distance comes up equally often, or once more. The search is the same everywhere: whole numbers, and
lots drawn from a text.

What came of it is stated (`Design.meetings`): up to some hundred entrants the spread is nearly always 0 or 1;
in larger fields a few pairs may not meet at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Final

from arbitro_engine.tournament.draws import draws
from arbitro_engine.tournament.texts import plural

__all__ = ["COMBINATIONS_MAX", "Design", "design", "is_at_hand"]

COMBINATIONS_MAX: Final = 256
"""The most tables for which all combinations are played."""
_SIZES: Final = 3
"""How many sizes of design are tried, from the smallest in which everybody could meet."""
_KEPT: Final = 64
_found: Final[dict[tuple[int, int], Design]] = {}
"""The newest designs that had to be sought, by entrants and seats."""

Table = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Design:
    """The tables of one cycle; entrants are numbers from 0, ascending at each table."""

    entrants: int
    seats: int
    base: tuple[Table, ...]
    """The base tables, each in its standard form; empty: all combinations."""
    meetings: tuple[int, int]
    """How often two entrants meet: the fewest and the most."""

    @property
    def count(self) -> int:
        """How many tables there are."""
        return len(self.base) * self.entrants if self.base else comb(self.entrants, self.seats)

    @property
    def tables_of_each(self) -> int:
        """At how many tables everybody sits."""
        return self.count * self.seats // self.entrants

    def __str__(self) -> str:
        low, high = self.meetings
        often = f"{low}-{high} times" if low < high else "once" if low == 1 else f"{low} times"
        tables = f"{self.count} {plural(self.count, 'table')} of {self.seats}"
        return f"{tables}: each bot sits at {self.tables_of_each}, any two meet {often}"

    def __contains__(self, table: Table) -> bool:
        return not self.base or _standard(table, self.entrants) in self.base

    def tables(self) -> Iterator[Table]:
        """Generate the tables."""
        if not self.base:
            yield from combinations(range(self.entrants), self.seats)
            return
        for shift in range(self.entrants):
            for table in self.base:
                yield tuple(sorted((entrant + shift) % self.entrants for entrant in table))


def is_at_hand(entrants: int, seats: int) -> bool:
    """Whether `design` answers at once: it need not search, which takes seconds for hundreds of entrants."""
    return comb(entrants, seats) <= COMBINATIONS_MAX or (entrants, seats) in _found


def design(entrants: int, seats: int) -> Design:
    """Find the tables for a field. Raises `ValueError` for fewer entrants than seats."""
    if not 2 <= seats <= entrants:
        raise ValueError(f"{entrants} entrants do not fill a table of {seats}")
    if comb(entrants, seats) <= COMBINATIONS_MAX:
        meetings = comb(entrants - 2, seats - 2)
        return Design(entrants, seats, (), (meetings, meetings))
    if (known := _found.get((entrants, seats))) is not None:
        return known
    if len(_found) >= _KEPT:
        del _found[next(iter(_found))]
    _found[entrants, seats] = sought = _seek(entrants, seats)
    return sought


def _seek(entrants: int, seats: int) -> Design:
    smallest = -(-(entrants - 1) // (seats * (seats - 1)))
    found = []
    for size in range(smallest, smallest + _SIZES):
        search = _Search(entrants, seats, size)
        search.run()
        fewest, most = search.meetings
        found.append((not search.sound, fewest == 0, most - fewest, size, search))
        if search.sound and fewest and most - fewest <= 1:
            break
    search = min(found)[-1]
    base = tuple(sorted(_standard(tuple(table), entrants) for table in search.tables))
    return Design(entrants, seats, base, search.meetings)


class _Search:
    """Base tables that improve by exchanging one entrant at a time; while hot, they may worsen a little."""

    def __init__(self, entrants: int, seats: int, size: int) -> None:
        self._text = f"design\n{entrants}\n{seats}\n{size}"
        self._entrants, self._seats, self._size = entrants, seats, size
        order = range(entrants)
        lots = [draws(f"{self._text}\nstart\n{place}", entrants, 1 << 32) for place in range(size)]
        self.tables = [sorted(order, key=lots[place].__getitem__)[:seats] for place in range(size)]
        half = entrants // 2
        self._twice = half if entrants % 2 == 0 else 0
        """The distance by which two entrants meet twice whenever it comes up: shifting by it swaps them."""
        self._met = [0] * (half + 1)
        for table in self.tables:
            for one, other in combinations(table, 2):
                self._met[self._distance(one, other)] += 1 + (self._distance(one, other) == self._twice)

    @property
    def meetings(self) -> tuple[int, int]:
        """How often two entrants meet: the fewest and the most."""
        return min(self._met[1:]), max(self._met[1:])

    def run(self) -> None:
        """Search until the spread is 0 or 1, or the time is up."""
        rounds = 20_000 + 40 * self._entrants
        tables = draws(f"{self._text}\ntable", rounds, self._size)
        places = draws(f"{self._text}\nplace", rounds, self._seats)
        comers = draws(f"{self._text}\ncomer", rounds, self._entrants)
        lots = draws(f"{self._text}\nlot", rounds, 50 * rounds)
        for turn in range(rounds):
            if turn % 50 == 0:
                fewest, most = self.meetings
                if most - fewest <= 1 and self.sound:
                    return
            self._exchange(
                self.tables[tables[turn]], places[turn], comers[turn], hot=lots[turn] < rounds - turn
            )

    @property
    def sound(self) -> bool:
        """Whether no table comes up twice."""
        shapes = {_standard(tuple(table), self._entrants) for table in self.tables}
        return len(shapes) == self._size and all(_is_whole(shape, self._entrants) for shape in shapes)

    def _exchange(self, table: list[int], place: int, comer: int, *, hot: bool) -> None:
        if comer in table:
            return
        goer = table[place]
        change: dict[int, int] = {}
        for other in table:
            if other != goer:
                for entrant, sign in ((goer, -1), (comer, 1)):
                    distance = self._distance(entrant, other)
                    change[distance] = change.get(distance, 0) + sign * (1 + (distance == self._twice))
        # The sum of squares over all pairs of entrants, which is least when the meetings are even.
        worse = 0
        for distance, more in change.items():
            weight = 1 if distance == self._twice else 2
            worse += weight * more * (2 * self._met[distance] + more)
        if worse <= 0 or (hot and worse <= 4):
            table[place] = comer
            for distance, more in change.items():
                self._met[distance] += more

    def _distance(self, one: int, other: int) -> int:
        steps = (one - other) % self._entrants
        return min(steps, self._entrants - steps)


def _standard(table: Table, entrants: int) -> Table:
    """Of all shifts of a table that seat entrant 0, the first in order: equal for tables that are shifts."""
    return min(tuple(sorted((entrant - first) % entrants for entrant in table)) for first in table)


def _is_whole(standard: Table, entrants: int) -> bool:
    """Whether the shifts of a table are all different."""
    shifts = [tuple(sorted((entrant - first) % entrants for entrant in standard)) for first in standard]
    return len(set(shifts)) == len(shifts)
