"""The first legal choice, always."""

from arbitro_sdk.bot import bot
from arbitro_sdk.choice import Choice
from arbitro_sdk.turn import Turn


@bot
def choose(turn: Turn) -> Choice:
    """Return the first legal choice: plays come first."""
    return turn.legal[0]
