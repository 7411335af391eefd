"""Who plays: ``arbitro tournament register``, ``withdraw`` and ``disqualify``."""

from __future__ import annotations

from typing import Final

import click

from arbitro_sdk.admin import Organiser
from arbitro_sdk.cli.course import tell
from arbitro_sdk.cli.options import referee_option, why_option
from arbitro_sdk.cli.output import Output, json_option
from arbitro_sdk.loading import names
from arbitro_sdk.referee import Referee

__all__ = ["VERBS"]


@click.command()
@click.argument("name")
@click.argument("bot")
@click.option("--join-code", default="", metavar="CODE", help="What lets a bot in; organisers need none.")
@referee_option
@json_option
def register(name: str, bot: str, join_code: str, referee: Referee, out: Output) -> None:
    """Register a bot while the tournament is open. The token of a new bot is shown this once.

    Example: arbitro tournament register cup "My Bot" --join-code 7f3a
    """
    (bot_id,) = names([bot])
    with Organiser(referee) as organiser:
        token = organiser.register(name, bot_id, bot, join_code)
    text = f"{bot_id} has entered {name}"
    out.result(
        {"tournament": name, "bot": bot_id, "token": token or None},
        f"{text}\ntoken (shown this once) {token}" if token else f"{text}; it has a token already",
    )


@click.command()
@click.argument("name")
@click.argument("bot")
@why_option
@referee_option
@json_option
def withdraw(name: str, bot: str, why: str, referee: Referee, out: Output) -> None:
    """Let an entrant go of its own will: an organiser, or the bot itself with its token.

    Example: arbitro tournament withdraw cup my-bot --why "it is ill"
    """
    with Organiser(referee) as organiser:
        tell(organiser.withdraw(name, bot, why), out, f"{bot} has left {name}", bot=bot)


@click.command()
@click.argument("name")
@click.argument("bot")
@why_option
@referee_option
@json_option
def disqualify(name: str, bot: str, why: str, referee: Referee, out: Output) -> None:
    """Take an entrant out.

    Example: arbitro tournament disqualify cup my-bot --why "two bots by one hand"
    """
    with Organiser(referee) as organiser:
        tell(organiser.disqualify(name, bot, why), out, f"{bot} was taken out of {name}", bot=bot)


VERBS: Final = (register, withdraw, disqualify)
