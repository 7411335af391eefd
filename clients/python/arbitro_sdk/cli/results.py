"""What came of it: ``arbitro tournament results``; ``void`` or ``replay`` where a match must not count."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

import click

from arbitro_sdk.admin import Organiser
from arbitro_sdk.cli.options import referee_option, why_option
from arbitro_sdk.cli.output import Output, csv_text, json_option
from arbitro_sdk.cli.report import page
from arbitro_sdk.cli.standings import as_json
from arbitro_sdk.hosted import HostedMatch, Pages, Table
from arbitro_sdk.referee import Referee

__all__ = ["VERBS"]


@click.command()
@click.argument("name")
@click.option(
    "--format",
    "form",
    type=click.Choice(["csv", "json", "html"]),
    default="csv",
    show_default=True,
    help="A row for each match, one object, or a page of its own.",
)
@referee_option
def results(name: str, form: str, referee: Referee) -> None:
    """Print a tournament's results on standard output.

    Example: arbitro tournament results cup --format html > cup.html
    """
    with Organiser(referee) as organiser:
        table = organiser.standings(name)
        names = organiser.status(name).names
        matches = list(organiser.matches(name))
        pages = organiser.pages
    if form == "csv":
        click.echo(_csv(matches, pages), nl=False)
    elif form == "json":
        click.echo(_json(table, matches, pages))
    else:
        click.echo(page(table, names, matches), nl=False)


@click.command()
@click.argument("match")
@why_option
@referee_option
@json_option
def void(match: str, why: str, referee: Referee, out: Output) -> None:
    """Void a match by its id (TOURNAMENT-PAIRING-GAME): it counts for nobody, and is played again.

    Example: arbitro tournament void cup-0-1 --why "the wrong bot was started"
    """
    _void(match, why, referee, out)


@click.command()
@click.argument("match")
@why_option
@referee_option
@json_option
def replay(match: str, why: str, referee: Referee, out: Output) -> None:
    """Play a match again by its id: the same as void, called by what one wants.

    Example: arbitro tournament replay cup-0-1 --why "the network was down"
    """
    _void(match, why, referee, out)


def _void(match: str, why: str, referee: Referee, out: Output) -> None:
    with Organiser(referee) as organiser:
        pages = organiser.pages  # asked first: that it cannot be told must not hide what was done
        run = organiser.void(match, why)
    out.result(
        {"match": match, "run": run, "address": pages.match(match) or None},
        pages.behind(f"{match} is void; it is played again as run {run}", match),
    )


def _csv(matches: Sequence[HostedMatch], pages: Pages) -> str:
    """A row for each match."""
    return csv_text(
        ("match", "run", "state", "bots", "scores", "winner", "ending", "blame", "rounds", "address"),
        (
            (
                one.match,
                one.run,
                one.state,
                " ".join(one.bots),
                " ".join(map(str, one.scores)),
                "" if one.winner is None else one.bots[one.winner],
                one.ending,
                "" if one.blame is None else one.bots[one.blame],
                one.rounds,
                pages.match(one.match),
            )
            for one in matches
        ),
    )


def _json(table: Table, matches: Sequence[HostedMatch], pages: Pages) -> str:
    status = table.status
    value = {
        "tournament": status.tournament,
        "state": status.state,
        "played": status.played,
        "total": status.total,
        "standings": as_json(table.lines),
        "wins": table.wins,
        "annulled": table.annulled,
        "matches": [
            {
                "match": one.match,
                "run": one.run,
                "bots": one.bots,
                "state": one.state,
                "scores": one.scores,
                "winner": one.winner,
                "ending": one.ending or None,
                "blame": one.blame,
                "rounds": one.rounds,
                "address": pages.match(one.match) or None,
            }
            for one in matches
        ],
    }
    return json.dumps(value, ensure_ascii=False)


VERBS: Final = (results, void, replay)
