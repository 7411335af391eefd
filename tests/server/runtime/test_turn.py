"""One turn of the loop: committed together, then said."""

import pytest

from arbitro_server.runtime.turn import LoopTurn
from arbitro_server.store.interface import StoreError
from support.memory import MemoryStore


class Desk:
    """A turn, and all that became of it."""

    def __init__(self, **store: int) -> None:
        self.store = MemoryStore(**store)
        self.soon: list = []
        self.observed: list[int] = []
        self.failures: list = []
        self.turn = LoopTurn(
            self.store, self.soon.append, lambda _, size: self.observed.append(size), self.failures.append
        )


class Speaker:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.spoke: list[int] = []

    def speak(self) -> None:
        self.spoke.append(self.desk.store.commits)


@pytest.fixture
def desk():
    return Desk()


def test_a_turn_is_one_commit_and_everybody_speaks_once_after_it(desk):
    one, other = Speaker(desk), Speaker(desk)
    for speaker in (one, other, one):
        desk.turn.append("log", b"record")
        desk.turn.speak_after(speaker)
    assert len(desk.soon) == 1
    desk.soon.pop()()
    assert desk.store.commits == 1
    assert desk.store.records("log") == [b"record"] * 3
    assert one.spoke == other.spoke == [1]
    assert desk.observed == [18]


def test_a_turn_without_records_is_no_commit(desk):
    speaker = Speaker(desk)
    desk.turn.speak_after(speaker)
    desk.soon.pop()()
    assert speaker.spoke == [0]


def test_who_speaks_may_append_for_the_next_turn(desk):
    class Chatty(Speaker):
        def speak(self) -> None:
            super().speak()
            self.desk.turn.append("log", b"more")

    desk.turn.speak_after(Chatty(desk))
    desk.soon.pop()()
    assert desk.store.commits == 0
    desk.soon.pop()()
    assert desk.store.records("log") == [b"more"]


def test_after_a_failure_nothing_is_said_ever_again():
    desk = Desk(fail_after=0)
    speaker = Speaker(desk)
    desk.turn.append("log", b"record")
    desk.turn.speak_after(speaker)
    desk.soon.pop()()
    assert len(desk.failures) == 1
    desk.store.fail_after = None
    desk.turn.speak_after(speaker)
    desk.turn.flush()
    assert speaker.spoke == []


def test_a_summary_that_cannot_be_kept_keeps_nobody_else_from_speaking(desk):
    class Full(Speaker):
        def speak(self) -> None:
            raise StoreError("the disk is full")

    speaker = Speaker(desk)
    desk.turn.append("log", b"record")
    desk.turn.speak_after(Full(desk))
    desk.turn.speak_after(speaker)
    desk.soon.pop()()
    assert speaker.spoke == [1]
    assert [str(failure) for failure in desk.failures] == ["the disk is full"]
    assert not desk.turn.is_broken
