"""Faults that other programs shipped, tried on our rules; the ids are those of the list of them."""

import random
from collections import Counter

import pytest

from arbitro_engine.rules.cards import DECKS
from arbitro_engine.rules.events import EventKind
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.shuffle import DealKey
from arbitro_engine.rules.step import apply
from arbitro_engine.rules.view import PublicEvent, SeatEvent, private, public, seat_view
from support.rounds import asked, dealt, do, kinds, open_to, opened, placed, random_move, refused, texts

# --------------------------------------------------------------------------------------- R, the rules


def test_r01_a_turn_does_not_start_over_after_a_draw():
    round = placed("B1 B2|Y1 Y2", pile="R9 R8 R6")
    do(round, "0 draw")
    assert refused(round, "0 draw") == "draw_not_allowed"
    assert open_to(round) == ["play R9", "keep"]
    assert len(round.pile) == 2


@pytest.mark.parametrize("reverse_two, next_seat", [("skip", 0), ("plain", 1)])
def test_r02_a_reverse_with_two_players_does_something(reverse_two, next_seat):
    round = placed("RR B1 B2|Y1 Y2", pile="G1", reverse_two=reverse_two)
    do(round, "0 play RR")
    assert asked(round) == f"turn {next_seat}"
    round = placed("RR B1 B2|Y1 Y2|G1", pile="G1", reverse_two=reverse_two)
    do(round, "retire 2", "0 play RR")
    assert asked(round) == f"turn {next_seat}"


def test_r05_silence_at_a_colour_is_no_crash():
    round, _ = opened("official", "R1 B1 R2 B2 W Y5")
    do(round, "timeout 1")
    assert (asked(round), str(round.color)) == ("turn 1", "R")
    round = placed("W B1 B2|Y1 Y2", pile="")
    do(round, "0 play W:G", "1 draw")
    assert (str(round.color), str(round.top), len(round.discard)) == ("G", "W", 1)


def test_r06_a_named_colour_outlives_draws_and_reshuffles():
    round = placed("W B1 B2|Y1 R2", pile="", discard="R7 W R5", color="R")
    do(round, "0 play W:B", "1 draw")
    assert (str(round.color), str(round.top)) == ("B", "W")
    assert all(card.color is not None or str(card) in {"W", "W+4"} for card in round.cards())


def test_r07_four_cards_once_drawn_do_not_come_back():
    round = placed("W+4 B5 R9|G1 G2", pile="Y1 Y2 Y3 Y4 Y5 Y6 Y8", discard="Y7")
    do(round, "0 play W+4:B", "1 accept", "0 play B5 uno")
    (drawn, *_) = do(round, "1 draw")
    assert (drawn.count, round.pending, round.counts) == (1, 0, (1, 7))


def test_r07_nor_does_a_stack_that_was_taken():
    round = placed("R+2 R5 R9|G1 G2", pile="Y1 Y2 Y3 Y4", profile="traditional")
    do(round, "0 play R+2", "1 take", "0 play R9 uno")
    (drawn, *_) = do(round, "1 draw")
    assert (drawn.count, round.pending, round.counts) == (1, 0, (1, 5))


@pytest.mark.parametrize("held, guilty, counts", [("RS", False, (1, 8)), ("Y9", True, (5, 2))])
def test_r08_the_verdict_is_by_the_old_colour(held, guilty, counts):
    round = placed(f"W+4 {held}|G1 B2", pile="G2 G3 G4 G5 G6 G7 G8", discard="Y4")
    do(round, "0 play W+4:R uno")
    events = do(round, "1 challenge")
    assert (events[0].flag, round.counts) == (guilty, counts)


@pytest.mark.parametrize("profile", ["official", "traditional"])
@pytest.mark.parametrize("last", ["RS", "RR", "R+2", "W:G", "W+4:G", "R5"])
def test_r09_a_last_card_ends_the_round_once(last, profile):
    round = placed(f"{last.split(':')[0]}|Y1 Y2", pile="G1 G2 G3 G4 G5", profile=profile)
    assert kinds(do(round, f"0 play {last}")).count("ROUND_ENDED") == 1
    assert round.result.winner == 0


def test_r09_a_last_draw_two_on_a_stack_ends_the_round():
    round = placed("B+2|R1 Y+2|RS", pile="G1 G2 B3 Y5 G6", discard="R+2", pending=2, profile="traditional")
    events = do(round, "0 play B+2")
    assert kinds(events) == ["PLAYED", "PENDING", "DREW", "ROUND_ENDED"]
    assert round.counts == (0, 6, 1)
    assert (round.result.winner, round.result.points) == (0, (1 + 20 + 1 + 2 + 3 + 5 + 20, 0, 0))


@pytest.mark.parametrize("seats", [2, 3, 4, 10])
@pytest.mark.parametrize("profile", ["official", "basic"])
def test_r11_an_opening_reverse_knows_the_size_of_the_table(profile, seats):
    round, _ = opened(profile, " ".join(["B1"] * seats + ["RR", "Y5"]), seats=seats, hand_size=1)
    assert round.turn == (0 if profile == "official" else seats - 1)


def test_r12_a_shout_of_the_last_turn_does_not_count():
    round = placed("G8 R5|B1 B2 R1", pile="R9 Y8 Y6")
    do(round, "0 play R5 uno", "1 play R1", "0 draw", "0 play R9")
    assert asked(round) == "catch 1"
    round = placed("G8 R5|B1 B2 R1", pile="R9 Y8 Y6")
    do(round, "0 play R5 uno", "1 play R1", "0 draw", "0 play R9 uno")
    assert asked(round) == "turn 1"


