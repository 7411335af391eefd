import random

import pytest

from arbitro_engine.rules.cards import DECKS, Card, parse_cards
from arbitro_engine.rules.events import NOBODY, Event, EventKind, Why
from arbitro_engine.rules.legal import legal
from arbitro_engine.rules.moves import Act
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.step import apply
from arbitro_engine.rules.view import PublicEvent, SeatEvent, private, public, seat_view
from support.rounds import asked, cards, dealt, do, opened, placed, random_move, texts

LOUD = Event(
    EventKind.PASSED,
    seat=1,
    card=parse_cards(["R1"])[0],
    color=parse_cards(["R1"])[0].color,
    count=9,
    other=2,
    why=Why.TURN,
    flag=True,
    cards=tuple(parse_cards(["R2", "R3"])),
    points=(1, 2),
    scores=(3, 4),
)
"""An event with every field set, so that whatever a view takes over shows."""

SHOWN = {
    "ROUND_STARTED": {"seat", "count"},
    "DEALER_DRAW": {"seat", "card"},
    "DEALT": {"seat", "count"},
    "TURNED": {"card", "color"},
    "PUT_BACK": {"card"},
    "SHUFFLED": {"count"},
    "COLOR_NAMED": {"seat", "color"},
    "PLAYED": {"seat", "card", "color", "count", "flag"},
    "PENDING": {"count"},
    "DREW": {"seat", "count"},
    "FORGIVEN": {"seat", "count"},
    "PASSED": {"seat"},
    "SKIPPED": {"seat"},
    "REVERSED": {"flag"},
    "CATCH_POLL": {"seat"},
    "CAUGHT": {"seat", "other"},
    "SAVED": {"seat"},
    "CHALLENGE_POLL": {"seat"},
    "UNCHALLENGED": {"seat"},
    "CHALLENGED": {"seat", "other", "flag"},
    "FINED": {"seat", "count", "why"},
    "RETIRED": {"seat", "count", "why"},
    "ROUND_ENDED": {"seat", "count", "why", "points", "scores"},
    "MATCH_ENDED": {"seat", "other", "why", "scores"},
}
"""What everybody may know, written a second time: a change of the allow-list must be meant."""


@pytest.mark.parametrize("kind", EventKind)
def test_the_public_sees_what_is_listed_and_no_more(kind):
    seen = public(LOUD._replace(kind=kind))
    if kind.name not in SHOWN:
        assert seen is None
        return
    blank = PublicEvent(kind)
    for name in PublicEvent._fields:
        told = kind.name in SHOWN and name in SHOWN[kind.name] | {"kind"}
        assert getattr(seen, name) == (
            getattr(LOUD._replace(kind=kind), name) if told else getattr(blank, name)
        )


def test_orders_coins_and_reveals_are_not_public():
    assert {kind.name for kind in EventKind} - set(SHOWN) == {"SEAT_ORDER", "CHANCE", "REVEALED"}


def test_a_public_event_has_no_place_for_hidden_cards():
    assert "cards" not in PublicEvent._fields


def test_a_fine_for_a_wrong_card_is_not_public():
    assert public(Event(EventKind.FINED, 1, count=2, why=Why.WRONG_CARD)) is None
    assert public(Event(EventKind.FINED, 1, count=2, why=Why.MISSED_UNO)) is not None


def test_draws_look_alike_whatever_they_are_for():
    seen = {public(Event(EventKind.DREW, 1, count=2, why=why)) for why in (Why.TURN, Why.PENALTY, Why.FINE)}
    assert len(seen) == 1


@pytest.mark.parametrize("kind", EventKind)
def test_what_a_seat_alone_learns(kind):
    event = LOUD._replace(kind=kind)
    learnt = [private(event, seat) for seat in range(4)]
    if kind in {EventKind.DEALT, EventKind.DREW}:
        assert learnt == [None, SeatEvent(kind, 1, NOBODY, event.cards), None, None]
    elif kind is EventKind.REVEALED:
        assert learnt == [None, None, SeatEvent(kind, 1, 2, event.cards), None]
    else:
        assert learnt == [None] * 4


# --------------------------------------------------------------------------- what an asked seat sees


