"""What all pages have in common: head, masthead, footer; and small pieces that several use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final
from urllib.parse import urlencode

from arbitro_engine.tournament import MatchResult
from arbitro_server.http.html import Html, tag
from arbitro_server.http.words import LANGUAGES, Words, words

__all__ = [
    "RESULT",
    "bot_link",
    "facts",
    "grid",
    "heads",
    "match_link",
    "page",
    "result_text",
    "score_text",
    "state_mark",
    "tabs",
    "winner_text",
]

RESULT: Final = ("match", "seats", "result", "#score")
"""The heads over results."""


def page(
    say: Words,
    title: str,
    *content: str | None,
    path: str,
    script: str = "",
    topics: Sequence[str] = (),
    kind: str = "",
    here: str = "",
) -> Html:
    """Return a whole page.

    Args:
        say: the texts.
        title: of the document; the name of the product is added.
        content: of the main part.
        path: the page's own address, for the links to other languages.
        script: the module it loads, without ``.js``.
        topics: what of the referee's state it shows: it is told when that changes.
        kind: class of the body.
        here: the address of the masthead's link to mark as current.
    """
    links = (("/", "nav.tournaments"), ("/tv", "nav.projector"), ("/viewer", "nav.viewer"))
    nav = [
        tag("a", say.say(key), href=href, aria_current="page" if href == here else None)
        for href, key in links
    ]
    query = "&" if "?" in path else "?"
    tongues = [
        tag(
            "a",
            words(one).say("language"),
            href=f"{path}{query}{urlencode({'lang': one})}",
            lang=one,
            hreflang=one,
        )
        for one in LANGUAGES
        if one != say.language
    ]
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{title} · Arbitro"),
        tag("link", rel="icon", href="/static/favicon.svg", type="image/svg+xml"),
        tag("link", rel="stylesheet", href="/static/style.css"),
        tag("link", rel="stylesheet", href="/static/table.css"),
        tag("script", type="module", src=f"/static/{script}.js") if script else None,
    )
    masthead = tag(
        "header",
        tag(
            "a",
            tag("img", src="/static/favicon.svg", alt="", width=27, height=27),
            "Arbitro",
            class_="mark",
            href="/",
        ),
        tag("nav", *nav, aria_label=say.say("nav.main")),
        tag("nav", *tongues, class_="tongues", aria_label="Language · Idioma"),
        class_="masthead",
    )
    body = tag(
        "body",
        tag("a", say.say("skip"), class_="skip", href="#main"),
        masthead,
        tag("main", *content, id="main"),
        tag("footer", say.say("footer"), class_="colophon"),
        data_topics=" ".join(topics),
        class_=kind or None,
    )
    return Html("<!doctype html>" + tag("html", head, body, lang=say.language))


def tabs(say: Words, base: str, current: str, names: Iterable[str]) -> Html:
    """Return the tabs of a page that has several."""
    links = [
        tag(
            "a",
            say.say(f"tab.{name}"),
            href=base if name == "overview" else f"{base}/{name}",
            aria_current="page" if name == current else None,
        )
        for name in names
    ]
    return tag("nav", *links, class_="tabs", aria_label=say.say("nav.sections"))


def heads(say: Words, *names: str) -> list[str]:
    """Return heads for `grid`: the texts ``table.NAME``; a name keeps the ``#`` of a column of figures."""
    return [name[: -len(bare)] + say.say(f"table.{bare}") for name in names if (bare := name.lstrip("#"))]


def grid(
    heads: Sequence[str], rows: Iterable[Html], label: str, *, caption: str = "", class_: str = ""
) -> Html:
    """Return a table. A head that begins with ``#`` is over figures; ``label`` says what the table is."""
    cells = [
        tag("th", head.lstrip("#"), scope="col", class_="n" if head.startswith("#") else None)
        for head in heads
    ]
    return tag(
        "div",
        tag(
            "table",
            tag("caption", caption) if caption else None,
            tag("thead", tag("tr", *cells)),
            tag("tbody", *rows),
            class_=class_ or None,
        ),
        class_="scroll",
        tabindex=0,
        role="group",
        aria_label=label,
    )


def facts(rows: Iterable[tuple[str, str | None]]) -> Html:
    """Return a list of names and values; those without a value are left out."""
    pairs = [(tag("dt", name), tag("dd", value)) for name, value in rows if value]
    return tag("dl", *(part for pair in pairs for part in pair), class_="facts")


def state_mark(say: Words, state: str) -> Html:
    """Return a state as a sign and a word."""
    return tag("span", say.say(f"state.{state}"), class_=f"state {state}")


def match_link(match: str, text: str | None = None) -> Html:
    """Return a link to a match."""
    return tag("a", text or match, href=f"/m/{match}")


def bot_link(bot: str, name: str) -> Html:
    """Return a link to a bot; its id stands in the title where its name is another."""
    return tag("a", name, href=f"/bots/{bot}", title=bot if bot != name else None)


def result_text(say: Words, result: MatchResult, names: Sequence[str]) -> str:
    """Return who won, and why where it was not simply the target; who left is named."""
    left = [
        say.say("result.blame", name=names[forfeit.seat], why=say.say(f"why.{forfeit.ending.text}"))
        for forfeit in result.forfeits
    ]
    if not left and result.ending.text != "target":
        left = [say.say(f"why.{result.ending.text}")]
    return " · ".join([winner_text(say, result, names), *left])


def winner_text(say: Words, result: MatchResult, names: Sequence[str]) -> str:
    """Return who won, or that nobody alone did."""
    return (
        say.say("result.shared")
        if result.winner is None
        else say.say("result.won", name=names[result.winner])
    )


def score_text(result: MatchResult) -> str:
    """Return the points by seat."""
    return " : ".join(map(str, result.scores))
