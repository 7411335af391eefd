"""A tournament's course: ``arbitro tournament open``, ``start``, ``pause`` and the like, and looking on."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Final

import click

from arbitro_sdk.admin import Organiser
from arbitro_sdk.cli.figures import counted
from arbitro_sdk.cli.options import referee_option, why_option
from arbitro_sdk.cli.output import Output, csv_text, json_option, remark, table
from arbitro_sdk.cli.standings import as_json, as_text
from arbitro_sdk.cli.waiting import Attention, awaited, missing, wait
from arbitro_sdk.cli.waiting import as_json as wait_as_json
from arbitro_sdk.errors import NoConnectionError, UsageError
from arbitro_sdk.hosted import Line, Status
from arbitro_sdk.referee import Referee
from arbitro_sdk.terms import Terms

__all__ = ["VERBS", "tell"]


def _change(verb: str, change: Callable[[Organiser, str], Status], does: str) -> click.Command:
    """Make a verb that changes a tournament's state, and says where it stands then."""

    @click.command(verb, help=f"{does}\n\nExample: arbitro tournament {verb} cup")
    @click.argument("name")
    @referee_option
    @json_option
    def command(name: str, referee: Referee, out: Output) -> None:
        with Organiser(referee) as organiser:
            told = change(organiser, name)
        tell(told, out)
        if absent := awaited(told, time.time()):
            remark(absent)

    return command


@click.command()
@click.argument("name")
@why_option
@referee_option
@json_option
def cancel(name: str, why: str, referee: Referee, out: Output) -> None:
    """End a tournament without a result.

    Example: arbitro tournament cancel cup --why "the power failed"
    """
    with Organiser(referee) as organiser:
        tell(organiser.cancel(name, why), out)


@click.command()
@click.argument("name")
@referee_option
@json_option
def status(name: str, referee: Referee, out: Output) -> None:
    """Say where a tournament stands, who is missing, and what it waits for.

    Example: arbitro tournament status cup --json
    """
    with Organiser(referee) as organiser:
        told, pages = organiser.status(name), organiser.pages
    now = time.time()
    waits = [pages.behind(wait(one, now), one.match) for one in told.hindrances]
    absent = missing(told) if told.state in {"draft", "open", "paused"} else ""
    out.result(
        {
            **_as_json(told),
            "settings": told.settings,
            "absent": told.absent,
            "hindrances": list(map(wait_as_json, told.hindrances)),
        },
        "\n".join(filter(None, [_as_text(told), absent, *waits])),
    )


@click.command("list")
@referee_option
@json_option
def list_(referee: Referee, out: Output) -> None:
    """List all tournaments by their names, and where each stands.

    Example: arbitro tournament list
    """
    with Organiser(referee) as organiser:
        found = list(organiser.tournaments())
    rows = [(one.tournament, one.state, one.played, one.total, one.connected) for one in found]
    out.result(
        {"tournaments": list(map(_as_json, found))},
        table(("tournament", "state", "played", "of", "bots connected"), rows, left=2),
    )


@click.command()
@click.argument("name")
@click.option("--csv", "as_csv", is_flag=True, help="For a spreadsheet: a row for each bot.")
@referee_option
@json_option
def standings(name: str, as_csv: bool, referee: Referee, out: Output) -> None:  # noqa: FBT001 - a flag
    """Print the standings as they are: margins, ratings, and the ranks that bots may truly have.

    Example: arbitro tournament standings cup
    """
    if as_csv and out.as_json:
        raise UsageError("A001", "--csv and --json are two forms of the same table: choose one.")
    with Organiser(referee) as organiser:
        found = organiser.standings(name)
    told = found.status
    if as_csv:
        rows = as_json(found.lines)
        head = list(rows[0]) if rows else []
        click.echo(csv_text(head, [list(row.values()) for row in rows]), nl=False)
        return
    left = f"\n{', '.join(found.annulled)} left, and count for nobody" if found.annulled else ""
    note = "provisional: matches are still played" if found.provisional else told.state
    matches = counted(told.total, "match", "matches")
    out.result(
        {
            "tournament": name,
            "state": told.state,
            "played": told.played,
            "total": told.total,
            "provisional": found.provisional,
            "standings": as_json(found.lines),
            "wins": found.wins,
            "annulled": found.annulled,
        },
        f"{as_text(found.lines)}\n\n{told.played} of {matches}; {note}{left}",
    )


@click.command()
@click.argument("name")
@referee_option
def watch(name: str, referee: Referee) -> None:
    """Follow a tournament until it is over: a live table on a terminal, elsewhere a line for each change.

    Example: arbitro tournament watch cup
    """
    live, attention, last = sys.stdout.isatty(), Attention(), ""
    with Organiser(referee) as organiser:
        for told, lines in _news(organiser, name):
            note = "" if told.over else "; all figures are provisional"
            head, now = f"{told.tournament} is {_where(told)}{note}", time.time()
            if live:
                waits = "\n".join([head, *attention.lines(told, now)])
                click.echo(f"\x1b[H\x1b[2J{waits}\n\n{as_text(lines)}")
                continue
            for line in [*([head] if head != last else []), *attention.news(told, now)]:
                click.echo(line)
            last = head


def _news(organiser: Organiser, name: str) -> Iterator[tuple[Status, tuple[Line, ...]]]:
    """Follow a tournament, and dial in again when the referee was there and is gone: it may be restarted."""
    terms = Terms()
    heard, tries, lost_at = False, 0, 0.0
    while True:
        try:
            for news in organiser.watch(name):
                heard, tries = True, 0
                yield news
            return
        except NoConnectionError:
            if not heard or (tries and time.monotonic() - lost_at > terms.patience_s):
                raise
        if not tries:
            lost_at = time.monotonic()
            remark("Lost the connection; dialling in again.")
        tries += 1
        time.sleep(terms.backoff.wait_us(tries) / 1e6)


def tell(told: Status, out: Output, news: str = "", **facts: object) -> None:
    """Print where a tournament stands, behind what was done to it in words; `facts` go into the object."""
    out.result(_as_json(told) | facts, f"{news}\n{_as_text(told)}" if news else _as_text(told))


def _as_text(told: Status) -> str:
    return f"{told.tournament} is {_where(told)}; {counted(told.connected, 'bot')} connected"


def _as_json(told: Status) -> dict[str, object]:
    return {
        "tournament": told.tournament,
        "state": told.state,
        "played": told.played,
        "running": told.running,
        "total": told.total,
        "connected": told.connected,
        "time_left_ms": told.time_left_us // 1000 if told.time_left_us and not told.over else None,
    }


def _where(told: Status) -> str:
    minutes = round(told.time_left_us / 60e6)
    about = f"about {minutes} min" if minutes else "less than a minute"
    left = f", {about} left" if told.time_left_us and not told.over else ""
    matches = counted(told.total, "match", "matches")
    return f"{told.state}: {told.played} of {matches} played, {told.running} running{left}"


VERBS: Final = (
    list_,
    _change("open", Organiser.open, "Let bots register with the join code."),
    _change("start", Organiser.start, "Start a tournament."),
    _change("pause", Organiser.pause, "Begin no new matches; running ones go on."),
    _change("resume", Organiser.resume, "Go on after a pause."),
    cancel,
    status,
    standings,
    watch,
)
