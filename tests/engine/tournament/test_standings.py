import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro_engine.rules.events import Why
from arbitro_engine.tournament.intervals import Estimate
from arbitro_engine.tournament.result import Forfeit, MatchResult
from arbitro_engine.tournament.schedule import Schedule
from arbitro_engine.tournament.standings import Standings, margins
from engine.tournament.results import forfeited, match_of, played, spec_of


def ranks(standings):
    return [(line.rank, line.entrant) for line in standings.lines]


def beats(spec, *pairs, loser_has=0):
    """One match for each pair (winner, loser), the winner in seat 0."""
    return [played(match_of(spec, *pair), 500, loser_has) for pair in pairs]


def test_before_the_first_match_all_share_the_first_rank():
    standings = Standings.of(spec_of("ann", "bob"), [])
    assert ranks(standings) == [(1, "ann"), (1, "bob")]
    assert standings.wins == ((None, 0), (0, None))
    assert [line.margin for line in standings.lines] == [None, None]


def test_matches_won_come_first():
    spec = spec_of("ann", "bob", "cyd")
    results = [
        played(match_of(spec, "bob", "ann"), 500, 499),
        played(match_of(spec, "bob", "cyd"), 500, 499),
        played(match_of(spec, "ann", "cyd"), 500, 0),
    ]
    standings = Standings.of(spec, results)
    assert ranks(standings) == [(1, "bob"), (2, "ann"), (3, "cyd")]
    assert standings.wins == ((None, 1, 1), (0, None, 1), (0, 0, None))
    ann = standings.line("ann")
    assert (ann.played, ann.won, ann.points, ann.difference) == (2, 1, 999, 499.0)


def test_the_mini_table_of_the_tied_breaks_ties_before_points():
    # ann, bob and cyd won two each; among them bob won twice, ann once, cyd never. dan lost all but one.
    spec = spec_of("ann", "bob", "cyd", "dan")
    pairs = [("bob", "ann"), ("bob", "cyd"), ("ann", "cyd"), ("ann", "dan"), ("cyd", "dan"), ("dan", "bob")]
    results = [*beats(spec, *pairs), played(match_of(spec, "dan", "cyd"), 0, 9000)]
    assert ranks(Standings.of(spec, results)) == [(1, "bob"), (2, "ann"), (3, "cyd"), (4, "dan")]


def test_a_smaller_tie_has_its_own_mini_table():
    # Two wins each for ann, bob, cyd, in a ring; cyd's difference is worst, and between ann and bob ann won.
    spec = spec_of("ann", "bob", "cyd")
    results = [
        played(match_of(spec, "ann", "bob"), 500, 300),
        played(match_of(spec, "bob", "cyd"), 500, 100),
        played(match_of(spec, "cyd", "ann"), 500, 300),
    ]
    # differences: ann 0, bob 200, cyd -200
    assert ranks(Standings.of(spec, results)) == [(1, "bob"), (2, "ann"), (3, "cyd")]
    results[0] = played(match_of(spec, "ann", "bob"), 500, 200)
    # differences: ann 100, bob 100, cyd -200; the two tied for the best now have a table of their own
    assert ranks(Standings.of(spec, results)) == [(1, "ann"), (2, "bob"), (3, "cyd")]


def test_rounds_won_break_what_points_cannot():
    spec = spec_of("ann", "bob")
    results = [
        played(match_of(spec, "ann", "bob"), 500, 100, rounds=9, rounds_won=(5, 4)),
        played(match_of(spec, "bob", "ann"), 500, 100, rounds=9, rounds_won=(8, 1)),
    ]
    assert ranks(Standings.of(spec, results)) == [(1, "bob"), (2, "ann")]


def test_ties_share_the_lower_rank():
    spec = spec_of("ann", "bob", "cyd", "dan")
    pairs = [("ann", other) for other in ("bob", "cyd", "dan")] + [("bob", "dan"), ("cyd", "dan")]
    assert ranks(Standings.of(spec, beats(spec, *pairs))) == [(1, "ann"), (2, "bob"), (2, "cyd"), (4, "dan")]


def test_a_shared_match_is_nobodys_win():
    spec = spec_of("ann", "bob")
    match = match_of(spec, "ann", "bob")
    standings = Standings.of(spec, [played(match, 400, 400, winner=None, ending=Why.ROUND_CAP)])
    assert ranks(standings) == [(1, "ann"), (1, "bob")]
    assert [(line.played, line.won, line.points) for line in standings.lines] == [(1, 0, 400), (1, 0, 400)]


def test_a_forfeit_is_a_lost_match_that_keeps_its_points_and_has_no_margin():
    spec = spec_of("ann", "bob")
    standings = Standings.of(spec, [forfeited(match_of(spec, "ann", "bob"), 0, 450, 20)])
    bob, ann = standings.lines
    assert (bob.entrant, bob.won, bob.points, bob.forfeits, bob.margin) == ("bob", 1, 20, 0, None)
    assert (ann.entrant, ann.won, ann.points, ann.forfeits, ann.margin) == ("ann", 0, 450, 1, None)
    assert standings.wins == ((None, 1), (0, None))


def test_a_margin_is_the_sum_of_margins_over_the_sum_of_rounds():
    spec = spec_of("ann", "bob")
    results = [
        played(match_of(spec, "ann", "bob"), 500, 300, rounds=8),
        played(match_of(spec, "bob", "ann"), 500, 0, rounds=42),
    ]
    ann = Standings.of(spec, results).line("ann")
    assert ann.margin == Estimate((200 - 500) / 50)


