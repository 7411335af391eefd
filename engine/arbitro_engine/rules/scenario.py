"""Scenarios: a start, acts, and what must be true after each, as data (``docs/reference/scenarios.md``).

:func:`run` says whether our rules agree with one. It takes the parsed JSON of a file: callers read files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from arbitro_engine.rules.events import Event, EventKind, Why
from arbitro_engine.rules.legal import is_fined, is_forfeit, legal, refusal
from arbitro_engine.rules.moves import Refusal, parse_move
from arbitro_engine.rules.position import NotAScenario, checked, known, place, rules_of
from arbitro_engine.rules.round import Round
from arbitro_engine.rules.scenario_chance import ScenarioChance
from arbitro_engine.rules.scoring import match_outcome
from arbitro_engine.rules.step import apply, apply_default, fine, retire, wrong_card

__all__ = ["NotAScenario", "ScenarioResult", "begin", "play_step", "run", "snapshot"]

_KEYS: Final = {"name", "rules", "position", "opening", "start", "steps", "chance"}
_STEPS: Final = {
    "do": {"seat", "do", "expect"},
    "timeout": {"timeout", "expect"},
    "retire": {"retire", "expect"},
    "fine": {"fine", "cards", "expect"},
}
_FIELDS: Final = {
    "refused",
    "decision",
    "to_act",
    "legal",
    "counts",
    "hand",
    "top",
    "color",
    "direction",
    "pending",
    "draw_count",
    "discard_count",
    "drew",
    "forgiven",
    "sees",
    "round",
    "scores",
    "match_over",
    "match_winner",
}
_IN_PARTS: Final = {"hand", "round"}


class ScenarioResult(NamedTuple):
    """Whether the rules agree with a scenario, and if not, the first difference.

    Attributes:
        name: the scenario's name.
        ok: whether all expectations hold.
        step: the step that differs: 0 is the start, steps count from 1.
        field: the field of ``expect`` that differs.
        expected, got: its values, in the JSON forms of the file.
    """

    name: str
    ok: bool
    step: int | None = None
    field: str | None = None
    expected: Any = None
    got: Any = None

    def __str__(self) -> str:
        if self.ok:
            return f"ok {self.name}"
        return f"FAIL {self.name} step {self.step}: {self.field} expected {self.expected}, got {self.got}"


def run(scenario: Mapping[str, Any]) -> ScenarioResult:
    """Play a scenario, given as the parsed file, and return the first difference, if there is one.

    Raises:
        NotAScenario: with the reason.
    """
    checked(scenario, dict, "a scenario")
    known(scenario, _KEYS, "a scenario")
    name = checked(scenario.get("name"), str, "name")
    steps = checked(scenario.get("steps", []), list, "steps")
    for step in steps:
        _check_step(step)
    _check_expect(scenario.get("start", {}))
    round, events = begin(scenario)
    refused = None
    for number, step in enumerate([{"expect": scenario.get("start", {})}, *steps]):
        if number:
            refused, events = play_step(round, step)
        found = _difference(step.get("expect", {}), snapshot(round, events, refused))
        if found:
            return ScenarioResult(
                name, ok=False, step=number, field=found[0], expected=found[1], got=found[2]
            )
    return ScenarioResult(name, ok=True)


def begin(scenario: Mapping[str, Any]) -> tuple[Round, list[Event]]:
    """Return the round that a scenario starts from, and the events of its opening.

    Raises:
        NotAScenario: with the reason.
    """
    seed = checked(scenario.get("chance", ""), str, "chance")
    return place(scenario, rules_of(scenario), ScenarioChance(seed))


def play_step(round: Round, step: Mapping[str, Any]) -> tuple[Refusal | None, list[Event]]:
    """Play one step of a scenario and return why it was refused, if it was, and what happened.

    Raises:
        NotAScenario: if the referee cannot do what the step says, e.g. retire a seat that has left.
    """
    try:
        if "retire" in step:
            return None, retire(round, step["retire"], Why.CONDUCT)
        if "fine" in step:
            return None, fine(round, step["fine"], step["cards"])
    except (ValueError, IndexError) as error:
        raise NotAScenario(str(error)) from None
    if "timeout" in step:
        seat = step["timeout"]
        if seat in round.to_act and seat not in round.answers:
            return None, apply_default(round, seat)[1]
        return Refusal.ALREADY_ANSWERED if seat in round.to_act else Refusal.NOT_YOUR_TURN, []
    return _play_move(round, step["seat"], step["do"])


def _play_move(round: Round, seat: int, text: str) -> tuple[Refusal | None, list[Event]]:
    try:
        move = parse_move(text)
    except ValueError:
        return Refusal.UNKNOWN_ACT, []
    why = refusal(round, seat, move)
    if why is None:
        return None, apply(round, seat, move)
    if is_fined(round, why):
        return why, wrong_card(round, seat)
    if is_forfeit(round, why):
        return why, retire(round, seat, Why.ILLEGAL)
    return why, []


def snapshot(round: Round, events: list[Event], refused: Refusal | None = None) -> Snapshot:
    """Return every field that a scenario may expect, after the step that caused these events."""
    result = round.result
    first = next((seat for seat in round.to_act if seat not in round.answers), None)
    outcome = match_outcome(round.rules, round.scores, round.active, 1) if result else None
    return {
        "refused": refused.value if refused else None,
        "decision": round.decision.text if round.decision else "none",
        "to_act": list(round.to_act),
        "legal": [] if first is None else sorted(map(str, legal(round, first))),
        "counts": list(round.counts),
        "hand": {str(seat): sorted(map(str, hand)) for seat, hand in enumerate(round.hands)},
        "top": str(round.top),
        "color": str(round.color) if round.color else None,
        "direction": round.direction,
        "pending": round.pending,
        "draw_count": len(round.pile),
        "discard_count": len(round.discard),
        "drew": _drew(events),
        "forgiven": sum(event.count for event in events if event.kind is EventKind.FORGIVEN),
        "sees": {
            str(event.other): sorted(map(str, event.cards))
            for event in events
            if event.kind is EventKind.REVEALED
        },
        "round": {"winner": result.winner, "points": result.credited, "reason": result.why.text}
        if result
        else None,
        "scores": list(round.scores),
        "match_over": outcome.over if outcome else False,
        "match_winner": outcome.winner if outcome else None,
    }


Snapshot = dict[str, Any]


def _drew(events: list[Event]) -> dict[str, int]:
    drew: dict[str, int] = {}
    for event in events:
        if event.kind is EventKind.DREW:
            drew[str(event.seat)] = drew.get(str(event.seat), 0) + event.count
    return drew


def _difference(expect: Mapping[str, Any], got: Snapshot) -> tuple[str, Any, Any] | None:
    """Return the first field that differs (ruling 27); a refusal that is not expected differs too."""
    for field, expected in {"refused": None, **expect}.items():
        found, wanted = got[field], expected
        if field == "drew":
            wanted = {seat: cards for seat, cards in expected.items() if cards}
        elif field in _IN_PARTS and found is not None and expected is not None:
            found = {key: value for key, value in found.items() if key in expected}
        if found != wanted:
            return field, expected, found
    return None


def _check_step(step: Mapping[str, Any]) -> None:
    checked(step, dict, "a step")
    kinds = [kind for kind in _STEPS if kind in step]
    if len(kinds) != 1:
        raise NotAScenario(f"a step is one of {', '.join(_STEPS)}: {step}")
    kind = kinds[0]
    known(step, _STEPS[kind], "a step")
    seat = checked(step.get("seat" if kind == "do" else kind), int, "seat")
    if kind == "do":
        checked(step["do"], str, "do")
    elif seat < 0:
        raise NotAScenario(f"seats count from 0: {step}")
    if kind == "fine" and checked(step.get("cards"), int, "cards") < 1:
        raise NotAScenario("a fine is of 1 card or more")
    _check_expect(step.get("expect", {}))


def _check_expect(expect: Mapping[str, Any]) -> None:
    checked(expect, dict, "expect")
    known(expect, _FIELDS, "expect")
    for field in ("drew", "hand", "sees"):
        checked(expect.get(field, {}), dict, field)
