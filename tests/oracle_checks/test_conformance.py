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
