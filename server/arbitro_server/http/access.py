"""Who may open what: every address against every role, in one table. What is not in it is refused."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Final

from arbitro_server.http.ports import Caller, Referee

__all__ = ["ANYBODY", "TABLE", "WATCHERS", "Refused", "caller_of", "check"]

WATCHERS: Final = frozenset({"watcher", "bot", "auditor", "organiser"})
"""What everybody may see: also without a token where anonymous watching is on."""
ANYBODY: Final = WATCHERS | {"anonymous"}
"""Never needs a token: health, metrics, and files that say nothing about a tournament."""

TABLE: Final[Mapping[str, frozenset[str]]] = {
    "/healthz": ANYBODY,
    "/metrics": ANYBODY,
    "/static/{name}": ANYBODY,
    "/viewer": ANYBODY,
    "/viewer.html": ANYBODY,
    "/": WATCHERS,
    "/tv": WATCHERS,
    "/live": WATCHERS,
    "/t/{tournament}": WATCHERS,
    "/t/{tournament}/{tab}": WATCHERS,
    "/t/{tournament}.json": WATCHERS,
    "/t/{tournament}.arb": WATCHERS,  # once it is over
    "/m/{match}": WATCHERS,
    "/m/{match}.json": WATCHERS,
    "/m/{match}.jsonl": WATCHERS,
    "/m/{match}.arb": WATCHERS,  # once its set is closed
    "/bots/{bot}": WATCHERS,
    "/bots/{bot}/notes.json": frozenset({"bot"}),  # the bot itself alone
}
"""The roles that may open each address."""


class Refused(Exception):  # noqa: N818 - it says what happened to the request
    """A request that is refused with a status: 401 (show a token) or 403 (not with this one)."""

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status


def check(referee: Referee, route: str, authorization: str, *, anonymous: bool) -> Caller | None:
    """Return who asks, None for nobody in particular; ``anonymous``: watching needs no token.

    Raises:
        Refused: the token is missing, not accepted, or of another role.
    """
    caller = caller_of(referee, authorization)
    allowed = TABLE.get(route, frozenset())
    role = caller.role if caller else "anonymous"
    if role in allowed or (caller is None and anonymous and allowed == WATCHERS):
        return caller
    raise Refused(401 if caller is None else 403)


def caller_of(referee: Referee, authorization: str) -> Caller | None:
    """Return who shows a token, as ``Bearer TOKEN`` or as the password of ``Basic``; None if none is shown.

    Raises:
        Refused: a token is shown and not accepted.
    """
    if not authorization:
        return None
    scheme, _, value = authorization.partition(" ")
    token = value.strip()
    if scheme.lower() == "basic":
        try:
            token = base64.b64decode(token, validate=True).decode().partition(":")[2]
        except (binascii.Error, UnicodeDecodeError):
            raise Refused(401) from None
    elif scheme.lower() != "bearer":
        raise Refused(401)
    caller = referee.caller(token)
    if caller is None:
        raise Refused(401)
    return caller
