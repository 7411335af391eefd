"""``arbitro verify``: everything in logs derived again, from the files alone."""

from __future__ import annotations

from pathlib import Path
from string import hexdigits
from typing import Final, cast

import click

from arbitro_engine.match.faults import PolicyName
from arbitro_sdk.cli.audit import Auditor, testimonies
from arbitro_sdk.cli.output import Output, json_option

__all__ = ["command"]

_DIGITS: Final = 64


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="LOG/DIR...")
@click.option(
    "--key",
    metavar="FINGERPRINT",
    callback=lambda _ctx, _param, value: _fingerprint(value),
    help="The key that must have signed: `arbitro serve` shows it.",
)
@click.option(
    "--witness",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Hold the logs to what a bot kept: a file or a folder of them; repeatable.",
)
@click.option(
    "--policy",
    type=click.Choice(["strict", "contest", "lenient"]),
    help="Say which rulings would have been others by this fault policy.",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[Path, ...],
    key: str | None,
    witness: tuple[Path, ...],
    policy: str | None,
    out: Output,
) -> None:
    """Derive everything in logs again: deals, moves, charges, scores, seals.

    Exit 1 when one does not hold: it is incomplete or bad, as is every file that is no log. Exit 2 when one
    cannot be read.

    Example: arbitro verify arbitro-logs/
    """
    auditor = Auditor(key, testimonies(witness), cast("PolicyName | None", policy))
    audits = []
    for found in auditor.audit(paths):
        audits.append(found)
        out.line(str(found))
    failed = sum(found.verdict.state not in {"ok", "sealed"} for found in audits)
    out.result(
        {"files": [found.as_json() for found in audits]}, f"{len(audits) - failed} verified, {failed} not"
    )
    ctx.exit(1 if failed else 0)


def _fingerprint(text: str | None) -> str | None:
    if text is None:
        return None
    digits = text.lower()
    if len(digits) != _DIGITS or not set(digits) <= set(hexdigits):
        raise click.BadParameter(
            f"{text!r} is no whole fingerprint: write its {_DIGITS} hex digits, as `arbitro serve` logs them "
            "when it starts (signer), or `arbitro verify --json` tells them"
        )
    return digits
