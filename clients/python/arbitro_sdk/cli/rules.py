"""``arbitro rules``: the profiles, and where each of their values comes from."""

from __future__ import annotations

import click

from arbitro_engine.rules.profiles import PROFILES, provenance
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.cli.options import rule_set
from arbitro_sdk.cli.output import Output, json_option, table

__all__ = ["command"]


@click.command()
@click.argument("profile", required=False)
@click.option(
    "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Change one option; repeatable."
)
@json_option
def command(profile: str | None, settings: tuple[str, ...], out: Output) -> None:
    """List the profiles, or one profile's options with their values and where each comes from.

    Example: arbitro rules traditional
    """
    if profile is None:
        _list(out)
    else:
        _show(rule_set(profile, settings), out)


def _list(out: Output) -> None:
    hashes = {name: RuleSet.of(name).hash for name in PROFILES}
    text = table(("profile", "hash"), ((name, digest[:16]) for name, digest in hashes.items()), left=2)
    out.result({"profiles": [{"profile": name, "hash": digest} for name, digest in hashes.items()]}, text)


def _show(rules: RuleSet, out: Output) -> None:
    changed = rules.overrides()
    options = {
        option: {
            "value": value,
            "from": "changed here" if option in changed else str(provenance(rules.profile, option)[1]),
        }
        for option, value in rules.options.items()
    }
    rows = [(option, told["value"], told["from"]) for option, told in options.items()]
    out.result(
        {"profile": rules.profile, "hash": rules.hash, "options": options},
        f"{rules.profile}  {rules.hash}\n\n" + table(("option", "value", "from"), rows, left=3),
    )
