"""What the embedded store does beside the suite: who wrote a file, versions, trimming, copies, errors."""

import sqlite3
from contextlib import closing

import pytest

from arbitro_server.store import schema, sqlite
from arbitro_server.store.database import copy_store
from arbitro_server.store.interface import BotRow, StoreError, UnreadableError
from arbitro_server.store.schema import VERSION
from arbitro_server.store.sqlite import _FRAME, SqliteStore


@pytest.fixture
def path(tmp_path):
    return tmp_path / "store.db"


def rows(path, table: str) -> int:
    with closing(sqlite3.connect(path)) as db:
        return rows_of(db, table)


def rows_of(db: sqlite3.Connection, table: str) -> int:
    return db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 - names of ours


def change(path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement)
        db.commit()


def test_a_turn_is_one_row(path):
    with closing(SqliteStore(path)) as store:
        store.commit([(f"m{number}", b"record") for number in range(100)])
        assert rows(path, "journal") == 1


def test_the_journal_is_trimmed_as_logs_settle(path):
    with closing(SqliteStore(path)) as store:
        for turn in range(1_000):
            store.commit([("a", b"x"), ("b", b"y")], settled={"a", "b"} if turn % 10 == 9 else ())
        assert rows(path, "journal") < 300
        assert store.records("a") == [b"x"] * 1_000


def test_a_log_that_does_not_settle_keeps_its_rows(path):
    with closing(SqliteStore(path)) as store:
        store.commit([("slow", b"first")])
        for _ in range(600):
            store.commit([("a", b"x")], settled={"a"})
        assert store.records("slow") == [b"first"]
    with closing(SqliteStore(path)) as again:
        assert again.records("slow") == [b"first"]
        assert again.records("a") == [b"x"] * 600


def test_the_journal_is_kept_from_the_log_on_that_is_open_longest(path):
    def first_turn(store: SqliteStore) -> int:
        return store._db.execute("SELECT min(turn) FROM journal").fetchone()[0]

    with closing(SqliteStore(path)) as store:
        for _ in range(300):
            store.commit([("x", b"x")], settled={"x"})
        for log in ("a", "b", "c"):
            store.commit([(log, b"first")])
        store.commit([("a", b"last"), ("c", b"last")], settled={"a"})
    with closing(SqliteStore(path)) as store:
        store.commit([])
        assert first_turn(store) == 302
        store.commit([], settled={"b"})
        store.shrink()
        assert first_turn(store) == 303
        assert [store.records(log) for log in ("a", "b")] == [[b"first", b"last"], [b"first"]]
        assert store.records("c") == [b"first", b"last"]


def test_a_long_write_ahead_log_is_begun_anew_though_commits_never_rest(path, monkeypatch):
    monkeypatch.setattr(sqlite, "_LOG_PAGES", 250)
    log = path.with_name("store.db-wal")
    with closing(SqliteStore(path)) as store:
        store.commit([("a", bytes(1_000_000))])
        with closing(sqlite3.connect(path)) as reader:
            reader.execute("BEGIN")
            assert rows_of(reader, "log") == 1
            store.commit([("a", bytes(1_000_000))])
            store._move_pages()  # not all of them: just as where commits come while it is at it
        store.commit([("a", b"more")])
        long = log.stat().st_size
        for _ in range(100):
            store.commit([("a", bytes(10_000))])
        assert log.stat().st_size == long > 2_000_000


def test_much_is_moved_out_of_the_write_ahead_log(path):
    with closing(SqliteStore(path)) as store:
        for _ in range(10):
            store.commit([("a", bytes(1_000_000))], settled={"a"})
        assert store.records("a") == [bytes(1_000_000)] * 10
    assert path.stat().st_size > 10_000_000


def test_many_small_commits_are_moved_out_as_well(path):
    with closing(SqliteStore(path)) as store:
        for _ in range(900):
            store.commit([("a", b"x")])
        assert store._checkpoint is None
        for _ in range(100):
            store.commit([("a", b"x")])
        assert store._checkpoint is not None  # its log has 4 MB, for 1 kB of records


def test_a_foreign_file_is_left_alone(path):
    change(path, "CREATE TABLE theirs (x)")
    with pytest.raises(StoreError, match="no store of Arbitro"):
        SqliteStore(path)
    assert rows(path, "theirs") == 0


