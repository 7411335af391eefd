"""What happened at a table, as a sentence: cards by letter and shape, so that no colour has to be seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbitro_engine.rules.events import NOBODY, Event, EventKind, Why
from arbitro_engine.rules.notation import color_name, shown
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.view import PublicEvent
from arbitro_sdk.cli.figures import counted

__all__ = ["cards_shown", "sentence"]

_SENTENCES: Final = {
    EventKind.ROUND_STARTED: "round {count} begins, {seat} deals",
    EventKind.DEALER_DRAW: "{seat} draws {card} for the deal",
    EventKind.DEALT: "{seat} is dealt {cards}",
    EventKind.TURNED: "{card} is turned up",
    EventKind.PUT_BACK: "{card} goes back into the pile",
    EventKind.SHUFFLED: "the discards become a draw pile of {count}",
    EventKind.SEAT_ORDER: "{seat} gets an order of the deck to draw by",
    EventKind.CHANCE: "chance decides: {chance}",
    EventKind.COLOR_NAMED: "{seat} names {color}",
    EventKind.PLAYED: "{seat} plays {card}{uno}, {count} left",
    EventKind.PENDING: "{cards} to take by the next seat",
    EventKind.DREW: "{seat} draws {count}",
    EventKind.FORGIVEN: "{seat} is forgiven {cards}: nothing is left to draw",
    EventKind.PASSED: "{seat} passes",
    EventKind.SKIPPED: "{seat} loses the turn",
    EventKind.REVERSED: "the direction turns",
    EventKind.CATCH_POLL: "{seat} has one card and did not shout",
    EventKind.CAUGHT: "{other} catches {seat}",
    EventKind.SAVED: "{seat} reports itself in time",
    EventKind.CHALLENGE_POLL: "the Wild Draw Four of {seat} may be challenged",
    EventKind.UNCHALLENGED: "nobody challenges {seat}",
    EventKind.CHALLENGED: "{seat} challenges {other}, who is {guilty}",
    EventKind.REVEALED: "{seat} shows its hand to {other}",
    EventKind.FINED: "{seat} must draw {count}: {why}",
    EventKind.RETIRED: "{seat} leaves with {cards}: {why}",
    EventKind.ROUND_ENDED: "the round ends ({why}): {seat} wins {points}; scores {scores}",
    EventKind.MATCH_ENDED: "the match ends ({why}): {seat} wins; scores {scores}",
}
_BLAMED: Final = "the match ends ({other} left: {why}): {seat} wins; scores {scores}"
"""Where a match ended because somebody left: the winner is not who did."""


def sentence(event: Event | PublicEvent, names: Sequence[str], rules: RuleSet) -> str:
    """Return what happened; of a full event with the cards that only the referee knows."""
    labels = rules.color_labels
    is_blamed = event.kind is EventKind.MATCH_ENDED and event.other != NOBODY
    text = (_BLAMED if is_blamed else _SENTENCES[event.kind]).format(
        seat=_name(names, event.seat),
        other=_name(names, event.other),
        card=shown(event.card, labels, event.color if event.kind is EventKind.PLAYED else None)
        if event.card
        else "",
        color=color_name(event.color, labels) if event.color else "no colour",
        count=event.count,
        cards=counted(event.count, "card"),
        points=counted(event.count, "point"),
        why="nobody else is left" if event.why is Why.LAST_STANDING else event.why.text.replace("_", " "),
        uno=" and shouts UNO" if event.flag else "",
        guilty="guilty" if event.flag else "innocent",
        scores=" ".join(map(str, event.scores)),
        chance=_chance(event, rules),
    )
    cards = getattr(event, "cards", ())
    return f"{text}: {cards_shown(cards, rules)}" if cards and event.kind in _TOLD_WITH_CARDS else text


def cards_shown(cards: Sequence[object], rules: RuleSet) -> str:
    """Return cards for people to read."""
    return " ".join(shown(card, rules.color_labels) for card in cards)  # type: ignore[arg-type]


_TOLD_WITH_CARDS: Final = {EventKind.DEALT, EventKind.DREW, EventKind.REVEALED, EventKind.RETIRED}
"""Piles and decks are left out: nobody reads a hundred cards."""


def _name(names: Sequence[str], seat: int) -> str:
    return "nobody" if seat == NOBODY else names[seat]


def _chance(event: Event | PublicEvent, rules: RuleSet) -> str:
    if event.why is Why.COIN:
        return "the catchers win" if event.flag else "the offender wins"
    return color_name(event.color, rules.color_labels) if event.color else ""
