"""Made-up results for tests of the tournament."""

import math

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


def race(chance, winning=0.5, pots=(40.0, 40.0), target=500):
    """Play a made-up match of two to the target: scores by seat and rounds.

    Seat 0 wins a round with probability `winning`; it is worth about `pots[winner]` points, never over 250.
    """
    scores, rounds = [0, 0], 0
    while max(scores) < target:
        rounds += 1
        winner = int(chance.random() >= winning)
        scores[winner] += pot(chance, pots[winner])
    return tuple(scores), rounds


def pot(chance, mean):
    """The points of one round: as skewed as hands are."""
    return min(250, int(chance.gammavariate(1.6, mean / 1.6)))


def finish(chance, strengths):
    """Draw the order of seats in which they finish, by Plackett and Luce's model of log strengths."""
    left, order = list(range(len(strengths))), []
    while left:
        (seat,) = chance.choices(left, [math.exp(strengths[seat]) for seat in left])
        order.append(seat)
        left.remove(seat)
    return order
