from arbitro_engine.rules.turns import pass_on, proceed
from support.rounds import asked, do, kinds, placed


def test_a_turn_begins_with_nothing_drawn():
    round = placed("B1 B2|Y1 R2", pile="R9 G1")
    do(round, "0 draw")
    assert round.drawn
    do(round, "0 keep")
    assert (asked(round), round.drawn) == ("turn 1", [])


def test_passing_on_looks_alike_whatever_the_reason():
    unfit = placed("B1 B2|Y1 R2", pile="G9 G1")
    kept = placed("B1 B2|Y1 R2", pile="R9 G1")
    assert kinds(do(unfit, "0 draw")) == ["DREW", "PASSED"]
    assert kinds(do(kept, "0 draw", "0 keep")) == ["DREW", "PASSED"]


def test_marks_are_asked_about_in_their_order():
    round = placed("W+4 B7|Y1 Y2|B1 B2", pile="G1 G2 G3 G4 G5 G6 G7", profile="vintage")
    do(round, "0 play W+4:G")
    assert (asked(round), round.pending) == ("catch 0 1 2", 4)
    do(round, "0 ignore", "1 ignore", "2 ignore")
    assert (asked(round), round.pending) == ("challenge 1 2", 4)
    do(round, "1 accept", "2 accept")
    assert (asked(round), round.pending) == ("turn 2", 0)


def test_what_cannot_be_answered_is_drawn_and_costs_the_turn():
    round = placed("R1|B1|G1", pile="G2 G3 G4")
    round.pending = 2
    events = []
    proceed(round, events)
    assert kinds(events) == ["DREW", "SKIPPED"]
    assert (asked(round), round.counts) == ("turn 1", (3, 1, 1))


def test_the_next_turn_is_the_next_seats():
    round = placed("R1|B1|G1", pile="G2", direction=-1)
    pass_on(round, [])
    assert asked(round) == "turn 2"
    events = []
    pass_on(round, events)
    assert (asked(round), events[0].seat) == ("turn 1", 2)
