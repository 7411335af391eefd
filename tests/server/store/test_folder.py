"""The data directory: one referee at a time, files written as a whole, a key for its owner alone."""

import os

import pytest

from arbitro_engine.log.file import read_frames
from arbitro_server.store.folder import Folder
from arbitro_server.store.interface import InUseError, StoreError


@pytest.fixture
def folder(tmp_path):
    folder = Folder(tmp_path / "data")
    yield folder
    folder.close()


def test_one_referee_at_a_time(folder):
    with pytest.raises(InUseError, match="in use by another referee"):
        Folder(folder.path)


def test_the_next_referee_may_have_it(tmp_path):
    Folder(tmp_path).close()
    Folder(tmp_path).close()


def test_a_place_that_cannot_be_is_refused(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be written"):
        Folder(tmp_path / "file" / "data")


def test_logs_are_files_of_records(folder):
    folder.write_log("cup", "cup-0-0.0", [b"header", b"step"])
    file = folder.logs / "cup" / "cup-0-0.0.arb"
    assert read_frames(file.read_bytes()).records == (b"header", b"step")
    folder.write_log("cup", "cup-0-0.0", [b"header", b"step", b"end"])
    assert len(read_frames(file.read_bytes()).records) == 3
    assert [path.name for path in (folder.logs / "cup").iterdir()] == ["cup-0-0.0.arb"]


def test_the_key_is_made_once_and_read_by_its_owner_alone(folder):
    key = folder.key()
    assert folder.key().private_bytes_raw() == key.private_bytes_raw()
    assert (folder.path / "referee.key").stat().st_mode & 0o077 == 0


def test_a_key_is_lost_where_a_store_is_without_one(folder):
    assert not folder.is_key_lost
    folder.store.touch()
    assert folder.is_key_lost
    folder.key()
    assert not folder.is_key_lost


def test_a_broken_key_is_refused(folder):
    (folder.path / "referee.key").write_bytes(b"short")
    with pytest.raises(StoreError, match="no signing key"):
        folder.key()


def test_a_file_that_is_as_it_should_be_is_left_alone_and_a_torn_one_is_not(folder):
    file = folder.logs / "cup" / "cup-0-0.0.arb"
    folder.write_log("cup", "cup-0-0.0", [b"header", b"step"])
    whole, before = file.read_bytes(), file.stat().st_ino
    folder.write_log("cup", "cup-0-0.0", [b"header", b"step"])
    assert file.stat().st_ino == before
    for torn in (whole[:-1], b"", bytes(len(whole))):
        file.write_bytes(torn)
        folder.write_log("cup", "cup-0-0.0", [b"header", b"step"])
        assert file.read_bytes() == whole


def test_a_log_may_be_removed_and_is_not_missed_twice(folder):
    folder.write_log("cup", "cup-0-0.0", [b"header"])
    folder.remove_log("cup", "cup-0-0.0")
    folder.remove_log("cup", "cup-0-0.0")
    assert not list((folder.logs / "cup").iterdir())


def test_what_cannot_be_removed_is_told(folder):
    folder.log_file("cup", "cup-0-0.0").mkdir(parents=True)
    with pytest.raises(StoreError, match="cannot be removed"):
        folder.remove_log("cup", "cup-0-0.0")


@pytest.mark.parametrize("durability, synced", [("normal", 0), ("full", 4)])
def test_files_survive_the_loss_of_power_where_the_store_does(tmp_path, monkeypatch, durability, synced):
    calls = []
    folder = Folder(tmp_path / "data", durability)
    monkeypatch.setattr(os, "fsync", calls.append)
    folder.write_log("cup", "cup-0-0.0", [b"header"])
    assert len(calls) == synced  # the file, its folder, and those above, which may be as new
    calls.clear()
    folder.key()
    assert len(calls) == 2
    folder.close()
