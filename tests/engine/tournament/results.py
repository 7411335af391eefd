"""Made-up results for tests of the tournament."""

from arbitro_engine.rules.events import Why
from arbitro_engine.tournament.result import Forfeit, MatchResult
from arbitro_engine.tournament.schedule import Schedule
from arbitro_engine.tournament.spec import Entrant, TournamentSpec


def spec_of(*ids, **settings):
    """A tournament called t of these bots."""
    return TournamentSpec("t", tuple(Entrant(one) for one in ids), **settings)


def match_of(spec, *seats, cycle=0):
    """The scheduled match with these entrants in these seats."""
    (found,) = (match for match in Schedule(spec).matches() if match.seats == seats and match.cycle == cycle)
    return found


def played(match, *scores, winner=..., rounds=10, rounds_won=None, run=0, ending=Why.TARGET):
    """A match that was played to its end; the best score wins unless a winner is given."""
    if winner is ...:
        winner = scores.index(max(scores))
    if rounds_won is None:
        rounds_won = tuple(rounds if seat == winner else 0 for seat in range(len(scores)))
    return MatchResult(match.id, run, match.seats, ending, winner, scores, rounds, tuple(rounds_won))


def forfeited(match, seat, *scores, ending=Why.TIME, rounds=3, run=0):
    """A pair's match that one seat lost by leaving."""
    return MatchResult(
        match.id,
        run,
        match.seats,
        ending,
        1 - seat,
        scores or (0, 0),
        rounds,
        (0, 0),
        (Forfeit(seat, ending),),
    )
