"""The projector: one table at a time in big type, with the standings beside it."""

from __future__ import annotations

from collections.abc import Sequence

from arbitro_server.http.html import Html, tag
from arbitro_server.http.pages.frame import page
from arbitro_server.http.pages.index import progress, tables_in_play, tables_list
from arbitro_server.http.pages.standings import short_table, winner
from arbitro_server.http.ports import TournamentState
from arbitro_server.http.words import Words
from arbitro_server.runtime.ranking import Ranking

__all__ = ["projector_page"]

_TABLES = 64


def projector_page(say: Words, tournaments: Sequence[TournamentState], ranking: Ranking | None) -> Html:
    """Return the page of some tournaments; ``ranking``: of the first."""
    tables = tables_in_play(tournaments, _TABLES)
    first = tournaments[0] if tournaments else None
    title = (first.spec.name or first.spec.id) if first else say.say("tv.title")
    won = winner(first, ranking) if first and ranking else ""
    rest = tag(
        "p",
        won or say.say("tv.none"),
        id="rest",
        data_title=say.say("tournament.winner" if won else "tournament.tables"),
    )
    side = short_table(say, first, ranking) if first and ranking else tag("p", say.say("standings.none"))
    topics = [state.spec.id for state in tournaments] if len(tournaments) == 1 else [""]
    return page(
        say,
        f"{title} · {say.say('tv.title')}",
        tag(
            "div",
            tag("h1", title),
            tag("div", progress(say, first) if first else "", id="progress", data_fresh=True),
            class_="tv-head",
        ),
        tag(
            "section",
            tag("h2", say.say("tournament.tables"), id="table-name"),
            tag("div", tag("noscript", say.say("tv.script")), id="stage"),
        ),
        tag("aside", tag("h2", say.say("standings.title")), side, id="side", data_fresh=True),
        tag("div", tables_list(say, tables), rest, hidden=True, id="named", data_fresh=True),
        path="/tv" + (f"?t={first.spec.id}" if first and len(tournaments) == 1 else ""),
        script="tv-page",
        topics=topics,
        kind="tv",
        here="/tv",
    )
