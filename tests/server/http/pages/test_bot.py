"""A bot against each of the others: partners share wins and are nobody's opponents."""

import pytest

from arbitro_engine.rules.events import Why
from arbitro_engine.tournament import Entrant, MatchResult, TournamentSpec
from arbitro_server.http.pages.bot import _count

NAMES = ("ann", "ben", "cid", "dan", "eva", "fay")


def heads(bot: str, winner: int | None, seats: int, teams: str) -> dict[str, tuple[int, int, int]]:
    spec = TournamentSpec("cup", tuple(map(Entrant, NAMES)), format="tables", seats=seats, teams=teams)
    result = MatchResult("cup-0-0", 0, NAMES[:seats], Why.TARGET, winner, (0,) * seats, 9, (1,) * seats)
    against = {}
    _count(against, bot, result, spec)
    return {other: (tally.played, tally.won, tally.lost) for other, tally in against.items()}


@pytest.mark.parametrize("winner, ann, dan", [(0, 1, 0), (None, 0, 0), (3, 0, 1)])
def test_alone_everybody_else_is_an_opponent(winner, ann, dan):
    assert heads("ann", winner, 4, "none") == {
        "ben": (1, ann, 0), "cid": (1, ann, 0), "dan": (1, ann, dan),
    }  # fmt: skip


@pytest.mark.parametrize("bot", ["ann", "cid"])
def test_in_pairs_the_win_of_one_is_the_other_ones_too(bot):
    assert heads(bot, 0, 4, "pairs") == {"ben": (1, 1, 0), "dan": (1, 1, 0)}
    assert heads(bot, 1, 4, "pairs") == {"ben": (1, 0, 1), "dan": (1, 0, 1)}


def test_in_three_pairs_one_sits_opposite():
    assert heads("ann", 1, 6, "pairs") == {
        "ben": (1, 0, 1),
        "cid": (1, 0, 0),
        "eva": (1, 0, 1),
        "fay": (1, 0, 0),
    }
