"""Oracle and engine play the same walk, step by step, until they disagree."""

import json
from dataclasses import dataclass

from differential.engine_table import EngineTable
from oracle import scenario
from oracle_checks.acts import MALFORMED, random_step, some_act
from oracle_checks.walks import random_start, write_down

LENGTHS = [40, 40, 40, 40, 40, 40, 40, 40, 40, 250]
PROBES = 4


@dataclass(frozen=True)
class Disagreement:
    """Where the two parted: `story` has the steps until then, with what the oracle expects."""

    story: dict
    step: int
    field: str
    oracle: object
    engine: object

    def __str__(self):
        return f"step {self.step}: {self.field}: the oracle says {self.oracle}, the engine {self.engine}"


def walk(rng):
    """Play one random walk; return the disagreement, or None."""
    story, table = random_start(rng)
    length = rng.choice(LENGTHS)
    engine = EngineTable(story)
    steps = []
    found = difference(
        state(table), engine.state(), ignore=("drew",)
    )  # whether dealing is drawing: nobody cares
    past_end = 0
    while found is None and len(steps) < length and past_end < 2:
        found = probe(rng, table, engine)
        if found:
            break
        past_end += table.round is not None
        steps.append(random_step(rng, table))
        codes = scenario.take_step(table, steps[-1]), engine.take(steps[-1])
        found = difference(
            {"refused": codes[0]} | state(table),
            {"refused": codes[1]} | engine.state(),
        )
    return found and Disagreement(written(story, steps), len(steps), *found)


def state(table):
    """All there is to know of the oracle's table, in the fields of `EngineTable.state`."""
    fields = table.snapshot()
    del fields["legal"]
    waiting = [seat for seat in table.asked if seat not in table.answers]
    return fields | {
        "removed": sorted(table.removed),
        "legal by seat": [table.legal(seat) if seat in waiting else [] for seat in range(table.seats)],
        "default by seat": {seat: table.default(seat) for seat in waiting},
        "passes": table.passes if table.round is None else 0,
    }


def difference(oracle, engine, ignore=()):
    """Return (field, oracle's, engine's) of the first field that differs."""
    assert oracle.keys() == engine.keys()
    fields = (name for name in oracle if name not in ignore and oracle[name] != engine[name])
    return next(((name, oracle[name], engine[name]) for name in fields), None)


def probe(rng, table, engine):
    """Ask both why they would refuse a few acts, of anybody."""
    for _ in range(PROBES):
        seat = rng.randrange(table.seats)
        text = rng.choice(MALFORMED) if rng.random() < 0.1 else some_act(rng, table, seat)
        codes = table.refusal(seat, text), engine.refusal(seat, text)
        if codes[0] != codes[1]:
            return (f"refusal of {text!r} by seat {seat}", *codes)
    return None


def written(story, steps):
    """The story with steps and the oracle's expectations: a scenario file."""
    table = scenario.begin(story)
    start = {}
    if "opening" in story:
        start = {"start": scenario.expectation(table, None)}
        del start["start"]["drew"]
    told = []
    for step in steps:
        code = scenario.take_step(table, step)
        told.append({**step, "expect": scenario.expectation(table, code)})
    return story | start | {"steps": told}


def keep(disagreement, folder, name):
    """Write the walk down as a scenario file; return its path."""
    path = folder / f"{name}.json"
    path.write_text(write_down(disagreement.story), encoding="utf-8")
    assert json.loads(path.read_text(encoding="utf-8")) == disagreement.story
    return path
