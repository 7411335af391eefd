"""Runs scenario files (scenarios.md) on the oracle, and writes down expectations for a list of steps.

`"chance": SEED` names the seed of a CounterChance.
"""

import json

from .chance import CounterChance
from .options import check
from .profiles import profile
from .table import Table

OF_THE_STEP = ["drew", "forgiven", "sees"]


def load(path):
    """Read a scenario file."""
    return json.loads(path.read_text(encoding="utf-8"))


def begin(scenario):
    """Build the table of a scenario; ValueError with the reason when it is not one (ruling 30)."""
    rules = scenario["rules"]
    options = profile(rules["profile"], rules.get("overrides"))
    opening, position = scenario.get("opening"), scenario.get("position")
    seats = opening["seats"] if opening else len(position["hands"])
    faults = check(options, seats)
    if faults:
        raise ValueError("not a scenario: " + "; ".join(faults))
    table = Table(options, seats, CounterChance(scenario.get("chance", "")))
    if opening:
        table.open(opening["deck"], opening["dealer"], opening.get("hand_size"))
    else:
        table.place(position)
    return table


def take_step(table, step):
    """Play one step; return the refusal code or None."""
    if "retire" in step:
        return table.retire(step["retire"])
    if "fine" in step:
        return table.fine(step["fine"], step["cards"])
    if "timeout" in step:
        return table.timeout(step["timeout"])
    return table.act(step["seat"], step["do"])


def differences(expect, snapshot, code):
    """List (field, expected, got) where they disagree, compared as ruling 27 says."""
    found = []
    if expect.get("refused") != code:
        found.append(("refused", expect.get("refused"), code))
    for field, expected in expect.items():
        if field == "refused":
            continue
        got = named_parts(field, expected, snapshot[field])
        if got != expected:
            found.append((field, expected, got))
    return found


def named_parts(field, expected, got):
    """What is compared: the seats or keys named of `hand` and `round`; of `drew` those and all who drew."""
    if field in ("hand", "round") and got is not None and expected is not None:
        return {part: got.get(part) for part in expected}
    if field == "drew":
        return dict.fromkeys(expected, 0) | got
    return got


def run(scenario):
    """Play a whole scenario; return (step, field, expected, got) for the first step that fails, or None.

    Step 0 is `start`. A refused act that is not fined must leave everything as it was.
    """
    table = begin(scenario)
    failed = differences(scenario.get("start", {}), table.snapshot(), None)
    if failed:
        return (0, *failed[0])
    for number, step in enumerate(scenario["steps"], start=1):
        before = table.snapshot()
        code = take_step(table, step)
        after = table.snapshot()
        failed = differences(step.get("expect", {}), after, code)
        if code is not None and table.options["illegal_play"] == "reject":
            failed += differences(
                {name: before[name] for name in before if name not in OF_THE_STEP}, after, None
            )
        if failed:
            return (number, *failed[0])
    return None


def expectation(table, code):
    """The full `expect` of a step just played: every field of scenarios.md that is defined at this moment.

    `legal` is left out while a poll is half answered (ruling 21), and `color` before an opening wild has one
    (ruling 26). The piles are no fields of the format.
    """
    expect = table.snapshot()
    del expect["draw_pile"], expect["discard"]
    if table.answers:
        del expect["legal"]
    if expect["color"] is None:
        del expect["color"]
    return expect if code is None else {"refused": code, **expect}
