from pathlib import Path

from arbitro_sdk.cli.reference import page
from arbitro_sdk.cli.verbs import _VERBS

WRITTEN = Path(__file__).parents[3] / "docs" / "reference" / "commands.md"


def test_the_page_is_as_the_verbs_say():
    assert WRITTEN.read_text() == page(), "python -m arbitro_sdk.cli.reference > docs/reference/commands.md"


def test_every_verb_stands_in_it():
    assert [verb for verb in _VERBS if f"\n## arbitro {verb}\n" not in page()] == []
    assert "\n## arbitro tournament create\n" in page()
