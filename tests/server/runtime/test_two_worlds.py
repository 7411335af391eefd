"""Two worlds that a seat cannot tell apart by what it may know: the bytes it is sent do not tell them either.

They differ in hands and in the draw pile where the observer has not seen them, and in how long the others
think; the observer is torn away now and then, and comes back. Not compared are heads of the chain alone.
"""

import random

import pytest

from arbitro_engine.rules.ruleset import RuleSet
from support.rounds import ALL_PROFILES
from support.worlds import Impossible, World, exchanged, hidden_places, shuffled_decks

PAIRS = 12


def told_apart(profile: str, seed: int, patch: pytest.MonkeyPatch) -> bool | None:
    """Play a pair of worlds; return whether what was sent differs, None if they are no such pair."""
    rng = random.Random(f"{profile}/{seed}")
    seats = 4 if profile == "vintage_pairs" else rng.choice((2, 3, 4))
    rules = RuleSet.of(profile, {"target": 10**6, "hand_size": 5})
    decks = shuffled_decks(rules, seed)
    one = World(patch, rules, seats, decks, pace=1)
    script = one.improvise(rng, rng.randint(10, 150))
    one.perform([])
    playing = one.events[0].count
    other_deck = exchanged(one, decks(playing), hidden_places(one, decks(playing), seats), rng)
    if other_deck == decks(playing):
        return None
    other = World(
        patch, rules, seats, lambda number: other_deck if number == playing else decks(number), pace=2
    )
    try:
        other.perform(script)
    except Impossible:
        return None
    if one.done != other.done:
        return None
    return (one.frames, one.heard) != (other.frames, other.heard)


@pytest.mark.parametrize("profile", ALL_PROFILES)
def test_what_a_seat_is_sent_tells_nothing_that_it_may_not_know(profile, monkeypatch):
    apart = [told_apart(profile, seed, monkeypatch) for seed in range(PAIRS)]
    assert True not in apart, apart
    assert apart.count(False) >= 3, apart
