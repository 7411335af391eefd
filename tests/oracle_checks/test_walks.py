"""The random walks: reproducible, playable, inside the rules, and reaching everything."""

import json
import random
from itertools import chain

import pytest

from oracle import check, profile, scenario
from oracle_checks.walks import random_start, walk, without_expectations, write_down

REFUSALS = [
    "not_your_turn",
    "not_this_decision",
    "not_in_hand",
    "no_match",
    "color_missing",
    "color_not_allowed",
    "only_drawn_card",
    "wild_draw_four_not_allowed",
    "must_take_or_stack",
    "draw_not_allowed",
    "keep_not_allowed",
    "nothing_to_draw",
    "pass_not_allowed",
    "number_needs_no_color",
    "already_answered",
    "unknown_act",
]


def walks(number, first=0):
    return [walk(random.Random(seed)) for seed in range(first, first + number)]


def test_the_same_seed_gives_the_same_walk():
    assert walk(random.Random("a")) == walk(random.Random("a"))
    assert walk(random.Random("a")) != walk(random.Random("b"))


@pytest.mark.parametrize("story", walks(20, first=1000), ids=lambda story: story["chance"])
def test_a_walk_holds_when_it_is_read_back_from_its_file(story):
    assert scenario.run(json.loads(write_down(story))) is None
    bare = without_expectations(story)
    assert [step.keys() & {"expect"} for step in bare["steps"]] == [set()] * len(story["steps"])


def test_walks_reach_every_decision_refusal_and_ending():
    decisions, refusals, endings = set(), set(), set()
    for story in walks(800):
        for expect in [story.get("start", {}), *(step["expect"] for step in story["steps"])]:
            decisions.add(expect.get("decision"))
            refusals.add(expect.get("refused"))
            endings.add((expect.get("round") or {}).get("reason"))
    assert decisions == {None, "turn", "after_draw", "stack", "challenge", "catch", "color", "none"}
    assert refusals == {None, *REFUSALS}
    assert endings == {None, "out", "blocked", "capped", "retired"}


def test_rules_of_walks_satisfy_the_constraints():
    for seed in range(200):
        story, table = random_start(random.Random(seed))
        rules = story["rules"]
        assert check(profile(rules["profile"], rules["overrides"]), table.seats) == []


def all_cards(table):
    return sorted(chain(*table.hands, table.draw_pile, table.discard, table.removed))


@pytest.mark.parametrize("seed", range(60))
def test_no_card_is_lost_and_refusals_change_nothing(seed):
    story = walk(random.Random(seed))
    table = scenario.begin(story)
    cards = all_cards(table)
    for step in story["steps"]:
        before = table.snapshot()
        code = scenario.take_step(table, step)
        assert all_cards(table) == cards  # card conservation: rules 9
        if code is not None and table.options["illegal_play"] == "reject":
            unchanged = {**before, "drew": {}, "forgiven": 0, "sees": {}}
            assert table.snapshot() == unchanged


@pytest.mark.parametrize("seed", range(60))
def test_whoever_is_asked_has_a_legal_act_and_a_legal_default(seed):
    story = walk(random.Random(seed))
    table = scenario.begin(story)
    for step in story["steps"]:
        for seat in table.asked:
            if seat not in table.answers:
                assert table.legal(seat)
                assert table.refusal(seat, table.default(seat)) is None
        assert (table.decision == "none") == (table.round is not None) == (not table.asked)
        scenario.take_step(table, step)
