"""The ten variants that 000 names (rules 4): recognised by name, refused with a reason and the nearest."""

from __future__ import annotations

from typing import Final

__all__ = ["ALIASES", "refused_variant"]

ALIASES: Final = {"h2o": "traditional"}
"""Variants that are only another print of a profile: 000 describes waterproof cards and no other rule."""

_REFUSED: Final = {
    "attack": "a launcher throws a random number of cards and the deck is another; nearest: traditional",
    "flip": "cards have two faces and opponents see their backs; nearest: traditional",
    "dare": "dares are done by people, a referee of programs cannot judge them; nearest: traditional",
    "coloradd": "it only prints signs for colour-blind players: any profile is shown in letters and shapes",
    "spin": "a wheel decides effects that the text leaves open; nearest: traditional",
    "roboto": "an electronic master gives orders to people; nearest: traditional",
    "wild_jackpot": "a slot machine gives cards or effects that the text leaves open; nearest: traditional",
    "dice": "it is another game, played with dice; nearest: traditional",
    "super_mario": "its cards may change rules and the text does not say how; nearest: traditional",
}
_OTHER_NAMES: Final = {
    "extreme": "attack",
    "jackpot": "wild_jackpot",
    "mario": "super_mario",
    "color_add": "coloradd",
}


def refused_variant(name: str) -> str | None:
    """Return why this variant is not played, as a sentence; None if the name is none of them."""
    plain = name.strip().lower().removeprefix("uno ").replace(" ", "_").replace("-", "_")
    plain = _OTHER_NAMES.get(plain, plain)
    if plain not in _REFUSED:
        return None
    return f"the variant {plain} is not supported: {_REFUSED[plain]}"
