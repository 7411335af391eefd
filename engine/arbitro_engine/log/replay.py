"""A match played again from its log: its inputs drive a new machine, whose records must be those of the log.

The chance of the deals is either re-derived from the revealed secret, or, as long as that is sealed, read
from the log itself: then everything is checked but the deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from arbitro_engine.log.stored import Difference, StoredLog, shown
from arbitro_engine.match.header import Header
from arbitro_engine.match.inputs import input_of
from arbitro_engine.match.match import ChanceFor, Match
from arbitro_engine.match.record import StepRecord
from arbitro_engine.match.step import Step
from arbitro_engine.rules.ruleset import RuleFaults
from arbitro_engine.rules.shuffle import Chance, DealKey, DeckUntoldError, LoggedChance

__all__ = [
    "Differs",
    "Replayed",
    "chance_of_log",
    "chance_of_secret",
    "first_difference",
    "machine",
    "replay",
]


_make: Final = tuple.__new__  # half the cost of the class's own


class Differs(Exception):  # noqa: N818 - it says what the log does
    """The log says something else than the machine that plays it again."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


class Replayed(NamedTuple):
    """One input that was played again: the place of its record in the log, and what followed from it."""

    at: int
    step: Step


def chance_of_secret(header: Header, secret: bytes) -> ChanceFor:
    """Return the chance of a match whose deals follow from this secret of its set (architecture 6)."""
    stable = header.deals == "duplicate"

    def chance_for(nonces: tuple[bytes, ...]) -> Callable[[int], Chance]:
        given = nonces or (b"",) * header.seats
        key = DealKey(secret, dict(zip(header.bots, given, strict=True)))
        return lambda number: key.round(number, stable=stable)

    return chance_for


def chance_of_log(records: Iterable[StepRecord]) -> ChanceFor:
    """Return the chance that a log tells of, as far as it goes."""

    def chance_for(_nonces: tuple[bytes, ...]) -> Callable[[int], Chance]:
        logged = LoggedChance(event for record in records for event in record.events)
        return lambda _number: logged

    return chance_for


def machine(header: Header, chance_for: ChanceFor, *, silent: bool = False) -> Match:
    """Return the machine of a match that a log tells of; ``silent``: for its records alone.

    Raises:
        Differs: if there can be no such match.
    """
    for field, fault in (
        ("bots", "different bots" if len(set(header.bots)) < header.seats else ""),
        ("commitment", "32 bytes" if len(header.commitment) != 32 else ""),
    ):
        if fault:
            raise Differs(Difference(0, f"header.{field}", fault, shown(getattr(header, field))))
    try:
        return Match(header, chance_for, silent=silent)
    except RuleFaults as error:
        option, reason = error.faults[0]
        raise Differs(Difference(0, f"header.rules.{option}", reason, f"{header.seats} seats")) from None


def replay(log: StoredLog, match: Match) -> Iterator[Replayed]:
    """Play a log again on a new machine, input by input, as far as the log goes.

    Records of kinds that are not known are passed over. A step whose last records are missing at the log's
    end is played: the log was cut there. It is not if it deals from a deck of which the log does not tell.

    Raises:
        Differs: at the first record that is not what the machine makes of its input.
    """
    steps = log.steps
    place = 0
    while place < len(steps):
        at, record = steps[place]
        try:
            step = match.handle(input_of(record))
        except ValueError as error:
            if isinstance(error, DeckUntoldError) and place == len(steps) - 1:
                return  # the next round would follow from this last record
            raise Differs(Difference(at, "input", "one that can be", str(error))) from None
        if not step.records:
            raise Differs(Difference(at, "kind", "nothing: it has no effect", record.kind.name.lower()))
        for made in step.records:
            if place == len(steps):
                break
            where, found = steps[place]
            if made != found:
                raise Differs(first_difference(where, made, found))
            place += 1
        yield _make(Replayed, (at, step))


def first_difference(at: int, expected: StepRecord, found: StepRecord) -> Difference:
    """Return the first field in which two records differ; they do differ."""
    return Difference(at, *_differing("", expected, found))


def _differing(path: str, expected: Any, found: Any) -> tuple[str, str, str]:  # noqa: ANN401 - any field's value
    if type(expected) is type(found) and isinstance(expected, tuple):
        names = getattr(expected, "_fields", None)
        for place, (one, other) in enumerate(zip(expected, found, strict=False)):
            if one != other:
                step = f"[{place}]" if names is None else f".{names[place]}"
                return _differing(path + step, one, other)
        place = min(len(expected), len(found))
        one, other = (values[place] if place < len(values) else None for values in (expected, found))
        return f"{path}[{place}]".lstrip("."), shown(one), shown(other)
    return path.lstrip("."), shown(expected), shown(found)
