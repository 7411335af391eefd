"""What a tournament is: who enters, who meets whom and how often, and what is done about those who leave.

A `TournamentSpec` is checked as a whole when it is made; every fault is reported at once (`SpecError`). Too
few entrants are no fault of a spec, since registration may still be open: `field_fault` tells, and whoever
schedules or starts asks it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from math import comb
from typing import Any, Final, Literal, Self, get_args

from arbitro_engine.match.header import Deals
from arbitro_engine.tournament.texts import name_fault, plural

__all__ = [
    "ENTRANTS_MAX",
    "MATCHES_MAX",
    "Entrant",
    "Format",
    "Leaving",
    "Scoring",
    "SpecError",
    "SpecFault",
    "Teams",
    "TournamentSpec",
    "is_slug",
]

ENTRANTS_MAX: Final = 1000
SEATS_MAX: Final = 10
GAMES_MAX: Final = 100_000
MATCHES_MAX: Final = 1_000_000
"""Everybody against everybody in the largest field, twice. Nobody lives to see the end of more."""
SLUG_MAX: Final = 63
_SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")

Format = Literal["round_robin", "tables", "gauntlet"]
"""Who meets whom: every pair of entrants; tables of 3-10 at which every two meet equally often as far as
arithmetic allows; one, the champion, against each of the others."""

Leaving = Literal["by_half", "forfeit", "annul"]
"""What becomes of the matches of an entrant who is withdrawn or disqualified in the middle.

`by_half`: has it played half of its matches or more, the rest are forfeits; less, and all of them are
annulled. `forfeit`: the rest are forfeits. `annul`: all of them are annulled.
"""

Scoring = Literal["winner_takes", "keep_own", "round_win"]
"""The rule set's option `scoring` (rules 7.1 H): whether points are good, bad, or rounds."""

Teams = Literal["none", "pairs"]
"""The rule set's option `teams` (rules 7.1 A): whether seats opposite each other are partners."""


@dataclass(frozen=True, slots=True)
class SpecFault:
    """One thing that is wrong: where (`entrants[3].id`) and what to do."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


class SpecError(ValueError):
    """A spec that cannot be played. `faults` lists everything that is wrong with it."""

    def __init__(self, faults: tuple[SpecFault, ...]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults


def is_slug(text: str) -> bool:
    """Whether a text may be an id: 1-63 of ``a-z 0-9 -``, not beginning with a dash."""
    return _SLUG.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot in a tournament: its id (a slug) and the name people read (free text, the id when empty)."""

    id: str
    name: str = ""

    def __str__(self) -> str:
        return self.name or self.id


