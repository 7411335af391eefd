import subprocess
import sys
from pathlib import Path

from arbitro_sdk.cli.reference import page
from arbitro_sdk.cli.verbs import _VERBS

WRITTEN = Path(__file__).parents[3] / "docs" / "reference" / "commands.md"


def test_the_page_is_as_the_verbs_say():
    # in a process of its own: click keeps the help option of each verb as the first test has asked for it
    command = [sys.executable, "-m", "arbitro_sdk.cli.reference"]
    written = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert WRITTEN.read_text() == written, "python -m arbitro_sdk.cli.reference > docs/reference/commands.md"


def test_every_verb_stands_in_it():
    assert [verb for verb in _VERBS if f"\n## arbitro {verb}\n" not in page()] == []
    assert "\n## arbitro tournament create\n" in page()
