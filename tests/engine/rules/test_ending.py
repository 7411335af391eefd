import pytest

from arbitro_engine.rules.ending import end
from arbitro_engine.rules.events import NOBODY, Why
from arbitro_engine.rules.legal import legal
from support.rounds import asked, do, placed


def test_a_round_that_is_over_has_nothing_open():
    round = placed("R1 R2|B1 B2|G1 G2", pile="Y1 Y2")
    do(round, "0 play R1", "1 catch")
    round.pending = 2
    events = []
    end(round, Why.CAPPED, events)
    assert (asked(round), round.pending, round.answers, round.suspect, round.claim) == (
        "none",
        0,
        {},
        None,
        None,
    )
    assert all(legal(round, seat) == [] for seat in range(3))
    assert [event.kind.name for event in events] == ["ROUND_ENDED"]


@pytest.mark.parametrize(
    "why, blocked, winner, points",
    [
        (Why.BLOCKED, "lowest_hand", 1, (0, 8, 0)),
        (Why.CAPPED, "lowest_hand", 1, (0, 8, 0)),
        (Why.BLOCKED, "void", None, (0, 0, 0)),
        (Why.CAPPED, "void", None, (0, 0, 0)),
    ],
)
def test_who_wins_a_round_that_nobody_went_out_of(why, blocked, winner, points):
    round = placed("R3|B1|G5", pile="Y1", blocked_round=blocked, scores=[1, 2, 3])
    events = []
    end(round, why, events)
    (event,) = events
    assert (round.result.winner, round.result.points, round.result.why) == (winner, points, why)
    assert round.scores == [1 + points[0], 2 + points[1], 3 + points[2]]
    assert event.seat == (NOBODY if winner is None else winner)
    assert (event.why, event.count, event.points, event.scores) == (
        why,
        sum(points),
        points,
        tuple(round.scores),
    )


def test_equal_lowest_hands_win_nothing():
    round = placed("R3|B3|G5", pile="Y1")
    end(round, Why.BLOCKED, [])
    assert (round.result.winner, round.scores) == (None, [0, 0, 0])
