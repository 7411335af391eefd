"""Any card that may be played, else anything."""

from arbitro_sdk.bot import bot
from arbitro_sdk.choice import Choice
from arbitro_sdk.turn import Turn


@bot
def choose(turn: Turn) -> Choice:
    """Play some card if one may be played; otherwise do something legal."""
    return turn.rng.choice(turn.plays or turn.legal)
