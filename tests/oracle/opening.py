"""The deal and the opening card (rules 1.2, 1.3, 5.1). `t` is a table."""

from .cards import color_of, is_number, rank_of
from .drawing import penalty
from .seating import next_active
from .turns import begin_turn


def deal(t, deck, hand_size):
    """One card at a time from the dealer's left, clockwise whatever first_seat says (scenarios.md)."""
    seats = [(t.dealer + distance) % t.seats for distance in range(1, t.seats + 1)]
    seats = [seat for seat in seats if seat in t.active]
    if len(deck) <= hand_size * len(seats):
        raise ValueError(
            f"{len(deck)} cards are too few for {len(seats)} hands of {hand_size} and a card to turn up"
        )
    t.draw_pile = list(deck)
    for _ in range(hand_size):
        for seat in seats:
            t.hands[seat].append(t.draw_pile.pop(0))


def refused(t, card):
    """Whether an opening card goes back."""
    return t.options.get(option_of(card)) == "redraw"


def option_of(card):
    by_rank = {"S": "first_skip", "R": "first_reverse", "+2": "first_draw_two"}
    by_card = {"W": "first_wild", "W+4": "first_wd4"}
    return by_rank.get(rank_of(card)) or by_card.get(card)


def turn_up(t):
    """Turn cards up until one may open; ValueError when none may (ruling 31)."""
    if all(refused(t, card) for card in t.draw_pile):
        raise ValueError("no card of the deck may open the round")
    card = t.draw_pile.pop(0)
    while refused(t, card):
        put_back(t, card)
        card = t.draw_pile.pop(0)
    t.discard = [card]
    return card


def put_back(t, card):
    """redraw_to; a random spot may be the top again (ruling 31)."""
    where = t.options["redraw_to"]
    if where == "reshuffle":
        t.draw_pile = t.chance.shuffle([card, *t.draw_pile])
    elif where == "random_spot":
        t.draw_pile.insert(t.chance.spot(len(t.draw_pile) + 1), card)
    else:
        t.draw_pile.append(card)


def open_round(t, deck, hand_size):
    """Deal, turn up, and let the opening card work: the table of rules 5.1."""
    t.direction = 1 if t.options["first_seat"] == "left" else -1
    deal(t, deck, hand_size)
    card = turn_up(t)
    t.color = color_of(card)
    effect = t.options.get(option_of(card))
    first = next_active(t, t.dealer)
    if is_number(card) or effect == "ignore":
        begin_turn(t, first)
    elif effect == "skip_first":
        begin_turn(t, next_active(t, first))
    elif effect in ("dealer_starts", "flip_only"):
        t.direction = -t.direction
        begin_turn(t, t.dealer if effect == "dealer_starts" else next_active(t, t.dealer))
    elif card == "W+4":  # hit
        penalty(t, first, 4)
        ask_color(t, next_active(t, first))
    elif card == "W":
        open_wild(t, first, effect)
    else:
        open_draw_two(t, first, effect)


def open_draw_two(t, first, effect):
    if effect == "open_stack":
        t.pending = 2
        begin_turn(t, first)
        return
    penalty(t, first, 2)
    begin_turn(t, first if effect == "hit_keep_turn" else next_active(t, first))


def open_wild(t, first, effect):
    if effect == "seeded_color":
        t.color = t.chance.color()
        begin_turn(t, first)
    else:
        ask_color(t, first)


def ask_color(t, seat):
    t.turn = seat
    t.decision, t.asked = "color", [seat]
