"""Acts of those who run a tournament: each wants a reason, which those concerned will read."""

from __future__ import annotations

from arbitro_engine.tournament import reason_fault
from arbitro_server.runtime.refusals import RefusedError

__all__ = ["reason"]


def reason(why: str) -> str:
    """Return the reason that is given for an act, as it stands in the log.

    Raises:
        RefusedError: BAD_FIELD, where it is none: see `reason_fault`.
    """
    if fault := reason_fault(why):
        raise RefusedError("BAD_FIELD", f"why: {fault}.", [("why", fault)])
    return why
