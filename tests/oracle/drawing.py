"""Cards moving from the piles into hands. `t` is a table."""


def nothing_left(t):
    """Whether no card can be drawn: the top discard is never reshuffled (rules 5.8)."""
    return not t.draw_pile and len(t.discard) <= 1


def draw_one(t, seat):
    """Move the next card into a hand; return it, or None when nothing is left.

    The discards below the top are shuffled only when a card is due (rules 5.7). A changed hand closes the
    window for the second catch poll (ruling 18).
    """
    if nothing_left(t):
        return None
    if not t.draw_pile:
        t.draw_pile = t.chance.shuffle(t.discard[1:])
        t.discard = t.discard[:1]
    card = t.draw_pile.pop(0)
    t.hands[seat].append(card)
    t.drew[seat] = t.drew.get(seat, 0) + 1
    close_window(t, seat)
    return card


def penalty(t, seat, cards):
    """Draw that many cards; those that are not there are forgiven for good (rules 5.7)."""
    for _ in range(cards):
        if draw_one(t, seat) is None:
            t.forgiven += 1


def fine(t, seat, cards):
    """Draw a fine: closes the window even when nothing could be drawn, and restarts the count of passes.

    Rulings 13, 18, 42.
    """
    penalty(t, seat, cards)
    close_window(t, seat)
    t.passes = 0


def close_window(t, seat):
    t.windows = [other for other in t.windows if other != seat]
