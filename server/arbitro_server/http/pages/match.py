"""One match: the result, the table (with JavaScript) or the transcript (without), rounds and facts."""

from __future__ import annotations

from arbitro_server.http.html import EMPTY, Html, data, tag
from arbitro_server.http.matches import Finished, Found, RoundLine
from arbitro_server.http.pages.frame import (
    bot_link,
    facts,
    grid,
    heads,
    page,
    score_text,
    state_mark,
    winner_text,
)
from arbitro_server.http.plots import Curve, curves
from arbitro_server.http.sentences import sentence
from arbitro_server.http.words import Words

__all__ = ["match_facts", "match_page"]


def match_page(
    say: Words,
    found: Found,
    finished: Finished | None,
    near: tuple[str | None, str | None],
    number: int | None,
) -> Html:
    """Return the page.

    Args:
        say: the texts.
        found: the match.
        finished: what its log tells, once it is over.
        near: the matches before and after.
        number: the round whose transcript is wanted; None: the last.
    """
    names = found.names
    name = found.match.id
    title = " – ".join(names)
    spec = found.tournament.spec
    crumb = tag("p", tag("a", spec.name or spec.id, href=f"/t/{spec.id}"), f" · {name}")
    head = tag("div", tag("div", crumb, _walk(say, near), class_="crumb"), tag("h1", title), class_="title")
    story: list[Html] = []
    if finished is not None:
        story = [
            _race(say, found, finished),
            _rounds(say, found, finished),
            _transcript(say, found, finished, number),
        ]
    return page(
        say,
        f"{title} ({name})",
        head,
        _banner(say, found),
        data("facts", match_facts(found, finished)),
        tag("noscript", tag("p", say.say("match.script.over" if story else "match.script"), class_="note")),
        tag("div", id="viewer"),
        tag(
            "div",
            tag("div", *story) if story else None,
            tag("div", _facts(say, found, finished)),
            class_="columns after",
        ),
        path=f"/m/{name}" + ("" if number is None else f"?round={number}"),
        script="match-page",
        topics=[name],
    )


def match_facts(found: Found, finished: Finished | None) -> dict[str, object]:
    """Return what scripts need to know; nothing that is not public now."""
    tournament, name = found.tournament, found.match.id
    return {
        "match": name,
        "run": found.run,
        "tournament": tournament.spec.id,
        "state": found.state,
        "bots": found.match.seats,
        "names": found.names,
        "rules": {
            "profile": tournament.rules.profile,
            "hash": tournament.rules.hash,
            "options": {"deck": tournament.rules.deck, "first_seat": tournament.rules.first_seat},
        },
        "time": str(tournament.time),
        "faults": {"name": tournament.faults.name},
        "deals": tournament.spec.deals,
        "log": f"/m/{name}.arb" if finished is not None and finished.is_open else None,
    }


def _walk(say: Words, near: tuple[str | None, str | None]) -> Html:
    before, behind = near
    links = [
        tag("a", say.say(key), href=f"/m/{match}", rel=rel)
        for key, match, rel in (("match.earlier", before, "prev"), ("match.later", behind, "next"))
        if match
    ]
    return tag("nav", *links, class_="pages", aria_label=say.say("tab.matches")) if links else EMPTY


def _banner(say: Words, found: Found) -> Html:
    result = found.result
    if result is None:
        return tag("div", state_mark(say, found.state), class_="banner", id="banner", data_fresh=True)
    names = found.names
    why = say.say(f"why.{result.ending.text}")
    if result.forfeits:
        blamed = ", ".join(names[forfeit.seat] for forfeit in result.forfeits)
        why = say.say("result.blame", name=blamed, why=why)
    return tag(
        "div",
        tag("strong", winner_text(say, result, names)),
        tag("span", why),
        tag("span", score_text(result), class_="figures"),
        class_="banner fault" if result.forfeits else "banner",
        id="banner",
        data_fresh=True,
    )


