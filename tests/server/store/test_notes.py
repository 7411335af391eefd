"""Bots' notes."""

import pytest

from arbitro_server.store import notes as module
from arbitro_server.store.notes import Note, Notes


def test_notes_come_back_newest_first(tmp_path):
    notes = Notes(tmp_path / "notes")
    assert notes.of("ann") == []
    notes.add("ann", "cup-0-0.0", 3, "keep the blue one")
    notes.add("ann", "cup-0-0.0", 4, "¿por qué?")
    notes.add("ben", "cup-0-0.0", 1, "mine")
    assert notes.of("ann") == [Note("cup-0-0.0", 4, "¿por qué?"), Note("cup-0-0.0", 3, "keep the blue one")]
    assert notes.of("ann", newest=1) == [Note("cup-0-0.0", 4, "¿por qué?")]


def test_half_a_line_is_passed_over(tmp_path):
    notes = Notes(tmp_path)
    notes.add("ann", "m.0", 1, "whole")
    with (tmp_path / "ann.jsonl").open("a") as file:
        file.write('{"log": "m.0", "deci')
    assert notes.of("ann") == [Note("m.0", 1, "whole")]


@pytest.mark.parametrize("cut", [1, 2, 4, 30])
def test_what_follows_half_a_line_is_not_glued_to_it(tmp_path, cut):
    """L02; four bytes less, and the cut falls within the é."""
    before = Notes(tmp_path)
    before.add("ann", "m.0", 1, "whole")
    before.add("ann", "m.0", 2, "cut off é")
    path = tmp_path / "ann.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    after = Notes(tmp_path)
    after.add("ann", "m.0", 3, "new")
    after.add("ann", "m.0", 4, "newer")
    assert [note.decision for note in after.of("ann") if note.decision != 2] == [4, 3, 1]
    assert path.stat().st_size == after._sizes["ann"]


def test_there_is_a_bound(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_BOUND", 100)
    notes = Notes(tmp_path)
    for number in range(10):
        notes.add("ann", "m.0", number, "x" * 20)
    assert len(notes.of("ann")) == 1
    assert (tmp_path / "ann.jsonl").stat().st_size <= 100
