"""``arbitro tournament``: create, run and read tournaments on a referee."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import cast

import click

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy, PolicyName
from arbitro_engine.match.header import Deals
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.admin import Organiser, Plan, Status
from arbitro_sdk.cli.options import referee_option, rules_option, time_option
from arbitro_sdk.cli.output import Output, json_option, table
from arbitro_sdk.cli.standings import as_json, as_text
from arbitro_sdk.errors import UsageError
from arbitro_sdk.loading import names
from arbitro_sdk.referee import Referee

__all__ = ["command"]


@click.group()
def command() -> None:
    """Create, run and read tournaments on a referee.

    Example: arbitro tournament create cup --entrants class.txt --tokens-dir tokens
    """


@command.command()
@click.argument("name")
@click.option(
    "--entrants",
    required=True,
    type=click.File(encoding="utf-8"),
    help="One name a line, or CSV with `name`.",
)
@click.option(
    "--faults",
    type=click.Choice(["strict", "contest", "lenient"]),
    default="contest",
    show_default=True,
    help="What happens to a bot that is late, wrong or lost.",
)
@click.option(
    "--deals",
    type=click.Choice(["fresh", "duplicate"]),
    default="fresh",
    show_default=True,
    help="New cards in each match, or the same in both seat orders: a bot that remembers can use those.",
)
@click.option(
    "--games", type=click.IntRange(1), default=2, show_default=True, help="Matches for each pairing."
)
@click.option("--seats", type=click.IntRange(2, 10), default=2, show_default=True, help="Seats at a table.")
@click.option(
    "--seed", default="", metavar="S", help="Deal by an open seed: for tests and demonstrations alone."
)
@click.option(
    "--tokens-dir",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="D",
    help="Write each token to a file here, instead of printing it.",
)
@rules_option
@time_option
@referee_option
@json_option
def create(  # noqa: PLR0913, PLR0917 - a verb gets its options as arguments
    name: str,
    entrants: io.TextIOBase,
    faults: str,
    deals: str,
    games: int,
    seats: int,
    seed: str,
    tokens_dir: Path | None,
    rules: RuleSet,
    time_control: TimeControl,
    referee: Referee,
    out: Output,
) -> None:
    """Create a tournament. Tokens of new bots are shown this once.

    Example: arbitro tournament create cup --entrants class.txt --games 4
    """
    plan = Plan(
        name,
        _entrants(entrants.read()),
        rules,
        time_control,
        FaultPolicy(cast("PolicyName", faults)),
        cast("Deals", deals),
        games,
        seats,
        seed=seed,
    )
    if tokens_dir:
        _make(tokens_dir)  # before there are tokens that could not be kept
    with Organiser(referee) as organiser:
        created = organiser.create(plan)
    status = created.status
    lines = [f"tournament {name}: {len(plan.entrants)} bots, {status.total} matches, {status.state}"]
    if tokens_dir:
        for bot, token in created.tokens.items():
            _keep(tokens_dir / f"{bot}.token", token)
        lines.append(f"{len(created.tokens)} tokens in {tokens_dir}")
    elif created.tokens:
        lines += ["", table(("bot", "token (shown this once)"), created.tokens.items(), left=2)]
    out.result({"tournament": name, "tokens": dict(created.tokens)}, "\n".join(lines))


@command.command()
@click.argument("name")
@referee_option
@json_option
def start(name: str, referee: Referee, out: Output) -> None:
    """Start a tournament.

    Example: arbitro tournament start cup
    """
    with Organiser(referee) as organiser:
        _tell(organiser.start(name), out)


@command.command()
@click.argument("name")
@referee_option
@json_option
def pause(name: str, referee: Referee, out: Output) -> None:
    """Begin no new matches; running ones go on.

    Example: arbitro tournament pause cup
    """
    with Organiser(referee) as organiser:
        _tell(organiser.pause(name), out)


@command.command()
@click.argument("name")
@referee_option
@json_option
def resume(name: str, referee: Referee, out: Output) -> None:
    """Go on after a pause.

    Example: arbitro tournament resume cup
    """
    with Organiser(referee) as organiser:
        _tell(organiser.resume(name), out)


@command.command()
@click.argument("name")
@click.option("--why", required=True, help="The reason: it stands in the log.")
@referee_option
@json_option
def cancel(name: str, why: str, referee: Referee, out: Output) -> None:
    """End a tournament without a result.

    Example: arbitro tournament cancel cup --why "the power failed"
    """
    with Organiser(referee) as organiser:
        _tell(organiser.cancel(name, why), out)


@command.command()
@click.argument("name")
@referee_option
@json_option
def status(name: str, referee: Referee, out: Output) -> None:
    """Say where a tournament stands.

    Example: arbitro tournament status cup --json
    """
    with Organiser(referee) as organiser:
        _tell(organiser.status(name), out)


@command.command()
@click.argument("name")
@referee_option
@json_option
def standings(name: str, referee: Referee, out: Output) -> None:
    """Print the standings as they are.

    Example: arbitro tournament standings cup
    """
    with Organiser(referee) as organiser:
        found = organiser.standings(name)
    told = found.status
    note = "provisional: matches are still played" if found.provisional else told.state
    out.result(
        {
            "tournament": name,
            "state": told.state,
            "played": told.played,
            "total": told.total,
            "standings": as_json(found.lines),
        },
        f"{as_text(found.lines)}\n\n{told.played} of {told.total} matches; {note}",
    )


def _tell(told: Status, out: Output) -> None:
    value = {
        "tournament": told.tournament,
        "state": told.state,
        "played": told.played,
        "running": told.running,
        "total": told.total,
        "connected": told.connected,
    }
    text = f"{told.state}: {told.played} of {told.total} matches played, {told.running} running"
    out.result(value, f"{told.tournament} is {text}; {told.connected} bots connected")


def _entrants(text: str) -> dict[str, str]:
    """Read entrants, one name a line or CSV with a column `name`; give each name an id.

    Raises:
        UsageError: A505 if nobody stands there, or somebody twice.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    found = lines
    if lines and "name" in (head := [cell.strip().lower() for cell in next(csv.reader(lines[:1]))]):
        found = [
            row[head.index("name")].strip() for row in csv.reader(lines[1:]) if len(row) > head.index("name")
        ]
    if not found:
        raise UsageError(
            "A505", "The entrants' file names nobody. Write one name a line, or CSV with `name`."
        )
    if twice := sorted({name for name in found if found.count(name) > 1}):
        raise UsageError(
            "A505", f"The entrants' file names {', '.join(twice)} more than once. Names must differ."
        )
    return dict(zip(names(found), found, strict=True))


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            "A603", f"{folder} cannot be made: {error.strerror}. Use another --tokens-dir."
        ) from None


def _keep(path: Path, token: str) -> None:
    """Write a token to a file that only its owner reads."""
    path.touch(mode=0o600)
    path.chmod(0o600)
    path.write_text(token + "\n", encoding="ascii")
