"""HTML as values. A text is escaped when it is put into an element; only what was built here is not.

``tag("a", "<Ana>", href="/bots/ana")`` is ``<a href="/bots/ana">&lt;Ana&gt;</a>``. Names of bots come from
strangers: nothing they contain can become anything but text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from typing import Final

__all__ = ["EMPTY", "Html", "data", "join", "tag"]

_VOID: Final = frozenset({"img", "input", "link", "meta", "br", "hr", "col"})


class Html(str):
    """Markup that is finished."""

    __slots__ = ()


EMPTY: Final = Html("")

Child = str | int | None
Value = str | int | float | bool | None


def join(children: Iterable[Child], between: str = "") -> Html:
    """Return children one after the other, texts escaped, with a text between them."""
    return Html(escape(between).join(_inner(child) for child in children if child is not None))


def tag(name: str, /, *children: Child, **attributes: Value) -> Html:
    """Return an element. ``class_`` is class, ``_`` in names ``-``; None and False leave an attribute out."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{join(children)}</{name}>")


def data(identity: str, value: object) -> Html:
    """Return a block of data for scripts. It is never executed, and nothing in it can end it early."""
    text = (
        json.dumps(value, ensure_ascii=False)
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
    )
    return Html(f'<script type="application/json" id="{escape(identity)}">{text}</script>')


def _inner(child: Child) -> str:
    return child if isinstance(child, Html) else escape(str(child))
