import pytest

from arbitro_engine.match.clock import Stamps
from arbitro_engine.match.decisions import Decisions
from arbitro_engine.match.inputs import Answer
from arbitro_engine.match.messages import Outcome, Result
from arbitro_engine.rules.moves import DecisionKind, parse_move

DRAW, KEEP = parse_move("draw"), parse_move("keep")


def answer(decision, attempt=0, move=DRAW):
    return Answer(3, decision, attempt, move, Stamps(0, 0))


@pytest.fixture
def decisions():
    return Decisions(3)


def test_decisions_of_a_seat_are_numbered_without_gaps(decisions):
    assert [decisions.put(DecisionKind.TURN, 0).id for _ in range(3)] == [0, 1, 2]
    assert decisions.count == 3


def test_an_answer_to_what_was_never_asked_is_unknown(decisions):
    assert decisions.echo(answer(0)) == Result(3, 0, 0, Outcome.UNKNOWN)
    decisions.put(DecisionKind.TURN, 0)
    for decision, attempt in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        assert decisions.echo(answer(decision, attempt)).outcome is Outcome.UNKNOWN


def test_the_same_answer_again_gets_the_first_result(decisions):
    decisions.put(DecisionKind.TURN, 0)
    first = Result(3, 0, 0, Outcome.ACCEPTED, 7, 30_000_000, 2)
    decisions.answered(DRAW, first)
    decisions.open = None
    assert decisions.echo(answer(0)) == first
    assert decisions.echo(answer(0, move=KEEP)).outcome is Outcome.STALE
    assert decisions.echo(answer(0, attempt=1)).outcome is Outcome.STALE


def test_every_result_of_a_round_is_found_again(decisions):
    given = {}
    for number in range(40):
        decision = decisions.put(DecisionKind.TURN, 0)
        for attempt in range(number % 3):  # refused so often before
            given[number, attempt] = Result(3, number, attempt, Outcome.REFUSED, number)
            decisions.answered(KEEP, given[number, attempt])
        if number % 5 == 4:
            decisions.expired(Result(3, number, number % 3, Outcome.SUBSTITUTED))
            given[number, number % 3] = Result(3, number, number % 3, Outcome.LATE)
        else:
            given[number, number % 3] = Result(
                3, number, number % 3, Outcome.ACCEPTED, 10**12 - number, 10**12 + number, number % 3
            )
            decisions.answered(DRAW, given[number, number % 3])
        decision.attempt = number % 3
    decisions.open = None
    for (number, attempt), result in given.items():
        move = KEEP if result.outcome is Outcome.REFUSED else DRAW
        assert decisions.echo(answer(number, attempt, move)) == result
        assert decisions.echo(answer(number, 3, move)).outcome is Outcome.STALE


def test_after_a_refusal_the_old_attempt_is_stale_and_the_next_but_one_unknown(decisions):
    decision = decisions.put(DecisionKind.TURN, 0)
    decisions.answered(KEEP, Result(3, 0, 0, Outcome.REFUSED))
    decision.attempt = 1
    assert decisions.echo(answer(0, move=KEEP)).outcome is Outcome.REFUSED
    assert decisions.echo(answer(0, move=DRAW)).outcome is Outcome.STALE
    assert decisions.echo(answer(0, attempt=2)).outcome is Outcome.UNKNOWN


def test_whatever_comes_after_the_time_is_late(decisions):
    decisions.put(DecisionKind.TURN, 0)
    decisions.expired(Result(3, 0, 0, Outcome.SUBSTITUTED, did=(DRAW,)))
    decisions.open = None
    for move in (DRAW, KEEP, None):
        assert decisions.echo(answer(0, move=move)) == Result(3, 0, 0, Outcome.LATE)


def test_a_new_round_forgets_results_but_not_numbers(decisions):
    decisions.put(DecisionKind.TURN, 0)
    decisions.answered(DRAW, Result(3, 0, 0, Outcome.ACCEPTED))
    decisions.open = None
    decisions.forget()
    assert decisions.echo(answer(0)).outcome is Outcome.STALE
    assert decisions.put(DecisionKind.TURN, 0).id == 1


def test_a_renewed_decision_has_its_full_time_again(decisions):
    decision = decisions.put(DecisionKind.TURN, 12)
    decision.tolerance_us = 0
    decision.renew(1_000)
    assert (decision.left_us, decision.tolerance_us) == (1_000, 20_000)
