"""What a tournament's log says after its header: facts, in their order. Standings follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arbitro_engine.tournament.result import MatchResult
from arbitro_engine.tournament.spec import Entrant

__all__ = [
    "EntrantRecord",
    "ResultRecord",
    "StartedRecord",
    "State",
    "StateRecord",
    "TournamentRecord",
    "Verdict",
    "VerdictRecord",
]

State = Literal["draft", "open", "running", "paused", "finished", "cancelled"]
"""Where a tournament stands; it begins as a draft."""

Verdict = Literal["void", "replay", "withdraw", "disqualify", "forfeit", "annul"]
"""What was decided about a match (`void`, `replay`) or an entrant (all others).

A withdrawal or disqualification in the middle is followed by what becomes of the entrant's matches, which is
the referee's own decision by the setting `leaving`: `forfeit` or `annul`.
"""


@dataclass(frozen=True, slots=True)
class EntrantRecord:
    """Somebody entered."""

    entrant: Entrant


@dataclass(frozen=True, slots=True)
class StateRecord:
    """The tournament changed its state: who did it, and why. A finish is the tournament's own doing."""

    state: State
    who: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class StartedRecord:
    """A match was started under this commitment to its secret (32 bytes)."""

    match: str
    run: int
    commitment: bytes = b""


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """A match ended, and its log with this head (32 bytes)."""

    result: MatchResult
    head: bytes = b""


@dataclass(frozen=True, slots=True)
class VerdictRecord:
    """What was decided about a match or an entrant (its id), by whom and why."""

    verdict: Verdict
    subject: str
    who: str = ""
    why: str = ""


TournamentRecord = EntrantRecord | StateRecord | StartedRecord | ResultRecord | VerdictRecord
