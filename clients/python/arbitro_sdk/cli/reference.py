"""Writes ``docs/reference/commands.md`` from the verbs' own help: ``python -m arbitro_sdk.cli.reference``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click

from arbitro_sdk import errors
from arbitro_sdk.cli.verbs import INTERRUPTED, OF_SERVER, command

__all__ = ["page"]

_HEAD: Final = f"""# The `arbitro` command

Written by `python -m arbitro_sdk.cli.reference` from the verbs' own help; not edited by hand. The verbs
{", ".join(f"`{verb}`" for verb in OF_SERVER)} come with the server: `arbitro serve --help`.

With `--json` a verb prints one object in the last line of standard output and nothing else there. Progress
and remarks go to standard error. Errors read: code, what happened, what to do.

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | a check failed |
| 2 | wrong usage, or input that cannot be read |
| 3 | no connection |
| 4 | not authorised |
| {INTERRUPTED} | interrupted from the keyboard |

So that a shell completes verbs and options, put `eval "$(_ARBITRO_COMPLETE=bash_source arbitro)"` into
`~/.bashrc`, the same with `zsh_source` into `~/.zshrc`, or
`_ARBITRO_COMPLETE=fish_source arbitro | source` into `config.fish`.

Verbs that talk to a server take `--server`, `--token-file`, `--ca` and `--cert`, or `ARBITRO_SERVER`,
`ARBITRO_TOKEN` (the token itself), `ARBITRO_CA` and `ARBITRO_CERT`.

```
{(errors.__doc__ or "").partition("not authorised.")[2].strip()}
```
"""
_WIDTH: Final = 100


def page() -> str:
    """Return the page."""
    settings = {**command.context_settings, "terminal_width": _WIDTH, "max_content_width": _WIDTH}
    top = click.Context(command, info_name="arbitro", **settings)
    return "\n".join([_HEAD, *_helps(top)])


def _helps(context: click.Context) -> Iterator[str]:
    """Yield the help of each verb below a group, and of the group itself if it is not the command."""
    group = context.command
    if context.parent:
        yield f"## {context.command_path}\n\n```\n{context.get_help()}\n```\n"
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            if name not in OF_SERVER and (verb := group.get_command(context, name)):
                yield from _helps(click.Context(verb, parent=context, info_name=name))


if __name__ == "__main__":
    click.echo(page(), nl=False)
