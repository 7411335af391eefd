"""Oracle and engine agree on whole matches: dealers, totals, ties, extra rounds, faults, orders, winners."""

import json
import random
from collections import Counter

import pytest

from differential.match_walk import MatchWalk

AT_ONCE = 10
MATCHES_PER_WALK = 0.2


def pytest_generate_tests(metafunc):
    if "first" in metafunc.fixturenames:
        matches = int(metafunc.config.getoption("walks") * MATCHES_PER_WALK)
        metafunc.parametrize("first", range(0, matches, AT_ONCE))


def test_oracle_and_engine_agree(first, tmp_path):
    for seed in range(first, first + AT_ONCE):
        walk = MatchWalk(random.Random(seed))
        found = walk.play()
        if found:
            path = tmp_path / f"match-{seed}.json"
            path.write_text(json.dumps(walk.told(), indent=1))
            field, oracle, engine = found
            pytest.fail(f"match {seed}: {field}: the oracle says {oracle}, the engine {engine}; see {path}")


def test_matches_reach_what_matters():
    seen = Counter()
    for seed in range(150):
        walk = MatchWalk(random.Random(seed))
        walk.play()
        seen += walk.seen
        seen["shared"] += walk.oracle.over and walk.oracle.winner is None
        seen["won"] += walk.oracle.winner is not None
    assert {name for name, times in seen.items() if times} >= {
        "out",
        "blocked",
        "capped",
        "retired",
        "left",
        "fine",
        "retire",
        "extra round",
        "shared",
        "won",
    }


@pytest.mark.source
def test_a_difference_is_found(monkeypatch):
    monkeypatch.setattr("arbitro_engine.match.course.next_dealer", lambda *_: 0)
    found = [MatchWalk(random.Random(seed)).play() for seed in range(20)]
    assert any(found)