def test_a_newer_store_is_left_alone(path):
    SqliteStore(path).close()
    change(path, f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(StoreError, match="newer Arbitro"):
        SqliteStore(path)


def test_what_is_no_database_is_refused(path):
    path.write_bytes(b"this is not a database, and long enough to be looked at" * 20)
    with pytest.raises(UnreadableError, match="cannot be read"):
        SqliteStore(path)


def test_after_a_failed_commit_nothing_was_written(path):
    with closing(SqliteStore(path)) as store:
        store.commit([("a", b"1")])
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA busy_timeout = 0")
            store._db.execute("PRAGMA busy_timeout = 0")
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="locked"):
                store.commit([("a", b"2"), ("b", b"x")], settled={"a"})
        assert store.records("a") == [b"1"]
        assert store.logs() == ["a"]
        store.commit([("a", b"3")])
        assert store.records("a") == [b"1", b"3"]


def test_a_copy_is_made_while_the_store_is_in_use(path, tmp_path):
    target = tmp_path / "copy.db"
    with closing(SqliteStore(path)) as store:
        store.commit([("a", b"1")])
        copy_store(path, target)
        store.commit([("a", b"2")])
    with closing(SqliteStore(target)) as copy:
        assert copy.records("a") == [b"1"]


def test_a_copy_overwrites_nothing(path, tmp_path):
    SqliteStore(path).close()
    copy_store(path, tmp_path / "copy.db")
    with pytest.raises(StoreError, match="exists"):
        copy_store(path, tmp_path / "copy.db")


def test_rows_are_put_all_or_none(path):
    with closing(SqliteStore(path)) as store:
        with pytest.raises(StoreError):
            store.put_bots(BotRow("ann", "Ann"), BotRow("ben", None))
        assert store.bots() == []


def test_there_must_be_something_to_copy(tmp_path):
    with pytest.raises(StoreError, match="there is no store"):
        copy_store(tmp_path / "none.db", tmp_path / "copy.db")


def test_a_store_of_the_first_version_is_brought_up_to_date(path):
    with closing(sqlite3.connect(path)) as db:
        for statement in filter(str.strip, schema._STEPS[0].split(";")):
            db.execute(statement)
        db.execute("INSERT INTO log VALUES (1, 'a')")
        db.execute("INSERT INTO part VALUES (1, 1, 1, ?)", (_FRAME.pack(1, 6) + b"record",))
        db.execute(f"PRAGMA application_id = {schema.APPLICATION}")
        db.execute("PRAGMA user_version = 1")
        db.commit()
    with pytest.raises(StoreError, match="older Arbitro"):
        SqliteStore(path, read_only=True)
    with closing(SqliteStore(path)) as store:
        assert store.records("a") == [b"record"]
        store.summarise("a", b"summary")
        assert store.summary("a") == b"summary"


def test_who_reads_only_sees_one_moment_and_changes_nothing(path):
    with closing(SqliteStore(path)) as store:
        store.commit([("a", b"1")], settled={"a"})
        with closing(SqliteStore(path, read_only=True)) as reader:
            store.commit([("a", b"2")], settled={"a"})
            assert reader.records("a") == [b"1"]
            with pytest.raises(StoreError, match="cannot be used"):
                reader.remove("a")
        assert store.records("a") == [b"1", b"2"]


def test_removed_logs_give_their_room_back(path):
    with closing(SqliteStore(path)) as store:
        store.commit([("a", bytes(1_000_000))], settled={"a"})
        store.remove("a")
        store.shrink()
    assert path.stat().st_size < 100_000


def test_a_copy_is_one_file_that_reading_does_not_add_to(path, tmp_path):
    with closing(SqliteStore(path)) as store:
        store.commit([("a", b"1")])
        (tmp_path / "copies").mkdir()
        copy_store(path, tmp_path / "copies/copy.db")
    with closing(SqliteStore(tmp_path / "copies/copy.db", read_only=True)) as copy:
        assert copy.records("a") == [b"1"]
    assert [one.name for one in (tmp_path / "copies").iterdir()] == ["copy.db"]


def test_a_store_that_was_emptied_is_not_begun_anew(path):
    path.write_bytes(b"")
    with pytest.raises(UnreadableError, match="holds nothing"):
        SqliteStore(path)
    assert path.read_bytes() == b""


def test_an_empty_file_is_no_store_to_read(path):
    path.touch()
    with pytest.raises(StoreError, match="holds nothing"):
        SqliteStore(path, read_only=True)
