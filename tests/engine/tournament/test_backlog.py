from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro_engine.tournament.backlog import LOOKAHEAD, Backlog
from arbitro_engine.tournament.ledger import Ledger
from engine.tournament.results import played, spec_of


def ids(count):
    return [f"bot{number}" for number in range(count)]


def names(matches):
    return [match.id for match in matches]


@given(
    st.integers(2, 8),
    st.sampled_from([{}, {"deals": "duplicate"}, {"format": "tables", "seats": 3}]),
    st.data(),
)
def test_all_matches_are_played_and_nobody_is_overrun(count, settings, data):
    count = max(count, settings.get("seats", 2))
    ledger = Ledger(spec_of(*ids(count), **settings))
    backlog = Backlog(ledger)
    places = {entrant: data.draw(st.integers(1, 3)) for entrant in ids(count)}
    playing = []
    started = []
    while True:
        busy = Counter(entrant for match in playing for entrant in match.seats)
        due = backlog.due({entrant: places[entrant] - busy[entrant] for entrant in places})
        for match in due:
            ledger.begin(match)
        playing += due
        started += names(due)
        busy = Counter(entrant for match in playing for entrant in match.seats)
        assert all(busy[entrant] <= places[entrant] for entrant in places)
        if not playing:
            break
        match = playing.pop(data.draw(st.integers(0, len(playing) - 1)))
        ledger.end(played(match, *[500, 0, 0][: len(match.seats)]))
    assert sorted(started) == sorted(names(ledger.schedule.matches()))


def test_the_first_wave_goes_first():
    ledger = Ledger(spec_of(*ids(6)))
    due = Backlog(ledger).due(dict.fromkeys(ids(6), 1))
    wave = next(ledger.schedule.waves())
    assert [match.seats for match in due] == [pairing.entrants for pairing in wave.pairings]


def test_who_has_no_room_or_is_not_there_waits():
    backlog = Backlog(Ledger(spec_of(*ids(3))))
    assert names(backlog.due({"bot0": 1, "bot1": 0, "bot2": 1})) == ["t-1-0"]
    assert names(backlog.due({"bot0": 5, "bot2": 5})) == ["t-1-0", "t-1-1"]
    assert names(backlog.due({"bot0": 5})) == []
    assert names(backlog.due({})) == []


def test_nobody_waits_behind_a_slow_bot():
    ledger = Ledger(spec_of(*ids(10)))
    backlog = Backlog(ledger)
    others = dict.fromkeys(ids(10)[1:], 1)
    for _ in range(36 * 2 // 4 + 10):
        for match in backlog.due(others):
            ledger.begin(match)
            ledger.end(played(match, 500, 0))
    assert len(ledger.results) == 72
    assert names(backlog.due(others)) == []
    assert len(backlog.due(dict.fromkeys(ids(10), 9))) == 9


@pytest.mark.parametrize("there", [2, 10])
def test_a_large_field_is_read_no_further_than_needed(there):
    backlog = Backlog(Ledger(spec_of(*ids(1000))))
    backlog.due(dict.fromkeys(ids(there), 1))
    assert len(backlog._waiting) <= LOOKAHEAD
