from arbitro_engine.rules.asking import ask
from arbitro_engine.rules.legal import legal
from arbitro_engine.rules.moves import DecisionKind
from support.rounds import asked, open_to, placed


def test_what_is_legal_is_worked_out_when_a_decision_is_put():
    round = placed("R1 B1|G1", pile="B2")
    round.turn = 1
    ask(round, DecisionKind.TURN, (1,))
    assert asked(round) == "turn 1"
    assert open_to(round) == ["draw"]


def test_a_poll_about_others_leaves_the_turn_without_moves():
    round = placed("R1 B1|G1", pile="B2")
    ask(round, DecisionKind.CATCH, (1,))
    assert (legal(round, 0), open_to(round, 1)) == ([], ["catch", "ignore"])
