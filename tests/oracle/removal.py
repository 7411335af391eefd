"""What the referee does to a seat from outside: removing it (rulings 32 to 36) and fining it (ruling 42)."""

from .cards import draws
from .drawing import close_window, fine
from .effects import lapse, work
from .ending import end_by_removal
from .polls import close_if_complete, drop_seats, leave_catch
from .seating import next_active, team_of, teams_left
from .turns import ask_after_draw, begin_turn


def remove(t, seat):
    """Take a seat and its partner out; their cards leave play, the round goes on if two teams are left.

    Raises ValueError for a seat that is not in play.
    """
    if t.round is not None or seat not in t.active:
        raise ValueError(f"seat {seat} is not in play")
    gone = team_of(t, seat)
    for leaver in gone:
        t.removed += t.hands[leaver]
        t.hands[leaver] = []
        close_window(t, leaver)
    t.active = [other for other in t.active if other not in gone]
    t.passes = 0  # ruling 13
    if len(teams_left(t)) == 1:
        end_by_removal(t)
    elif t.decision == "catch":
        go_on_with_catch(t, gone)
    elif t.decision == "challenge":
        go_on_with_challenge(t, gone)
    elif t.turn in gone:
        go_on_with_turn(t)


def go_on_with_turn(t):
    """The turn passes; a pending draw is void (ruling 32), a colour is still to be named (ruling 36)."""
    t.pending = 0
    follower = next_active(t, t.turn)
    if t.decision == "color":
        t.turn, t.asked = follower, [follower]
    else:
        begin_turn(t, follower)


def go_on_with_catch(t, gone):
    """Rulings 32 to 34: a poll about a removed seat is dropped, its card keeps its effect."""
    if t.then == "card" and draws(t.played["card"]) and t.played["victim"] in gone:
        t.pending = 0
    if t.offender not in gone:
        drop_seats(t, gone)
        close_if_complete(t)
    elif t.then == "card":
        t.answers = {}
        work(t)
    else:
        t.answers = {}
        go_on_with_turn(t)


def go_on_with_challenge(t, gone):
    """Rulings 32 to 34: without a victim the poll is dropped; without the offender it still takes place."""
    if t.played["victim"] in gone:
        t.answers = {}
        lapse(t)
    else:
        drop_seats(t, gone)
        close_if_complete(t)


def arbiter_fine(t, seat, cards):
    """A fine comes before the open decision is put, so that decision is put anew.

    Raises ValueError for a seat that is not in play, and between the answers of a poll.
    """
    if t.round is not None or seat not in t.active:
        raise ValueError(f"seat {seat} is not in play")
    if t.answers:
        raise ValueError("a fine never comes between the answers of a poll")
    fine(t, seat, cards)
    if t.decision == "catch" and t.offender == seat:
        leave_catch(t)
    elif t.decision == "after_draw":
        ask_after_draw(t, t.turn)
