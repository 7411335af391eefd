from collections import Counter
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro_engine.tournament.schedule import Schedule, UnknownMatchError
from arbitro_engine.tournament.spec import Entrant, SpecError, TournamentSpec


def spec_of(count, **settings):
    return TournamentSpec("t", tuple(Entrant(f"bot{number}") for number in range(count)), **settings)


def schedule_of(count, **settings):
    return Schedule(spec_of(count, **settings))


@given(st.integers(2, 40), st.integers(1, 5))
def test_each_pair_meets_once_per_cycle_and_seat_order(count, games):
    schedule = schedule_of(count, games=games)
    played = Counter((match.cycle, match.seats) for match in schedule.matches())
    assert set(played.values()) == {1}
    ids = schedule.spec.ids
    expected = {(cycle, seats) for cycle in range(schedule.spec.cycles) for one in ids for other in ids
                if one != other for seats in [(one, other)]}  # fmt: skip
    assert set(played) == expected
    assert schedule.total == len(played)


@given(st.integers(2, 41))
def test_waves_can_be_played_side_by_side(count):
    waves = list(schedule_of(count).waves())
    assert [wave.number for wave in waves] == list(range(count - 1 + count % 2))
    for wave in waves:
        present = [entrant for pairing in wave.pairings for entrant in pairing.entrants]
        assert sorted([*present, *wave.byes]) == sorted(f"bot{number}" for number in range(count))
    byes = Counter(entrant for wave in waves for entrant in wave.byes)
    assert set(byes.values()) == ({1} if count % 2 else set())
    assert len(byes) == (count if count % 2 else 0)


@pytest.mark.parametrize("count", [0, 1])
def test_nobody_can_play_alone(count):
    with pytest.raises(SpecError, match="entered, and a match needs 2"):
        schedule_of(count)


@pytest.mark.parametrize("champion, number", [("", 0), ("bot3", 3)])
def test_a_gauntlet_is_one_against_each_other(champion, number):
    schedule = schedule_of(6, format="gauntlet", champion=champion)
    others = {f"bot{other}" for other in range(6)} - {f"bot{number}"}
    assert Counter(match.seats for match in schedule.matches()) == Counter(
        seats for other in others for seats in [(f"bot{number}", other), (other, f"bot{number}")]
    )
    assert schedule.total == 10
    assert schedule.matches_of(f"bot{number}") == 10
    assert {schedule.matches_of(other) for other in others} == {2}


@given(
    st.integers(2, 30), st.sampled_from(["round_robin", "gauntlet"]), st.sampled_from(["fresh", "duplicate"])
)
def test_an_id_leads_back_to_its_match(count, form, deals):
    schedule = schedule_of(count, format=form, deals=deals, games=4)
    matches = list(schedule.matches())
    assert [schedule.match(match.id) for match in matches] == matches
    assert len({match.id for match in matches}) == len(matches)
    assert {match.id: Counter(seat for seat in match.seats) for match in matches}
    assert all(
        schedule.matches_of(entrant) == sum(entrant in match.seats for match in matches)
        for entrant in schedule.spec.ids
    )


@pytest.mark.parametrize(
    "match",
    [
        "",
        "t",
        "t-0",
        "t-0-4",
        "t-3-0",
        "t-00-0",
        "t-0-00",
        "t-0-+1",
        "t-0-\u0663",
        "t--1-0",
        "u-0-0",
        "x-t-0-0",
        "t-0-0-0",
    ],
)
def test_ids_of_no_match(match):
    with pytest.raises(UnknownMatchError, match="is no match of t"):
        schedule_of(3, games=4).match(match)


def test_matches_between_others_are_no_matches_of_a_gauntlet():
    schedule = schedule_of(3, format="gauntlet")
    assert [match.id for match in schedule.matches()] == ["t-0-0", "t-0-1", "t-1-0", "t-1-1"]
    with pytest.raises(UnknownMatchError):
        schedule.match("t-2-0")


@given(st.integers(2, 20), st.sampled_from(["round_robin", "gauntlet"]))
def test_a_late_entry_renames_no_match(count, form):
    before = {match.id: match.seats for match in schedule_of(count, format=form).matches()}
    after = {match.id: match.seats for match in schedule_of(count + 1, format=form).matches()}
    assert {name: after[name] for name in before} == before


def test_a_set_is_one_match_or_both_copies_of_a_duplicate():
    fresh, duplicate = (
        list(schedule_of(3, games=4, deals=deals).matches()) for deals in ("fresh", "duplicate")
    )
    assert all(match.set_id == match.id for match in fresh)
    copies = {}
    for match in duplicate:
        copies.setdefault(match.set_id, []).append(match)
    assert {tuple(match.game for match in pair) for pair in copies.values()} == {(0, 1), (2, 3)}
    for one, other in copies.values():
        assert one.seats == other.seats[::-1]
        assert one.set_id == one.id
        assert duplicate.index(other) == duplicate.index(one) + 1


