"""Small things about requests and answers: languages, numbers in queries, caching, JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from arbitro_server.http.words import LANGUAGES, Words, preferred, words

__all__ = ["bytes_response", "json_response", "lines_response", "number", "page_response", "tongue"]

_YEAR_S: Final = 31_536_000


def tongue(request: Request) -> Words:
    """Return the texts for a request: the language of ``?lang=``, else of the cookie, else of the browser."""
    for wanted in (request.query_params.get("lang"), request.cookies.get("lang")):
        if wanted in LANGUAGES:
            return words(wanted)
    return words(preferred(request.headers.get("accept-language", "")))


def number(request: Request, name: str) -> int | None:
    """Return a whole number of the query; None where there is none, or nonsense."""
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def page_response(request: Request, html: str, status: int = 200) -> Response:
    """Return a page, which a browser may keep but has to ask about."""
    response = _cached(request, html.encode(), "text/html; charset=utf-8", status)
    response.headers["vary"] = "accept-language, cookie, authorization"
    wanted = request.query_params.get("lang")
    if wanted in LANGUAGES:
        response.set_cookie("lang", wanted, max_age=_YEAR_S, httponly=True, samesite="lax")
    return response


def json_response(request: Request, value: object) -> Response:
    """Return a value as JSON."""
    return _cached(request, json.dumps(value, ensure_ascii=False).encode(), "application/json")


def lines_response(request: Request, lines: Iterable[Mapping[str, Any]]) -> Response:
    """Return values as JSON Lines."""
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    return _cached(request, text.encode(), "application/jsonl; charset=utf-8")


def bytes_response(request: Request, content: bytes, media_type: str) -> Response:
    """Return a file."""
    return _cached(request, content, media_type)


def _cached(request: Request, content: bytes, media_type: str, status: int = 200) -> Response:
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if status == 200 and tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, status, headers, media_type)
