"""Two implementations of the rules, written apart from the same texts, agree on whatever happens at a table.

`make test` plays the same walks each time; `python -m pytest tests/differential --walks 100000` searches on.
A walk on which the two part is written down as a scenario file. The texts then say who is right.
"""

import json
import random

import pytest

from differential import engine_table, lockstep
from oracle import scenario

AT_ONCE = 50


def pytest_generate_tests(metafunc):
    if "first" in metafunc.fixturenames:
        metafunc.parametrize("first", range(0, metafunc.config.getoption("walks"), AT_ONCE))


def test_oracle_and_engine_agree(first, tmp_path):
    for seed in range(first, first + AT_ONCE):
        found = lockstep.walk(random.Random(seed))
        if found:
            path = lockstep.keep(found, tmp_path, f"walk-{seed}")
            pytest.fail(f"walk {seed}, {found}. It is written down in {path}.")


def test_a_disagreement_is_found_and_becomes_a_scenario(tmp_path, monkeypatch):
    monkeypatch.setattr(engine_table, "play_step", lambda _round, _step: (None, []))  # an engine that sleeps
    found = lockstep.walk(random.Random(1))
    assert found.oracle != found.engine
    kept = json.loads(lockstep.keep(found, tmp_path, "walk-1").read_text())
    assert len(kept["steps"]) == found.step > 0
    assert scenario.run(kept) is None


def test_a_refusal_that_differs_is_found(monkeypatch):
    monkeypatch.setattr(lockstep.EngineTable, "refusal", lambda _self, _seat, _text: "no_match")
    found = lockstep.walk(random.Random(1))
    assert found.field.startswith("refusal of ")
    assert found.engine == "no_match"