def test_a_thousand_entrants_are_scheduled_as_they_are_read():
    schedule = schedule_of(1000)
    assert schedule.total == 999_000
    first = next(schedule.waves())
    assert len(first.pairings) == 500
    assert len({match.id for match in islice(schedule.matches(), 3000)}) == 3000
    last = schedule.match("t-499499-1")
    assert last.seats == ("bot999", "bot998")


@st.composite
def tables(draw):
    count = draw(st.integers(3, 40))
    seats = draw(st.integers(3, min(count, 10)))
    return schedule_of(count, format="tables", seats=seats, games=draw(st.integers(1, 2 * seats)))


@settings(max_examples=30)
@given(tables())
def test_each_table_is_played_once_per_cycle_and_seat_order(schedule):
    spec = schedule.spec
    matches = list(schedule.matches())
    assert schedule.total == len(matches) == len({match.id for match in matches})
    by_pairing = {}
    for match in matches:
        by_pairing.setdefault((match.pairing, match.cycle), []).append(match.seats)
    assert len(by_pairing) == schedule.pairings * spec.cycles
    for orders in by_pairing.values():
        assert len(set(orders)) == len(orders) == spec.seats
        # Everybody sits in every seat once, and beside the same neighbours.
        assert all(len(set(seat)) == spec.seats for seat in zip(*orders, strict=True))
        assert {orders[0][turn:] + orders[0][:turn] for turn in range(spec.seats)} == set(orders)
    assert Counter(entrant for match in matches for entrant in match.seats) == {
        entrant: schedule.matches_of(entrant) for entrant in spec.ids
    }
    some = matches[:: max(1, len(matches) // 20)]
    assert [schedule.match(match.id) for match in some] == some


@settings(max_examples=30)
@given(tables())
def test_tables_of_a_wave_can_be_played_side_by_side(schedule):
    for wave in schedule.waves():
        present = [entrant for pairing in wave.pairings for entrant in pairing.entrants]
        assert sorted([*present, *wave.byes]) == sorted(schedule.spec.ids)


def test_waves_of_tables_are_filled_with_what_fits():
    schedule = schedule_of(30, format="tables", seats=4)
    waves = list(schedule.waves())
    assert sum(len(wave.pairings) for wave in waves) == schedule.pairings == 90
    # 13 waves would do if the tables fell perfectly; nobody waits for a wave to end, so this is good enough.
    assert len(waves) == 21


def test_neighbours_change_from_cycle_to_cycle():
    schedule = schedule_of(8, format="tables", seats=8, games=80)
    circles = {match.seats for match in schedule.matches() if match.seats[0] == "bot0"}
    assert len(circles) == 10


def test_a_table_that_is_not_in_the_design_is_no_match():
    schedule = schedule_of(13, format="tables", seats=4)
    numbers = {match.pairing for match in schedule.matches()}
    missing = next(number for number in range(1000) if number not in numbers)
    with pytest.raises(UnknownMatchError):
        schedule.match(f"t-{missing}-0")


@given(st.integers(3, 12), st.sampled_from([{}, {"format": "gauntlet"}, {"format": "tables", "seats": 3}]))
def test_the_matches_of_one_entrant(count, settings):
    schedule = schedule_of(count, **settings)
    for entrant in schedule.spec.ids:
        expected = {match.id for match in schedule.matches() if entrant in match.seats}
        found = [match.id for match in schedule.matches_with(entrant)]
        assert len(found) == len(expected) == schedule.matches_of(entrant)
        assert set(found) == expected


def test_pairings_are_numbered_by_their_entrants():
    numbers = {
        pairing.entrants: pairing.number for wave in schedule_of(5).waves() for pairing in wave.pairings
    }
    pairs = sorted(combinations(range(5), 2), key=lambda pair: pair[::-1])
    assert numbers == {(f"bot{one}", f"bot{other}"): place for place, (one, other) in enumerate(pairs)}


@given(
    st.integers(2, 9), st.integers(1, 5), st.sampled_from(["round_robin", "gauntlet", "tables"]), st.data()
)
def test_a_list_of_matches_may_begin_anywhere(count, games, form, data):
    seats = 3 if form == "tables" else 2
    schedule = schedule_of(max(count, seats), games=games, format=form, seats=seats)
    start = data.draw(st.integers(0, schedule.total + 3))
    assert list(schedule.matches(start)) == list(schedule.matches())[start:]


def test_a_number_longer_than_any_is_no_match():
    schedule = schedule_of(3)
    for name in ("t-" + "9" * 5_000 + "-0", "t-0-" + "9" * 5_000):
        with pytest.raises(UnknownMatchError):
            schedule.match(name)
