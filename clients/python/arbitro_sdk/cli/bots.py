"""``arbitro bots``: the bundled bots."""

from __future__ import annotations

import click

from arbitro_sdk.bots import BUNDLED
from arbitro_sdk.cli.output import Output, json_option, table

__all__ = ["command"]


@click.command()
@json_option
def command(out: Output) -> None:
    """List the bundled bots: opponents to practise against.

    Example: arbitro bots --json
    """
    text = table(("bot", "plays"), BUNDLED.items(), left=2)
    out.result(
        {"bots": [{"bot": bot, "plays": plays} for bot, plays in BUNDLED.items()]},
        f"{text}\n\nA bot may also be a file (mybot.py) or module:name.",
    )
