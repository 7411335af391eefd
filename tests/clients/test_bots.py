import pytest

from arbitro_engine.rules.events import Why
from arbitro_engine.rules.profiles import PROFILES
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.arena import Conditions, Scheduled, play
from arbitro_sdk.bots import BUNDLED
from arbitro_sdk.loading import load


def fight(names, seed, profile="official", **options):
    conditions = Conditions(RuleSet.of(profile, options), str(seed))
    ids = tuple(f"{name}-{seat}" for seat, name in enumerate(names))
    return play(
        conditions,
        Scheduled("cup-0-0", "cup-0-0", "cup", ids),
        [load(name) for name in names],
        [print] * len(names),
    )


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_bots_play_every_profile_without_a_fault(name, profile):
    others = ["random", "first"] if profile == "vintage_pairs" else []
    played = fight([name, "random", *others], 5, profile)
    assert [dict(faults) for faults in played.faults] == [{}] * len(played.faults)
    assert played.ended.ending in {Why.TARGET, Why.ROUND_CAP}


@pytest.mark.parametrize("better, worse", [("greedy", "first"), ("saver", "first"), ("counter", "random")])
def test_a_thoughtful_bot_wins_more_than_a_thoughtless_one(better, worse):
    won = sum(fight([better, worse], seed).ended.winner == 0 for seed in range(12))
    assert won >= 8
