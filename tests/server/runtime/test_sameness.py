"""The same spec, secret and answers give the same records, whatever the hash seed and whoever plays along."""

import subprocess
import sys
from pathlib import Path

from support.processes import environment

TESTS = Path(__file__).parents[2]


def digest(others: int, hash_seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "support.sameness", str(others)],
        cwd=TESTS,
        capture_output=True,
        text=True,
        check=True,
        env=environment(PYTHONHASHSEED=hash_seed),
    )
    return done.stdout.splitlines()[-1]  # what comes before is the referee's log


def test_records_depend_on_spec_secret_and_answers_alone():
    alone = digest(0, "0")
    assert len(alone) == 64
    assert digest(0, "1") == alone
    assert digest(50, "2") == alone
