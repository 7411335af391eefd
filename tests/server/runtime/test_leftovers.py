"""What is over leaves its result, and nothing else: memory is counted in objects and blocks, not in bytes."""

import functools
import gc
import sys
import weakref

import pytest

from arbitro_engine.rules import table
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_server.store.sqlite import SqliteStore
from support.floors import House
from support.jumping import S

SHORT = RuleSet.of("official", {"target": 1})
OF_A_RESULT = 12
"""Blocks of a match: its result, two tuples of numbers and one of names, its id, log's name and handle."""
OF_A_TOURNAMENT = 100
"""Blocks of a tournament, whose matches do not count: its spec, machine, books and counts."""


class Sink(dict):
    """Takes files, and keeps none."""

    def __setitem__(self, _name, _records):
        pass


@pytest.fixture
def house(tmp_path):
    house = House(SqliteStore(tmp_path / "store.db"))
    house.files = Sink()
    return house


def play(house: House, name: str, games: int) -> None:
    hosted = house.create("ann", "ben", name=name, games=games, rules=SHORT)
    seated = [house.sit(bot, 4) for bot in ("ann", "ben")]
    house.play(*seated)
    assert hosted.is_over
    for one in seated:
        house.lose(one)
    house.jump(600 * S)  # deadlines that were disarmed are forgotten when their time comes


def blocks() -> int:
    """Memory blocks in use, but for those of the caches: their bounds are theirs."""
    for module in list(sys.modules.values()):
        if module.__name__.partition(".")[0].startswith("arbitro"):
            for one in vars(module).values():
                if isinstance(one, functools._lru_cache_wrapper):
                    one.cache_clear()
    for offers in table._TURNS:
        offers.clear()
    gc.collect()
    return sys.getallocatedblocks()


def test_a_match_that_is_over_leaves_its_result(house):
    play(house, "warm", 40)
    before = blocks()
    play(house, "cup", 400)
    assert blocks() - before < 400 * OF_A_RESULT + OF_A_TOURNAMENT


def test_a_tournament_that_is_over_leaves_its_books(house):
    for number in range(5):
        play(house, f"warm{number}", 2)
    before = blocks()
    for number in range(40):
        play(house, f"cup{number}", 2)
    assert blocks() - before < 40 * (2 * OF_A_RESULT + OF_A_TOURNAMENT)


def test_a_match_that_is_over_does_not_wait_for_the_collector(house):
    hosted = house.create("ann", "ben", games=1, rules=SHORT)
    seated = [house.sit(bot) for bot in ("ann", "ben")]
    runner = weakref.ref(next(iter(hosted.runners.values())))
    questions = weakref.ref(runner()._questions)
    gc.disable()
    try:
        house.play(*seated)
        house.settle()
        assert hosted.is_over
        assert (runner(), questions()) == (None, None)
    finally:
        gc.enable()
