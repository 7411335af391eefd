"""What a verb of a tournament asks of its shell, and how a verb is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arbitro_engine.tournament.ledger import Cut, Retirement
from arbitro_engine.tournament.record import TournamentRecord
from arbitro_engine.tournament.schedule import ScheduledMatch

__all__ = ["Due", "Reason", "Step", "VerbError"]

Reason = Literal["WRONG_STATE", "NOT_FOUND", "ALREADY_EXISTS"]


class VerbError(Exception):
    """A verb that is refused. Nothing has changed; `reason` is one of the API's, the text says what to do."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Due:
    """A match that may start now, and as which run."""

    match: ScheduledMatch
    run: int


@dataclass(frozen=True, slots=True)
class Step:
    """What the shell must do: append the records, as a whole and in this order; then cut and retire."""

    records: tuple[TournamentRecord, ...]
    cuts: tuple[Cut, ...] = ()
    retirements: tuple[Retirement, ...] = ()
