"""A tournament's overview, its matches, and its schedule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final
from urllib.parse import urlencode

from arbitro_engine.tournament import MatchResult, Schedule, ScheduledMatch, Wave
from arbitro_server.http.html import EMPTY, Html, tag
from arbitro_server.http.pages.frame import (
    RESULT,
    bot_link,
    facts,
    grid,
    heads,
    match_link,
    page,
    result_text,
    score_text,
    state_mark,
    tabs,
)
from arbitro_server.http.pages.index import progress, tables_in_play, tables_section
from arbitro_server.http.pages.standings import short_table, winner_banner
from arbitro_server.http.ports import TournamentState
from arbitro_server.http.words import Words
from arbitro_server.runtime.ranking import Ranking

__all__ = ["PAGE", "TABS", "matches_page", "overview_page", "schedule_page", "tournament_page"]

TABS: Final = ("overview", "matches", "schedule", "standings")
PAGE: Final = 50
"""Matches on one page."""
_WAVES: Final = 12
_LATEST: Final = 8


def tournament_page(say: Words, state: TournamentState, tab: str, *content: str, query: str = "") -> Html:
    """Return one of a tournament's pages around its content."""
    spec = state.spec
    title = spec.name or spec.id
    base = f"/t/{spec.id}"
    return page(
        say,
        title if tab == "overview" else f"{title}: {say.say(f'tab.{tab}')}",
        tag(
            "div",
            tag("h1", title),
            tag("div", state_mark(say, state.state), progress(say, state), id="progress", data_fresh=True),
            class_="title",
        ),
        tabs(say, base, tab, TABS),
        *content,
        path=(base if tab == "overview" else f"{base}/{tab}") + query,
        script="tournament-page",
        topics=[spec.id],
    )


def overview_page(say: Words, state: TournamentState, ranking: Ranking) -> Html:
    """Return the overview: tables in play, the latest results, the head of the standings, the terms."""
    title, tables = say.say("tournament.latest"), tables_in_play([state])
    latest = [_result_row(say, state, result) for result in islice(state.newest(), _LATEST)]
    left = tag(
        "div",
        winner_banner(say, state, ranking),
        tables_section(say, say.say("tournament.tables"), tables, is_shown=not state.is_over),
        tag(
            "section",
            tag("h2", title),
            grid(heads(say, *RESULT), latest, title, class_="results")
            if latest
            else tag("p", say.say("tournament.no_results")),
            id="latest",
            data_fresh=True,
        ),
    )
    right = tag(
        "div",
        tag(
            "section",
            tag("h2", say.say("standings.title")),
            short_table(say, state, ranking),
            id="short",
            data_fresh=True,
        ),
        tag("section", tag("h2", say.say("tournament.facts")), _terms(say, state)),
    )
    return tournament_page(say, state, "overview", tag("div", left, right, class_="columns"))


def matches_page(say: Words, state: TournamentState, bot: str, number: int) -> Html:
    """Return matches begun and played, newest first; ``bot``: only its; ``number``: the page, from 0."""
    running = (Schedule(state.spec).match(match) for match in sorted(state.running))
    begun: Iterator[ScheduledMatch | MatchResult] = chain(
        (match for match in running if not bot or bot in match.seats), state.newest(bot)
    )
    shown = list(islice(begun, number * PAGE, (number + 1) * PAGE + 1))
    rows = [
        _result_row(say, state, one) if isinstance(one, MatchResult) else _running_row(say, state, one)
        for one in shown[:PAGE]
    ]
    base = f"/t/{state.spec.id}/matches"
    filters = [tag("a", say.say("matches.all"), href=base, aria_current=None if bot else "true")] + [
        tag("a", name, href=f"{base}?{urlencode({'bot': one})}", aria_current="true" if one == bot else None)
        for one, name in state.names.items()
    ]
    content = tag(
        "section",
        tag(
            "nav",
            say.say("matches.filter"),
            " ",
            *filters,
            class_="filters",
            aria_label=say.say("matches.filter"),
        )
        if len(state.spec.entrants) <= PAGE
        else EMPTY,
        grid(heads(say, *RESULT), rows, say.say("tab.matches"), class_="results")
        if rows
        else tag("p", say.say("matches.none")),
        _turns(say, base, number, {"bot": bot} if bot else {}, is_last=len(shown) <= PAGE),
        id="matches",
        data_fresh=True,
    )
    query = f"?{urlencode({'bot': bot, 'page': number})}" if bot or number else ""
    return tournament_page(say, state, "matches", content, query=query)


