"""Tables set up in one line, for stories too small to be files."""

from oracle import CounterChance, Table, check, profile
from oracle.cards import color_of

DRAW = ["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "Y1", "Y2", "Y3"]


def placed(rules, hands, *, draw=DRAW, discard=("R7",), changes=None, seed="", **position):
    """A table under a profile with changed options; hands and piles are texts, `"R5 W"` or lists."""
    hands = [hand.split() if isinstance(hand, str) else hand for hand in hands]
    options = profile(rules, changes)
    assert check(options, len(hands)) == []
    table = Table(options, len(hands), CounterChance(seed))
    given = {"direction": 1, "turn": 0, "dealer": 0, "pending": 0, "scores": [0] * len(hands)}
    given |= {
        "color": color_of(discard[0]),
        "hands": hands,
        "draw_pile": list(draw),
        "discard": list(discard),
    }
    table.place(given | position)
    return table


def opened(rules, seats, top, *, rest=DRAW, dealer=0, changes=None, seed=""):
    """A table whose opening card is `top`; every hand is two blue cards."""
    table = Table(profile(rules, changes), seats, CounterChance(seed))
    table.open(["B1"] * (2 * seats) + [top, *rest], dealer, 2)
    return table


def play_all(table, *acts):
    """Play `(seat, text)` acts that must all be legal."""
    for seat, text in acts:
        assert table.act(seat, text) is None, (seat, text)
