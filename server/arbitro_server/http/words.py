"""Texts, from the one strings file that pages and scripts share (clients/web/arbitro_web/strings.json)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from arbitro_web import read

__all__ = ["LANGUAGES", "Words", "words"]

_STRINGS: Final[Mapping[str, Mapping[str, str]]] = json.loads(read("strings.json"))
_PLACE: Final = re.compile(r"\{(\w+)\}")

LANGUAGES: Final = tuple(_STRINGS)


class Words:
    """The texts of one language."""

    def __init__(self, language: str) -> None:
        self.language: Final = language
        self._texts = _STRINGS[language]

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def say(self, key: str, **values: object) -> str:
        """Return a key's text with ``{names}`` filled in; for a ``count`` of 1 its ``key.one``, if any.

        Raises:
            KeyError: if there is no such key.
        """
        text = self._texts.get(f"{key}.one") if values.get("count") in (1, "1") else None
        return _PLACE.sub(
            lambda place: str(values.get(place[1], "")), self._texts[key] if text is None else text
        )


@lru_cache
def words(language: str) -> Words:
    """Return a language's texts; English for languages there are none of."""
    return Words(language if language in LANGUAGES else "en")


def preferred(accepted: str, among: Iterable[str] = LANGUAGES) -> str:
    """Return the language that an ``Accept-Language`` header likes best; English if there is none of it."""
    known = set(among)
    best, weight = "en", 0.0
    for part in accepted.split(",")[:20]:
        tag, _, parameter = part.partition(";")
        language = tag.strip().split("-")[0].lower()
        try:
            quality = float(parameter.strip().removeprefix("q=")) if parameter else 1.0
        except ValueError:
            continue
        if language in known and quality > weight:
            best, weight = language, quality
    return best
