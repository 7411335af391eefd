"""``python mybot.py``: what a bot's own file does when it is run."""

from __future__ import annotations

import click
from click.core import ParameterSource

from arbitro_sdk.cli.attempt import Attempt, attempt, attempt_option
from arbitro_sdk.cli.options import referee_option
from arbitro_sdk.cli.output import Output, json_option
from arbitro_sdk.cli.play import play, terms_option
from arbitro_sdk.cli.verbs import SETTINGS
from arbitro_sdk.referee import Referee
from arbitro_sdk.terms import Terms

__all__ = ["command_of"]


def command_of(path: str) -> click.Command:
    """Return the command of this file: one match in-process, or with ``--server`` a session on a referee."""

    @click.command(context_settings=SETTINGS)
    @attempt_option
    @terms_option
    @referee_option
    @json_option
    def command(asked: Attempt, terms: Terms, referee: Referee, out: Output) -> None:
        """Play one match in this process, or with --server on a referee.

        Example: python mybot.py --server 127.0.0.1:50051 --token-file mybot.token
        """
        source = click.get_current_context().get_parameter_source
        if source("server") is ParameterSource.COMMANDLINE:
            play(path, None, referee, terms, out)
        elif source("token_file") is ParameterSource.COMMANDLINE:
            raise click.UsageError(
                "--token-file goes with --server H:P: without it nothing is played for real"
            )
        else:
            attempt(path, asked, out)

    return command