def _race(say: Words, found: Found, finished: Finished) -> Html:
    if not finished.rounds:
        return EMPTY
    rules = found.tournament.rules
    title = (
        say.say("match.race", target=rules.target)
        if rules.scoring != "round_win"
        else say.say("match.race.plain")
    )
    lines = [
        Curve(
            name,
            (
                (0.0, 0.0),
                *((float(at), float(line.scores[seat])) for at, line in enumerate(finished.rounds, 1)),
            ),
        )
        for seat, name in enumerate(found.names)
    ]
    return tag("section", tag("h2", title), curves(lines, title, float(rules.target)))


def _rounds(say: Words, found: Found, finished: Finished) -> Html:
    names = found.names
    columns = heads(say, "#round", "winner") + [f"#{name}" for name in names]
    rows = [_round(say, found, line, names) for line in finished.rounds]
    title = say.say("match.rounds")
    return tag("section", tag("h2", title), grid(columns, rows, title)) if rows else EMPTY


def _round(say: Words, found: Found, line: RoundLine, names: list[str]) -> Html:
    winner = say.say("nobody") if line.winner is None else names[line.winner]
    why = "" if line.reason == "out" else f" ({say.say(f'why.{line.reason}')})"
    told = tag("a", line.number + 1, href=f"/m/{found.match.id}?round={line.number}#transcript")
    scores = [
        tag("td", f"{score} (+{gain})" if gain else score, class_="n")
        for score, gain in zip(line.scores, line.points, strict=True)
    ]
    return tag("tr", tag("td", told, class_="n"), tag("td", winner + why), *scores)


def _transcript(say: Words, found: Found, finished: Finished, number: int | None) -> Html:
    last = finished.rounds[-1].number if finished.rounds else 0
    wanted = last if number is None else number
    events = finished.transcript(wanted)
    if not events:
        return EMPTY
    names = found.names
    items = [tag("li", sentence(say, event, names)) for event in events]
    title = say.say("match.transcript", round=wanted + 1)
    # Closed where the table shows the same; opened by the link of a round.
    return tag(
        "section",
        tag("details", tag("summary", title), tag("ol", *items), open=number is not None, id="transcript"),
    )


def _facts(say: Words, found: Found, finished: Finished | None) -> Html:
    tournament, name = found.tournament, found.match.id
    rows: list[tuple[str, str | None]] = [
        (say.say("table.seats"), _seats(found)),
        (say.say("match.rules"), tournament.rules.profile),
        (say.say("match.hash"), _hash(tournament.rules.hash)),
        (say.say("match.time"), str(tournament.time)),
        (say.say("tournament.faults"), say.say(f"faults.{tournament.faults.name}")),
        (say.say("tournament.deals"), say.say(f"deals.{tournament.spec.deals}")),
        (say.say("match.run"), str(found.run)),
    ]
    notes = []
    if finished is not None:
        rows.append((say.say("match.commitment"), _hash(finished.header.commitment.hex())))
        rows.append((say.say("match.secret"), _hash(finished.secret.hex())))
        rows.append(
            (say.say("match.nonces"), _hash(" ".join(nonce.hex() for nonce in finished.nonces).strip()))
        )
        if finished.header.seeded:
            notes.append(tag("p", say.say("match.seeded"), class_="note"))
        if finished.is_open:
            notes.append(tag("p", tag("a", say.say("match.log"), href=f"/m/{name}.arb", download=True)))
    if finished is None or not finished.is_open:
        notes.append(tag("p", say.say("match.sealed"), class_="note"))
    if found.state != "scheduled":
        notes.append(tag("p", tag("a", say.say("match.jsonl"), href=f"/m/{name}.jsonl", download=True)))
    return tag("section", tag("h2", say.say("match.facts")), facts(rows), *notes, id="about", data_fresh=True)


def _seats(found: Found) -> Html:
    links: list[str] = []
    for bot, name in zip(found.match.seats, found.names, strict=True):
        links += [bot_link(bot, name), " – "]
    return tag("span", *links[:-1])


def _hash(text: str) -> Html | None:
    return tag("span", text, class_="hash") if text else None
