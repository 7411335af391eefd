"""``arbitro rules``: the profiles, and where each of their values comes from."""

from __future__ import annotations

from typing import Final

import click

from arbitro_engine.rules.profiles import PROFILES, provenance
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.cli.options import rule_set
from arbitro_sdk.cli.output import Output, json_option, table

__all__ = ["command", "named"]


_ABOUT: Final = {
    "traditional": "+2 may be answered with +2; a +4 at any time, unchallenged; a wrong card costs two",
    "classic": "plays as `official` does; where it is silent, that decides",
    "vintage": "orange for green; any opponent may challenge; who did not shout may report itself",
    "basic": "a card is drawn only if none fits; a +4 at any time, unchallenged, and as opening card",
    "cumulative": "+2 piles up; draw until a card fits; the first round won is the match",
    "official": "the sheet of the 108 cards: no answer to a +2, a +4 may be challenged, to 500 points",
    "official_late": "the later print: an opening Wild goes back, a missed shout costs four",
    "traditional_low": "as `traditional`, but a hand counts against its holder: fewest points win, to 100",
    "classic_low": "as `classic`, but a hand counts against its holder: fewest points win, to 500",
    "official_low": "as `official`, but a hand counts against its holder: fewest points win, to 500",
    "vintage_pairs": "as `vintage`, in partners who sit opposite",
}


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


def named(rules: RuleSet) -> dict[str, str]:
    """A rule set as results name it."""
    return {"profile": rules.profile, "hash": rules.hash}


def _list(out: Output) -> None:
    found = [{"profile": name, "hash": RuleSet.of(name).hash, "about": _ABOUT[name]} for name in PROFILES]
    rows = [(one["profile"], one["about"]) for one in found]
    out.result(
        {"profiles": found},
        f"{table(('profile', 'what is special'), rows, left=2)}\n\n"
        "`arbitro rules PROFILE` shows all options of one, `--rules PROFILE` plays by it.",
    )


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
