"""A second implementation of the rules, slow and obvious, written from rules.md and rulings.md alone.

It shares no code and no idea with `arbitro_engine.rules`: where both agree, the texts made them agree.
Cards, acts, colours and decisions are the text forms of scenarios.md throughout.

    cards, acts       what the texts mean
    options, profiles the rule set and its constraints
    table             one round: open, place, act, timeout, retire, fine, legal, snapshot
      opening seating matching drawing turns effects polls removal ending   its rules, by subject
    match             rounds on top of each other
    scenario          scenario files
    chance            the shared stub for everything random
"""

from .chance import CounterChance
from .match import Match, dealer_draw
from .options import DOMAIN, check
from .profiles import NAMES, profile
from .table import Table

__all__ = ["DOMAIN", "NAMES", "CounterChance", "Match", "Table", "check", "dealer_draw", "profile"]