def test_r13_a_missed_shout_is_fined_once():
    round = placed("B9 R5|B1 B2|G1 G2|Y1 Y2", pile="Y9 Y8 Y6")
    events = do(round, "0 play R5", "3 catch", "2 catch", "1 catch")
    assert Counter(kinds(events))["FINED"] == 1
    assert [event.other for event in events if event.kind is EventKind.CAUGHT] == [1]
    assert round.counts == (3, 2, 2, 2)


# ------------------------------------------------------------------------- L, the log: the rules' part


@pytest.mark.parametrize("how", ["default", "forfeit", "blocked", "stack"])
def test_l04_a_round_ends_exactly_once_however_it_ends(how):
    round, moves = {
        "default": (placed("R5|B9", profile="basic"), ["timeout 0"]),
        "forfeit": (placed("R5|B9", pile="Y1"), ["retire 1"]),
        "blocked": (placed("B5|Y9"), ["0 pass", "1 pass"]),
        "stack": (
            placed("B+2|R1|RS", pile="G1 G2 G3 G4", discard="R+2", pending=2, profile="traditional"),
            ["0 play B+2"],
        ),
    }[how]
    events = do(round, *moves)
    assert kinds(events).count("ROUND_ENDED") == 1
    assert kinds(events)[-1] == "ROUND_ENDED"


# ------------------------------------------------------------------------------ H, hidden information


def everything_seen_by(seat, events):
    """All that a seat is told: the public's view and its own."""
    return [view for event in events for view in (public(event), private(event, seat)) if view]


def test_h02_the_start_tells_a_seat_its_hand_and_nobody_the_deck():
    round, events = dealt(RuleSet.of("official"), 3)
    for seat in range(3):
        told = [view.cards for view in everything_seen_by(seat, events) if isinstance(view, SeatEvent)]
        assert [sorted(hand) for hand in told] == [sorted(round.hands[seat])]
    faces = [event.card for event in map(public, events) if event and event.card]
    assert faces == [round.top]


def test_h04_a_card_is_its_kind_and_nothing_more():
    """No id can link a hidden card over time: equal cards are one object, and events carry nothing else."""
    assert PublicEvent._fields == (
        "kind",
        "seat",
        "card",
        "color",
        "count",
        "other",
        "why",
        "flag",
        "points",
        "scores",
    )
    assert SeatEvent._fields == ("kind", "seat", "other", "cards")
    assert len({id(card) for card in DECKS["std108"]}) == 54


@pytest.mark.parametrize("reveal, seen", [("challenger", [1]), ("verdict_only", []), ("table", [1, 2, 3])])
def test_h07_a_shown_hand_is_seen_once_by_whom_it_was_shown_to(reveal, seen):
    """It is shown sorted: nobody learns which of its cards came when (H04)."""
    round = placed(
        "W+4 B9 RS|G1 B2|Y1 Y2|B5 B6", pile="G2 G3 G4 G5 G6 G7 G8", discard="Y4", challenge_reveal=reveal
    )
    do(round, "0 play W+4:R")
    events = do(round, "1 challenge")
    for seat in range(4):
        shown = [view for view in everything_seen_by(seat, events) if view.kind is EventKind.REVEALED]
        assert len(shown) == (seat in seen)
        assert all(texts(view.cards) == ["RS", "B9"] for view in shown)
    later = do(round, "timeout 2", "timeout 3", "timeout 0")
    assert not [event for event in later if event.kind is EventKind.REVEALED]
    view = seat_view(round, 1)
    assert set(texts(view.hand)).isdisjoint({"RS", "B9"})


def test_h08_a_new_round_knows_nothing_of_the_last_one():
    rules = RuleSet.of("official")
    rng = random.Random(3)
    for number in range(10):
        round, events = dealt(rules, 2, number=number)
        assert (round.claim, round.suspect, round.drawn, round.removed) == (None, None, [], [])
        for seat in (0, 1):
            told = [view for view in everything_seen_by(seat, events) if isinstance(view, SeatEvent)]
            assert {view.seat for view in told} == {seat}
        while round.result is None:
            apply(round, *random_move(round, rng))


def test_h09_rounds_do_not_follow_from_one_another():
    """The key has 256 bits, and each round's stream its own label: no round's cards tell another's."""
    key = DealKey(bytes(32), {})
    decks = [tuple(key.round(number).deck(DECKS["std108"])) for number in range(50)]
    assert len(set(decks)) == 50
    other = DealKey(bytes(31) + b"\1", {})
    agree = sum(a is b for a, b in zip(decks[0], other.round(0).deck(DECKS["std108"]), strict=True))
    assert agree < 20


# ------------------------------------------------------------------- P, what a client says is no truth


@pytest.mark.parametrize("card", ["G9", "Y1", "R5", "W"])
def test_p11_a_card_is_looked_for_in_the_referees_own_books(card):
    round = placed("B1 B2|Y1 Y2", pile="R9")
    move = f"0 play {card}:G" if card == "W" else f"0 play {card}"
    assert refused(round, move) == "not_in_hand"


def test_p06_nothing_is_taken_for_a_default():
    round = placed("W R5|Y1 Y2", pile="R9")
    assert refused(round, "0 play W") == "color_missing"
    assert refused(round, "0 play R5:R") == "color_not_allowed"
