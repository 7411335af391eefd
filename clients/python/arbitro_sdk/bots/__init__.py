"""The bundled bots: opponents to practise against, and examples to read."""

from __future__ import annotations

import importlib
from typing import Final

__all__ = ["BUNDLED", "load"]

BUNDLED: Final = {
    "random": "any card that may be played, else anything",
    "first": "the first legal choice, always",
    "greedy": "the card worth most, and the colour it holds most of",
    "saver": "keeps its wilds for need and plays from its longest colour",
    "counter": "counts what it has seen and plays what the next seat can least answer",
}
"""Each bot's name, and what it does."""


def load(name: str) -> object:
    """Return the function or class of a bundled bot."""
    module = importlib.import_module(f"{__name__}.{name}")
    return next(
        value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__
    )
