"""How a match ended, in words: where somebody left, it says who, since the winner stands beside it."""

from __future__ import annotations

from collections.abc import Sequence

from arbitro_engine.match.messages import Ended

__all__ = ["ending_shown"]


def ending_shown(ended: Ended, bots: Sequence[str]) -> str:
    """Return why a match ended, e.g. ``target`` or ``mybot left: illegal``; `bots` by seat."""
    why = ended.ending.text
    # a referee of a later version may blame a seat that is not known here
    if ended.blame is None or not 0 <= ended.blame < len(bots):
        return why
    return f"{bots[ended.blame]} left: {why}"