def test_a_seat_sees_its_hand_the_counts_and_what_it_may_do():
    round = placed("W G5 R1 B7|Y1 Y2", pile="B1 B2", discard="R7 R8", scores=[7, 9], profile="official")
    view = seat_view(round, 0)
    assert (view.kind.text, texts(view.hand)) == ("turn", cards("R1 G5 B7 W"))
    assert texts(view.plays) == cards("R1 B7 W")
    assert view.acts == (Act.DRAW,)
    assert (view.counts, view.clockwise, view.pending) == ((4, 2), True, 0)
    assert (str(view.top), str(view.color), view.draw_count, view.discard_count) == ("R7", "R", 2, 2)
    assert (view.about, view.drawn) == (NOBODY, None)


def test_after_a_draw_it_sees_what_it_drew():
    round = placed("B1 B2|Y1 Y2", pile="R9 B2")
    do(round, "0 draw")
    view = seat_view(round, 0)
    assert str(view.drawn) == "R9"
    assert view.acts == (Act.KEEP,)


def test_in_a_poll_it_sees_whom_it_is_about():
    round = placed("R1 W+4 B1|Y1 Y2|G1 G2", pile="R9 B2 B3 B4", profile="vintage")
    do(round, "0 play W+4:G")
    view = seat_view(round, 2)
    assert (view.kind.text, view.about, view.acts) == ("challenge", 0, (Act.ACCEPT, Act.CHALLENGE))
    do(round, "1 accept", "2 accept")
    round = placed("R1 B1|Y1 Y2|G1 G2", pile="R9 B2 B3 B4")
    do(round, "0 play R1")
    assert (seat_view(round, 1).about, seat_view(round, 1).acts) == (0, (Act.CATCH, Act.IGNORE))


def test_naming_a_colour_is_one_act():
    round, _ = opened("official", "R1 B1 R2 B2 W Y5")
    view = seat_view(round, 1)
    assert (view.acts, view.color, view.plays) == ((Act.COLOR,), None, ())


def test_a_seat_that_is_not_asked_has_no_view():
    round = placed("R1|Y1 Y2", pile="B1")
    with pytest.raises(ValueError, match="seat 1 is not asked"):
        seat_view(round, 1)
    do(round, "0 play R1")
    with pytest.raises(ValueError, match="seat 0 is not asked"):
        seat_view(round, 0)


def test_where_a_card_lies_in_a_hand_does_not_tell_when_it_came():
    round = placed("B9 R1 G5|Y1 Y2", pile="Y3 G2", color="B", discard="B7")
    do(round, "0 draw", "1 draw")
    assert texts(seat_view(round, 0).hand) == cards("R1 Y3 G5 B9")


@pytest.mark.parametrize("profile", ["traditional", "vintage", "cumulative", "official", "vintage_pairs"])
def test_a_seat_rebuilds_its_legal_moves_from_its_view(profile):
    """Plays with any colour, and acts: what stands on the wire is all a bot needs (architecture 4)."""
    rng = random.Random(7)
    seats = 4
    round, _ = dealt(RuleSet.of(profile), seats)
    for _ in range(300):
        if round.result:
            break
        for seat in round.to_act:
            if seat not in round.answers:
                view, moves = seat_view(round, seat), legal(round, seat)
                assert {move.card for move in moves if move.card} == set(view.plays)
                assert {move.act for move in moves} - {Act.PLAY} == set(view.acts)
                assert all(type(card) is Card for card in view.hand)
        apply(round, *random_move(round, rng))


def test_no_view_ever_holds_another_seats_cards():
    """Private events rebuild a seat's own hand exactly, so nothing is missing and nothing is foreign."""
    rng = random.Random(11)
    round, events = dealt(RuleSet.of("vintage"), 3)
    hands = [[], [], []]
    while not round.result:
        for event in events:
            for seat in range(3):
                learnt = private(event, seat)
                if learnt and learnt.kind is not EventKind.REVEALED:
                    hands[seat] += learnt.cards
            if event.kind is EventKind.PLAYED:
                hands[event.seat].remove(event.card)
        assert [sorted(hand) for hand in hands] == [sorted(hand) for hand in round.hands]
        events = apply(round, *random_move(round, rng))
    assert tuple(round.cards()) == DECKS["std108"]
    assert asked(round) == "none"
