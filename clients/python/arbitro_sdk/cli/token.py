"""``arbitro token``: who may do what on a referee."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import asdict
from typing import Final

import click

from arbitro_sdk.admin import Organiser
from arbitro_sdk.cli.options import referee_option
from arbitro_sdk.cli.output import Output, json_option, table
from arbitro_sdk.hosted import Token
from arbitro_sdk.referee import Referee

__all__ = ["command"]

_SECONDS: Final = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}


class _Lifetime(click.ParamType[int]):
    """How long a token is good, such as ``24h`` or ``30d``, given to the verb in seconds."""

    name = "lifetime"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        found = re.fullmatch(r"([1-9]\d{0,8})([smhd])", str(value), re.ASCII)
        if found is None:
            text = f"{value!r} is no lifetime: write a whole number from 1 on and s, m, h or d, e.g. 30d"
            self.fail(f"{text}. A token without an end has none", param, ctx)
        return int(found[1]) * _SECONDS[found[2]]


@click.group()
def command() -> None:
    """Issue, revoke and list tokens.

    Example: arbitro token issue bot --bot my-bot
    """


@command.command()
@click.argument("role", type=click.Choice(["bot", "organiser", "auditor", "watcher"]))
@click.option("--bot", default="", help="Whose it is; with the role bot, and no other.")
@click.option(
    "--lifetime",
    type=_Lifetime(),
    metavar="TIME",
    help="How long it is good, e.g. 24h or 30d. Default: for ever.",
)
@referee_option
@json_option
def issue(role: str, bot: str, lifetime: int | None, referee: Referee, out: Output) -> None:
    """Make a token. It is shown this once.

    Example: arbitro token issue bot --bot my-bot
    """
    if (role == "bot") != bool(bot):
        raise click.UsageError("--bot says whose a bot's token is: it goes with the role bot, and no other")
    with Organiser(referee) as organiser:
        secret, token = organiser.issue(role, bot, lifetime or 0)
    out.result({"secret": secret, **asdict(token)}, secret)


@command.command()
@click.argument("token")
@referee_option
@json_option
def revoke(token: str, referee: Referee, out: Output) -> None:
    """Make a token worthless, by its public id, and end the sessions it opened.

    Example: arbitro token revoke arb_bot_Xq3vT81Z
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
