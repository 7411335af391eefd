"""Pages of a list (AIP-158): sizes, and tokens that say where to go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from arbitro_server.runtime.refusals import RefusedError

__all__ = ["begin", "page", "page_size", "token_of"]

_DEFAULT: Final = 100
_LARGEST: Final = 1_000
_DIGITS: Final = 18

Item = TypeVar("Item")


def page(items: Sequence[Item], size: int, token: str, question: str) -> tuple[Sequence[Item], str]:
    """Return one page of the items, and the token of the next one, empty if there is none.

    ``question`` tells lists apart: a token goes on with the list that it came from.

    Raises:
        RefusedError: BAD_FIELD for a negative size, or a token that is none of this list's.
    """
    start = begin(token, question)
    end = start + page_size(size)
    return items[start:end], token_of(end, question) if end < len(items) else ""


def page_size(asked: int) -> int:
    """Return how many items a page has. Raises :class:`RefusedError` for a negative size."""
    if asked < 0:
        raise RefusedError("BAD_FIELD", "page_size is negative.", [("page_size", "is negative: 0 means 100")])
    return min(asked or _DEFAULT, _LARGEST)


def begin(token: str, question: str) -> int:
    """Return where the page of a token begins. Raises :class:`RefusedError` if it is none of this list's."""
    place = token.removeprefix(f"{question}.")
    if token and (place == token or not (place.isascii() and place.isdigit()) or len(place) > _DIGITS):
        text = "is no token of this list: pass next_page_token as it was, with the same request"
        raise RefusedError("BAD_FIELD", f"page_token {text}.", [("page_token", text)])
    return int(place) if token else 0


def token_of(place: int, question: str) -> str:
    """Return the token of a page that begins there."""
    return f"{question}.{place}"
