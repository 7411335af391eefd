"""The page of known faults names, for each of them, tests that exist."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "known-faults.md").read_text()
ROWS = re.findall(r"^\| ([A-Z]\d\d) \| (.+?) \| (.+) \|$", PAGE, flags=re.MULTILINE)
KNOWN = (
    "R01 R02 R05 R06 R07 R08 R09 R11 R12 R13 H02 H04 H07 H08 H09 T01 T02 T03 T07 P01 P06 P07 P08 P10 P11 P13 "
    "C04 C05 C06 C09 L01 L02 L04 W03 O02 O05"
)


@cache
def found_in(file: str) -> set[str]:
    return set(re.findall(r"^(?:async )?def (test_\w+)", (ROOT / file).read_text(), flags=re.MULTILINE))


def test_every_fault_stands_once_on_the_page():
    assert [fault for fault, _, _ in ROWS] == KNOWN.split()


@pytest.mark.parametrize("fault, held_by", [(fault, tests) for fault, _, tests in ROWS])
def test_what_is_said_to_hold_a_fault_exists(fault, held_by):
    named = re.findall(r"`([^`]+)`", held_by)
    assert named
    for one in named:
        file, _, test = one.partition("::")
        assert (ROOT / file).is_file(), one
        assert not test or test in found_in(file), one
