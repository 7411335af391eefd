import pytest

from arbitro_engine.rules.ruleset import RuleFaults, RuleSet
from arbitro_engine.rules.variants import refused_variant

NAMED_IN_000 = [
    "attack",
    "flip",
    "dare",
    "coloradd",
    "spin",
    "roboto",
    "wild_jackpot",
    "dice",
    "super_mario",
]


@pytest.mark.parametrize("name", NAMED_IN_000)
def test_the_variants_of_000_are_refused_with_a_reason(name):
    for profile, overrides in ((name, {}), ("official", {"variant": name})):
        with pytest.raises(RuleFaults) as caught:
            RuleSet.of(profile, overrides)
        ((_, message),) = caught.value.faults
        assert message.startswith(f"the variant {name} is not supported: ")
        assert "nearest: traditional" in message or "any profile" in message


@pytest.mark.parametrize(
    "spelt, name",
    [
        ("UNO Flip", "flip"),
        ("Extreme", "attack"),
        ("Super Mario", "super_mario"),
        ("wild-jackpot", "wild_jackpot"),
    ],
)
def test_names_are_recognised_as_people_write_them(spelt, name):
    assert f"the variant {name} " in (refused_variant(spelt) or "")


@pytest.mark.parametrize("name", ["official", "h2o", "classic", ""])
def test_other_names_are_none_of_them(name):
    assert refused_variant(name) is None
