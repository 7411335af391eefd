"""A bot over all its tournaments: standing, rating over time, head to head, faults, matches, notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from arbitro_engine.tournament import MatchResult, TournamentSpec
from arbitro_server.http.html import EMPTY, Html, tag
from arbitro_server.http.pages.faults import bot_faults
from arbitro_server.http.pages.frame import (
    RESULT,
    bot_link,
    grid,
    heads,
    match_link,
    page,
    result_text,
    score_text,
)
from arbitro_server.http.pages.standings import rank_cell
from arbitro_server.http.plots import Curve, curves
from arbitro_server.http.ports import TournamentState
from arbitro_server.http.words import Words
from arbitro_server.runtime.ranking import Ranking

__all__ = ["Entry", "bot_page"]

_LATEST: Final = 15


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot's part in a tournament."""

    state: TournamentState
    ranking: Ranking


@dataclass(slots=True)
class _Tally:
    played: int = 0
    won: int = 0
    lost: int = 0


def bot_page(say: Words, bot: str, entries: Sequence[Entry]) -> Html:
    """Return the page; ``entries``: the tournaments it entered, newest first."""
    name = next((entry.state.names[bot] for entry in entries), bot)
    is_connected = any(bot in entry.state.connected for entry in entries)
    presence = tag(
        "p",
        tag(
            "span",
            say.say("bot.connected" if is_connected else "bot.away"),
            class_=f"state {'live' if is_connected else ''}",
        ),
        f" · {bot}" if bot != name else None,
        id="presence",
        data_fresh=True,
    )
    left = tag(
        "div", _courses(say, bot, name, entries), _heads(say, bot, entries), _matches(say, bot, entries)
    )
    right = tag("div", _standings(say, bot, entries), _faults(say, bot, entries), _notes(say, bot))
    return page(
        say,
        name,
        tag("div", tag("p", say.say("bot.title"), class_="crumb"), tag("h1", name), presence, class_="title"),
        tag("div", left, right, class_="columns"),
        path=f"/bots/{bot}",
        script="bot-page",
        topics=[entry.state.spec.id for entry in entries],
    )


def _courses(say: Words, bot: str, name: str, entries: Sequence[Entry]) -> Html:
    lines = []
    for entry in entries:
        points = tuple((float(played), fit[bot]) for played, fit in entry.ranking.course if bot in fit)
        if points:
            lines.append(Curve(entry.state.spec.name or entry.state.spec.id, points))
    if not lines:
        return EMPTY
    title = say.say("bot.rating")
    return tag("section", tag("h2", title), curves(lines, f"{title}: {name}"), id="course", data_fresh=True)


def _standings(say: Words, bot: str, entries: Sequence[Entry]) -> Html:
    rows = []
    for entry in entries:
        line = next((line for line in entry.ranking.standings.lines if line.entrant == bot), None)
        if line is not None:
            spec = entry.state.spec
            link = tag("a", spec.name or spec.id, href=f"/t/{spec.id}/standings")
            cells = (tag("td", f"{line.won}/{line.played}", class_="n"), tag("td", line.points, class_="n"))
            rows.append(tag("tr", rank_cell(line), tag("th", link, scope="row"), *cells))
    columns = heads(say, "rank", "tournament", "#won", "#points")
    title = say.say("bot.standing")
    return tag("section", tag("h2", title), grid(columns, rows, title), id="places", data_fresh=True)


def _heads(say: Words, bot: str, entries: Sequence[Entry]) -> Html:
    against: dict[str, _Tally] = {}
    names: dict[str, str] = {}
    for entry in entries:
        names = entry.state.names | names  # the newest stay
        for result in entry.state.results.values():
            if bot in result.seats and result.counts:
                _count(against, bot, result, entry.state.spec)
    rows = [
        tag(
            "tr",
            tag("th", bot_link(other, names.get(other, other)), scope="row"),
            *(tag("td", figure, class_="n") for figure in (tally.played, tally.won, tally.lost)),
        )
        for other, tally in sorted(against.items(), key=lambda pair: names.get(pair[0], pair[0]))
    ]
    if not rows:
        return EMPTY
    title, columns = say.say("bot.heads"), heads(say, "against", "#played", "#won", "#lost")
    return tag("section", tag("h2", title), grid(columns, rows, title), id="heads", data_fresh=True)


def _count(against: dict[str, _Tally], bot: str, result: MatchResult, spec: TournamentSpec) -> None:
    """Count a match against each opponent; who scores together with the bot is none."""
    ours = spec.partners(result.seats.index(bot))
    for seat, other in enumerate(result.seats):
        if seat not in ours:
            tally = against.setdefault(other, _Tally())
            tally.played += 1
            tally.won += result.winner in ours
            tally.lost += result.winner in spec.partners(seat)


def _faults(say: Words, bot: str, entries: Sequence[Entry]) -> Html:
    faults: Counter[str] = Counter()
    decisions = 0
    for entry in entries:
        faults.update(entry.state.fault_counts.get(bot, {}))
        decisions += entry.state.decisions.get(bot, 0)
    content = bot_faults(say, faults, decisions)
    return tag("section", tag("h2", say.say("bot.faults")), content, id="faults", data_fresh=True)


def _matches(say: Words, bot: str, entries: Sequence[Entry]) -> Html:
    rows = []
    for entry in entries:
        state = entry.state
        for result in islice(state.newest(bot), _LATEST):
            names = [state.names.get(one, one) for one in result.seats]
            rows.append(
                tag(
                    "tr",
                    tag("td", match_link(result.match)),
                    tag("td", " – ".join(names)),
                    tag("td", result_text(say, result, names)),
                    tag("td", score_text(result), class_="n"),
                )
            )
    title = say.say("bot.matches")
    content = (
        grid(heads(say, *RESULT), rows[:_LATEST], title, class_="results")
        if rows
        else tag("p", say.say("matches.none"))
    )
    return tag("section", tag("h2", title), content, id="matches", data_fresh=True)


def _notes(say: Words, bot: str) -> Html:
    return tag(
        "section",
        tag("h2", say.say("bot.notes")),
        tag("p", say.say("bot.notes.lead"), class_="note"),
        tag("div", id="notes", data_notes=f"/bots/{bot}/notes.json"),
    )
