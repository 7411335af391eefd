"""What a played card does, in the order of rules 5.3: shout, polls, draw, next turn. `t` is a table."""

from .cards import draws, rank_of
from .drawing import close_window, fine, penalty
from .ending import go_out
from .matching import wd4_is_wrong
from .seating import next_active, opponents
from .turns import begin_turn, open_catch_poll


def play(t, seat, card, color, shout):
    """Put a card down and let it work."""
    hand = t.hands[seat]
    hand.remove(card)
    close_window(t, seat)
    t.passes = 0
    wrong = card == "W+4" and wd4_is_wrong(t, hand)  # judged before the card counts: rules 5.3
    below = t.pending
    t.discard.insert(0, card)
    t.color = color or card[0]
    t.pending += draws(card)
    if rank_of(card) == "R":
        t.direction = -t.direction
    victim = next_active(t, seat)  # fixed now: ruling 32
    t.played = {
        "seat": seat,
        "card": card,
        "victim": victim,
        "lost_turn": victim if skips(t, card) else None,
        "below": below,
        "left": sorted(hand),
        "wrong": wrong,
    }
    if not hand:
        go_out(t, seat)
    else:
        judge_shout(t, seat, shout)


def skips(t, card):
    """A Skip, or a Reverse while two seats are in play (rules 5.2)."""
    two = len(t.active) == 2 and t.options["reverse_two"] == "skip"
    return rank_of(card) == "S" or (rank_of(card) == "R" and two)


def judge_shout(t, seat, shout):
    """A missed shout opens the poll; a false one may be fined at once (rules 6 points 2 and 8, ruling 20)."""
    due = len(t.hands[seat]) == 1
    enforced = t.options["uno_mode"] == "enforced"
    if enforced and due and not shout:
        open_catch_poll(t, seat, then="card")
        return
    if enforced and shout and not due and t.options["false_uno_cards"] > 0:
        fine(t, seat, t.options["false_uno_cards"])
    work(t)


def work(t):
    """The effect of the card played last, once its shout is settled."""
    played = t.played
    if not draws(played["card"]):
        passed = played["seat"] if played["lost_turn"] is None else played["lost_turn"]
        begin_turn(t, next_active(t, passed))
    elif played["victim"] not in t.active:
        lapse(t)
    elif played["card"] == "W+4" and t.options["wd4_enforcement"] == "bluff":
        open_challenge_poll(t)
    elif stackable(t):
        begin_turn(t, played["victim"])
    else:
        hit(t)


def stackable(t):
    """Whether the rules offer any answer to the newest draw card (rules 7.1 D)."""
    if t.played["card"] == "W+4":
        return t.options["stack_wd4"] == "on"
    return t.options["stack_draw_two"] != "off"


def hit(t):
    """The victim draws what is pending and loses the turn (rules 1.5)."""
    penalty(t, t.played["victim"], t.pending)
    spend_turn_of_victim(t)


def lapse(t):
    """The victim has been removed: the draw is void, the seat after it takes a normal turn (ruling 32)."""
    spend_turn_of_victim(t)


def spend_turn_of_victim(t):
    t.pending = 0
    begin_turn(t, next_active(t, t.played["victim"]))


def open_challenge_poll(t):
    """Offered whether or not the play was legal (rules 5.3)."""
    asked = [t.played["victim"]]
    if t.options["challenge_by"] == "any_opponent":
        asked = opponents(t, t.played["seat"])
    t.decision, t.asked, t.answers = "challenge", asked, {}


def name_color(t, color):
    """The seat that acts first names the colour of an opening wild, then takes its turn (rules 5.1)."""
    t.color = color
    begin_turn(t, t.turn)
