"""Who tells matches again takes turns: one slice in each turn of the loop."""

import asyncio

import pytest

from arbitro_server.runtime.replays import Replays
from support.jumping import turns


class Loop:
    """A loop that turns when the test says so."""

    def __init__(self) -> None:
        self.due = []

    def soon(self, call) -> None:
        self.due.append(call)

    def turn(self) -> None:
        due, self.due = self.due, []
        for call in due:
            call()


@pytest.fixture
def loop():
    return Loop()


@pytest.fixture
def replays(loop):
    return Replays(loop.soon)


def slices(told: list[str], name: str, count: int):
    for number in range(count):
        told.append(f"{name}{number}")
        yield


def test_bots_take_turns_slice_by_slice(replays, loop):
    told = []
    replays.tell_bot(slices(told, "a", 3))
    assert told == ["a0"]  # nobody was before
    replays.tell_bot(slices(told, "b", 2))
    assert told == ["a0"]  # this turn of the loop is spent
    while loop.due:
        before = len(told)
        loop.turn()
        assert len(told) <= before + 1
    assert told == ["a0", "a1", "b0", "a2", "b1"]
    replays.tell_bot(slices(told, "c", 1))
    assert told[-1] == "c0"


async def test_bots_go_before_watchers_who_are_told_one_after_the_other(replays, loop):
    told = []
    watchers = [asyncio.create_task(replays.tell_watcher(slices(told, name, 2))) for name in "vw"]
    await turns(2)
    replays.tell_bot(slices(told, "a", 2))
    while loop.due:
        loop.turn()
    await asyncio.gather(*watchers)
    assert told == ["v0", "a0", "a1", "v1", "w0", "w1"]


async def test_a_watcher_who_has_left_is_told_nothing_more(replays, loop):
    told = []
    left = asyncio.create_task(replays.tell_watcher(slices(told, "v", 9)))
    stays = asyncio.create_task(replays.tell_watcher(slices(told, "w", 1)))
    await turns(2)
    left.cancel()
    await turns(2)
    while loop.due:
        loop.turn()
    await stays
    assert told == ["v0", "w0"]


async def test_what_goes_wrong_is_the_watchers_alone(replays, loop):
    def broken():
        yield
        raise ValueError("damaged")

    told = []
    fails = asyncio.create_task(replays.tell_watcher(broken()))
    stays = asyncio.create_task(replays.tell_watcher(slices(told, "w", 1)))
    await turns(2)
    while loop.due:
        loop.turn()
    await stays
    with pytest.raises(ValueError, match="damaged"):
        await fails
