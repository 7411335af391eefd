"""Faults by kind and per decision: on a bot's page, and over all bots of a tournament."""

from dataclasses import replace

import pytest

from arbitro_server.http.pages.faults import bot_faults, tournament_faults
from arbitro_server.http.words import words
from support.markup import rows_of
from support.watched import WatchedReferee


@pytest.fixture(scope="module")
def state():
    return WatchedReferee("Ana", "Ben", running=0, target=20).state


def test_a_bot_has_each_kind_with_its_rate():
    page = bot_faults(words("en"), {"late": 3, "no_match": 12, "lost": 0}, 4000)
    assert rows_of(page) == [["it does not match", "12", "3.0"], ["out of time", "3", "0.8"]]
    assert "4\u202f000 decisions" in page


def test_without_decisions_there_is_no_rate():
    assert rows_of(bot_faults(words("en"), {"late": 3}, 0)) == [["out of time", "3", "–"]]


def test_a_bot_without_faults_is_said_to_have_none():
    page = bot_faults(words("en"), {}, 250)
    assert "No fault yet." in page
    assert "250 decisions" in page


def test_a_tournament_has_a_column_for_each_kind_that_occurred(state):
    faulty = replace(
        state,
        fault_counts={"bot-0": {"late": 1, "lost": 0}, "bot-1": {"no_match": 4, "late": 1}},
        decisions={"bot-0": 1000, "bot-1": 2000},
    )
    page = tournament_faults(words("en"), faulty, ["bot-1", "bot-0"])
    assert rows_of(page) == [["Ben", "2\u202f000", "1", "4", "2.5"], ["Ana", "1\u202f000", "1", "0", "1.0"]]
    assert "<table" not in tournament_faults(words("en"), replace(faulty, fault_counts={}), ["bot-0"])