def schedule_page(say: Words, state: TournamentState, number: int) -> Html:
    """Return who meets whom, wave by wave; ``number``: the page, from 0."""
    if state.spec.field_fault:
        return tournament_page(say, state, "schedule", tag("p", say.say("matches.none")))
    schedule = Schedule(state.spec)
    waves = list(islice(schedule.waves(), number * _WAVES, (number + 1) * _WAVES + 1))
    sections = [_wave(say, state, schedule, wave) for wave in waves[:_WAVES]]
    turns = _turns(say, f"/t/{state.spec.id}/schedule", number, {}, is_last=len(waves) <= _WAVES)
    content = tag("div", *sections, turns, id="schedule", data_fresh=True)
    return tournament_page(say, state, "schedule", content, query=f"?page={number}" if number else "")


def _turns(say: Words, base: str, number: int, query: dict[str, str], *, is_last: bool) -> Html:
    """Return links to the page before this one and the one behind."""
    others = {"matches.newer": number - 1} if number else {}
    if not is_last:
        others["matches.older"] = number + 1
    links = [
        tag("a", say.say(key), href=f"{base}?{urlencode({'page': other} | query)}")
        for key, other in others.items()
    ]
    return tag("nav", *links, class_="pages", aria_label=say.say("matches.older")) if links else EMPTY


def _wave(say: Words, state: TournamentState, schedule: Schedule, wave: Wave) -> Html:
    rows = []
    for pairing in wave.pairings:
        for match in schedule.games(pairing, wave.cycle):
            if match.id in state.results:
                rows.append(_result_row(say, state, state.results[match.id]))
            elif match.id in state.running:
                rows.append(_running_row(say, state, match))
            else:
                rows.append(_row(state, match.id, match.seats, state_mark(say, "scheduled"), ""))
    title = say.say("table.wave.number", wave=wave.number + 1)
    if wave.cycle:
        title += f" · {say.say('table.wave.cycle', cycle=wave.cycle + 1)}"
    byes = [state.names.get(bot, bot) for bot in wave.byes]
    return tag(
        "section",
        tag("h2", title),
        grid(heads(say, *RESULT), rows, title, class_="results"),
        tag("p", say.say("table.bye", names=", ".join(byes)), class_="note") if byes else EMPTY,
    )


def _result_row(say: Words, state: TournamentState, result: MatchResult) -> Html:
    names = [state.names.get(bot, bot) for bot in result.seats]
    return _row(state, result.match, result.seats, result_text(say, result, names), score_text(result))


def _running_row(say: Words, state: TournamentState, match: ScheduledMatch) -> Html:
    return _row(state, match.id, match.seats, state_mark(say, "running"), "")


def _row(state: TournamentState, match: str, bots: Sequence[str], outcome: str, score: str) -> Html:
    links: list[str] = []
    for bot in bots:
        links += [bot_link(bot, state.names.get(bot, bot)), " – "]
    return tag(
        "tr",
        tag("td", match_link(match)),
        tag("td", *links[:-1]),
        tag("td", outcome),
        tag("td", score, class_="n"),
    )


def _terms(say: Words, state: TournamentState) -> Html:
    spec = state.spec
    changed = ", ".join(f"{name}={value}" for name, value in sorted(state.rules.overrides().items()))
    return facts(
        [
            (say.say("tournament.format"), say.say(f"format.{spec.format}")),
            (say.say("tournament.rules"), state.rules.profile + (f" ({changed})" if changed else "")),
            (say.say("tournament.time"), str(state.time)),
            (say.say("tournament.faults"), say.say(f"faults.{state.faults.name}")),
            (say.say("tournament.deals"), say.say(f"deals.{spec.deals}")),
            (say.say("tournament.games"), str(spec.games_per_pairing)),
            (say.say("tournament.seats"), str(spec.seats)),
            (say.say("tournament.commitment"), tag("span", state.commitment.hex(), class_="hash")),
        ]
    )
