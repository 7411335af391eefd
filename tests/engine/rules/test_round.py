import pytest

from support.rounds import do, placed


def test_turns_go_round_in_the_direction_in_force():
    round = placed("R1|R2|R3|R4", turn=3)
    assert round.following == (1, 2, 3, 0)
    round.turn_round()
    assert round.following == (3, 0, 1, 2)


def test_seats_that_left_are_passed_over():
    round = placed("R1||R3||R5", active=[0, 2, 4])
    assert round.following == (2, 2, 4, 4, 0)
    assert round.opponents(2) == (0, 4)
    assert round.teams() == 3


def test_opponents_are_those_of_other_teams_in_play():
    round = placed("R1|R2|R3|R4|R5|R6", profile="vintage_pairs")
    assert round.opponents(0) == (1, 2, 4, 5)
    assert round.teams() == 3
    do(round, "retire 1")
    assert round.opponents(0) == (2, 5)
    assert round.teams() == 2


@pytest.mark.parametrize("pile, discard, can", [("", "R7", False), ("", "R7 R8", True), ("B1", "R7", True)])
def test_the_top_of_the_discards_can_never_be_drawn(pile, discard, can):
    assert placed("R1|R2", pile=pile, discard=discard).can_draw is can


def test_all_cards_of_a_round_are_counted():
    round = placed("R1 R2|Y1|G1", pile="B1 B2", discard="R7 R8")
    before = round.cards()
    assert [str(card) for card in before] == ["R1", "R2", "R7", "R8", "Y1", "G1", "B1", "B2"]
    do(round, "retire 1", "0 play R1 uno")
    assert round.cards() == before
    assert round.counts == (1, 0, 1)
