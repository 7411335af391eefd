import pytest

from arbitro_engine.rules.cards import Color
from arbitro_engine.rules.events import EventKind
from arbitro_engine.rules.moves import Act, Move
from arbitro_engine.rules.plays import lay
from support.rounds import asked, do, kinds, open_to, placed, texts


def test_a_card_goes_down_and_its_colour_is_in_force():
    round = placed("R1 B7 G2|Y1 Y2|B1 B2", pile="B3")
    events = do(round, "0 play B7")
    assert (str(round.top), round.color, asked(round)) == ("B7", Color.BLUE, "turn 1")
    assert texts(round.hands[0]) == ["R1", "G2"]
    assert kinds(events) == ["PLAYED"]
    assert (events[0].seat, str(events[0].card), events[0].color, events[0].count, events[0].flag) == (
        0,
        "B7",
        None,
        2,
        False,
    )


def test_one_of_two_equal_cards_goes_down():
    round = placed("R1 R1 G2|Y1 Y2", pile="B3")
    do(round, "0 play R1")
    assert texts(round.hands[0]) == ["R1", "G2"]
    do(round, "1 play Y1 uno")
    assert open_to(round) == ["play R1", "draw"]


def test_a_wild_names_its_colour_and_lies_bare():
    round = placed("W G2 G3|Y1 Y2", pile="B3")
    events = do(round, "0 play W:G")
    assert (str(round.top), round.color) == ("W", Color.GREEN)
    assert events[0].color is Color.GREEN


@pytest.mark.parametrize("seats, next_seat", [(2, 0), (3, 2), (4, 2)])
def test_a_skip_passes_over_one_seat(seats, next_seat):
    round = placed("|".join(["RS G1 G2", "Y1 Y2", "B1 B2", "G4 G5"][:seats]), pile="B3")
    assert kinds(do(round, "0 play RS")) == ["PLAYED", "SKIPPED"]
    assert asked(round) == f"turn {next_seat}"


@pytest.mark.parametrize(
    "seats, reverse_two, next_seat, told",
    [
        (2, "skip", 0, ["PLAYED", "REVERSED", "SKIPPED"]),
        (2, "plain", 1, ["PLAYED", "REVERSED"]),
        (3, "skip", 2, ["PLAYED", "REVERSED"]),
        (4, "plain", 3, ["PLAYED", "REVERSED"]),
    ],
)
def test_a_reverse_turns_the_direction(seats, reverse_two, next_seat, told):
    hands = "|".join(["RR G1 G2", "Y1 Y2", "B1 B2", "G4 G5"][:seats])
    round = placed(hands, pile="B3", reverse_two=reverse_two)
    assert kinds(do(round, "0 play RR")) == told
    assert (asked(round), round.direction) == (f"turn {next_seat}", -1)


def test_two_cards_are_drawn_at_once_where_they_cannot_be_answered():
    round = placed("R+2 G1 G2|Y1 Y2|B1 B2", pile="B3 B4 B5")
    assert kinds(do(round, "0 play R+2")) == ["PLAYED", "PENDING", "DREW", "SKIPPED"]
    assert (round.counts, round.pending, asked(round)) == ((2, 4, 2), 0, "turn 2")


def test_two_cards_lie_on_the_next_seat_where_they_can():
    round = placed("R+2 G1 G2|B+2 Y2|B1 B2", pile="B3 B4 B5", profile="traditional")
    events = do(round, "0 play R+2", "1 play B+2 uno")
    assert [event.count for event in events if event.kind is EventKind.PENDING] == [2, 4]
    assert (round.pending, asked(round)) == (4, "stack 2")


def test_a_wild_draw_four_is_judged_by_the_hand_that_is_left():
    round = placed("W+4 B1 R1|Y1 Y2", pile="B3")
    do(round, "0 play W+4:B")
    assert asked(round) == "challenge 1"
    assert round.claim.guilty
    assert texts(round.claim.hand) == ["R1", "B1"]
    assert (round.claim.seat, round.claim.below, round.pending) == (0, 0, 4)


@pytest.mark.parametrize("last", ["R5", "RS", "RR", "W:Y", "R+2", "W+4:G"])
def test_the_last_card_ends_the_round_whatever_it_is(last):
    round = placed(f"{last.split(':')[0]}|Y1 Y2|B1", pile="B3 B4 B5 B6 B7")
    events = do(round, f"0 play {last}")
    assert kinds(events)[-1] == "ROUND_ENDED"
    assert kinds(events).count("ROUND_ENDED") == 1
    assert (round.result.winner, asked(round), round.pending) == (0, "none", 0)


def test_the_last_draw_is_drawn_and_counted():
    round = placed("R+2|Y1 Y2|B1", pile="B3 B4 B5")
    assert kinds(do(round, "0 play R+2")) == ["PLAYED", "PENDING", "DREW", "ROUND_ENDED"]
    assert round.result.credited == 3 + 1 + 7


def test_the_last_draw_is_not_drawn_where_the_rules_say_so():
    round = placed("R+2|Y1 Y2|B1", pile="B3 B4 B5", last_draw_applies="off")
    assert kinds(do(round, "0 play R+2")) == ["PLAYED", "PENDING", "ROUND_ENDED"]
    assert round.result.credited == 4


@pytest.mark.parametrize(
    "mode, shout, told", [("off", False, False), ("announce", True, True), ("enforced", True, True)]
)
def test_shouts_are_public_unless_there_are_none(mode, shout, told):
    round = placed("R1 B7|Y1 Y2", pile="B3", uno_mode=mode)
    assert do(round, "0 play R1 uno" if shout else "0 play R1")[0].flag is told


def test_a_shout_that_the_rules_do_not_know_is_not_told():
    assert not do(placed("R1 B7|Y1 Y2", pile="B3", uno_mode="off"), "0 play R1 uno")[0].flag


def test_a_missed_shout_opens_a_poll_before_anything_else():
    round = placed("R+2 B7|Y1 Y2|B1 B2", pile="B3 B4 B5")
    events = do(round, "0 play R+2")
    assert kinds(events) == ["PLAYED", "PENDING", "CATCH_POLL"]
    assert (asked(round), round.pending, round.counts) == ("catch 1 2", 2, (1, 2, 2))


@pytest.mark.parametrize("hand, play", [("R1 B7 B8", "R1"), ("R1 B7 B8 B9", "R1")])
def test_a_false_shout_is_fined_where_the_rules_say_so(hand, play):
    round = placed(f"{hand}|Y1 Y2", pile="B3 B4 B5", false_uno_cards=1)
    assert kinds(do(round, f"0 play {play} uno")) == ["PLAYED", "FINED", "DREW"]
    round = placed(f"{hand}|Y1 Y2", pile="B3 B4 B5")
    assert kinds(do(round, f"0 play {play} uno")) == ["PLAYED"]


def test_a_move_without_a_card_plays_nothing():
    with pytest.raises(ValueError, match="plays no card"):
        lay(placed("R1|B1", pile="B3"), 0, Move(Act.DRAW), [])
