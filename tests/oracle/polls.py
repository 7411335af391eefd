"""Sealed polls: answers lie closed until all are in, then they work together. `t` is a table."""

from .acts import read_act
from .drawing import fine, penalty
from .effects import hit, play, spend_turn_of_victim, work
from .seating import nearest
from .turns import ask_turn, begin_turn


def answer(t, seat, text):
    t.answers[seat] = text
    close_if_complete(t)


def close_if_complete(t):
    """A poll closes with its last answer (rules 6 point 3)."""
    if any(seat not in t.answers for seat in t.asked):
        return
    answers, t.answers = t.answers, {}
    if t.decision == "catch":
        close_catch(t, answers)
    else:
        close_challenge(t, answers)


def drop_seats(t, seats):
    """Removed seats are no longer asked; an answer they gave is dropped (ruling 34)."""
    t.asked = [seat for seat in t.asked if seat not in seats]
    t.answers = {seat: text for seat, text in t.answers.items() if seat not in seats}


def close_catch(t, answers):
    """Rules 6 points 3 to 6, ruling 18."""
    caught = "catch" in answers.values()
    reported = answers.get(t.offender) == "self"
    if caught and reported:
        caught = catchers_prevail(t)
    if caught:
        fine(t, t.offender, t.options["uno_fine"])
    elif not reported and t.then == "card" and t.options["uno_window"] == "own_next_turn":
        t.windows.append(t.offender)
    leave_catch(t)


def catchers_prevail(t):
    tie = t.options["uno_self_catch_tie"]
    return t.chance.coin() if tie == "coin" else tie == "opponents"


def leave_catch(t):
    """Go on with what the poll stood before."""
    if t.then == "card":
        work(t)
    else:
        ask_turn(t)


def close_challenge(t, answers):
    """Rules 5.3, rulings 23, 33: a challenge is settled before a card that the victim would stack."""
    played = t.played
    victim = played["victim"]
    accusers = [seat for seat, text in answers.items() if text == "challenge"]
    if accusers:
        settle(t, nearest(t, played["seat"], accusers))
    elif answers[victim].startswith("play "):
        act = read_act(answers[victim])
        play(t, victim, act["card"], act["color"], act["uno"])
    else:
        hit(t)


def settle(t, accuser):
    """The verdict is about the hand left when the WD4 went down."""
    played = t.played
    reveal(t, accuser)
    if played["wrong"]:
        if played["seat"] in t.active:  # ruling 33
            penalty(t, played["seat"], played["below"] + t.options["challenge_guilty_draw"])
        t.pending = 0
        begin_turn(t, played["victim"])
    else:
        penalty(t, accuser, t.pending + t.options["challenge_fail_extra"])
        spend_turn_of_victim(t)


def reveal(t, accuser):
    """The snapshot goes to the challenger, to nobody, or to all but the offender (ruling 25)."""
    shown = {
        "challenger": [accuser],
        "verdict_only": [],
        "table": [seat for seat in t.active if seat != t.played["seat"]],
    }[t.options["challenge_reveal"]]
    t.sees = dict.fromkeys(shown, t.played["left"])
