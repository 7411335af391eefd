import pytest

from arbitro_engine.rules.polls import nearest
from support.rounds import asked, do, kinds, placed, texts


def missed(**rules):
    """Four seats; seat 0 has just missed its shout."""
    round = placed("R1 B7|Y1 Y2|B1 B2|G1 G2", pile="B3 B4 B5 B6 B8", **rules)
    do(round, "0 play R1")
    return round


def drawn_four(hand="W+4 B1", *, seats=4, pile="G2 G3 G4 G5 G6 G7 G8 G9", **rules):
    """Seat 0 has just played a Wild Draw Four on yellow, naming red, with a shout."""
    hands = [hand, "G1 B2", "Y1 Y2", "B5 B6"][:seats]
    round = placed("|".join(hands), pile=pile, discard="Y4", **rules)
    do(round, "0 play W+4:R uno")
    return round


# ------------------------------------------------------------------------------------------- catch


@pytest.mark.parametrize(
    "rules, question",
    [
        ({}, "catch 1 2 3"),
        ({"uno_catchers": "next_player"}, "catch 1"),
        ({"uno_self_catch": "on"}, "catch 0 1 2 3"),
        ({"uno_catchers": "next_player", "uno_self_catch": "on"}, "catch 0 1"),
        ({"profile": "vintage_pairs"}, "catch 0 1 3"),
        ({"uno_mode": "announce"}, "turn 1"),
        ({"uno_mode": "off"}, "turn 1"),
    ],
)
def test_who_is_asked(rules, question):
    assert asked(missed(**rules)) == question


def test_nothing_happens_before_the_last_answer():
    round = missed()
    assert do(round, "1 catch", "3 catch") == []
    assert kinds(do(round, "2 catch")) == ["CAUGHT", "FINED", "DREW"]
    assert (round.counts, asked(round)) == ((3, 2, 2, 2), "turn 1")


@pytest.mark.parametrize("direction, catcher", [(1, 2), (-1, 3)])
def test_the_nearest_catcher_is_recorded(direction, catcher):
    round = missed()
    if direction == -1:
        round.turn_round()
    (caught, *_) = do(round, "3 catch", "1 ignore", "2 catch")
    assert (caught.seat, caught.other) == (0, catcher)


def test_nobody_catches():
    round = missed()
    assert do(round, "1 ignore", "2 ignore", "3 ignore") == []
    assert asked(round) == "turn 1"


@pytest.mark.parametrize(
    "tie, told",
    [
        ("opponents", ["CAUGHT", "FINED", "DREW"]),
        ("offender", ["SAVED"]),
    ],
)
def test_a_self_report_against_a_catch(tie, told):
    round = missed(uno_self_catch="on", uno_self_catch_tie=tie)
    assert kinds(do(round, "0 self", "1 catch", "2 ignore", "3 ignore")) == told


@pytest.mark.parametrize("catchers_win", [True, False])
def test_a_coin_for_a_tie(catchers_win):
    round = missed(uno_self_catch="on", uno_self_catch_tie="coin")

    class Coin:
        def coin(self):
            return catchers_win

    round.chance = Coin()
    events = do(round, "0 self", "1 catch", "2 ignore", "3 ignore")
    assert kinds(events) == (["CHANCE", "CAUGHT", "FINED", "DREW"] if catchers_win else ["CHANCE", "SAVED"])
    assert events[0].flag is catchers_win


def test_no_coin_without_a_tie():
    round = missed(uno_self_catch="on", uno_self_catch_tie="coin")
    round.chance = None
    assert kinds(do(round, "0 self", "1 ignore", "2 ignore", "3 ignore")) == ["SAVED"]


# ------------------------------------------------------------------------- the second chance to catch


def second_chance(**rules):
    """Two seats; seat 0 missed its shout and was not caught; seat 1 has played since."""
    round = placed("R1 B7|Y1 Y2 R2 R3", pile="B3 B4 B5 B6", profile="traditional", **rules)
    do(round, "0 play R1", "1 ignore")
    assert asked(round) == "turn 1"
    do(round, "1 play R2")
    return round


def test_the_second_poll_comes_before_the_offenders_next_turn():
    round = second_chance()
    assert asked(round) == "catch 1"
    assert kinds(do(round, "1 catch")) == ["CAUGHT", "FINED", "DREW"]
    assert asked(round) == "turn 0"


def test_after_the_second_poll_the_window_is_closed_for_good():
    round = second_chance()
    do(round, "1 ignore")
    assert asked(round) == "turn 0"
    do(round, "0 draw", "1 play R3")
    assert asked(round) == "turn 0"


def test_the_second_poll_comes_before_a_stack_too():
    round = placed("R1 B7|Y1 Y2 R+2", pile="B3 B4 B5 B6", profile="traditional")
    do(round, "0 play R1", "1 ignore", "1 play R+2")
    assert (asked(round), round.pending) == ("catch 1", 2)
    do(round, "1 ignore")
    assert (asked(round), round.pending) == ("stack 0", 2)


