"""Every story goes as it is told. With ``--rewrite`` it is told as it goes."""

from pathlib import Path

import pytest

from support.stories import retold

STORIES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_story(path, request):
    text = path.read_text("utf-8")
    told = retold(text)
    if request.config.getoption("--rewrite"):
        path.write_text(told, "utf-8")
    else:
        assert text == told


def test_there_are_stories():
    assert len(STORIES) >= 12


def test_a_story_told_wrongly_is_found_out():
    text = STORIES[0].read_text("utf-8")
    assert retold(text.replace("\n= ", "\n= not ", 1)) == retold(text)
