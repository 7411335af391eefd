"""Which cards may be played: against the pile, against a pending draw, after drawing. `t` is a table.

Functions named `..._fault` return the refusal code, or None when nothing is wrong.
"""

from .cards import COLORS, KINDS, color_of, is_number, is_wild, rank_of


def without(hand, card):
    """The hand that is left when one such card has gone."""
    left = list(hand)
    left.remove(card)
    return left


def pile_fault(t, left, card):
    """Judge a card against top card and colour in force; `left` is the hand without it (rules 1.4)."""
    if card == "W":
        return None
    if card == "W+4":
        return wd4_fault(t, left)
    if color_of(card) == t.color:
        return None
    if rank_of(card) != rank_of(t.discard[0]):
        return "no_match"
    if not is_number(card):
        return None if t.options["symbol_match"] == "on" else "no_match"
    if t.options["number_needs_no_color"] == "on" and holds_color(t, left):
        return "number_needs_no_color"
    return None


def holds_color(t, left):
    return any(color_of(card) == t.color for card in left)


def wd4_fault(t, left):
    """Only the referee's enforcement refuses a wrong WD4; under bluff it goes down (rules 7.1 E)."""
    if t.options["wd4_enforcement"] == "referee" and wd4_is_wrong(t, left):
        return "wild_draw_four_not_allowed"
    return None


def wd4_is_wrong(t, left):
    """Judge the hand left at the moment of play against the colour in force before it (rules 5.3, ruling 22).

    no_playable: what "could have been played" is a card that fits the pile, drawn or not, or under a pending
    draw one that answers it. Other WD4 do not count, a Wild does.
    """
    condition = t.options["wd4_condition"]
    if condition == "no_color":
        return holds_color(t, left)
    if condition == "no_playable":
        others = [card for card in left if card != "W+4"]
        if t.pending:
            return any(answers(t, card) for card in others)
        return any(pile_fault(t, without(left, card), card) is None for card in others)
    return False


def answers(t, card):
    """Whether a card may be stacked on the pending draw, judged by the newest card of it (rules 7.1 D)."""
    over_two = rank_of(t.discard[0]) == "+2"
    if card == "W+4":
        return t.options["stack_cross"] != "off" if over_two else t.options["stack_wd4"] == "on"
    if rank_of(card) != "+2" or (not over_two and t.options["stack_cross"] != "both"):
        return False
    mode = t.options["stack_draw_two"]
    return mode == "any_color" or (mode == "same_color" and color_of(card) == t.color)


def play_fault(t, seat, card):
    """Judge a card in hand at the open decision."""
    left = without(t.hands[seat], card)
    if t.decision in ("stack", "challenge"):  # ruling 10; rules 5.6
        if not answers(t, card):
            return "must_take_or_stack"
        return wd4_fault(t, left) if card == "W+4" else None
    if t.decision == "after_draw" and not open_after_draw(t, card):
        return "only_drawn_card"
    return pile_fault(t, left, card)


def open_after_draw(t, card):
    """play_after_draw; `drawn_only` means any card drawn in this turn (ruling 4)."""
    allowed = t.options["play_after_draw"]
    return allowed == "any" or (allowed == "drawn_only" and card in t.drawn)


def playable(t, seat):
    """Cards of a hand that may be played now, each kind once, in canonical order (ruling 1)."""
    kinds = sorted(set(t.hands[seat]), key=KINDS.index)
    return [card for card in kinds if play_fault(t, seat, card) is None]


def plays(t, seat):
    """All plays open to a seat as act texts, in canonical order (ruling 1)."""
    texts = []
    for card in playable(t, seat):
        texts += [f"play {card}:{color}" for color in COLORS] if is_wild(card) else [f"play {card}"]
    return texts
