"""Logs that older versions wrote are read, verify, and say what they said then."""

import json

import pytest

from arbitro.codec import record_bytes, record_of
from arbitro_engine.log.export import lines
from arbitro_engine.log.stored import read_log
from support.histories import FOLDER, summary

HISTORIES = sorted(FOLDER.glob("*/*.arb"))


def test_there_are_histories_of_this_format():
    assert [path for path in HISTORIES if path.parent.name == "1"]


@pytest.mark.parametrize("path", HISTORIES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_history_says_what_it_said(path):
    said = json.loads((path.parent / "said.json").read_text())
    assert summary(path.read_bytes()) == said[path.stem]


@pytest.mark.parametrize("path", HISTORIES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_history_can_be_exported_and_written_again(path):
    log = read_log(path.read_bytes(), record_of)
    export = list(lines(log))
    assert [export[0]["type"], export[1]["type"]] == ["header", "round"]
    assert [record_bytes(record) for record in log.records] == list(log.stored)
