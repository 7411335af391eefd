"""How the records of a log follow each other, of matches and tournaments alike, and what state that gives.

    header  step … step  end  signature  [reveal  signature]

Records of kinds that are not known may stand anywhere behind the header, if a signature follows: nothing else
vouches for them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from arbitro_engine.log.stored import Difference

__all__ = ["Kind", "State", "conclusion", "stage_of"]

Kind = Literal["header", "step", "end", "signature", "reveal", "unknown"]

State = Literal["ok", "sealed", "incomplete", "bad"]
"""What a log is worth.

``ok``: everything is as it must be, the deals included. ``sealed``: everything but the deals, whose secret is
not revealed yet. ``incomplete``: nothing is wrong, but the end or a seal over it is missing. ``bad``: it says
something that cannot be.
"""

_FOLLOWS: Final[dict[tuple[str, Kind], str]] = {
    ("start", "header"): "running",
    ("running", "step"): "running",
    ("running", "end"): "ended",
    ("ended", "signature"): "sealed",
    ("sealed", "reveal"): "revealed",
    ("revealed", "signature"): "closed",
    ("sealed", "unknown"): "unsealed",
    ("unsealed", "signature"): "sealed",
    ("unsealed", "reveal"): "revealed",
    ("closed", "unknown"): "unclosed",
    ("unclosed", "signature"): "closed",
}
_MISSING: Final = {
    "start": "a header",
    "running": "a step or the end",
    "ended": "a signature",
    "sealed": "the secret",
    "revealed": "a signature",
    "closed": "nothing more",
    "unsealed": "a signature",
    "unclosed": "a signature",
}
_STATES: Final[dict[str, State]] = {"closed": "ok", "sealed": "sealed"}


def stage_of(kinds: Iterable[Kind]) -> tuple[str, list[Difference]]:
    """Return how far a log with such records has come, and the first that stands where it cannot."""
    stage = "start"
    for at, kind in enumerate(kinds):
        stays = stage if kind == "unknown" and stage != "start" else None
        after = _FOLLOWS.get((stage, kind), stays)
        if after is None:
            return stage, [Difference(at, "kind", _MISSING[stage], kind)]
        stage = after
    return stage, []


def conclusion(
    stage: str, differences: Iterable[Difference], records: int, torn: int
) -> tuple[State, Difference | None]:
    """Return the state of a log and the first thing that is wrong in it or missing from it.

    Args:
        stage: how far it has come.
        differences: all that is wrong.
        records: how many there are.
        torn: bytes behind them that are no whole record.
    """
    first = min(differences, key=lambda one: one.record, default=None)
    if first is not None:
        return "bad", first
    state = _STATES.get(stage, "incomplete")
    if not torn and state != "incomplete":
        return state, None
    found = f"{torn} bytes of one" if torn else "the end of the log"
    return "incomplete", Difference(records, "record", _MISSING[stage], found)
