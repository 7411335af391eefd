"""The card worth most, and the colour it holds most of: whoever loses the round gives away little."""

from collections import Counter

from arbitro_engine.rules.cards import Card
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.bot import bot
from arbitro_sdk.choice import Choice
from arbitro_sdk.turn import Turn


@bot
def choose(turn: Turn) -> Choice:
    """Get rid of points; never challenge, always catch."""
    held = Counter(card.color for card in turn.hand)
    if turn.kind == "color":
        return max(turn.legal, key=lambda choice: held[choice.color])
    return max(
        turn.plays, key=lambda play: (worth(turn.rules, play.card), held[play.color]), default=turn.legal[0]
    )


def worth(rules: RuleSet, card: Card | None) -> int:
    """The points a card in hand costs by these rules."""
    if card is None:
        return 0
    if card.number is not None:
        return card.number
    return {"W": rules.value_wild, "W+4": rules.value_wd4}.get(card.symbol, rules.value_action)
