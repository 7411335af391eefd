"""``arbitro token``: who may do what on a referee."""

from __future__ import annotations

import datetime as dt
from dataclasses import asdict

import click

from arbitro_sdk.admin import Organiser
from arbitro_sdk.cli.options import Duration, referee_option
from arbitro_sdk.cli.output import Output, json_option, table
from arbitro_sdk.hosted import Token
from arbitro_sdk.referee import Referee

__all__ = ["command"]


@click.group()
def command() -> None:
    """Issue, revoke and list tokens.

    Example: arbitro token issue bot --bot my-bot
    """


@command.command()
@click.argument("role", type=click.Choice(["bot", "organiser", "auditor", "watcher"]))
@click.option("--bot", default="", help="Whose it is; for the role bot.")
@click.option(
    "--lifetime", type=Duration(), default="0s", metavar="TIME", help="E.g. 24h. Default: for ever."
)
@referee_option
@json_option
def issue(role: str, bot: str, lifetime: int, referee: Referee, out: Output) -> None:
    """Make a token. It is shown this once.

    Example: arbitro token issue bot --bot my-bot
    """
    with Organiser(referee) as organiser:
        secret, token = organiser.issue(role, bot, lifetime // 1_000_000)
    out.result({"secret": secret, **asdict(token)}, secret)


@command.command()
@click.argument("token")
@referee_option
@json_option
def revoke(token: str, referee: Referee, out: Output) -> None:
    """Make a token worthless, by its public id, and end the sessions it opened.

    Example: arbitro token revoke arb_bot_9f3c
    """
    with Organiser(referee) as organiser:
        found = organiser.revoke(token)
    out.result(asdict(found), f"{found.token} is revoked")


@command.command("list")
@referee_option
@json_option
def list_(referee: Referee, out: Output) -> None:
    """List all tokens by their public ids, without their secrets.

    Example: arbitro token list
    """
    with Organiser(referee) as organiser:
        tokens = list(organiser.tokens())
    rows = ((one.token, one.role, one.bot or "-", _day(one.issued_unix), _end(one)) for one in tokens)
    out.result(
        {"tokens": [asdict(one) for one in tokens]},
        table(("id", "role", "bot", "issued", "until"), rows, left=5),
    )


def _end(token: Token) -> str:
    if token.revoked:
        return "revoked"
    return _day(token.expires_unix) if token.expires_unix else "for ever"


def _day(unix: int) -> str:
    return dt.datetime.fromtimestamp(unix, dt.UTC).strftime("%Y-%m-%d %H:%M")
