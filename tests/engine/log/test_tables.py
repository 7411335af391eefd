"""Lines for grep and rows for a spreadsheet, which must never run what a bot is called."""

import csv
from dataclasses import replace

import pytest

from arbitro.codec import record_of
from arbitro_engine.log.stored import StoredLog, read_log
from arbitro_engine.log.tables import COLUMNS, csv_lines, round_lines
from arbitro_engine.match.record import HeaderRecord, RecordKind
from support.eventful import eventful_match
from support.refereed import Refereed


def of(table, **facts):
    records = (HeaderRecord(replace(table.header, **facts)), *table.records)
    return StoredLog((b"",) * len(records), records)


def test_a_round_is_one_line():
    table = Refereed(hands=("R1 R2", "R4 R5"), opening="R9", pile="B7")
    table.do(1, "play B5")
    table.do(1, "play R4 uno")
    table.time_up(0)
    table.do(1, "play R5")
    (line,) = round_lines(of(table))
    facts = "match=cup-0-0 run=0 round=0 dealer=0 winner=1 bot=bot1 reason=out points=0,10 scores=0,10"
    assert line == f"{facts} moves=2 timeouts=1 refused=1"


def test_there_is_a_line_for_each_finished_round():
    match = eventful_match(seed=3, target=150, storm=0)
    found = list(round_lines(match.log))
    assert len(found) == match.records[-4].end.rounds
    assert [f" round={number} " in line for number, line in enumerate(found)] == [True] * len(found)
    moves = [int(word.removeprefix("moves=")) for line in found for word in line.split() if "moves=" in word]
    assert len(moves) > 1
    assert sum(moves) == sum(step.kind is RecordKind.ANSWER for _, step in match.log.steps)


def test_a_seat_is_one_row():
    match = eventful_match(seed=3, seats=3, profile="vintage", target=150, storm=0)
    names, *rows = csv.reader(csv_lines([match.log]))
    end = match.records[-4].end
    assert names == list(COLUMNS)
    table = [dict(zip(names, row, strict=True)) for row in rows]
    assert [row["bot"] for row in table] == list(match.header.bots)
    assert [int(row["score"]) for row in table] == list(end.scores)
    assert [row["won"] for row in table].index("1") == end.winner
    assert {row["ending"] for row in table} == {"target"}


def test_partners_win_together():
    """Ruling 37: a log names the lowest seat of the winning pair."""
    match = eventful_match(seed=3, seats=4, profile="vintage_pairs", target=150, storm=0)
    names, *rows = csv.reader(csv_lines([match.log]))
    winner = match.records[-4].end.winner
    assert [row[names.index("won")] for row in rows] == [str(int(seat % 2 == winner)) for seat in range(4)]


@pytest.mark.parametrize("name", ["=1+2", "+1", "-1", "@SUM(A1)", "\tx", "\rx", '=HYPERLINK("x")', 'a,"b"\n'])
def test_no_name_becomes_a_formula(name):
    table = Refereed(policy="strict")
    table.time_up(1)
    _, row, _ = csv.reader(csv_lines([of(table, bots=(name, "bot1"))]))
    cell = row[COLUMNS.index("bot")]
    assert cell.lstrip("'") == name
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_what_has_not_ended_has_no_row():
    running = of(Refereed())
    assert list(csv_lines([running, read_log(b"", record_of)])) == [",".join(COLUMNS)]
    assert list(round_lines(running)) == list(round_lines(read_log(b"", record_of))) == []
