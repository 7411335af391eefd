"""Rounds on top of each other: dealers, totals, the last round, extra rounds (rules 1.2; rulings 39, 41)."""

import pytest

from oracle import CounterChance, Match, dealer_draw, profile
from oracle_checks.placing import play_all


def match(rules, seats=3, **changes):
    return Match(profile(rules, changes), seats)


def play_round(game, winner, lost="B4"):
    """One round of one card each: `winner` goes out at its first turn, the others hold `lost` and pass."""
    table = game.open(["R1"] * len(game.active) + ["R7"], CounterChance(""), 1)
    for seat in table.active:
        table.hands[seat] = ["R1"] if seat == winner else [lost]
    while table.round is None:
        seat = table.asked[0]
        play_all(table, (seat, "play R1" if seat == winner else "pass"))
    game.close()
    return table


def blocked_round(game):
    """A round between two seats in which nobody scores."""
    table = game.open(["B4", "G4", "R7"], CounterChance(""), 1)
    for _ in range(2):
        play_all(table, (table.asked[0], "pass"))
    game.close()


@pytest.mark.parametrize("mode,dealers", [("rotate", [0, 1, 2]), ("keep", [0, 0, 0]), ("winner", [0, 2, 1])])
def test_next_dealer(mode, dealers):
    game = match("official", dealer_next=mode)
    assert [play_round(game, winner).dealer for winner in (2, 1, 0)] == dealers


def test_removed_seats_do_not_deal():
    game = match("official", 4)
    play_round(game, 0)
    game.retire(1)
    table = play_round(game, 0)
    assert table.dealer == 2
    assert table.active == [0, 2, 3]


def test_totals_grow_until_the_target():
    game = match("official", target=12)
    play_round(game, 1)
    assert (game.over, game.rounds, game.scores) == (False, 1, [0, 8, 0])
    play_round(game, 1, lost="B2")
    assert (game.over, game.winner, game.scores) == (True, 1, [0, 12, 0])
    with pytest.raises(ValueError, match="the match is over"):
        game.open([], CounterChance(""))


def test_max_rounds_ends_with_the_best_total():
    game = match("official", max_rounds=2)
    play_round(game, 1)
    assert game.over is False
    play_round(game, 1)
    assert (game.over, game.winner) == (True, 1)


def test_max_rounds_under_keep_own_takes_the_lowest():
    game = match("classic_low", max_rounds=1)
    game.scores = [0, 3, 30]
    play_round(game, 2)
    assert (game.over, game.winner, game.scores) == (True, 0, [4, 7, 30])


@pytest.mark.parametrize("most,results", [(0, [(True, None)]), (1, [(False, None), (True, None)])])
def test_ties_at_the_last_round_go_to_extra_rounds_up_to_a_number(most, results):
    game = match("official", 2, max_rounds=1, extra_rounds_max=most)
    for expected in results:
        blocked_round(game)
        assert (game.over, game.winner) == expected
    assert game.extra == most


def test_shared_places_at_the_last_round():
    game = match("official", 2, max_rounds=1, final_tie="shared")
    blocked_round(game)
    assert (game.over, game.winner) == (True, None)


def test_an_extra_round_decides():
    game = match("official", 2, max_rounds=1)
    blocked_round(game)
    play_round(game, 1)
    assert (game.over, game.winner, game.extra) == (True, 1, 1)


def test_keep_own_ties_at_the_target_count_as_extra_rounds():
    game = match("classic_low", 2, extra_rounds_max=1, target=4)
    blocked_round(game)
    assert (game.over, game.scores, game.extra) == (False, [4, 4], 0)
    blocked_round(game)
    assert (game.over, game.winner, game.scores, game.extra) == (True, None, [8, 8], 1)


def test_a_seat_taken_out_between_rounds_changes_no_score():  # ruling 41
    game = match("cumulative", target=9)
    play_round(game, 1)
    game.retire(2)
    assert (game.over, game.scores) == (False, [0, 1, 0])
    game.retire(1)
    assert (game.over, game.winner, game.scores) == (True, 0, [0, 1, 0])


def test_the_first_dealer_may_have_left():
    game = match("official")
    game.retire(0)
    assert play_round(game, 1).dealer == 1


def test_rounds_below_the_target_are_no_extra_rounds():
    game = match("classic_low")
    play_round(game, 0)
    play_round(game, 0)
    assert (game.rounds, game.extra) == (2, 0)


def test_a_pair_leaves_between_rounds_as_a_whole():
    game = match("vintage_pairs", 4)
    game.retire(3)
    assert (game.over, game.winner) == (True, 0)


def test_rounds_are_opened_and_closed_in_turn():
    game = match("official", 2)
    with pytest.raises(ValueError, match="no finished round"):
        game.close()
    game.open(["B4", "G4", "R7", "Y1"], CounterChance(""), 1)
    with pytest.raises(ValueError, match="a round is open"):
        game.open([], CounterChance(""))
    with pytest.raises(ValueError, match="no finished round"):
        game.close()
    with pytest.raises(ValueError, match="round is open"):
        game.retire(0)


@pytest.mark.parametrize(
    "rules,deck,dealer,drawn",
    [
        ("official", ["R3", "B9", "G4"], 1, [["R3"], ["B9"], ["G4"]]),
        ("official", ["R3", "BS", "W"], 0, [["R3"], ["BS"], ["W"]]),
        ("official", ["R9", "B1", "G9", "Y2", "Y8"], 2, [["R9", "Y2"], ["B1"], ["G9", "Y8"]]),
        ("official", ["RS", "W", "G0", "Y2", "Y1", "Y3"], 2, [["RS", "Y2"], ["W", "Y1"], ["G0", "Y3"]]),
        ("vintage", ["RS", "W", "R3", "B9", "G4"], 1, [["RS", "W", "R3"], ["B9"], ["G4"]]),
    ],
)
def test_dealer_draw(rules, deck, dealer, drawn):
    assert dealer_draw(profile(rules), deck, 3) == (dealer, drawn)


def test_a_fixed_dealer_draws_nothing():
    assert dealer_draw(profile("official", {"dealer_pick": "fixed_seat"}), [], 2) == (0, [[], []])


def test_a_dealer_draw_needs_enough_cards():
    with pytest.raises(ValueError, match="ran out"):
        dealer_draw(profile("official"), ["R9", "B9"], 2)
