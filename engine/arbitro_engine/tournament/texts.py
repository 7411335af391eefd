"""Texts for people: what is wrong with a name or a reason, whom one means, and words for one and for many."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final
from unicodedata import category

__all__ = ["NAME_MAX", "REASON_MAX", "name_fault", "nearest", "plural", "reason_fault"]

NAME_MAX: Final = 100
"""Characters of a name: it stands in every table and in most answers."""
REASON_MAX: Final = 500
"""Characters of a reason: it stands in a log, which is kept and sent whole."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories: control, format, surrogate, and the separators of lines and paragraphs."""
_JOINERS: Final = "\u200c\u200d"
"""Part or join letters and emoji: what they do is seen."""
_BLANKS: Final = _JOINERS + "\u2800\u115f\u1160\u3164\uffa0"
"""Nothing is seen of these by themselves: joiners, the braille pattern without a dot, fillers of Hangul."""
_MARKS: Final = frozenset({"Mn", "Me"})
"""Unicode categories of what stands on a letter, and is nothing without one."""


def name_fault(name: str) -> str:
    """What is wrong with a name that people read, empty if nothing: its length, or what no eye can see.

    Control characters would end lines of tables and drive terminals; marks that turn the direction of text
    would let a name pose as another.
    """
    if len(name) > NAME_MAX:
        return f"{len(name)} characters are too long for a name: choose {NAME_MAX} or fewer"
    if _has_unseen(name):
        return f"{name!r} has characters that cannot be seen: leave out control characters and the like"
    return ""


def nearest(text: str, names: Mapping[str, str]) -> str:
    """Whom a text that is nobody's id means: the id of the one whose id or name is nearest, empty if none is.

    Args:
        names: the names that people read, by id.
    """
    if len(text) > NAME_MAX:
        return ""  # it is no name, and comparing takes time
    by_text = {name.casefold(): one for one, name in names.items() if name} | {one: one for one in names}
    near = get_close_matches(text.casefold(), by_text, 1)
    return by_text[near[0]] if near else ""


def plural(count: int, what: str, many: str = "") -> str:
    """What so many are called, e.g. ``match`` or ``matches``; `many`: the plural, if not with an s."""
    return what if count == 1 else many or what + "s"


def reason_fault(reason: str) -> str:
    """What is wrong with the reason for an act, empty if nothing: that there is none, its length, its form.

    It is a line of text, for the same causes as a name.
    """
    if all(one.isspace() or one in _BLANKS or category(one) in _MARKS for one in reason):
        return "a reason is a line of text: say why, those concerned will read it"
    if len(reason) > REASON_MAX:
        return f"{len(reason)} characters are too long for a reason: choose {REASON_MAX} or fewer"
    if _has_unseen(reason):
        return "a reason is a line of text: leave out line breaks, control characters and the like"
    return ""


def _has_unseen(text: str) -> bool:
    return any(category(one) in _UNSEEN and one not in _JOINERS for one in text)
