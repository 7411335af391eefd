import pytest

from arbitro_engine.rules.events import EventKind
from arbitro_server.http.matches import find, is_open, neighbours, read_finished, tournament_of
from support.watched import SEALED, WatchedReferee


@pytest.fixture(scope="module")
def referee():
    return WatchedReferee("Ana", "Ben", "Cho", running=1)


def test_a_match_is_found_by_its_id_and_nothing_else_is(referee):
    last = list(referee.played)[-1]
    assert find(referee, last).state == "running"
    assert find(referee, "cup-0-0").state == "finished"
    for name in ("", "cup", "cup-0", "cup-0-9", "cup-9-0", "other-0-0", "cup-0-0-0", "cup--1-0"):
        assert find(referee, name) is None


def test_ids_of_tournaments_may_have_dashes():
    assert tournament_of("spring-cup-2026-12-3") == "spring-cup-2026"
    assert tournament_of("cup") == ""


def test_neighbours_go_by_pairing_and_game(referee):
    begun = sorted(referee.played, key=lambda name: tuple(map(int, name.split("-")[1:])))
    for before, name, behind in zip([None, *begun], begun, [*begun[1:], None], strict=False):
        assert neighbours(find(referee, name)) == (before, behind)


def test_a_log_is_open_once_its_secret_stands_in_it(referee):
    records = referee.played["cup-0-0"].records
    assert is_open(records)
    assert not is_open(records[: len(records) - SEALED])
    assert not is_open(records[:1])


def test_a_finished_match_is_read_from_its_log(referee):
    played = referee.played["cup-0-0"]
    finished = read_finished(played.records)
    assert list(finished.events) == played.public
    assert finished.end.scores == finished.rounds[-1].scores
    for line in finished.rounds:
        assert finished.events[line.seq].kind is EventKind.ROUND_STARTED
    told = [event for line in finished.rounds for event in finished.transcript(line.number)]
    assert [event for event in told if event.kind is EventKind.PLAYED] == [
        event for event in played.public if event.kind is EventKind.PLAYED
    ]
    assert finished.transcript(99) == ()


def test_what_is_no_match_is_none():
    assert read_finished([]) is None
