"""``arbitro backup`` and ``arbitro store``: a referee's data, on its own machine, without a token.

Whoever can read and write the data directory is its operator: that is what they ask for instead.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arbitro_server.verbs.failures import USAGE, complain

if TYPE_CHECKING:
    from arbitro_server.store.folder import Folder
    from arbitro_server.store.sqlite import SqliteStore

__all__ = ["backup", "store"]

_UNSOUND = 1

_data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("arbitro-data"),
    help="The data directory [./arbitro-data].",
)
_json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@contextmanager
def _in_words() -> Iterator[None]:
    """Say what is wrong with a store or a folder in a line, and leave."""
    from arbitro_server.store.interface import StoreError  # noqa: PLC0415 - --help does not wait for it

    try:
        yield
    except StoreError as error:
        complain(error, "A603")
        sys.exit(USAGE)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@_data_option
def backup(file: Path, data: Path) -> None:
    """Write a copy of the store to FILE, also while the referee runs.

    Example: arbitro backup arbitro-2026-11-30.db --data ./arbitro-data
    """
    from arbitro_server.store.database import copy_store  # noqa: PLC0415

    with _in_words():
        copy_store(data / "store.db", file)
    click.echo(f"copied to {file}")


@click.group()
def store() -> None:
    """Look after a referee's data, on its own machine: no token is asked for.

    Example: arbitro store check --data ./arbitro-data
    """


@store.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True), required=False)
@_data_option
@click.option("--replay", is_flag=True, help="Play each match again as well, as `arbitro verify` does.")
@_json_option
def check(file: Path | None, data: Path, *, replay: bool, as_json: bool) -> None:
    """Check that a store is sound: the referee's in use, or the copy FILE. Nothing is changed.

    The file itself, every log's chain and seals, and of each result the head that its log ended with.
    Exit 1 when something is wrong with it, 2 when it is no store, or of another version.

    Example: arbitro store check arbitro-2026-11-30.db
    """
    from arbitro_server.store.check import check_store  # noqa: PLC0415

    path = file or data / "store.db"
    with _in_words():
        report = check_store(path, replay=replay)
    if as_json:
        click.echo(json.dumps({"file": str(path), **report.as_json()}))
    else:
        click.echo("\n".join([*map(str, report.faults), f"{path}: {report}"]))
    sys.exit(_UNSOUND if report.faults else 0)


@store.command()
@click.option(
    "--keep-days",
    type=click.IntRange(min=1),
    required=True,
    metavar="N",
    help="How many days logs are kept, from the start of the match.",
)
@_data_option
@_json_option
def prune(keep_days: int, data: Path, *, as_json: bool) -> None:
    """Remove old logs from a store whose referee is stopped, and give the room back to the disk.

    Of tournaments that are over alone; their results stay, and of each match the head that its log ended
    with. A referee with the setting `keep_logs_days` does the same by itself, once a day.

    Example: arbitro store prune --keep-days 90
    """
    from arbitro_engine.tournament import plural  # noqa: PLC0415
    from arbitro_server.rpc.codec import ProtobufWire  # noqa: PLC0415
    from arbitro_server.runtime.clock import LoopClock  # noqa: PLC0415
    from arbitro_server.runtime.retention import Retention  # noqa: PLC0415
    from arbitro_server.telemetry.logging import configure  # noqa: PLC0415

    configure("auto", "info")
    with _in_words(), _held(data) as (folder, kept):
        retention = Retention(kept, ProtobufWire(), keep_days, folder.remove_log)
        removed = [one for one in retention.sweep(LoopClock().unix_s()) if one is not None]
        kept.shrink()
    size = sum(one.size for one in removed)
    if as_json:
        click.echo(json.dumps({"removed": [one.log for one in removed], "bytes": size}))
    else:
        click.echo(f"{len(removed)} {plural(len(removed), 'log')} removed, {size:,} bytes of records")


@store.command()
@_data_option
@_json_option
def organiser(data: Path, *, as_json: bool) -> None:
    """Replace lost organisers' tokens: revoke them all, and print a new one, this once.

    The referee must be stopped; matches go on where they were when it is started again.

    Example: arbitro store organiser --data ./arbitro-data
    """
    from arbitro_server.runtime.clock import LoopClock  # noqa: PLC0415
    from arbitro_server.runtime.tokens import Tokens  # noqa: PLC0415

    with _in_words(), _held(data) as (_, kept):
        tokens = Tokens(kept, LoopClock())
        revoked = [
            tokens.revoke(row.id).id for row in tokens.all() if row.role == "organiser" and not row.revoked
        ]
        token, _ = tokens.issue("organiser")
    if as_json:
        click.echo(json.dumps({"organiser_token": token, "revoked": revoked}))
    else:
        click.echo(f"{len(revoked)} revoked", err=True)
        click.echo(f"organiser token {token}")


@contextmanager
def _held(data: Path) -> Iterator[tuple[Folder, SqliteStore]]:
    """Hold a data directory whose referee is stopped, and its store."""
    from arbitro_server.store.database import open_to_read, readable  # noqa: PLC0415
    from arbitro_server.store.folder import Folder  # noqa: PLC0415
    from arbitro_server.store.schema import require_begun  # noqa: PLC0415
    from arbitro_server.store.sqlite import SqliteStore  # noqa: PLC0415

    path = data / "store.db"
    with readable(str(path)), closing(open_to_read(path)) as db:
        require_begun(db, str(path))  # else it would be begun anew, and its logs be given up
    with closing(Folder(data)) as folder, closing(SqliteStore(path, "full")) as kept:
        yield folder, kept
