"""The bots of the tutorial are taken out of the page and play."""

import re
from pathlib import Path

import pytest

from arbitro_engine.rules.events import EventKind, Why
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.arena import Conditions, Scheduled, play
from arbitro_sdk.choice import Choice
from arbitro_sdk.loading import load
from arbitro_sdk.turn import Player, Turn
from arbitro_sdk.view import MatchView
from support.botfiles import FIVE_LINES, bot_file

ROOT = Path(__file__).parents[2]


def bots_on(page):
    return re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), flags=re.MULTILINE | re.DOTALL)


BOTS = bots_on("docs/tutorials/first-bot.md")


def test_the_page_begins_with_the_five_lines():
    assert BOTS[0] == FIVE_LINES
    assert len(BOTS) == 3


def test_the_first_page_of_all_shows_the_same_five_lines():
    assert bots_on("README.md") == [FIVE_LINES]


def test_the_five_lines_win_some_matches_and_never_end_one_by_the_cap(tmp_path):
    mine = load(str(bot_file(tmp_path, FIVE_LINES, "tutorial_five")))
    conditions = [Conditions(RuleSet.of("official"), str(seed)) for seed in range(6)]
    names = Scheduled("x", "x", "x", ("mine", "random"))
    ends = [play(one, names, [mine, load("random")], [print] * 2).ended for one in conditions]
    assert {ended.ending for ended in ends} == {Why.TARGET}
    assert any(ended.winner == 0 for ended in ends)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("profile", ["official", "traditional"])
def test_a_bot_of_the_page_plays_without_a_fault(tmp_path, number, profile):
    mine = load(str(bot_file(tmp_path, BOTS[number], f"tutorial_{number}_{profile}")))
    conditions = Conditions(RuleSet.of(profile), "1")
    played = play(
        conditions, Scheduled("x", "x", "x", ("mine", "random")), [mine, load("random")], [print] * 2
    )
    assert played.ended.ending is Why.TARGET
    assert played.faults[0] == {}


def test_the_page_of_all_names_holds_what_there_is(tmp_path):
    (listener,) = bots_on("docs/reference/bot.md")
    mine = load(str(bot_file(tmp_path, listener, "listener")))
    names = Scheduled("x", "x", "x", ("mine", "random"))
    reports = []
    play(Conditions(RuleSet.of("official"), "1"), names, [mine, load("random")], [reports.append, print])
    assert reports == []
    page = (ROOT / "docs/reference/bot.md").read_text()
    told = set(re.findall(r"`(\w+)", page))
    hidden = {"SEAT_ORDER", "CHANCE"}
    assert {kind.name for kind in EventKind} - hidden <= told
    for thing in (Turn, Player, MatchView, Choice):
        public = {name for name in dir(thing) if not name.startswith("_")}
        prefixed = set(re.findall(r"`(?:choice|match|end|card)\.(\w+)", page))
        assert public - told - prefixed - {"hear", "move", "number", "quiet", "seq", "shouted"} == set()


def test_the_second_bot_is_better_than_the_first(tmp_path):
    longest = load(str(bot_file(tmp_path, BOTS[1], "tutorial_longest")))
    first = load("first")
    conditions = [Conditions(RuleSet.of("official"), str(seed)) for seed in range(12)]
    names = Scheduled("x", "x", "x", ("longest", "first"))
    won = sum(play(one, names, [longest, first], [print] * 2).ended.winner == 0 for one in conditions)
    assert won >= 8
