from arbitro_engine.rules.events import Why
from arbitro_engine.rules.fines import charge, draw_or_forgive
from support.rounds import kinds, placed


def test_a_fine_is_told_and_drawn():
    round = placed("R1|B1", pile="G1 G2 G3")
    events = []
    charge(round, 1, 2, Why.MISSED_UNO, events)
    assert kinds(events) == ["FINED", "DREW"]
    assert (events[0].seat, events[0].count, events[0].why) == (1, 2, Why.MISSED_UNO)
    assert events[1].why is Why.FINE


def test_a_fine_closes_the_window_and_counts_empty_turns_anew_even_without_cards():
    round = placed("R1|B1")
    round.unsaid[1], round.passes = True, 1
    events = []
    charge(round, 1, 2, Why.ADVICE, events)
    assert kinds(events) == ["FINED", "FORGIVEN"]
    assert (round.unsaid[1], round.passes) == (False, 0)


def test_what_cannot_be_drawn_is_forgiven_for_good():
    round = placed("R1|B1", pile="G1 G2 G3", discard="R7 R6")
    events = []
    draw_or_forgive(round, 0, 6, Why.PENALTY, events)
    assert kinds(events) == ["DREW", "SHUFFLED", "DREW", "FORGIVEN"]
    assert (events[-1].seat, events[-1].count) == (0, 2)
    assert round.counts == (5, 1)


def test_a_fine_of_nothing_moves_nothing():
    round = placed("R1|B1", pile="G1")
    events = []
    charge(round, 0, 0, Why.MISSED_UNO, events)
    assert kinds(events) == ["FINED"]
