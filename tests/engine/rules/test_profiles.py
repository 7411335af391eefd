"""The table of profiles in code against the one in the rules' text (docs/reference/rules.md 7.3)."""

import re
from pathlib import Path

import pytest

from arbitro_engine.rules.profiles import PROFILES, Source, provenance
from arbitro_engine.rules.ruleset import OPTIONS, RuleSet
from support.rounds import ALL_PROFILES

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "rules.md"
LETTERS = {
    "E": Source.EXPLICIT,
    "I": Source.INFERRED,
    "D": Source.DEFAULT,
    "R": Source.POLICY,
}
NOTES = "¹²³⁴⁵"


def written():
    """Yield (profile, option, value or None where it has no effect, letter) of every cell of 7.3."""
    text = PAGE.read_text("utf-8").split("### 7.3")[1].split("\n## ")[0]
    rows = [
        [cell.strip().replace("*", "") for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("|") and not line.startswith("|---")
    ]
    header, *body = rows
    profiles = [re.sub(r" \(.*\)", "", name) for name in header[1:]]
    for names, *cells in body:
        for profile, cell in zip(profiles, cells, strict=True):
            yield from spread(profile, names, cell)


def spread(profile, names, cell):
    """Yield the cells of a row that stands for several options, such as ``stack_wd4 / stack_cross``."""
    options = {
        "players_min–max": ["players_min", "players_max"],
        "value_action / wild / wd4": ["value_action", "value_wild", "value_wd4"],
    }.get(names, names.split(" / "))
    cell = cell.translate(dict.fromkeys(map(ord, NOTES)))
    letter = cell[-1] if cell[-2:-1] == " " else None
    body = re.sub(r" \(.*\)", "", cell.removesuffix(f" {letter}"))
    values = re.split(r" / |/|–(?=\d)", body) if len(options) > 1 else [body]
    if len(options) > 1 and len(values) != len(options):
        values = [body] * len(options)
    for option, text in zip(options, values, strict=True):
        value, own = (text[:-2], text[-1]) if re.search(r" [EIDR]$", text) else (text, letter)
        nothing = value in {"–", "n/a", ""}
        yield profile, option, None if nothing else value.split()[0], own


CELLS = list(written())


def test_every_option_stands_in_the_text():
    missing = set(OPTIONS) - {option for _, option, _, _ in CELLS} - {"variant"}
    assert not missing
    assert len(CELLS) > 7 * 50


@pytest.mark.parametrize("profile, option, value, letter", CELLS)
def test_the_code_says_what_the_text_says(profile, option, value, letter):
    ours, whence = provenance(profile, option)
    if value is None:
        neutral = OPTIONS[option].neutral
        assert ours == neutral or neutral is None  # rules 7.2: without effect, so stored neutral
        return
    assert str(ours) == value
    if letter and whence.source not in {Source.NO_EFFECT, Source.PRINTED}:
        assert whence.source is LETTERS[letter]


@pytest.mark.parametrize("profile", ALL_PROFILES)
def test_a_profile_is_a_rule_set_as_it_stands(profile):
    rules = RuleSet.of(profile)
    assert rules.options == PROFILES[profile]
    assert rules.overrides() == {}
    assert list(PROFILES[profile]) == list(OPTIONS)


def test_there_are_no_other_profiles():
    assert tuple(PROFILES) == ALL_PROFILES


@pytest.mark.parametrize(
    "profile, option, text",
    [
        ("traditional", "first_draw_two", "explicit in 000"),
        ("classic", "first_draw_two", "inferred from 001"),
        ("vintage", "value_wd4", "explicit in 002"),
        ("basic", "symbol_match", "official default"),
        ("cumulative", "dealer_next", "referee policy"),
        ("official", "target", "printed in O2"),
        ("official_late", "uno_fine", "printed in O3"),
        ("basic", "challenge_reveal", "no effect"),
        ("vintage_pairs", "teams", "explicit in 002"),
        ("classic_low", "scoring", "explicit in 001"),
    ],
)
def test_where_values_come_from(profile, option, text):
    assert str(provenance(profile, option)[1]) == text


def test_what_is_not_known_is_an_error():
    with pytest.raises(KeyError):
        provenance("house", "target")
    with pytest.raises(KeyError):
        provenance("official", "targets")
    with pytest.raises(TypeError):
        PROFILES["official"]["target"] = 1
