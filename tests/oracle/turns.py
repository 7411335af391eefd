"""Whose turn it is, the acts of a turn that play no card, and the polls that open. `t` is a table."""

from .drawing import close_window, draw_one, nothing_left, penalty
from .ending import end_undecided
from .matching import pile_fault, play_fault, plays, without
from .seating import nearest, next_active, opponents


def begin_turn(t, seat):
    """The turn comes to a seat: perhaps a second catch poll first, then its decision (rules 6 point 5)."""
    t.turn = seat
    t.drawn = []
    if seat in t.windows:
        close_window(t, seat)  # after the second poll it is closed for good: ruling 18
        open_catch_poll(t, seat, then="turn")
    else:
        ask_turn(t)


def ask_turn(t):
    t.decision = "stack" if t.pending else "turn"
    t.asked = [t.turn]


def end_turn(t):
    begin_turn(t, next_active(t, t.turn))


def open_catch_poll(t, offender, then):
    """Ask for catchers of a missed shout; what follows is the `card`'s effect or the offender's `turn`.

    Never the partner (rules 6 point 2); next_player is the nearest opponent in the direction in force
    (ruling 19).
    """
    asked = opponents(t, offender)
    if t.options["uno_catchers"] == "next_player":
        asked = [nearest(t, offender, asked)]
    if t.options["uno_self_catch"] == "on":
        asked = [*asked, offender]
    t.decision, t.asked, t.answers = "catch", sorted(asked), {}
    t.offender, t.then = offender, then


def draw_fault(t, seat):
    """Rulings 6 and 10; rules 5.8."""
    if t.decision == "after_draw" and t.options["keep_drawing"] == "off":
        return "draw_not_allowed"
    if nothing_left(t):
        return "nothing_to_draw"
    if t.decision == "turn" and t.options["voluntary_draw"] == "off" and plays(t, seat):
        return "draw_not_allowed"
    return None


def draw(t, seat):
    """One draw act: one card, or until one comes that can be played at that moment (ruling 4)."""
    t.passes = 0
    while True:
        card = draw_one(t, seat)
        if card is None:
            break
        t.drawn.append(card)
        fits = pile_fault(t, without(t.hands[seat], card), card) is None
        if fits or t.options["draw_mode"] == "one":
            break
    ask_after_draw(t, seat)


def ask_after_draw(t, seat):
    """Opens only if something may be played, or if an owed play has become impossible (rulings 2, 3)."""
    t.decision, t.asked = "after_draw", [seat]
    drew_all = t.options["draw_mode"] == "until_playable" and nothing_left(t)
    if not plays(t, seat) and not (drew_all and must_play_drawn(t)):
        end_turn(t)


def must_play_drawn(t):
    """drawn_play = mandatory; nothing is owed where nothing may be played after drawing."""
    return t.options["drawn_play"] == "mandatory" and t.options["play_after_draw"] != "none"


def keep_fault(t, seat):
    """Closed while a drawn card can and must be played, or when only a pass is left (rulings 3, 5)."""
    if not must_play_drawn(t):
        return None
    owed = any(play_fault(t, seat, card) is None for card in t.drawn)
    return "keep_not_allowed" if owed or not plays(t, seat) else None


def pass_fault(t, seat):
    """Only where nothing can be drawn and nothing can be played (ruling 3; rules 5.8)."""
    if plays(t, seat) or not nothing_left(t):
        return "pass_not_allowed"
    return None


def pass_turn(t):
    """An empty turn; as many in a row as seats in play freeze the round (rules 5.8, ruling 13)."""
    if t.decision == "turn":
        t.passes += 1
        if t.passes >= len(t.active):
            end_undecided(t, "blocked")
            return
    end_turn(t)


def take_fault(t, seat):
    """stack_decline: a holder of a card that stacks may have to use it (ruling 10)."""
    if t.options["stack_decline"] == "not_allowed" and plays(t, seat):
        return "must_take_or_stack"
    return None


def take(t, seat):
    """Draw what is pending and lose the turn, or keep it under stack_victim_turn (rules 5.6, ruling 24)."""
    t.passes = 0  # ruling 13: also when nothing could be drawn
    penalty(t, seat, t.pending)
    t.pending = 0
    if t.options["stack_victim_turn"] == "keeps":
        begin_turn(t, seat)
    else:
        end_turn(t)
