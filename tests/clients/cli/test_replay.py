import re

import click
import pytest

from arbitro_engine.rules.cards import Color, parse_card
from arbitro_engine.rules.events import Event, EventKind, Why
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.cli.logfiles import read
from arbitro_sdk.cli.replay import _Stepper
from arbitro_sdk.cli.scenes import PUBLIC, scenes
from arbitro_sdk.cli.sentences import sentence
from arbitro_sdk.cli.verbs import run

RULES = RuleSet.of("official")


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    folder = tmp_path_factory.mktemp("replay")
    assert run(["try", "greedy", "--seed", "3", "--set", "target=60", "--logs", str(folder), "--json"]) == 0
    return folder / "try-3.0.arb"


@pytest.fixture
def arbitro(capsys):
    def call(*arguments):
        code = run(list(map(str, arguments)))
        out, err = capsys.readouterr()
        return code, out, err

    return call


def test_a_match_is_told_straight_through_where_there_is_no_terminal(arbitro, log):
    code, out, _ = arbitro("replay", log)
    assert code == 0
    assert out.startswith("try-3 run 0: seat 0 greedy, seat 1 random; official, 1s+30s, contest\n#1 ")
    assert "\x1b" not in out
    assert re.search(r"#\d+ greedy plays [RYGB][♥★♣♦]", out)
    assert "the match ends (target)" in out.splitlines()[-2]


def test_one_can_begin_at_a_record(arbitro, log):
    first = arbitro("replay", log, "--from", "40")[1].splitlines()[1]
    assert int(re.match(r"#(\d+) ", first)[1]) >= 40


def test_the_public_sees_no_hidden_card(log):
    stored = read(log)
    found = list(scenes(stored, stored.header, PUBLIC))
    assert not any(scene.hands for scene in found)
    said = [said for scene in found for said in scene.said]
    assert any("draws" in one for one in said)
    assert not any(" alone: " in one for one in said)


def test_a_seat_sees_its_own_cards_alone(log):
    stored = read(log)
    found = list(scenes(stored, stored.header, 1))
    assert {seat for scene in found for seat in scene.hands} == {1}
    assert any("(for random alone: " in said for scene in found for said in scene.said)
    assert not any("(for greedy alone" in said for scene in found for said in scene.said)


def test_hands_agree_with_the_counts(log):
    stored = read(log)
    tables = [scene for scene in scenes(stored, stored.header, None) if scene.table]
    assert len(tables) > 10
    for scene in tables:
        assert tuple(len(scene.hands[seat]) for seat in (0, 1)) == scene.table.counts


@pytest.mark.parametrize("arguments", [("--seat", "7"), ("--seat", "0", "--public")])
def test_a_view_that_is_none_is_refused(arbitro, log, arguments):
    assert arbitro("replay", log, *arguments)[0] == 2


def test_a_log_that_does_not_hold_is_told_up_to_there(arbitro, log, tmp_path):
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "bad.arb").write_bytes(data)
    code, out, err = arbitro("replay", tmp_path / "bad.arb")
    assert (code, err[:4]) in {(1, "A701"), (0, "")}
    assert out.startswith("try-3 run 0")


@pytest.fixture
def stepper(log):
    stored = read(log)
    found = [scene for scene in scenes(stored, stored.header, None) if scene.said]
    return _Stepper(stored.header, found)


def shown(stepper):
    return "\n".join(stepper._screen())


def test_keys_step_through_a_match(stepper):
    stepper._to_record(0)
    for key, step in [("l", 2), ("l", 3), ("h", 2), ("0", 1), ("h", 1), ("x", 1)]:
        stepper.press(key)
        assert f"step {step} of " in shown(stepper)
    stepper.press("$")
    last = shown(stepper)
    stepper.press("l")
    assert shown(stepper) == last


def test_keys_step_through_rounds(stepper):
    stepper.press("n")
    assert ", round 1, " in shown(stepper)
    stepper.press("p")
    assert ", round 0, step 1 " in shown(stepper)


def test_one_can_jump_to_a_record(stepper, monkeypatch):
    monkeypatch.setattr(click, "prompt", lambda *_, **__: 40)
    stepper.press(":")
    assert int(re.search(r"record (\d+)", shown(stepper))[1]) >= 40


def test_a_screen_shows_hands_in_letters_shapes_and_colours(stepper):
    stepper.press("l")
    screen = shown(stepper)
    assert "\x1b[31m" in screen
    assert re.search(r"greedy .* points .* cards .*[♥★♣♦]", screen)


def test_a_session_ends_with_q(stepper, monkeypatch):
    keys = iter(["\x1b[C", "q"])
    monkeypatch.setattr(click, "getchar", lambda: next(keys))
    monkeypatch.setattr(click, "clear", lambda: None)
    stepper.run(0)
    assert "step 2 of" in shown(stepper)


@pytest.mark.parametrize("kind", EventKind)
def test_every_kind_of_event_has_a_sentence(kind):
    event = Event(
        kind, 0, parse_card("W"), Color.GREEN, 2, 1, Why.COLOR, True, (parse_card("R1"),), (), (3, 4)
    )
    text = sentence(event, ("ana", "ben"), RULES)
    assert text
    assert "{" not in text


def test_a_sentence_counts_one_as_one():
    dealt = [sentence(Event(EventKind.DEALT, 0, count=count), ("ana", "ben"), RULES) for count in (1, 2)]
    assert dealt == ["ana is dealt 1 card", "ana is dealt 2 cards"]


def test_where_somebody_left_it_is_not_the_winner_who_did():
    told = [
        sentence(event, ("ana", "ben"), RULES)
        for event in (
            Event(EventKind.RETIRED, 0, count=7, why=Why.ILLEGAL),
            Event(EventKind.ROUND_ENDED, 1, why=Why.LAST_STANDING, scores=(0, 0)),
            Event(EventKind.MATCH_ENDED, 1, other=0, why=Why.ILLEGAL, scores=(0, 0)),
        )
    ]
    assert told == [
        "ana leaves with 7 cards: illegal",
        "the round ends (nobody else is left): ben wins 0 points; scores 0 0",
        "the match ends (ana left: illegal): ben wins; scores 0 0",
    ]


def test_green_is_called_orange_where_the_rules_call_it_so():
    event = Event(EventKind.COLOR_NAMED, 0, None, Color.GREEN)
    assert sentence(event, ("ana", "ben"), RuleSet.of("vintage")) == "ana names orange"