def test_being_hit_changes_the_hand_and_closes_the_window():
    round = placed("R1 B7|Y1 Y2 R+2 R3", pile="B3 B4 B5 B6", profile="basic")
    do(round, "0 play R1", "1 ignore")
    assert round.unsaid[0]
    do(round, "1 play R+2", "1 play R3")
    assert not round.unsaid[0]
    assert asked(round) == "turn 0"


def test_a_fine_closes_the_window_even_if_nothing_can_be_drawn():
    round = placed("R1 B7|Y1 Y2 R2", profile="traditional")
    do(round, "0 play R1", "1 ignore")
    assert round.unsaid == [True, False]
    round.discard = round.discard[-1:]
    do(round, "fine 0 2")
    assert round.unsaid == [False, False]
    assert round.counts == (1, 3)


def test_a_self_report_closes_the_window():
    round = placed("R1 B7|Y1 Y2 R2", pile="B3", profile="traditional", uno_self_catch="on")
    do(round, "0 play R1", "0 self", "1 ignore", "1 play R2")
    assert asked(round) == "turn 0"


def test_being_skipped_is_no_turn():
    round = placed("R1 B7|Y1 Y2 RS R3", pile="B3 B4", profile="traditional")
    do(round, "0 play R1", "1 ignore", "1 play RS")
    assert asked(round) == "turn 1"
    do(round, "1 play R3")
    assert asked(round) == "catch 1"


# --------------------------------------------------------------------------------------- challenge


@pytest.mark.parametrize(
    "rules, question",
    [
        ({}, "challenge 1"),
        ({"profile": "vintage"}, "challenge 1 2 3"),
        ({"profile": "vintage_pairs"}, "challenge 1 3"),
        ({"profile": "traditional"}, "turn 2"),
    ],
)
def test_who_may_challenge(rules, question):
    assert asked(drawn_four(**rules)) == question


def test_an_accepted_wild_draw_four():
    round = drawn_four()
    assert kinds(do(round, "1 accept")) == ["UNCHALLENGED", "DREW", "SKIPPED"]
    assert (round.counts, asked(round), round.pending, round.claim) == ((1, 6, 2, 2), "turn 2", 0, None)


def test_a_wrong_challenge():
    round = drawn_four()
    events = do(round, "1 challenge")
    assert kinds(events) == ["CHALLENGED", "REVEALED", "DREW", "SKIPPED"]
    assert (events[0].seat, events[0].other, events[0].flag) == (1, 0, False)
    assert (events[1].seat, events[1].other, texts(events[1].cards)) == (0, 1, ["B1"])
    assert (round.counts, asked(round)) == ((1, 8, 2, 2), "turn 2")


def test_a_right_challenge():
    round = drawn_four("W+4 Y9")
    events = do(round, "1 challenge")
    assert kinds(events) == ["CHALLENGED", "REVEALED", "DREW"]
    assert events[0].flag
    assert (round.counts, asked(round), round.pending) == ((5, 2, 2, 2), "turn 1", 0)


@pytest.mark.parametrize("guilty, extra, counts", [(3, 0, (1, 6, 2, 2)), (0, 5, (1, 11, 2, 2))])
def test_the_price_of_a_challenge_is_an_option(guilty, extra, counts):
    rules = {"challenge_guilty_draw": guilty, "challenge_fail_extra": extra, "pile": " ".join(["G2"] * 12)}
    round = drawn_four(**rules)
    do(round, "1 challenge")
    assert round.counts == counts
    round = drawn_four("W+4 Y9", **rules)
    do(round, "1 challenge")
    assert round.counts == (1 + guilty, 2, 2, 2)


def test_an_accuser_who_is_not_the_victim_draws_and_the_victim_loses_its_turn():
    round = drawn_four(profile="vintage")
    do(round, "3 challenge", "1 accept", "2 challenge")
    assert (round.counts, asked(round)) == ((1, 2, 8, 2), "turn 2")


@pytest.mark.parametrize("reveal, viewers", [("challenger", [1]), ("verdict_only", []), ("table", [1, 2, 3])])
def test_who_sees_the_hand(reveal, viewers):
    events = do(drawn_four(challenge_reveal=reveal), "1 challenge")
    assert [event.other for event in events if event.kind.name == "REVEALED"] == viewers


def test_the_partner_sees_it_too_where_the_table_does():
    round = drawn_four(profile="vintage_pairs", challenge_reveal="table")
    events = do(round, "1 challenge", "3 accept")
    assert [event.other for event in events if event.kind.name == "REVEALED"] == [1, 2, 3]


def test_cards_drawn_since_do_not_enter_the_verdict():
    round = placed("W+4 B1|G1 B2|Y1 Y2", pile="Y7 Y8 G2 G3 G4 G5 G6 G7 G8", discard="Y4")
    do(round, "0 play W+4:R", "1 catch", "2 ignore")
    assert "Y7" in texts(round.hands[0])
    events = do(round, "1 challenge")
    assert not events[0].flag
    assert texts(events[1].cards) == ["B1"]


def test_the_nearest_seat_in_the_direction_in_force():
    round = placed("R1|R2|R3|R4", pile="B1")
    assert nearest(round, 0, {1, 3}) == 1
    assert nearest(round, 2, {0, 1}) == 0
    round.turn_round()
    assert nearest(round, 0, {1, 3}) == 3
