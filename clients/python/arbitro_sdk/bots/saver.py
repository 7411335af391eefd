"""Keeps its wilds for need, and plays from its longest colour."""

from collections import Counter

from arbitro_sdk.bot import bot
from arbitro_sdk.bots.greedy import worth
from arbitro_sdk.choice import Choice
from arbitro_sdk.turn import Turn


@bot
def choose(turn: Turn) -> Choice:
    """Prefer coloured cards, of the colour held most, the dearest first; name that colour with a wild."""
    held = Counter(card.color for card in turn.hand)
    if turn.kind == "color":
        return max(turn.legal, key=lambda choice: held[choice.color])
    coloured = [play for play in turn.plays if play.card and play.card.color]
    if coloured:
        return max(
            coloured,
            key=lambda play: (held[play.card.color if play.card else None], worth(turn.rules, play.card)),
        )
    # a Wild before a Wild Draw Four: it costs nothing to keep the stronger one
    return max(turn.plays, key=lambda play: (-int(play.card or 0), held[play.color]), default=turn.legal[0])
