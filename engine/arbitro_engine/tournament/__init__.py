"""Tournaments as values and pure functions, and one machine without I/O. Read the modules in this order.

========== ===================================================================================================
spec       what a tournament is: entrants, format, seats, games, deals; all faults of a bad one at once
schedule   who meets whom in which wave and in which seats; ids of pairings, matches and sets
result     how a match ended, as far as a ranking needs it; which results are official
standings  matches won, the ladder that breaks ties, win matrix, margins
intervals  the margin's 95 % interval
========== ===================================================================================================
"""

from arbitro_engine.tournament.intervals import Estimate
from arbitro_engine.tournament.result import Forfeit, MatchResult, ResultError, official
from arbitro_engine.tournament.schedule import Pairing, Schedule, ScheduledMatch, UnknownMatchError, Wave
from arbitro_engine.tournament.spec import Entrant, SpecError, SpecFault, TournamentSpec, is_slug
from arbitro_engine.tournament.standings import Standing, Standings

__all__ = [
    "Entrant",
    "Estimate",
    "Forfeit",
    "MatchResult",
    "Pairing",
    "ResultError",
    "Schedule",
    "ScheduledMatch",
    "SpecError",
    "SpecFault",
    "Standing",
    "Standings",
    "TournamentSpec",
    "UnknownMatchError",
    "Wave",
    "is_slug",
    "official",
]
