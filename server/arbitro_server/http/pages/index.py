"""The first page: all tournaments, and the tables in play."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from arbitro_engine.tournament import Schedule
from arbitro_server.http.html import Html, tag
from arbitro_server.http.pages.frame import page, state_mark
from arbitro_server.http.ports import TournamentState
from arbitro_server.http.sentences import duration
from arbitro_server.http.words import Words

__all__ = ["index_page", "progress", "tables_in_play", "tables_list", "tables_section"]

_TABLES: Final = 6

TableFacts = dict[str, Any]
"""What scripts need to know of a match to seat its table."""


def index_page(say: Words, tournaments: Sequence[TournamentState]) -> Html:
    """Return the page."""
    cards = [tag("li", _card(say, state)) for state in tournaments]
    tables = tables_in_play(tournaments)
    return page(
        say,
        say.say("index.title"),
        tag("div", tag("h1", say.say("index.title")), tag("p", say.say("index.lead")), class_="title"),
        tag("ul", *cards, class_="cards-of", id="tournaments", data_fresh=True)
        if cards
        else tag("p", say.say("index.none"), id="tournaments", data_fresh=True),
        tables_section(say, say.say("index.live"), tables, is_shown=bool(tables)),
        path="/",
        script="tournament-page",
        topics=[""],
        here="/",
    )


def tables_in_play(tournaments: Iterable[TournamentState], most: int = _TABLES) -> list[TableFacts]:
    """Return the facts of matches being played that a small table needs, at most so many."""
    tables: list[TableFacts] = []
    for state in tournaments:
        schedule = Schedule(state.spec) if state.running else None
        for match in sorted(state.running):
            if schedule is None or len(tables) >= most:
                break
            seats = schedule.match(match).seats
            tables.append(
                {
                    "match": match,
                    "bots": seats,
                    "names": [state.names.get(bot, bot) for bot in seats],
                    "rules": {"options": {"deck": state.rules.deck, "first_seat": state.rules.first_seat}},
                }
            )
    return tables


def tables_list(say: Words, tables: Sequence[TableFacts]) -> Html:
    """Return the list that scripts seat tables in; without them it links to the matches."""
    items = [
        tag("li", tag("a", " – ".join(table["names"]), href=f"/m/{table['match']}", class_="card-link"))
        for table in tables
    ]
    return tag(
        "ul",
        *(items or [tag("li", say.say("tournament.no_tables"), class_="note")]),
        class_="cards-of",
        id="tables",
        data_tables=json.dumps(tables),
    )


def tables_section(say: Words, title: str, tables: Sequence[TableFacts], *, is_shown: bool) -> Html:
    """Return the tables in play under a title; scripts show it once there are some."""
    return tag("section", tag("h2", title), tables_list(say, tables), hidden=not is_shown)


def progress(say: Words, state: TournamentState) -> Html:
    """Return how far a tournament has come."""
    text = [say.say("tournament.progress", played=state.played, count=state.total)]
    if state.running:
        text.append(say.say("tournament.running", count=len(state.running)))
    if state.time_left_us is not None and state.state == "running":
        text.append(say.say("tournament.left", time=duration(state.time_left_us)))
    bar = tag("progress", max=max(1, state.total), value=state.played, aria_label=text[0])
    return tag("div", bar, tag("p", " · ".join(text), class_="note"))


def _card(say: Words, state: TournamentState) -> Html:
    spec = state.spec
    bots = say.say("tournament.bots", count=len(spec.entrants))
    return tag(
        "a",
        tag("h2", spec.name or spec.id),
        state_mark(say, state.state),
        progress(say, state),
        tag("p", f"{state.rules.profile} · {state.time} · {bots}", class_="note"),
        href=f"/t/{spec.id}",
        class_="card-link",
    )
