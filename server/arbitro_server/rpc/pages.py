"""Pages of a list (AIP-158): sizes, and tokens that say where to go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from arbitro_server.runtime.refusals import RefusedError

__all__ = ["page"]

_DEFAULT: Final = 100
_LARGEST: Final = 1_000

Item = TypeVar("Item")


def page(items: Sequence[Item], size: int, token: str, question: str) -> tuple[Sequence[Item], str]:
    """Return one page of the items, and the token of the next one, empty if there is none.

    ``question`` tells lists apart: a token goes on with the list that it came from.

    Raises:
        RefusedError: BAD_FIELD for a negative size, or a token that is none of this list's.
    """
    if size < 0:
        raise RefusedError("BAD_FIELD", "page_size is negative.", [("page_size", "is negative: 0 means 100")])
    start, prefix = 0, f"{question}."
    if token:
        rest = token.removeprefix(prefix)
        if not token.startswith(prefix) or not (rest.isascii() and rest.isdigit()):
            text = "is no token of this list: pass next_page_token as it was, with the same request"
            raise RefusedError("BAD_FIELD", f"page_token {text}.", [("page_token", text)])
        start = int(rest)
    end = start + min(size or _DEFAULT, _LARGEST)
    return items[start:end], f"{prefix}{end}" if end < len(items) else ""
