"""Faults by kind, and how often they come: out of so many decisions in finished matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arbitro_server.http.html import EMPTY, Html, tag
from arbitro_server.http.pages.frame import bot_link, grid, heads
from arbitro_server.http.ports import TournamentState
from arbitro_server.http.words import Words

__all__ = ["bot_faults", "tournament_faults"]


def bot_faults(say: Words, faults: Mapping[str, int], decisions: int) -> Html:
    """Return one bot's faults: each kind with its count and rate."""
    out_of = say.say("faults.decisions", count=_many(decisions))
    asked = tag("p", out_of, class_="note") if decisions else EMPTY
    if not any(faults.values()):
        return tag("div", tag("p", say.say("bot.no_faults")), asked)
    rows = [
        tag(
            "tr",
            tag("th", _name(say, kind), scope="row"),
            tag("td", count, class_="n"),
            tag("td", _rate(count, decisions), class_="n"),
        )
        for kind, count in sorted(faults.items(), key=lambda one: -one[1])
        if count
    ]
    table = grid(heads(say, "fault", "#count", "#rate"), rows, say.say("bot.faults"))
    return tag("div", table, asked)


def tournament_faults(say: Words, state: TournamentState, bots: Sequence[str]) -> Html:
    """Return the faults of some bots, a column for each kind that occurred."""
    faults = {bot: state.fault_counts.get(bot, {}) for bot in bots}
    kinds = sorted({kind for counts in faults.values() for kind, count in counts.items() if count})
    if not kinds:
        return tag("p", say.say("bot.no_faults"))
    rows = []
    for bot, counts in faults.items():
        decisions, total = state.decisions.get(bot, 0), sum(counts.values())
        figures: list[str | int] = [
            _many(decisions),
            *(counts.get(kind, 0) for kind in kinds),
            _rate(total, decisions),
        ]
        name = tag("th", bot_link(bot, state.names.get(bot, bot)), scope="row")
        rows.append(tag("tr", name, *(tag("td", figure, class_="n") for figure in figures)))
    told = (f"#{_name(say, kind)}" for kind in kinds)
    columns = [*heads(say, "bot", "#decisions"), *told, *heads(say, "#rate")]
    return grid(columns, rows, say.say("standings.faults"))


def _name(say: Words, kind: str) -> str:
    return next((say.say(key) for key in (f"cause.{kind}", f"refusal.{kind}") if key in say), kind)


def _many(count: int) -> str:
    return f"{count:,}".replace(",", "\u202f")  # a thin space: a comma or a point is read otherwise elsewhere


def _rate(count: int, decisions: int) -> str:
    """Return how many of a thousand decisions; a dash where nothing was asked."""
    return f"{1000 * count / decisions:.1f}" if decisions else "–"
