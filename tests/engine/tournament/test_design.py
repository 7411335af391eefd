from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro_engine.tournament import design as module
from arbitro_engine.tournament.design import COMBINATIONS_MAX, Design, design

# The only fields of up to 40 bots whose designs have a spread of 2, for tables of 3-10.
UNEVEN = {(25, 9), (29, 8), (31, 10), (37, 9), (38, 9), (40, 10)}


def meetings(tables, entrants):
    met = Counter(pair for table in tables for pair in combinations(table, 2))
    counts = [met[pair] for pair in combinations(range(entrants), 2)]
    return min(counts), max(counts)


@st.composite
def fields(draw):
    entrants = draw(st.integers(3, 40))
    return entrants, draw(st.integers(3, min(entrants, 10)))


@given(fields())
def test_what_a_design_states_is_so(field):
    entrants, seats = field
    found = design(entrants, seats)
    tables = list(found.tables())
    assert len(tables) == len(set(tables)) == found.count
    assert all(tuple(sorted(set(table))) == table and len(table) == seats for table in tables)
    assert set(Counter(entrant for table in tables for entrant in table).values()) == {found.tables_of_each}
    assert meetings(tables, entrants) == found.meetings
    fewest, most = found.meetings
    assert fewest >= 1
    assert most - fewest == 2 if field in UNEVEN else most - fewest <= 1


@given(fields(), st.data())
def test_a_design_knows_its_tables(field, data):
    entrants, seats = field
    found = design(entrants, seats)
    tables = set(found.tables())
    chosen = data.draw(st.lists(st.integers(0, entrants - 1), min_size=seats, max_size=seats, unique=True))
    table = tuple(sorted(chosen))
    assert (table in found) == (table in tables)
    assert data.draw(st.sampled_from(sorted(tables))) in found


def test_few_combinations_are_all_played():
    assert design(10, 4) == Design(10, 4, (), (28, 28))
    assert comb(10, 4) <= COMBINATIONS_MAX
    assert list(design(4, 3).tables()) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]


@pytest.mark.parametrize("entrants, seats", [(13, 3), (13, 4), (21, 5), (31, 6), (19, 3), (37, 3)])
def test_a_perfect_design_is_found_where_there_is_one(entrants, seats):
    assert design(entrants, seats).meetings == (1, 1)


def test_a_design_says_how_even_it_is():
    assert str(design(13, 4)) == "13 tables of 4: each bot sits at 4, any two meet once"
    assert str(design(30, 4)) == "90 tables of 4: each bot sits at 12, any two meet 1-2 times"
    assert str(design(4, 4)) == "1 table of 4: each bot sits at 1, any two meet once"
    assert str(design(5, 4)) == "5 tables of 4: each bot sits at 4, any two meet 3 times"


def test_a_design_is_the_same_everywhere():
    assert design(20, 3).base == ((0, 1, 15), (0, 2, 12), (0, 3, 9), (0, 3, 16))


@settings(max_examples=5)
@given(st.sampled_from([100, 201]), st.sampled_from([3, 4, 8]))
def test_large_fields_are_nearly_even(entrants, seats):
    fewest, most = design(entrants, seats).meetings
    assert fewest >= 1
    assert most - fewest <= 2


@pytest.mark.parametrize("entrants, seats", [(0, 2), (1, 2), (3, 4), (3, 1)])
def test_a_field_that_fills_no_table(entrants, seats):
    with pytest.raises(ValueError, match="do not fill a table"):
        design(entrants, seats)


def test_a_design_that_must_be_sought_is_sought_once(monkeypatch):
    monkeypatch.setattr(module, "_found", {})
    assert module.is_at_hand(10, 4)
    assert not module.is_at_hand(13, 4)
    sought = design(13, 4)
    assert module.is_at_hand(13, 4)
    assert design(13, 4) is sought


def test_few_designs_are_kept(monkeypatch):
    monkeypatch.setattr(module, "_found", {})
    monkeypatch.setattr(module, "_KEPT", 2)
    for entrants in (13, 14, 15):
        design(entrants, 4)
    assert [module.is_at_hand(entrants, 4) for entrants in (13, 14, 15)] == [False, True, True]
