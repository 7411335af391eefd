"""Standings: the table, who beat whom, margins and ratings with their intervals, and faults."""

from __future__ import annotations

from typing import Final

from arbitro_engine.tournament import Standing
from arbitro_server.http.html import EMPTY, Html, tag
from arbitro_server.http.pages.faults import tournament_faults
from arbitro_server.http.pages.frame import bot_link, grid, heads
from arbitro_server.http.plots import Span, intervals
from arbitro_server.http.ports import TournamentState
from arbitro_server.http.words import Words
from arbitro_server.runtime.ranking import Ranking

__all__ = ["rank_cell", "short_table", "standings_content", "winner", "winner_banner"]

_SHORT: Final = 10
_CROSS_MOST: Final = 40
_PLOT_MOST: Final = 60


def short_table(say: Words, state: TournamentState, ranking: Ranking) -> Html:
    """Return the head of the standings."""
    lines = ranking.standings.lines[:_SHORT]
    if not lines:
        return tag("p", say.say("standings.none"))
    rows = [
        tag(
            "tr",
            rank_cell(line),
            tag("th", _link(state, line), scope="row"),
            tag("td", f"{line.won}/{line.played}", class_="n"),
            tag("td", _signed(line.margin.mean) if line.margin else "–", class_="n"),
        )
        for line in lines
    ]
    return grid(heads(say, "rank", "bot", "#won", "#margin"), rows, say.say("standings.title"))


def winner(state: TournamentState, ranking: Ranking) -> str:
    """Return who has won a tournament, all who share the first rank; empty before its end."""
    first = [line for line in ranking.standings.lines if line.rank == 1 and line.played]
    return ", ".join(_name(state, line.entrant) for line in first) if state.state == "finished" else ""


def winner_banner(say: Words, state: TournamentState, ranking: Ranking) -> Html:
    """Return the line that says who has won; empty before the end."""
    name = winner(state, ranking)
    if not name:
        return tag("div", id="winner", data_fresh=True)
    first = ranking.standings.lines[0]
    won = say.say("tournament.wins", won=first.won, count=first.played)
    return tag(
        "div",
        tag("span", say.say("tournament.winner")),
        tag("strong", name),
        tag("span", won, class_="figures"),
        class_="banner",
        id="winner",
        data_fresh=True,
    )


def rank_cell(line: Standing) -> Html:
    """Return the cell of a rank; a dash while nothing was played."""
    return tag("td", line.rank if line.played else "–", class_="rank")


def standings_content(say: Words, state: TournamentState, ranking: Ranking) -> Html:
    """Return everything the standings tell."""
    lines = ranking.standings.lines
    if not lines:
        return tag("p", say.say("standings.none"), id="standings", data_fresh=True)
    return tag(
        "div",
        winner_banner(say, state, ranking),
        EMPTY if state.is_over else tag("p", say.say("tournament.provisional"), class_="note"),
        _table(say, state, lines),
        _margins(say, state, lines),
        _ratings(say, state, ranking),
        _cross(say, state, ranking) if len(lines) <= _CROSS_MOST else EMPTY,
        tag(
            "section",
            tag("h2", say.say("standings.faults")),
            tournament_faults(say, state, [line.entrant for line in lines]),
        ),
        id="standings",
        data_fresh=True,
    )


def _table(say: Words, state: TournamentState, lines: tuple[Standing, ...]) -> Html:
    columns = heads(say, "rank", "bot", "#played", "#won", "#points", "#difference", "#rounds")
    columns += heads(say, "#margin", "#interval", "#forfeits")
    rows = []
    for line in lines:
        interval = "–"
        if line.margin and line.margin.low is not None and line.margin.high is not None:
            interval = f"{_signed(line.margin.low)} … {_signed(line.margin.high)}"
        difference = _signed(line.difference).removesuffix(".00")
        figures: list[int | str] = [line.played, line.won, line.points, difference, line.rounds_won]
        rows.append(
            tag(
                "tr",
                rank_cell(line),
                tag("th", _link(state, line), _gone(say, state, line), scope="row"),
                *(tag("td", figure, class_="n") for figure in figures),
                tag("td", _signed(line.margin.mean) if line.margin else "–", class_="n"),
                tag("td", interval, class_="n"),
                tag("td", line.forfeits, class_="n"),
                class_="first" if line.rank == 1 and line.played else None,
            )
        )
    title = say.say("standings.title")
    return tag("section", tag("h2", title), grid(columns, rows, title))


def _margins(say: Words, state: TournamentState, lines: tuple[Standing, ...]) -> Html:
    spans = [
        Span(_name(state, line.entrant), line.margin.mean, line.margin.low, line.margin.high)
        for line in lines[:_PLOT_MOST]
        if line.margin
    ]
    return _plot(say, "standings.margins", spans)


def _ratings(say: Words, state: TournamentState, ranking: Ranking) -> Html:
    fits = sorted(ranking.ratings.values(), key=lambda fit: -fit.strength.mean)[:_PLOT_MOST]
    spans = [
        Span(_name(state, fit.entrant), fit.strength.mean, fit.strength.low, fit.strength.high)
        for fit in fits
    ]
    return _plot(say, "standings.ratings", spans)


def _plot(say: Words, key: str, spans: list[Span]) -> Html:
    if not spans:
        return EMPTY
    title = say.say(key)
    return tag(
        "section", tag("h2", title), intervals(spans, title), tag("p", say.say(f"{key}.note"), class_="note")
    )


def _cross(say: Words, state: TournamentState, ranking: Ranking) -> Html:
    lines, wins = ranking.standings.lines, ranking.standings.wins
    rows = []
    for one, line in enumerate(lines):
        cells = []
        for other in range(len(lines)):
            won, lost = wins[one][other], wins[other][one]
            if won is None or lost is None:
                cells.append(tag("td", tag("span", "–", aria_hidden="true"), class_="self"))
            else:
                cells.append(tag("td", won, class_="ahead" if won > lost else None))
        rows.append(tag("tr", tag("th", _link(state, line), scope="row"), *cells))
    columns = heads(say, "bot") + [_name(state, line.entrant) for line in lines]
    title, note = say.say("standings.cross"), say.say("standings.cross.note")
    return tag("section", tag("h2", title), grid(columns, rows, title, caption=note, class_="cross"))


def _name(state: TournamentState, bot: str) -> str:
    return state.names.get(bot, bot)


def _link(state: TournamentState, line: Standing) -> Html:
    return bot_link(line.entrant, _name(state, line.entrant))


def _gone(say: Words, state: TournamentState, line: Standing) -> Html:
    how = {"withdraw": "withdrawal", "disqualify": "conduct"}.get(state.gone.get(line.entrant, ""), "")
    return tag("span", f" ({say.say(f'why.{how}')})", class_="note") if how else EMPTY


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")