@dataclass(frozen=True, slots=True)
class TournamentSpec:
    """Everything the schedule and the standings depend on. Equal specs have equal matches with equal ids.

    The place of an entrant in `entrants` is its number for good: late entries are appended, nobody is removed
    once the tournament runs.

    Raises `SpecError` with all faults.
    """

    id: str
    """A slug; the matches are called ``ID-PAIRING-GAME``."""
    entrants: tuple[Entrant, ...] = ()
    name: str = ""
    """Free text; the id when empty."""
    format: Format = "round_robin"
    seats: int = 2
    """Seats at a table: 2, or 3-10 with the format `tables`."""
    games: int = 2
    """Matches per pairing, rounded up to whole seat orders (`games_per_pairing`)."""
    deals: Deals = "fresh"
    """`fresh`: every match is dealt anew. `duplicate`: both seat orders of a pair get the same deals, one
    after the other; a bot that remembers can read its opponent's hand in the second, so it is for bots the
    organiser runs himself and starts afresh for each match (architecture 8)."""
    champion: str = ""
    """The one who meets all others in a gauntlet; the first entrant when empty."""
    leaving: Leaving = "by_half"
    late_entry: bool = False
    """Whether entrants may register while the tournament runs."""
    stop_early: bool = False
    """Whether the tournament finishes as soon as the first place is settled at 95 % (see `stopping`)."""
    scoring: Scoring = "winner_takes"
    """As in the rule set the matches are played by."""
    teams: Teams = "none"
    """As in the rule set; `pairs` win and lose together, two seats apart at a table of four."""
    target: int = 500
    """As in the rule set; match margins are clipped to ± this where a bound is needed (see `stopping`)."""

    def __post_init__(self) -> None:
        if faults := tuple(_faults(self)):
            raise SpecError(faults)

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """Make a spec of plain values (texts, numbers, lists), as they stand in a file, a request or a log.

        The inverse of `as_fields`. An entrant is an id or a mapping with `id` and `name`; numbers and
        switches may stand as texts (`2`, `on`, `off`). Raises `SpecError` with all faults, unknown settings
        and values of the wrong kind among them.
        """
        faults: list[SpecFault] = []
        good: dict[str, Any] = {}
        for name, value in values.items():
            if (kind := _KINDS.get(name)) is None:
                faults.append(SpecFault(name, f"unknown setting; there are {', '.join(_KINDS)}"))
                continue
            try:
                good[name] = kind(value)
            except (TypeError, ValueError) as error:
                faults.append(SpecFault(name, str(error)))
        if "id" not in values:
            faults.append(SpecFault("id", "is missing"))
        if not faults:
            return cls(**good)
        try:
            cls(**{"id": "x", **good})
        except SpecError as error:
            faults += error.faults
        raise SpecError(tuple(faults))

    def as_fields(self) -> dict[str, Any]:
        """Give the spec as plain values, the inverse of `from_fields`."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        plain["entrants"] = [{"id": entrant.id, "name": entrant.name} for entrant in self.entrants]
        return plain

    @property
    def settings(self) -> dict[str, str]:
        """The settings that have no field of their own in messages, as texts that `from_fields` reads."""
        switches = {True: "on", False: "off"}
        return {
            "leaving": self.leaving,
            "late_entry": switches[self.late_entry],
            "stop_early": switches[self.stop_early],
        }

    @property
    def cycles(self) -> int:
        """How often every pairing is played in all its seat orders."""
        return -(-self.games // self.seats)

    @property
    def games_per_pairing(self) -> int:
        """Matches per pairing: every cycle has as many as there are seats."""
        return self.cycles * self.seats

    def partners(self, seat: int) -> frozenset[int]:
        """The seats at a table that score together with one, itself among them (rules 7.1 A)."""
        return frozenset({seat, (seat + self.seats // 2) % self.seats} if self.teams == "pairs" else {seat})

    @property
    def ids(self) -> tuple[str, ...]:
        """The entrants' ids in entry order."""
        return tuple(entrant.id for entrant in self.entrants)

    @property
    def field_fault(self) -> SpecFault | None:
        """What keeps this field from being scheduled: too few for a table, or no champion."""
        entered = len(self.entrants)
        if entered < self.seats:
            who = {0: "nobody has", 1: "only one bot has"}.get(entered, f"only {entered} bots have")
            return SpecFault(
                "entrants", f"{who} entered, and a match needs {self.seats}: register {self.seats} or more"
            )
        if self.champion and self.champion not in self.ids:
            return SpecFault("champion", f"{self.champion} has not entered: register it, or name another")
        return None

    def with_entrants(self, *entrants: Entrant) -> TournamentSpec:
        """Add entrants at the end of the list. Raises `SpecError` when that gives a fault."""
        return replace(self, entrants=self.entrants + entrants)

    def without_entrant(self, entrant: str) -> TournamentSpec:
        """Take an entrant off the list. Only before anything is scheduled: the numbers behind it move up."""
        return replace(self, entrants=tuple(other for other in self.entrants if other.id != entrant))


def _faults(spec: TournamentSpec) -> Iterator[SpecFault]:
    if not is_slug(spec.id):
        yield SpecFault(
            "id", f"{spec.id!r} is no id: use 1-{SLUG_MAX} of a-z, 0-9 and -, not beginning with -"
        )
    elif (excess := len(spec.id) - _longest_id(spec)) > 0:
        what = plural(excess, "character")
        yield SpecFault("id", f"{excess} {what} too long: the ids of its matches would pass {SLUG_MAX}")
    if fault := name_fault(spec.name):
        yield SpecFault("name", fault)
    if not 1 <= spec.games <= GAMES_MAX:
        yield SpecFault("games", f"{spec.games} matches per pairing: choose 1-{GAMES_MAX}")
    elif len(spec.entrants) <= ENTRANTS_MAX and (matches := _fewest_matches(spec)) > MATCHES_MAX:
        text = f"{matches} matches: a tournament has {MATCHES_MAX} at most; choose fewer games or entrants"
        yield SpecFault("games", text)
    for setting, choices in _CHOICES.items():
        if (value := getattr(spec, setting)) not in choices:
            yield SpecFault(setting, f"{value!r} is none of {', '.join(choices)}")
    if spec.target < 1:
        yield SpecFault("target", f"{spec.target}: a match is played to 1 or more")
    yield from _format_faults(spec)
    yield from _entrant_faults(spec)


