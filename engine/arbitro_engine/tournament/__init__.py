"""Tournaments as values and pure functions, and one machine without I/O. Read the modules in this order.

============= ================================================================================================
spec          what a tournament is: entrants, format, seats, games, deals; all faults of a bad one at once
texts         names and reasons that people write: what is wrong with one; words for one and for many
schedule      who meets whom in which wave and in which seats; ids of pairings, matches and sets
design        who sits at one table, so that everybody meets equally often
result        how a match ended, as far as a ranking needs it; which results are official
standings     matches won, the ladder that breaks ties, win matrix, margins
intervals     the margin's 95 % interval
rating        strengths fitted to all matches at once; needs numpy (extra `stats`): import it from its module
stopping      when the first place is settled
estimate      the time left
lifecycle     `Tournament`, the machine: draft, open, running, paused, finished, cancelled
step          what a verb asks of the shell, and how it is refused
ledger        what has become of every match
backlog       which matches may start next
record        what the log says
history       a tournament played again from its log
draws         numbers drawn from a text
============= ================================================================================================

Served or offline, the way is the same: a `TournamentSpec`; `Tournament(spec)` or, where nothing ever goes
wrong, `Schedule(spec).matches()`; a `MatchResult` for each match; `Standings.of(spec, results)`.
"""

from arbitro_engine.tournament.estimate import time_left_us
from arbitro_engine.tournament.history import HistoryError, replayed
from arbitro_engine.tournament.intervals import Estimate
from arbitro_engine.tournament.ledger import Cut, Retirement
from arbitro_engine.tournament.lifecycle import Tournament
from arbitro_engine.tournament.record import (
    EntrantRecord,
    ResultRecord,
    StartedRecord,
    State,
    StateRecord,
    TournamentRecord,
    VerdictRecord,
)
from arbitro_engine.tournament.result import Forfeit, MatchResult, ResultError, official
from arbitro_engine.tournament.schedule import Pairing, Schedule, ScheduledMatch, UnknownMatchError, Wave
from arbitro_engine.tournament.spec import Entrant, SpecError, SpecFault, TournamentSpec, is_slug
from arbitro_engine.tournament.standings import Standing, Standings
from arbitro_engine.tournament.step import Due, Step, VerbError
from arbitro_engine.tournament.stopping import Settled, settled
from arbitro_engine.tournament.texts import name_fault, plural, reason_fault

__all__ = [
    "Cut",
    "Due",
    "Entrant",
    "EntrantRecord",
    "Estimate",
    "Forfeit",
    "HistoryError",
    "MatchResult",
    "Pairing",
    "ResultError",
    "ResultRecord",
    "Retirement",
    "Schedule",
    "ScheduledMatch",
    "Settled",
    "SpecError",
    "SpecFault",
    "Standing",
    "Standings",
    "StartedRecord",
    "State",
    "StateRecord",
    "Step",
    "Tournament",
    "TournamentRecord",
    "TournamentSpec",
    "UnknownMatchError",
    "VerbError",
    "VerdictRecord",
    "Wave",
    "is_slug",
    "name_fault",
    "official",
    "plural",
    "reason_fault",
    "replayed",
    "settled",
    "time_left_us",
]
