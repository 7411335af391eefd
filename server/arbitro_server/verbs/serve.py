"""``arbitro serve``: the referee."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arbitro_server.settings import Settings, SettingsError
from arbitro_server.verbs.failures import USAGE, complain

if TYPE_CHECKING:
    from arbitro_server.app import App

__all__ = ["serve"]


@click.command()
@click.option(
    "--config", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="A TOML file of settings."
)
@click.option(
    "--listen", metavar="H:P", help="Where bots and organisers connect [127.0.0.1:50051]; port 0: a free one."
)
@click.option("--http", metavar="H:P", help="Where the spectator pages are served [nowhere].")
@click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="The data directory [./arbitro-data]."
)
@click.option("--allow-plaintext", is_flag=True, default=None, help="Listen without TLS beyond this machine.")
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    help="The least level logged [info].",
)
@click.option("--print-config", is_flag=True, help="Print the settings in force as JSON and leave.")
@click.option("--json", "as_json", is_flag=True, help="When ready, print one JSON object.")
def serve(config: Path | None, *, print_config: bool, as_json: bool, **flags: Any) -> None:  # noqa: ANN401 - click's
    """Run the referee.

    Example: arbitro serve --listen 127.0.0.1:0 --data ./arbitro-data
    """
    try:
        settings = Settings.load(config, flags)
    except SettingsError as error:
        for path, message in error.faults:
            click.echo(f"A001 {path}: {message}", err=True)
        sys.exit(USAGE)
    if print_config:
        click.echo(settings.model_dump_json(indent=2))
        return
    sys.exit(_serve(settings, as_json=as_json))


def _serve(settings: Settings, *, as_json: bool) -> int:
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # it repeats what is said in words here
    from arbitro_server.app import App  # noqa: PLC0415 - --help does not wait for gRPC
    from arbitro_server.http.server import PortTakenError  # noqa: PLC0415
    from arbitro_server.rpc.server import PortError  # noqa: PLC0415
    from arbitro_server.store.interface import StoreError  # noqa: PLC0415
    from arbitro_server.telemetry.logging import configure  # noqa: PLC0415

    async def run() -> int:
        app = App(settings)
        try:
            await app.start()
        except (PortError, PortTakenError):
            await app.stop()
            raise
        app.heed_signals()
        _rest_collector()
        _announce(app, as_json=as_json)
        await app.run()
        if app.failure:
            raise app.failure
        return 0

    configure(settings.log_format, settings.log_level)
    try:
        return _runner()(run())
    except StoreError as error:
        complain(error, "A602")
    except (PortError, PortTakenError) as error:
        click.echo(f"A602 {error}", err=True)
    return USAGE


def _rest_collector() -> None:
    """Let the collector of cycles look less often: a referee makes many values and hardly any cycle.

    At its usual pace it costs some 5 to 15 % of the CPU with 256 matches (docs/explanation/performance.md).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _runner() -> Callable[[Coroutine[Any, Any, int]], int]:
    try:
        import uvloop  # noqa: PLC0415
    except ImportError:
        return asyncio.run
    return uvloop.run


def _announce(app: App, *, as_json: bool) -> None:
    listen, token = app.rpc.address, app.organiser_token
    if as_json:
        http = app.http.address if app.http else None
        click.echo(json.dumps({"listen": listen, "http": http, "organiser_token": token}))
    else:
        click.echo(f"listening {listen}")
        if app.http:
            click.echo(f"pages {app.http.url}")
        if token:
            click.echo(f"organiser token {token}")
    sys.stdout.flush()
