from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro_engine.tournament.backlog import LOOKAHEAD, READ_AT_ONCE, Backlog
from arbitro_engine.tournament.ledger import Ledger
from engine.tournament.results import played, spec_of


def ids(count):
    return [f"bot{number}" for number in range(count)]


def names(matches):
    return [match.id for match in matches]


@given(
    st.integers(2, 8),
    st.sampled_from([{}, {"deals": "duplicate"}, {"format": "tables", "seats": 3}]),
    st.sampled_from([1, 2, None]),
    st.data(),
)
def test_all_matches_are_played_and_nobody_is_overrun(count, settings, most, data):
    count = max(count, settings.get("seats", 2))
    ledger = Ledger(spec_of(*ids(count), **settings))
    backlog = Backlog(ledger)
    places = {entrant: data.draw(st.integers(1, 3)) for entrant in ids(count)}
    playing = []
    started = []
    while True:
        busy = Counter(entrant for match in playing for entrant in match.seats)
        due = backlog.due({entrant: places[entrant] - busy[entrant] for entrant in places}, most)
        assert most is None or len(due) <= most
        for match in due:
            ledger.begin(match)
        playing += due
        started += names(due)
        busy = Counter(entrant for match in playing for entrant in match.seats)
        assert all(busy[entrant] <= places[entrant] for entrant in places)
        if not playing:
            break
        if len(due) == most and data.draw(st.booleans()):
            continue
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
    room = dict.fromkeys(ids(there), 1)
    backlog.due(room)
    while backlog.is_behind:
        backlog.due(room)
    assert len(backlog._places) <= LOOKAHEAD


class Counting(Ledger):
    """Books that count how often they are asked."""

    asked = 0

    def standing(self, match):
        self.asked += 1
        return super().standing(match)


def test_a_long_schedule_is_read_piece_by_piece():
    """What was played before a restart is passed over, and nobody waits for that in one go."""
    ledger = Counting(spec_of(*ids(60)))
    matches = list(ledger.schedule.matches())
    for match in matches[:3000]:
        ledger.begin(match)
        ledger.end(played(match, 500, 0))
    ledger.asked = 0
    backlog, room = Backlog(ledger), dict.fromkeys(ids(60), 1)
    looks = 1
    while not (due := backlog.due(room)):
        assert backlog.is_behind
        assert ledger.asked <= looks * READ_AT_ONCE
        looks += 1
    assert looks == 3000 // READ_AT_ONCE + 1
    assert due[0] == matches[3000]


def test_what_could_not_start_is_looked_at_again_when_somebody_has_more_room():
    ledger = Counting(spec_of(*ids(100)))
    backlog, room = Backlog(ledger), dict.fromkeys(ids(50), 1)
    while (due := backlog.due(room)) or backlog.is_behind:
        for match in due:
            ledger.begin(match)
            ledger.end(played(match, 500, 0))
    ledger.asked = 0
    assert backlog.due(room) == []
    assert ledger.asked == 0
    due = backlog.due(room | {"bot70": 1})
    assert len(due) == 1
    assert "bot70" in due[0].seats
    assert ledger.asked <= 2 * 99 + 1


def test_what_is_played_again_goes_first_though_it_was_passed_long_ago():
    ledger = Ledger(spec_of(*ids(8)))
    backlog, room = Backlog(ledger), dict.fromkeys(ids(8), 1)
    gone = []
    for _ in range(6):
        for match in backlog.due(room):
            ledger.begin(match)
            ledger.end(played(match, 500, 0))
            gone.append(match)
    for again in (gone[0], gone[-1]):
        ledger.replay(again)
        backlog.reopen([again])
    plenty = dict.fromkeys(ids(8), 9)
    due = backlog.due(plenty)
    assert {*due[:2]} == {gone[0], gone[-1]}
    assert names(due) == names(Backlog(ledger).due(plenty))
