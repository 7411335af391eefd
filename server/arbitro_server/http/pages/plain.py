"""Pages without a tournament: the viewer for log files, and refusals."""

from __future__ import annotations

from arbitro_server.http.html import Html, tag
from arbitro_server.http.pages.frame import page
from arbitro_server.http.words import Words

__all__ = ["error_page", "viewer_page"]


def viewer_page(say: Words) -> Html:
    """Return the page that opens a log file."""
    return page(
        say,
        say.say("drop.title"),
        tag("div", tag("h1", say.say("drop.title")), class_="title"),
        tag("div", tag("noscript", tag("p", say.say("match.script"))), id="drop", class_="drop"),
        tag("section", id="opened"),
        tag(
            "p",
            tag("a", say.say("drop.save"), href="/viewer.html", download="arbitro-viewer.html"),
            class_="note",
        ),
        path="/viewer",
        script="drop-page",
        here="/viewer",
    )


def error_page(say: Words, status: int, incident: str = "") -> Html:
    """Return what is shown instead of a page that cannot be."""
    key = f"error.{status}"
    return page(
        say,
        say.say(key),
        tag(
            "div",
            tag("h1", say.say(key)),
            tag("p", say.say(f"{key}.lead", incident=incident)),
            class_="title",
        ),
        tag("p", tag("a", say.say("error.home"), href="/")),
        path="/",
    )