def test_under_keep_own_low_is_good():
    spec = spec_of("ann", "bob", scoring="keep_own")
    results = [
        played(match_of(spec, "ann", "bob"), 60, 110, winner=0, rounds=10),
        played(match_of(spec, "bob", "ann"), 100, 20, winner=1, rounds=10),
    ]
    ann = Standings.of(spec, results).line("ann")
    assert (ann.won, ann.points, ann.difference) == (2, 80, 130.0)
    assert ann.margin == Estimate(6.5)


def test_under_round_win_a_round_counts_one():
    spec = spec_of("ann", "bob", scoring="round_win", target=3)
    ann = Standings.of(spec, [played(match_of(spec, "ann", "bob"), 3, 1, rounds=4)]).line("ann")
    assert ann.margin == Estimate(0.5)


def three(**settings):
    return spec_of("a", "b", "c", format="tables", seats=3, **settings)


def test_margins_at_a_table_are_own_minus_the_mean_of_the_others():
    result = MatchResult("t-0-0", 0, ("a", "b", "c"), Why.TARGET, 0, (500, 200, 50), 10, (6, 3, 1))
    assert margins(three(), result) == {0: 375.0, 1: -75.0, 2: -300.0}
    assert margins(three(scoring="keep_own"), result) == {0: -375.0, 1: 75.0, 2: 300.0}


def test_a_seat_that_left_a_table_has_no_margin_and_is_no_opponent():
    left = (Forfeit(1, Why.TIME),)
    result = MatchResult("t-0-0", 0, ("a", "b", "c"), Why.TARGET, 0, (500, 200, 50), 10, (6, 3, 1), left)
    assert margins(three(), result) == {0: 450.0, 2: -450.0}
    alone = (Forfeit(1, Why.TIME), Forfeit(2, Why.TIME))
    result = MatchResult("t-0-0", 0, ("a", "b", "c"), Why.TIME, 0, (500, 200, 50), 10, (6, 3, 1), alone)
    assert margins(three(), result) == {}


def test_partners_win_together_and_are_no_opponents():
    spec = spec_of("ann", "bob", "cyd", "dan", format="tables", seats=4, teams="pairs")
    match = next(Schedule(spec).matches())
    result = played(match, 500, 120, 500, 120, winner=0, rounds=10, rounds_won=(3, 2, 4, 1))
    standings = Standings.of(spec, [result])
    one, other, partner, _ = (standings.line(entrant) for entrant in match.seats)
    assert (one.won, partner.won, other.won) == (1, 1, 0)
    assert (one.difference, other.difference) == (380.0, -380.0)
    assert (one.margin, other.margin) == (Estimate(38.0), Estimate(-38.0))
    place = {line.entrant: place for place, line in enumerate(standings.lines)}
    own = standings.wins[place[match.seats[2]]]
    assert [own[place[entrant]] for entrant in match.seats] == [0, 1, None, 1]


def test_a_pair_that_left_leaves_the_others_without_a_margin():
    spec = spec_of("ann", "bob", "cyd", "dan", format="tables", seats=4, teams="pairs")
    match = next(Schedule(spec).matches())
    left = (Forfeit(1, Why.TIME), Forfeit(3, Why.TIME))
    result = MatchResult(match.id, 0, match.seats, Why.TIME, 0, (200, 120, 200, 120), 5, (3, 1, 0, 1), left)
    assert margins(spec, result) == {}
    assert Standings.of(spec, [result]).line(match.seats[2]).won == 1


def test_copies_of_a_duplicate_are_one_set():
    spec = spec_of("ann", "bob", games=12, deals="duplicate")
    results = [played(match, 500, 300 + match.game) for match in Schedule(spec).matches()]
    fresh = spec_of("ann", "bob", games=12)
    ann, other = (Standings.of(one, results).line("ann").margin for one in (spec, fresh))
    # Both copies are won by seat 0, so within a set the luck of the deal cancels.
    assert ann.mean == other.mean
    assert ann.high - ann.low < (other.high - other.low) / 50


def test_annulled_entrants_count_for_nobody():
    spec = spec_of("ann", "bob", "cyd")
    results = beats(spec, ("cyd", "ann"), ("cyd", "bob"), ("ann", "bob"))
    standings = Standings.of(spec, results, annulled=["cyd"])
    assert ranks(standings) == [(1, "ann"), (2, "bob")]
    assert standings.annulled == ("cyd",)
    assert standings.line("ann").played == 1
    with pytest.raises(LookupError, match="cyd stands in no line"):
        standings.line("cyd")


@st.composite
def tournaments(draw):
    count = draw(st.integers(2, 6))
    spec = spec_of(*(f"bot{number}" for number in range(count)))
    results = []
    for match in Schedule(spec).matches():
        low = draw(st.integers(0, 3))
        winner = draw(st.sampled_from([0, 1, None]))
        scores = (5, low) if winner == 0 else (low, 5) if winner == 1 else (low, low)
        results.append(played(match, *scores, winner=winner, rounds=5))
    return spec, results, draw(st.permutations(results))


@given(tournaments())
def test_standings_do_not_depend_on_the_finishing_order(drawn):
    spec, results, shuffled = drawn
    assert Standings.of(spec, shuffled) == Standings.of(spec, results)


@given(tournaments())
def test_the_books_balance(drawn):
    spec, results, _ = drawn
    standings = Standings.of(spec, results)
    lines = standings.lines
    assert sum(line.won for line in lines) == sum(result.winner is not None for result in results)
    assert sum(line.difference for line in lines) == 0
    assert [sum(won or 0 for won in row) for row in standings.wins] == [line.won for line in lines]
    assert [line.won for line in lines] == sorted((line.won for line in lines), reverse=True)
    assert [line.rank for line in lines] == [
        place if place == 1 or line.rank != lines[place - 2].rank else lines[place - 2].rank
        for place, line in enumerate(lines, 1)
    ]
