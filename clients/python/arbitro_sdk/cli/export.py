"""``arbitro export``: logs in the forms that other programs read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from arbitro_engine.log.export import lines
from arbitro_engine.log.replay import Differs
from arbitro_engine.log.stored import StoredLog
from arbitro_engine.log.tables import csv_lines, round_lines
from arbitro_engine.log.views import seen_lines
from arbitro_sdk.cli.folders import below
from arbitro_sdk.cli.logfiles import read, remark_if_cut
from arbitro_sdk.errors import CheckFailedError, UsageError

__all__ = ["command"]


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="LOG...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "rounds", "csv"]),
    default="jsonl",
    show_default=True,
    help="JSON Lines from which a match can be played again, a line a round, or a row a seat.",
)
@click.option("--seat", type=click.IntRange(0), metavar="K", help="With jsonl: only what this seat was told.")
@click.option("--public", is_flag=True, help="With jsonl: only what everybody was told.")
def command(paths: tuple[Path, ...], form: str, seat: int | None, *, public: bool) -> None:
    """Print logs in another form on standard output.

    Example: arbitro export arbitro-logs/try-7.0.arb --format jsonl
    """
    if (seat is not None or public) and form != "jsonl":
        raise click.UsageError("--seat and --public go with --format jsonl")
    if seat is not None and public:
        raise click.UsageError("--seat and --public exclude each other")
    for line in _lines(_logs(paths), form, seat, public=public):
        click.echo(line)


def _logs(paths: tuple[Path, ...]) -> Iterator[tuple[Path, StoredLog]]:
    for file in below(paths, ".arb", "log", but="tournament.arb"):
        log = read(file)
        if log.header is None:
            raise UsageError("A503", f"{file} begins with no facts of a match. Run `arbitro verify` on it.")
        remark_if_cut(file, log)
        yield file, log


def _lines(
    logs: Iterable[tuple[Path, StoredLog]], form: str, seat: int | None, *, public: bool
) -> Iterator[str]:
    if form == "csv":
        yield from csv_lines(log for _, log in logs)
        return
    for file, log in logs:
        if form == "rounds":
            yield from round_lines(log)
        elif seat is None and not public:
            yield from map(_json, lines(log))
        else:
            yield from _seen(file, log, seat)


def _seen(file: Path, log: StoredLog, seat: int | None) -> Iterator[str]:
    try:
        yield from map(_json, seen_lines(log, seat))
    except Differs as error:
        raise CheckFailedError(
            "A701", f"{file} does not verify: {error}. Views need a log that does."
        ) from None
    except ValueError as error:
        raise UsageError("A001", f"{file}: {error}.") from None


def _json(line: object) -> str:
    return json.dumps(line, ensure_ascii=False)
