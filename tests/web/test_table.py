"""The page's table against the referee's: equal for every profile and every watcher."""

import pytest

from arbitro_engine.match.messages import Ask, Ended
from arbitro_engine.rules.events import EventKind
from arbitro_engine.rules.profiles import PROFILES
from support.node import look
from support.played import play_match

TABLES = [(profile, 4 if "pairs" in profile else 2 + at % 4) for at, profile in enumerate(PROFILES)]


def bots(seats):
    return tuple(f"bot-{seat}" for seat in range(seats))


@pytest.mark.parametrize("profile,seats", TABLES)
def test_everybody_sees_the_table_that_the_referee_tells_of(profile, seats, tmp_path):
    match = play_match(seed=profile, profile=profile, bots=bots(seats))
    seen = look(tmp_path, match.log, steps=[view.seq for view in match.views])
    assert seen["length"] == len(match.public)
    for view, state in zip(match.views, seen["states"], strict=True):
        assert state["round"] == view.round
        assert state["dealer"] == view.dealer
        assert [seat["count"] for seat in state["seats"]] == list(view.counts)
        assert [seat["score"] for seat in state["seats"]] == list(view.scores)
        assert [at for at, seat in enumerate(state["seats"]) if seat["active"]] == list(view.active)
        assert state["top"] == str(view.top or "")
        assert state["color"] == str(view.color or "")
        assert state["clockwise"] == view.clockwise
        assert state["pending"] == view.pending
        assert (state["draw"], state["discard"]) == (view.draw_count, view.discard_count)


@pytest.mark.parametrize("profile", ["official", "vintage", "cumulative"])
def test_a_seat_sees_its_own_hand_and_no_other(profile, tmp_path):
    match = play_match(seed="own", profile=profile, bots=bots(3))
    asks = [(seq, ask) for seq, ask in _asks(match) if ask.seat == 1]
    seen = look(tmp_path, match.log, perspective=1, steps=[seq for seq, _ in asks])
    checked = 0
    for (_, ask), state in zip(asks, seen["states"], strict=True):
        assert [seat["cards"] for seat in state["seats"] if seat is not state["seats"][1]] == [None, None]
        if ask.kind.text == "turn":  # within a turn what it drew is its own, and not public yet
            assert state["seats"][1]["cards"] == [str(card) for card in ask.hand]
            checked += 1
    assert checked > 10


def test_all_cards_are_what_every_seat_holds(tmp_path):
    match = play_match(seed="all", bots=bots(4))
    asks = [(seq, ask) for seq, ask in _asks(match) if ask.kind.text == "turn"]
    seen = look(tmp_path, match.log, perspective="all", steps=[seq for seq, _ in asks])
    for (_, ask), state in zip(asks, seen["states"], strict=True):
        assert state["seats"][ask.seat]["cards"] == [str(card) for card in ask.hand]
        assert [len(seat["cards"] or []) for seat in state["seats"]] == [
            seat["count"] for seat in state["seats"]
        ]


def test_the_public_perspective_of_a_full_log_has_no_card_in_any_hand(tmp_path):
    match = play_match(seed="public", bots=bots(4))
    seen = look(tmp_path, match.log, steps=list(range(len(match.public) + 1)))
    assert {seat["cards"] is None for state in seen["states"] for seat in state["seats"]} == {True}
    assert {state["shown"] is None for state in seen["states"]} == {True}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_challenge_shows_the_hand_to_its_challenger_alone(seat, tmp_path):
    match = _challenged()
    seen = look(tmp_path, match.log, perspective=seat, steps=list(range(len(match.public) + 1)))
    shown = [state["shown"] for state in seen["states"] if state["shown"]]
    reveals = [
        event
        for record in match.decoded
        for event in record.events
        if event.kind is EventKind.REVEALED and event.other == seat
    ]
    assert {one["to"] for one in shown} <= {seat}
    assert {tuple(one["cards"]) for one in shown} == {tuple(map(str, event.cards)) for event in reveals}


def test_the_seat_to_move_is_the_one_that_moves_next(tmp_path):
    for profile in ("official", "traditional", "vintage"):
        match = play_match(seed="turn", profile=profile, bots=bots(4), faulty=0)
        turns = [(seq, ask.seat) for seq, ask in _asks(match) if ask.kind.text == "turn"]
        seen = look(tmp_path, match.log, steps=[seq for seq, _ in turns])
        told = [(state["turn"], seat) for state, (_, seat) in zip(seen["states"], turns, strict=True)]
        assert [one for one in told if one[0] is not None and one[0] != one[1]] == []
        assert sum(turn is not None for turn, _ in told) > len(told) * 0.8


def test_the_result_is_the_logs(tmp_path):
    match = play_match(seed="end", bots=bots(3))
    ended = match.messages[-1]
    assert isinstance(ended, Ended)
    seen = look(tmp_path, match.log, perspective="all", steps=[len(match.public)])
    assert seen["end"]["ending"] == ended.ending.text
    assert seen["end"].get("winner") == ended.winner
    assert [seat["score"] for seat in seen["states"][0]["seats"]] == list(ended.scores)


def _asks(match):
    """Every question with the number of public events told before it."""
    seq = 0
    for message in match.messages:
        if isinstance(message, Ask):
            yield seq, message
        elif hasattr(message, "seq"):
            seq = message.seq + len(message.events)


def _challenged():
    for seed in range(50):
        match = play_match(seed=f"challenge {seed}", bots=bots(3))
        if any(event.kind is EventKind.CHALLENGED for event in match.public):
            return match
    raise AssertionError("nobody ever challenged")
