"""All scenario files hold, and a file that says something else is told so."""

import copy
import json
from pathlib import Path

import pytest

from arbitro_engine.rules.scenario import NotAScenario, run, snapshot
from support.rounds import opened, placed

FILES = sorted((Path(__file__).parents[2] / "conformance").glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_conformance(path):
    result = run(json.loads(path.read_text("utf-8")))
    assert result.ok, str(result)


def test_none_is_missing():
    assert len(FILES) >= 118


STORY = {
    "name": "a story",
    "rules": {"profile": "official"},
    "position": {
        "hands": [["R5", "B1", "W+4"], ["G1", "G2"], ["Y1"]],
        "draw_pile": ["R9", "G3", "G4", "G5", "B2", "B3", "B4"],
        "discard": ["R7"],
        "color": "R",
        "turn": 0,
    },
    "steps": [
        {
            "seat": 0,
            "do": "draw",
            "expect": {
                "refused": None,
                "decision": "after_draw",
                "to_act": [0],
                "legal": ["keep", "play R9"],
                "counts": [4, 2, 1],
                "hand": {"0": ["B1", "R5", "R9", "W+4"]},
                "top": "R7",
                "color": "R",
                "direction": 1,
                "pending": 0,
                "draw_count": 6,
                "discard_count": 1,
                "drew": {"0": 1},
                "forgiven": 0,
                "sees": {},
                "round": None,
                "scores": [0, 0, 0],
                "match_over": False,
                "match_winner": None,
            },
        }
    ],
}


def story(**expect):
    """The story with other expectations of its one step."""
    changed = copy.deepcopy(STORY)
    changed["steps"][0]["expect"] = expect
    return changed


def test_every_field_can_be_expected():
    assert run(STORY).ok


OTHERS = {
    "refused": "no_match",
    "decision": "turn",
    "to_act": [1],
    "legal": ["keep"],
    "counts": [3, 2, 1],
    "hand": {"0": ["R5"]},
    "top": "R5",
    "color": "B",
    "direction": -1,
    "pending": 2,
    "draw_count": 7,
    "discard_count": 2,
    "drew": {"1": 1},
    "forgiven": 1,
    "sees": {"1": []},
    "round": {"winner": 0},
    "scores": [1, 0, 0],
    "match_over": True,
    "match_winner": 0,
}


@pytest.mark.parametrize("field", OTHERS)
def test_every_field_is_compared(field):
    result = run(story(**{field: OTHERS[field]}))
    assert (result.ok, result.step, result.field, result.expected) == (False, 1, field, OTHERS[field])
    assert str(result).startswith(f"FAIL a story step 1: {field} expected ")


def test_an_unexpected_refusal_fails():
    changed = story(decision="turn")
    changed["steps"][0]["do"] = "play B1"
    assert run(changed)[2:4] == (1, "refused")
    assert str(run(changed)) == "FAIL a story step 1: refused expected None, got no_match"


def test_an_expected_refusal_that_does_not_come_fails():
    assert run(story(refused="no_match")).got is None


def test_the_start_is_step_0():
    changed = copy.deepcopy(STORY)
    changed["start"] = {"counts": [9, 9, 9]}
    assert run(changed)[2:] == (0, "counts", [9, 9, 9], [3, 2, 1])


@pytest.mark.parametrize(
    "expect, ok",
    [
        ({"hand": {}}, True),
        ({"hand": {"1": ["G1", "G2"]}}, True),
        ({"hand": {"7": []}}, False),
        ({"drew": {"0": 1, "1": 0}}, True),
        ({"drew": {}}, False),
        ({"sees": {}}, True),
        ({"sees": {"0": []}}, False),
    ],
)
def test_what_is_compared_in_parts(expect, ok):
    assert run(story(**expect)).ok is ok


def test_a_round_is_compared_in_the_parts_it_names():
    last = {
        **STORY,
        "position": {**STORY["position"], "hands": [["R5"], ["G1"]]},
        "steps": [{"seat": 0, "do": "play R5", "expect": {"round": {"points": 1}}}],
    }
    assert run(last).ok
    last["steps"][0]["expect"]["round"]["reason"] = "blocked"
    assert run(last).got == {"points": 1, "reason": "out"}


def test_what_is_no_move_is_refused_like_any_other():
    changed = story(refused="unknown_act")
    changed["steps"][0] |= {"do": "dance", "seat": 2}
    assert run(changed).ok


@pytest.mark.parametrize("seat, reason", [(1, "not_your_turn"), (9, "not_your_turn")])
def test_a_time_out_of_a_seat_that_is_not_asked_is_refused(seat, reason):
    changed = copy.deepcopy(STORY)
    changed["steps"] = [{"timeout": seat, "expect": {"refused": reason, "decision": "turn"}}]
    assert run(changed).ok


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"name": None}, "name must be a text"),
        ({"rules": "official"}, "rules must be an object"),
        ({"steps": {}}, "steps must be a list"),
        ({"steps": ["draw"]}, "a step must be an object"),
        ({"steps": [{"seat": 0}]}, "a step is one of"),
        ({"steps": [{"seat": 0, "do": "draw", "timeout": 0}]}, "a step is one of"),
        ({"steps": [{"seat": "0", "do": "draw"}]}, "seat must be a whole number"),
        ({"steps": [{"seat": 0, "do": 7}]}, "do must be a text"),
        ({"steps": [{"seat": 0, "do": "draw", "expects": {}}]}, "a step has no 'expects'"),
        ({"steps": [{"seat": 0, "do": "draw", "expect": {"count": [1]}}]}, "expect has no 'count'"),
        ({"steps": [{"seat": 0, "do": "draw", "expect": {"drew": []}}]}, "drew must be an object"),
        ({"steps": [{"retire": 1}, {"retire": 1}]}, "seat 1 cannot leave"),
        ({"steps": [{"retire": 5}]}, "seat 5 cannot leave"),
        ({"steps": [{"retire": -1}]}, "seats count from 0"),
        ({"steps": [{"fine": -1, "cards": 2}]}, "seats count from 0"),
        ({"start": []}, "expect must be an object"),
        ({"begin": {}}, "a scenario has no 'begin'"),
        ({"chance": 7}, "chance must be a text"),
    ],
)
def test_what_is_no_scenario_is_told_so(change, reason):
    with pytest.raises(NotAScenario, match=reason):
        run({**STORY, **change})


def test_a_list_is_no_scenario():
    with pytest.raises(NotAScenario, match="a scenario must be an object"):
        run([])


def test_a_snapshot_has_every_field():
    assert set(snapshot(placed("R1|B1", pile="B2"), [])) == set(STORY["steps"][0]["expect"])
    round, events = opened("official", "R1 B1 R2 B2 W Y5")
    assert snapshot(round, events)["color"] is None
