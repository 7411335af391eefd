"""Cards as text: `R7`, `GS`, `B+2`, `W`, `W+4` (scenarios.md). Piles are lists of such texts, top first."""

COLORS = ["R", "Y", "G", "B"]  # canonical order: ruling 1
NUMBERS = [str(number) for number in range(10)]
ACTIONS = ["S", "R", "+2"]
WILDS = ["W", "W+4"]
KINDS = [color + rank for color in COLORS for rank in NUMBERS + ACTIONS] + WILDS  # canonical order: ruling 1


def is_wild(card):
    return card in WILDS


def color_of(card):
    """Return the colour printed on a card, None for a wild."""
    return None if is_wild(card) else card[0]


def rank_of(card):
    """Return what is printed beside the colour: `7`, `S`, `R`, `+2`; None for a wild."""
    return None if is_wild(card) else card[1:]


def is_number(card):
    return rank_of(card) in NUMBERS


def draws(card):
    """Return how many cards a played card imposes on the next seat."""
    return {"+2": 2, "W+4": 4}.get(rank_of(card) or card, 0)


def value(card, options):
    """Points of a card left in hand (rules 1.1, 7.1 H): numbers their face, the rest by the options."""
    if card == "W+4":
        return options["value_wd4"]
    if card == "W":
        return options["value_wild"]
    if is_number(card):
        return int(rank_of(card))
    return options["value_action"]


def full_deck(kind):
    """All cards in canonical order; `single_actions96` has one action of each kind and colour, not two."""
    copies = {"std108": 2, "single_actions96": 1}[kind]
    deck = []
    for color in COLORS:
        deck += [color + number for number in NUMBERS for _ in range(1 if number == "0" else 2)]
        deck += [color + action for action in ACTIONS for _ in range(copies)]
    return sorted(deck + 4 * WILDS, key=KINDS.index)
