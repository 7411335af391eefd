"""What a process holds is told apart by who holds it."""

import ctypes
import sys
from functools import lru_cache

import pytest
from bench.held import cached, held, size_of


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="glibc tells it, from 2.33 on")
def test_small_objects_are_pythons_and_large_ones_are_not():
    before = held()
    small = [bytes([1]) * 400 for _ in range(5_000)]
    after = held()
    assert after.python_kb - before.python_kb > 2_000
    large = [bytes(40_000) for _ in range(100)]
    assert held().used_kb - after.used_kb > 3_900
    assert len(small) + len(large) == 5_100


def test_a_size_is_of_all_that_is_led_to_and_counts_everything_once():
    name = "a name that is nowhere else, of so many letters"
    one = size_of([name])
    assert one == sys.getsizeof(name) + 15 & ~15
    assert size_of([name, name]) == one
    assert size_of([{name: None}]) - size_of([{}]) >= one
    assert size_of([[name, (name,)]]) > one
    assert size_of([str, sys, size_of]) == 0


def test_results_in_caches_are_counted(monkeypatch):
    kept = lru_cache(maxsize=10)(lambda number: number)
    before = cached("bench.")
    monkeypatch.setattr("bench.held.kept", kept, raising=False)
    for number in range(20):
        kept(number)
    assert cached("bench.") - before == 10
