"""The live connection of a page: what it asks for, and the answer that never ends (frames: live.py)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import anyio
from sse_starlette.sse import EventSourceResponse
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arbitro_engine.tournament import is_slug
from arbitro_server.http.live import NOW, Connection, Hub, Wanted

__all__ = ["live_response"]

_TABLES: Final = 64
_TOPICS: Final = 64
_PING_S: Final = 15
_UNREAD_S: Final = 60.0
"""A tab that takes nothing for so long is given up; it connects again when it reads."""
_PLACE: Final = re.compile(r"(\d{1,6})\.(-?\d{1,9})")


def live_response(request: Request, hub: Hub, most: int) -> Response:
    """Return the events of the tables (``m=MATCH@FROM``) and topics (``t=ID``) that a page names.

    FROM is ``now``, ``SEQ`` or ``RUN.SEQ``. ``Last-Event-ID``, or ``last=`` where a browser began anew, says
    how far it got.

    Raises:
        HTTPException: 400 for nonsense, 429 for more than ``most`` watchers.
    """
    if len(hub) >= most:
        raise HTTPException(429, headers={"retry-after": "60"})
    query = request.query_params
    asked, topics = query.getlist("m"), query.getlist("t")
    if len(asked) > _TABLES or len(topics) > _TOPICS:
        raise HTTPException(400)
    wanted = _resumed(
        [_wanted(text) for text in asked], request.headers.get("last-event-id") or query.get("last", "")
    )
    if not all(topic == "" or is_slug(topic) for topic in topics):
        raise HTTPException(400)
    connection = Connection(hub, wanted, topics)
    return EventSourceResponse(
        connection.frames(),
        ping=_PING_S,
        sep="\n",
        send_timeout=_UNREAD_S,
        shutdown_event=anyio.Event(),
        shutdown_grace_period=1,
    )


def _wanted(text: str) -> Wanted:
    match, _, start = text.partition("@")
    if not is_slug(match):
        raise HTTPException(400)
    if start == "now":
        return Wanted(match, None, NOW)
    run, _, seq = start.rpartition(".")
    if not (seq or "0").isdecimal() or not (run or "0").isdecimal():
        raise HTTPException(400)
    return Wanted(match, int(run) if run else None, int(seq or 0))


def _resumed(wanted: Sequence[Wanted], last: str) -> list[Wanted]:
    """Return where to go on; an id that is not of this page's tables is ignored."""
    places = [_PLACE.fullmatch(part) for part in last.split(",")] if last else []
    if len(places) != len(wanted) or None in places:
        return list(wanted)
    return [
        Wanted(one.match, int(place[1]), max(NOW, int(place[2])))
        for one, place in zip(wanted, places, strict=True)
        if place is not None
    ]
