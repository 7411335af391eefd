"""Every conformance file holds under the oracle too."""

from pathlib import Path

import pytest

from oracle import scenario

FILES = sorted((Path(__file__).parent.parent / "conformance").glob("*.json"))


def test_all_files_are_there():
    assert len(FILES) >= 89


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_conformance(path):
    assert scenario.run(scenario.load(path)) is None


def test_a_wrong_expectation_is_found():
    story = scenario.load(FILES[0])
    story["steps"][1]["expect"]["counts"] = [2, 2, 2, 2]
    assert scenario.run(story) == (2, "counts", [2, 2, 2, 2], [2, 1, 2, 2])


def test_what_drew_says_of_seats_it_does_not_name():
    story = scenario.load(FILES[0])
    story["steps"][1]["expect"]["drew"] = {"3": 0}
    assert scenario.run(story) is None
    story["steps"][1] = {"seat": 1, "do": "draw", "expect": {"drew": {}}}
    assert scenario.run(story) == (2, "drew", {}, {"1": 1})


def test_rules_that_contradict_themselves_are_no_scenario():
    story = scenario.load(FILES[0])
    story["rules"]["overrides"] = {"challenge_by": "nobody"}
    with pytest.raises(ValueError, match="not a scenario: wd4_enforcement"):
        scenario.run(story)


def test_an_unexpected_refusal_fails():
    story = scenario.load(FILES[0])
    story["steps"] = [{"seat": 0, "do": "draw"}]
    assert scenario.run(story) == (1, "refused", None, "not_your_turn")
