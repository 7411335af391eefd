import sys
from io import StringIO

import pytest

from arbitro_sdk.cli.progress import Progress


class Screen(StringIO):
    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


@pytest.fixture
def screen(monkeypatch):
    def put_up(*, is_terminal: bool) -> Screen:
        screen = Screen(is_terminal=is_terminal)
        monkeypatch.setattr(sys, "stderr", screen)
        return screen

    return put_up


def test_a_terminal_shows_a_bar_that_grows_and_goes(screen):
    shown = screen(is_terminal=True)
    with Progress("matches") as progress:
        progress(0, 0)
        progress(1, 12)
        progress(12, 12, "0:07")
        drawn = shown.getvalue().split("\r")[1:]
    assert [line.rstrip() for line in drawn] == [
        "[" + "#" * 2 + "." * 28 + "] 1/12 matches",
        "[" + "#" * 30 + "] 12/12 matches  0:07",
    ]
    assert shown.getvalue().split("\r")[-2].strip() == ""


def test_nothing_is_drawn_twice(screen):
    shown = screen(is_terminal=True)
    with Progress("matches") as progress:
        progress(1, 2)
        length = len(shown.getvalue())
        progress(1, 2)
        assert len(shown.getvalue()) == length


def test_whatever_is_no_terminal_gets_no_bar(screen):
    shown = screen(is_terminal=False)
    with Progress("matches") as progress:
        progress(1, 2)
    assert shown.getvalue() == ""
