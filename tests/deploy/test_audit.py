"""`make audit`: a known vulnerability fails, silence of the index does not."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOUND = "Found 1 known vulnerability in 1 package\nName  Version ID\nleaky 1.0     PYSEC-1"
CLEAN = "No known vulnerabilities found"
UNKNOWN = (
    f"{CLEAN}\nName  Skip Reason\nleaky Dependency not found on PyPI and could not be audited: leaky (1.0)"
)
BROKEN = "requests.exceptions.ConnectionError: HTTPSConnectionPool: Max retries exceeded"


@pytest.fixture
def audit(tmp_path):
    """Runs the verb over a pip-audit that says what it is told."""

    def run(says, code):
        (tmp_path / "told.txt").write_text(says)
        tool = tmp_path / "pip-audit"
        tool.write_text(f"#!/bin/sh\ncat {tmp_path}/told.txt\nexit {code}\n")
        tool.chmod(0o700)
        command = ["make", "--silent", "--assume-old=setup", "audit", f"BIN={tmp_path}"]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    return run


def test_a_known_vulnerability_fails_and_is_shown(audit):
    done = audit(FOUND, 1)
    assert done.returncode != 0
    assert "PYSEC-1" in done.stdout


def test_nothing_known_is_nothing_said(audit):
    done = audit(CLEAN, 0)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("says, code", [(UNKNOWN, 0), (BROKEN, 1)])
def test_an_index_that_cannot_tell_fails_nothing_and_is_told_of(audit, says, code):
    done = audit(says, code)
    assert done.returncode == 0
    assert done.stdout.startswith("not told")


def test_it_is_a_part_of_the_check():
    shown = subprocess.run(
        ["make", "--dry-run", "check"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "requirements/server.txt" in shown.stdout
