"""What an arbiter does in a match that is played: ``arbitro tournament fine`` and ``retire``."""

from __future__ import annotations

from typing import Final

import click

from arbitro_sdk.admin import Organiser
from arbitro_sdk.cli.options import referee_option, why_option
from arbitro_sdk.cli.output import Output, json_option
from arbitro_sdk.errors import UsageError
from arbitro_sdk.referee import Referee

__all__ = ["VERBS"]


@click.command()
@click.argument("match")
@click.argument("seat")
@click.option(
    "--cards",
    type=click.IntRange(1, 108),
    help="How many it draws. Default: what the rules say for advice (advice_cards).",
)
@why_option
@referee_option
@json_option
def fine(match: str, seat: str, cards: int | None, why: str, referee: Referee, out: Output) -> None:
    """Let a seat of a running match draw cards, before its next decision. SEAT: a number from 0, or its bot.

    Example: arbitro tournament fine cup-0-1 my-bot --cards 4 --why "its author called a move"
    """
    with Organiser(referee) as organiser:
        number, pages = _seat(organiser, match, seat), organiser.pages
        organiser.fine(match, number, cards or 0, why)
    told = {"match": match, "seat": number, "cards": cards, "address": pages.match(match) or None}
    out.result(told, pages.behind(f"seat {number} of {match} is fined", match))


@click.command()
@click.argument("match")
@click.argument("seat")
@why_option
@referee_option
@json_option
def retire(match: str, seat: str, why: str, referee: Referee, out: Output) -> None:
    """Take a seat out of a running match; the others play on, or have won. SEAT: a number from 0, or its bot.

    Example: arbitro tournament retire cup-0-1 my-bot --why "two bots by one hand"
    """
    with Organiser(referee) as organiser:
        number, pages = _seat(organiser, match, seat), organiser.pages
        was_in = organiser.retire(match, number, why)
    told = {"match": match, "seat": number, "was_out": not was_in, "address": pages.match(match) or None}
    state = "is out" if was_in else "was out already"
    out.result(told, pages.behind(f"seat {number} of {match} {state}", match))


def _seat(organiser: Organiser, match: str, seat: str) -> int:
    """Return a seat by its number or its bot. Raises `UsageError` A001 if the match has no such seat."""
    bots = organiser.match(match).bots
    if seat.isdecimal() and int(seat) < len(bots):
        return int(seat)
    if seat not in bots:
        told = ", ".join(f"{number} {bot}" for number, bot in enumerate(bots))
        raise UsageError("A001", f"{seat} does not play {match}. Its seats: {told}.")
    return bots.index(seat)


VERBS: Final = (fine, retire)
