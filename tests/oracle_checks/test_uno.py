"""Shouts and catch polls: rules 6, rulings 18 to 21."""

import pytest

from oracle_checks.placing import placed, play_all


def test_next_player_is_counted_after_the_reverse_has_turned():  # ruling 19
    changes = {"uno_catchers": "next_player"}
    for card, asked in (("R5", [1]), ("RS", [1]), ("RR", [3])):
        table = placed("official", [f"{card} B1", "B2", "G1", "Y1"], changes=changes)
        play_all(table, (0, f"play {card}"))
        assert (table.decision, table.asked) == ("catch", asked)


def test_next_player_beside_a_self_report():
    changes = {"uno_catchers": "next_player", "uno_self_catch": "on"}
    table = placed("official", ["R5 B1", "B2", "G1"], turn=0, direction=-1, changes=changes)
    play_all(table, (0, "play R5"))
    assert table.asked == [0, 2]
    assert table.act(0, "catch") == "not_this_decision"
    assert table.act(2, "self") == "not_this_decision"


@pytest.mark.parametrize("tie,fined", [("opponents", True), ("offender", False)])
def test_ties_of_self_and_catch(tie, fined):
    table = placed("vintage", ["R5 B1", "B2"], changes={"uno_self_catch_tie": tie})
    play_all(table, (0, "play R5"), (0, "self"), (1, "catch"))
    assert table.drew == ({0: 2} if fined else {})


def test_a_coin_decides_ties_and_only_ties():
    outcomes = set()
    for seed in map(str, range(20)):
        table = placed("vintage", ["R5 B1", "B2"], changes={"uno_self_catch_tie": "coin"}, seed=seed)
        play_all(table, (0, "play R5"), (0, "self"), (1, "catch"))
        outcomes.add((table.chance.calls["coin"], table.drew.get(0, 0)))
    assert outcomes == {(1, 0), (1, 2)}
    table = placed("vintage", ["R5 B1", "B2"], changes={"uno_self_catch_tie": "coin"})
    play_all(table, (0, "play R5"), (0, "ignore"), (1, "catch"))
    assert (table.chance.calls["coin"], table.drew) == (0, {0: 2})


LATE = {"uno_window": "own_next_turn", "uno_self_catch": "on"}


def test_two_polls_in_a_row_with_two_seats():  # ruling 18
    table = placed("basic", ["RS B1", "B2"])
    play_all(table, (0, "play RS"), (1, "ignore"))
    assert (table.decision, table.asked) == ("catch", [1])
    play_all(table, (1, "ignore"))
    assert (table.decision, table.asked) == ("turn", [0])


def test_being_skipped_is_no_turn():
    table = placed("basic", ["R5 B1", "R1 B2 B3", "RS R2 G1"])
    play_all(table, (0, "play R5"), (1, "ignore"), (2, "ignore"), (1, "play R1"), (2, "play RS"))
    assert (table.decision, table.asked) == ("turn", [1])
    play_all(table, (1, "draw"), (2, "play R2 uno"))
    assert (table.decision, table.offender) == ("catch", 0)


def test_the_second_poll_comes_before_a_stack():
    table = placed("traditional", ["R5 B1", "R+2 B3 B2"])
    play_all(table, (0, "play R5"), (1, "ignore"), (1, "play R+2"))
    assert (table.decision, table.pending, table.asked) == ("catch", 2, [1])
    play_all(table, (1, "catch"))
    assert (table.decision, table.pending, table.asked, table.drew) == ("stack", 2, [0], {0: 2})


def test_a_self_report_closes_the_window():
    table = placed("vintage", ["R5 B1", "R1 B2 B3"], changes=LATE)
    play_all(table, (0, "play R5"), (0, "self"), (1, "ignore"), (1, "play R1"))
    assert (table.decision, table.asked) == ("turn", [0])


def test_after_the_second_poll_the_window_is_closed_for_good():
    table = placed("basic", ["R5 B1", "R1 B2 B3"], draw=[], discard=["R7"])
    play_all(table, (0, "play R5"), (1, "ignore"), (1, "play R1"), (1, "ignore"))
    assert (table.decision, table.windows) == ("turn", [])


@pytest.mark.parametrize(
    "hand,shout,drawn", [("R5 B1 B2", " uno", 1), ("R5 B1", " uno", 0), ("R5 B1 B2", "", 0)]
)
def test_false_shout(hand, shout, drawn):  # ruling 20
    table = placed("official", [hand, "B2"], changes={"false_uno_cards": 1})
    play_all(table, (0, f"play R5{shout}"))
    assert table.drew == ({0: drawn} if drawn else {})


def test_a_false_shout_is_free_with_the_last_card_and_without_enforcement():
    table = placed("official", ["R5", "B2"], changes={"false_uno_cards": 1})
    play_all(table, (0, "play R5 uno"))
    assert table.drew == {}
    table = placed("official", ["R5 B1 B2", "B2"], changes={"false_uno_cards": 1, "uno_mode": "announce"})
    play_all(table, (0, "play R5 uno"))
    assert table.drew == {}


def test_a_false_shout_is_fined_before_the_draw():
    table = placed("official", ["R+2 B1 B2", "B2"], draw=["Y1", "Y2", "Y3"], changes={"false_uno_cards": 1})
    play_all(table, (0, "play R+2 uno"))
    assert (table.hands[0][-1], table.hands[1][-2:]) == ("Y1", ["Y2", "Y3"])


def test_off_asks_nobody():
    table = placed("official", ["R5 B1", "B2"], changes={"uno_mode": "off"})
    play_all(table, (0, "play R5"))
    assert (table.decision, table.asked) == ("turn", [1])


def test_a_fine_closes_the_window_even_when_nothing_is_there():  # rulings 18, 42
    table = placed("basic", ["R5 B1", "R1 B2 B3"], draw=[])
    play_all(table, (0, "play R5"), (1, "ignore"))
    table.discard = table.discard[:1]
    table.fine(0, 1)
    assert (table.forgiven, table.windows) == (1, [])
    play_all(table, (1, "play R1"))
    assert (table.decision, table.asked) == ("turn", [0])


def test_effects_of_a_step_do_not_linger():
    table = placed("official", ["B5", "B1", "G1"], draw=["Y1", "Y2"])
    play_all(table, (0, "draw"))
    assert table.drew == {0: 1}
    assert table.timeout(2) == "not_your_turn"
    assert table.drew == {}
    play_all(table, (1, "draw"))
    table.retire(2)
    assert table.drew == {}
