"""Positions and openings as data: a scenario's first part turned into a round, or refused with the reason.

Reading is strict: a key that is not known is an error, because a misspelt expectation that nobody checks
would pass.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from arbitro_engine.rules.asking import ask
from arbitro_engine.rules.cards import COLORS, Card, Color, parse_card
from arbitro_engine.rules.events import Event
from arbitro_engine.rules.moves import DecisionKind
from arbitro_engine.rules.opening import deal
from arbitro_engine.rules.round import Round
from arbitro_engine.rules.ruleset import RuleFaults, RuleSet, faults
from arbitro_engine.rules.shuffle import Chance
from arbitro_engine.rules.table import Table

__all__ = ["NotAScenario", "checked", "place", "rules_of"]

_POSITION: Final = {
    "hands",
    "draw_pile",
    "discard",
    "color",
    "direction",
    "turn",
    "dealer",
    "pending",
    "scores",
    "active",
}
_OPENING: Final = {"seats", "dealer", "deck", "hand_size", "scores"}
_COLORS: Final = {color.letter: color for color in COLORS}


class NotAScenario(ValueError):  # noqa: N818 - the words people use
    """A file that is no scenario, with the reason."""


def rules_of(scenario: Mapping[str, Any]) -> RuleSet:
    """Return the scenario's rule set.

    Raises:
        NotAScenario: naming every fault of the rules (ruling 30).
    """
    rules = checked(scenario.get("rules"), dict, "rules")
    known(rules, {"profile", "overrides"}, "rules")
    try:
        return RuleSet.of(checked(rules.get("profile"), str, "profile"), rules.get("overrides") or {})
    except RuleFaults as error:
        raise NotAScenario(f"rules: {error}") from None


def place(scenario: Mapping[str, Any], rules: RuleSet, chance: Chance) -> tuple[Round, list[Event]]:
    """Return the round that the scenario starts from and the events of its opening, none for a position.

    Raises:
        NotAScenario: if it has neither a position nor an opening, or one that cannot be.
    """
    if ("position" in scenario) == ("opening" in scenario):
        raise NotAScenario("it needs either a position or an opening")
    try:
        if "opening" in scenario:
            return _dealt(checked(scenario["opening"], dict, "opening"), rules, chance)
        return _placed(checked(scenario["position"], dict, "position"), rules, chance), []
    except NotAScenario:
        raise
    except (ValueError, TypeError, KeyError) as error:
        raise NotAScenario(str(error)) from None


def checked(value: Any, kind: type, what: str) -> Any:  # noqa: ANN401 - parsed JSON is anything
    """Return the value if it is of this kind.

    Raises:
        NotAScenario: if it is not.
    """
    if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
        names = {dict: "an object", list: "a list", str: "a text", int: "a whole number"}
        raise NotAScenario(f"{what} must be {names[kind]}, not {value!r}")
    return value


def known(given: Mapping[str, Any], keys: Collection[str], what: str) -> None:
    """Refuse keys that are not known.

    Raises:
        NotAScenario: naming the first of them.
    """
    for key in given:
        if key not in keys:
            raise NotAScenario(f"{what} has no {key!r}: it knows {', '.join(sorted(keys))}")


def _dealt(opening: dict[str, Any], rules: RuleSet, chance: Chance) -> tuple[Round, list[Event]]:
    known(opening, _OPENING, "opening")
    seats = checked(opening.get("seats"), int, "seats")
    _seatable(rules, seats)
    size = opening.get("hand_size")
    if size is not None and checked(size, int, "hand_size") < 1:
        raise NotAScenario("hand_size must be 1 or more")
    return deal(
        rules,
        seats,
        _seat(opening.get("dealer", 0), seats, "dealer"),
        _cards(opening.get("deck"), "deck"),
        chance,
        scores=_scores(opening, seats),
        hand_size=size,
    )


def _placed(position: dict[str, Any], rules: RuleSet, chance: Chance) -> Round:
    known(position, _POSITION, "position")
    hands = [_cards(hand, "hand") for hand in checked(position.get("hands"), list, "hands")]
    seats = len(hands)
    _seatable(rules, seats)
    discard = _cards(position.get("discard"), "discard")
    if not discard:
        raise NotAScenario("the discard pile needs a card on top")
    direction = position.get("direction", 1)
    if direction not in {1, -1}:
        raise NotAScenario("direction must be 1 or -1")
    round = Round(
        rules=rules,
        table=Table.of(rules, seats),
        chance=chance,
        dealer=_seat(position.get("dealer", 0), seats, "dealer"),
        hands=hands,
        pile=_cards(position.get("draw_pile"), "draw_pile")[::-1],
        discard=discard[::-1],
        scores=_scores(position, seats),
        active=_active(position, seats, rules),
        direction=direction,
        color=_color(position.get("color")),
        turn=_seat(position.get("turn"), seats, "turn"),
        pending=checked(position.get("pending", 0), int, "pending"),
    )
    if round.pending < 0:
        raise NotAScenario("pending must be 0 or more")
    if not round.active[round.turn]:
        raise NotAScenario(f"turn: seat {round.turn} is not in play")
    for seat, hand in enumerate(round.hands):
        if bool(hand) != round.active[seat]:
            state = "has no card" if round.active[seat] else "is not in play but holds cards"
            raise NotAScenario(f"hands: seat {seat} {state}")
    ask(round, DecisionKind.STACK if round.pending else DecisionKind.TURN, (round.turn,))
    return round


def _seatable(rules: RuleSet, seats: int) -> None:
    """Refuse a number of seats that the rules forbid; a scenario may deal fewer cards than the rules."""
    found = [f"{option}: {message}" for option, message in faults(rules, seats) if option != "hand_size"]
    if found:
        raise NotAScenario("; ".join(found))


def _active(position: dict[str, Any], seats: int, rules: RuleSet) -> list[bool]:
    playing = position.get("active")
    if playing is None:
        return [True] * seats
    listed = {_seat(seat, seats, "active") for seat in checked(playing, list, "active")}
    active = [seat in listed for seat in range(seats)]
    partner = Table.of(rules, seats).partner
    teams = {min(seat, partner[seat]) for seat in listed}
    if len(teams) < 2 or any(active[seat] != active[partner[seat]] for seat in range(seats)):
        raise NotAScenario("active must leave two teams in play, each of them whole")
    return active


def _scores(given: dict[str, Any], seats: int) -> list[int]:
    scores = given.get("scores")
    if scores is None:
        return [0] * seats
    listed = [checked(score, int, "a score") for score in checked(scores, list, "scores")]
    if len(listed) != seats or min(listed) < 0:
        raise NotAScenario(f"scores must be {seats} numbers, none below 0")
    return listed


def _seat(value: Any, seats: int, what: str) -> int:  # noqa: ANN401
    seat: int = checked(value, int, what)
    if not 0 <= seat < seats:
        raise NotAScenario(f"{what}: there is no seat {seat} among {seats}")
    return seat


def _cards(texts: Any, what: str) -> list[Card]:  # noqa: ANN401
    return [parse_card(checked(text, str, f"a card of {what}")) for text in checked(texts, list, what)]


def _color(letter: Any) -> Color:  # noqa: ANN401
    if not isinstance(letter, str) or letter not in _COLORS:
        raise NotAScenario(f"color must be R, Y, G or B, not {letter!r}")
    return _COLORS[letter]
