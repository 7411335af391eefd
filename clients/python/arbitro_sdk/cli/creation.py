"""``arbitro tournament create``: from a list of names to a tournament and its bots' tokens."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Final, cast

import click

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy, PolicyName
from arbitro_engine.match.header import Deals
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.admin import Organiser
from arbitro_sdk.cli.figures import counted
from arbitro_sdk.cli.options import referee_option, rules_option, said_seed, time_option
from arbitro_sdk.cli.output import Output, json_option, table
from arbitro_sdk.errors import UsageError
from arbitro_sdk.hosted import Plan
from arbitro_sdk.loading import names
from arbitro_sdk.logs import make
from arbitro_sdk.referee import Referee

__all__ = ["VERBS"]


@click.command()
@click.argument("name")
@click.option(
    "--entrants",
    required=True,
    type=click.File(encoding="utf-8-sig"),  # spreadsheets put a mark before the first name
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
    "--schedule",
    type=click.Choice(["round_robin", "tables", "gauntlet"]),
    help="Who meets whom. Default: round_robin, or tables where seats are more than two.",
)
@click.option("--champion", default="", metavar="BOT", help="With a gauntlet: who meets all the others.")
@click.option("--title", default="", help="What people read. Default: the name.")
@click.option(
    "--setting",
    "more",
    multiple=True,
    metavar="NAME=VALUE",
    help="leaving, late_entry, stop_early; repeatable.",
)
@click.option(
    "--seed",
    metavar="S",
    callback=said_seed,
    help="Deal by an open seed: for tests and demonstrations alone.",
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
    schedule: str | None,
    champion: str,
    title: str,
    more: tuple[str, ...],
    seed: str | None,
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
        _entrants(entrants),
        rules,
        time_control,
        FaultPolicy(cast("PolicyName", faults)),
        cast("Deals", deals),
        games,
        seats,
        schedule or "",
        title,
        champion,
        seed or "",
        dict(_setting(one) for one in more),
    )
    if tokens_dir:
        make(tokens_dir, "--tokens-dir")  # before there are tokens that could not be kept
    with Organiser(referee) as organiser:
        created = organiser.create(plan)
    status = created.status
    bots, matches = counted(len(plan.entrants), "bot"), counted(status.total, "match", "matches")
    lines = [f"tournament {name}: {bots}, {matches}, {status.state}"]
    if tokens_dir:
        for bot, token in created.tokens.items():
            _keep(tokens_dir / f"{bot}.token", token)
        lines.append(f"{counted(len(created.tokens), 'token')} in {tokens_dir}")
    elif created.tokens:
        lines += ["", table(("bot", "token (shown this once)"), created.tokens.items(), left=2)]
    out.result({"tournament": name, "tokens": dict(created.tokens)}, "\n".join(lines))


def _entrants(file: io.TextIOBase) -> dict[str, str]:
    """Read entrants, one name a line or CSV with a column `name`; give each name an id.

    Raises:
        UsageError: A504 if it is no UTF-8, A505 if nobody stands there, or somebody twice.
    """
    try:
        text = file.read()
    except UnicodeDecodeError:
        raise UsageError("A504", "The entrants' file is not in UTF-8. Save it as that.") from None
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


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text} names no value: write NAME=VALUE", param_hint="--setting")
    return name, value


def _keep(path: Path, token: str) -> None:
    """Write a token to a file that only its owner reads."""
    path.touch(mode=0o600)
    path.chmod(0o600)
    path.write_text(token + "\n", encoding="ascii")


VERBS: Final = (create,)
