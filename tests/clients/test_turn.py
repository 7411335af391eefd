import time
from math import inf

import pytest

from arbitro_engine.match.clock import NO_TIME
from arbitro_engine.rules.cards import Color
from arbitro_engine.rules.moves import Refusal
from arbitro_sdk.turn import NOTE_BYTES, Turn
from support.views import ask, make_view


def turn(view=None, refused=None, **changes):
    return Turn(view or make_view(), ask(**changes), time.monotonic(), refused)


def test_a_turn_tells_the_table():
    asked = turn()
    assert (asked.kind, asked.seat, asked.attempt, asked.pending, asked.strikes) == ("turn", 0, 0, 0, 1)
    assert [str(card) for card in asked.hand] == ["R7", "B2", "W"]
    assert (str(asked.top), asked.color, asked.direction) == ("R1", Color.RED, 1)
    assert (asked.counts, asked.draw_count, asked.discard_count) == ((3, 5), 60, 9)
    assert asked.rules.target == 500
    assert asked.history is asked.match.history


def test_legal_is_never_empty_and_plays_come_first():
    asked = turn()
    assert [str(choice) for choice in asked.legal] == [
        "play R7",
        "play W:R",
        "play W:Y",
        "play W:G",
        "play W:B",
        "draw",
    ]
    assert asked.plays == asked.legal[:-1]
    assert asked.find("draw") is asked.legal[-1]
    assert asked.find("take") is None


def test_players_are_seats_with_names_counts_and_scores():
    me, other = turn().players
    assert (me.seat, me.name, me.count, me.score, me.me, me.partner) == (0, "ana", 3, 0, True, False)
    assert (other.seat, other.name, other.count, other.me) == (1, "ben", 5, False)
    pair = make_view(("a", "b", "c", "d"), 1, "vintage_pairs")
    assert [player.partner for player in turn(pair, counts=(1, 1, 1, 1)).players] == [
        False,
        False,
        False,
        True,
    ]


def test_time_left_runs_down_from_allowance_and_bank():
    asked = Turn(make_view(), ask(), time.monotonic() - 5)
    assert 0 < asked.time_left <= 26
    assert asked.bank_left == 30
    assert Turn(make_view(), ask(), time.monotonic() - 99).time_left == 0


def test_without_a_clock_time_is_infinite():
    view = make_view()
    view.time = NO_TIME
    asked = turn(view, allowance_us=0, bank_us=0)
    assert (asked.time_left, asked.bank_left) == (inf, inf)


@pytest.mark.parametrize("about, told", [(-1, None), (1, 1)])
def test_a_poll_is_about_a_seat(about, told):
    assert turn(about=about).about == told


def test_a_refused_answer_says_why():
    again = turn(refused=Refusal.NO_MATCH, attempt=1)
    assert (again.refused, again.attempt) == ("no_match", 1)
    assert "refused: no_match" in str(again)


def test_notes_are_cut_at_whole_characters():
    asked = turn()
    asked.note("ñ" * NOTE_BYTES)
    asked.note("more")
    assert asked.notes == "ñ" * (NOTE_BYTES // 2)
    assert turn().notes == ""


def test_a_turn_prints_all_that_is_asked():
    shown = str(turn())
    assert "turn in round -1 of cup-0-0, seat 0 (ana)" in shown
    assert "hand  R7 B2 W" in shown
    assert "legal play R7, play W:R" in shown
    assert "ben 5" in shown
