"""The immutable facts of a tournament, standing first in its log."""

from __future__ import annotations

from dataclasses import dataclass

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.tournament.spec import TournamentSpec

__all__ = ["TournamentHeader"]


@dataclass(frozen=True, slots=True)
class TournamentHeader:
    """What is played, how, and under which commitment.

    Attributes:
        spec: without entrants: each has a record of its own.
        rules, time, faults: those of all its matches.
        commitment: SHA-256("arbitro/commit/1" followed by the tournament's secret), 32 bytes.
        seeded: the secret follows from a seed chosen openly.
        engine: the engine's version.
    """

    spec: TournamentSpec
    rules: RuleSet
    time: TimeControl
    faults: FaultPolicy
    commitment: bytes
    seeded: bool = False
    engine: str = ""