def _format_faults(spec: TournamentSpec) -> Iterator[SpecFault]:
    if spec.format == "tables":
        if not 3 <= spec.seats <= SEATS_MAX:
            yield SpecFault("seats", f"{spec.seats} at a table: the format tables has 3-{SEATS_MAX}")
    elif spec.seats != 2:
        yield SpecFault("seats", f"{spec.seats} at a table: {spec.format} has 2; use the format tables")
    if spec.teams == "pairs" and (spec.seats < 4 or spec.seats % 2):
        yield SpecFault("teams", f"{spec.seats} at a table: pairs need an even number of seats, 4 or more")
    if spec.late_entry and spec.format == "tables":
        yield SpecFault("late_entry", "tables are balanced for their field: late entry is for pairs")
    if spec.stop_early and spec.format == "gauntlet":
        yield SpecFault("stop_early", "a gauntlet has no first place to settle: play it out")
    if spec.deals == "duplicate" and spec.seats != 2:
        yield SpecFault("deals", "duplicate deals are for two seats: choose fresh")


def _entrant_faults(spec: TournamentSpec) -> Iterator[SpecFault]:
    if len(spec.entrants) > ENTRANTS_MAX:
        yield SpecFault("entrants", f"{len(spec.entrants)} of them: a tournament has {ENTRANTS_MAX} at most")
    first: dict[str, int] = {}
    for number, entrant in enumerate(spec.entrants):
        path = f"entrants[{number}].id"
        if not is_slug(entrant.id):
            yield SpecFault(path, f"{entrant.id!r} is no id: use 1-{SLUG_MAX} of a-z, 0-9 and -")
        elif (other := first.setdefault(entrant.id, number)) != number:
            yield SpecFault(path, f"{entrant.id} has entered already as entrants[{other}]")
        if fault := name_fault(entrant.name):
            yield SpecFault(f"entrants[{number}].name", fault)
    if spec.champion and spec.format != "gauntlet":
        yield SpecFault("champion", f"only a gauntlet has one, and this is a {spec.format}")


def _fewest_matches(spec: TournamentSpec) -> int:
    """How many matches there are; for tables, how many there are at least if everybody meets everybody."""
    entered, seats = len(spec.entrants), min(max(spec.seats, 2), SEATS_MAX)
    pairings = max(0, entered - 1) if spec.format == "gauntlet" else comb(entered, 2) // comb(seats, 2)
    return pairings * -(-spec.games // seats) * seats


def _longest_id(spec: TournamentSpec) -> int:
    """How long an id may be so that every match id is a slug, whoever enters later."""
    seats = min(max(spec.seats, 2), SEATS_MAX)
    return SLUG_MAX - len(f"-{comb(ENTRANTS_MAX, seats) - 1}-{max(spec.games, 1) + seats - 2}")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _whole(value: object) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{value!r} is no whole number")
    return value


def _switch(value: object) -> bool:
    if value in ("on", "off"):
        return value == "on"
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither on nor off")
    return value


def _entrants(value: object) -> tuple[Entrant, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError(f"{value!r} is no list of entrants")
    return tuple(
        Entrant(_text(one["id"]), _text(one.get("name", "")))
        if isinstance(one, Mapping) and "id" in one
        else Entrant(_text(one))
        for one in value
    )


_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "format": get_args(Format),
    "deals": get_args(Deals),
    "leaving": get_args(Leaving),
    "scoring": get_args(Scoring),
    "teams": get_args(Teams),
}
_KINDS: Final[Mapping[str, Callable[[object], object]]] = {
    "id": _text,
    "entrants": _entrants,
    "name": _text,
    "format": _text,
    "seats": _whole,
    "games": _whole,
    "deals": _text,
    "champion": _text,
    "leaving": _text,
    "late_entry": _switch,
    "stop_early": _switch,
    "scoring": _text,
    "teams": _text,
    "target": _whole,
}
