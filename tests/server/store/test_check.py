"""A sound store is told from one in which anything was changed, without changing it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arbitro_server.store.check import check_store
from arbitro_server.store.database import copy_store
from arbitro_server.store.interface import UnreadableError
from arbitro_server.store.sqlite import _FRAME, SqliteStore, frames
from support.floors import House


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """The store of a tournament that was played, and of one that is."""
    path = tmp_path_factory.mktemp("sound") / "store.db"
    store = SqliteStore(path)
    house = House(store)
    house.create("ann", "ben", games=2)
    house.play(house.sit("ann"), house.sit("ben"))
    house.create("ann", "ben", name="bowl")
    ann, ben = house.sit("ann"), house.sit("ben")
    house.play(ann, ben, until=lambda: house.director.hosted["bowl"].runners and len(ann.results) > 20)
    yield path
    store.close()


@pytest.fixture
def path(sound, tmp_path):
    copy_store(sound, tmp_path / "copy.db")
    return tmp_path / "copy.db"


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def rewrite(path: Path, log: str, at: int, data: bytes) -> None:
    """Put another record in the place of one."""
    with closing(SqliteStore(path)) as store:
        number = store._numbers[log]
    with closing(sqlite3.connect(path)) as db:
        parts = db.execute("SELECT part, records FROM part WHERE log = ? ORDER BY part", (number,)).fetchall()
        for part, blob in parts:
            stored = [record for _, record in frames(blob)]
            if at < len(stored):
                stored[at] = data
                fresh = b"".join(_FRAME.pack(number, len(one)) + one for one in stored)
                db.execute("UPDATE part SET records = ? WHERE log = ? AND part = ?", (fresh, number, part))
                break
            at -= len(stored)
        db.commit()


@pytest.mark.parametrize("replay", [False, True])
def test_a_sound_store_is_sound_while_it_is_in_use_and_as_a_copy(sound, path, replay):
    for one in (sound, path):
        report = check_store(one, replay=replay)
        assert report.faults == []
        assert (report.logs, report.removed) == (5, 0)
        assert report.records > 100
    before = path.read_bytes()
    check_store(path, replay=replay)
    assert path.read_bytes() == before


def test_a_removed_log_is_no_fault(path):
    with closing(SqliteStore(path)) as store:
        store.summarise("cup-0-0.0", b"{}")
        store.remove("cup-0-0.0")
    report = check_store(path, replay=True)
    assert (report.faults, report.logs, report.removed) == ([], 4, 1)


def test_a_record_that_was_changed_breaks_the_chain(path):
    with closing(SqliteStore(path)) as store:
        records = store.records("cup-0-1.0")
    rewrite(path, "cup-0-1.0", 5, records[6])
    (fault,) = check_store(path, replay=False).faults
    assert fault.where == "cup-0-1.0"
    assert "head" in fault.what


def test_a_log_without_its_end_is_held_to_the_result(path):
    with closing(SqliteStore(path)) as store:
        records = store.records("cup-0-1.0")
        store.remove("cup-0-1.0")
        store.commit([("cup-0-1.0", record) for record in records[:-10]])
    change(path, "DELETE FROM part WHERE records = x''")
    (fault,) = check_store(path, replay=False).faults
    assert str(fault) == "cup-0-1.0: it does not end with the head that its tournament's log tells"


def test_a_secret_that_was_exchanged_is_seen(path):
    change(path, "UPDATE tournament SET secret = zeroblob(32) WHERE id = 'bowl'")
    assert [fault.where for fault in check_store(path, replay=False).faults] == ["bowl"]


def test_rows_that_are_not_whole_are_seen(path):
    change(
        path,
        "UPDATE part SET records = substr(records, 1, length(records) - 1) WHERE log = 2 AND part = 1",
        "INSERT INTO journal VALUES (1000000, x'0102')",
        "DELETE FROM part WHERE log = 3 AND part = 1",
    )
    told = " ".join(map(str, check_store(path, replay=False).faults))
    assert "part 1 of log 2" in told
    assert "part 2 of log 3" in told
    assert "row 1000000 of the journal" in told


def test_a_lost_page_is_seen(path):
    with path.open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xff" * 4096)
    report = check_store(path, replay=False)
    assert report.faults
    assert report.as_json()["sound"] is False


@pytest.mark.parametrize("content", [None, b"no database at all, and long enough to be looked at" * 20])
def test_what_is_no_store_is_refused(tmp_path, content):
    if content:
        (tmp_path / "store.db").write_bytes(content)
    with pytest.raises(UnreadableError):
        check_store(tmp_path / "store.db", replay=False)
