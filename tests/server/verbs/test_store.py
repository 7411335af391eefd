"""What an operator does with a referee's data: check it, remove old logs, let an organiser in again."""

import json
import os
import shutil
import sqlite3
from contextlib import closing

import pytest
import structlog
from click.testing import CliRunner

from arbitro_server.runtime.clock import LoopClock
from arbitro_server.store.folder import Folder
from arbitro_server.store.sqlite import SqliteStore
from arbitro_server.verbs import backup, store
from support.floors import House
from support.hosting import host


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A data directory with two matches that were played in January 2027, by a clock that jumps."""
    data = tmp_path_factory.mktemp("played") / "data"
    with closing(Folder(data)) as folder, closing(SqliteStore(folder.store)) as kept:
        house = House(kept)
        house.create("ann", "ben", games=2)
        house.play(house.sit("ann"), house.sit("ben"))
        for (tournament, name), records in house.files.items():
            folder.write_log(tournament, name, records)
    return data


@pytest.fixture
def data(played, tmp_path):
    shutil.copytree(played, tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture(autouse=True)
def _logs_go_where_they_went():
    yield
    structlog.reset_defaults()


def call(verb, *arguments, code=0):
    done = CliRunner().invoke(verb, list(map(str, arguments)))
    assert done.exit_code == code, done.output
    return json.loads(done.stdout) if "--json" in arguments and done.stdout else done.output


def test_a_sound_store_and_its_copy_are_told_so(data, tmp_path):
    call(backup, tmp_path / "copy.db", "--data", data)
    for told in (
        call(store, "check", "--data", data, "--json"),
        call(store, "check", tmp_path / "copy.db", "--replay", "--json"),
    ):
        assert (told["sound"], told["logs"], told["removed"], told["faults"]) == (True, 3, 0, [])
    assert "sound; 3 logs" in call(store, "check", "--data", data)


async def test_a_store_is_checked_while_its_referee_runs(data):
    async with host(data):
        assert "sound" in call(store, "check", "--data", data)


def test_a_fault_is_told_by_its_place_and_the_exit_code(data):
    with closing(sqlite3.connect(data / "store.db")) as db:
        db.execute("UPDATE tournament SET secret = zeroblob(32)")
        db.commit()
    assert "cup: the secret is not the one" in call(store, "check", "--data", data, code=1)
    told = call(store, "check", "--data", data, "--json", code=1)
    assert (told["sound"], [fault["where"] for fault in told["faults"]]) == (False, ["cup"])


@pytest.mark.parametrize("verb", [["prune", "--keep-days", "1"], ["organiser"]])
def test_a_store_that_was_emptied_is_not_begun_anew(data, verb):
    (data / "store.db").write_bytes(b"")
    told = CliRunner().invoke(store, [*verb, "--data", str(data)])
    assert (told.exit_code, told.stdout) == (2, "")
    assert "holds nothing" in told.stderr
    assert (data / "store.db").read_bytes() == b""


@pytest.mark.parametrize(
    "content, why",
    [
        (b"", "holds nothing"),
        (b"this is not a database, and long enough to be looked at" * 20, "not a database"),
        (None, "is no store of Arbitro"),
    ],
)
def test_a_copy_is_of_a_store_or_it_is_not_there(tmp_path, content, why):
    source, target = tmp_path / "store.db", tmp_path / "copy.db"
    if content is None:
        with closing(sqlite3.connect(source)) as db:
            db.execute("CREATE TABLE other (x)")
    else:
        source.write_bytes(content)
    told = CliRunner().invoke(backup, [str(target), "--data", str(tmp_path)])
    assert told.exit_code == 2
    assert (str(source) in told.stderr, why in told.stderr) == (True, True)
    assert not target.exists()


@pytest.mark.parametrize(
    "verb", [(store, "check"), (store, "prune", "--keep-days", 1), (store, "organiser"), (backup, "copy.db")]
)
def test_a_folder_in_the_place_of_a_store_is_told(tmp_path, verb):
    (tmp_path / "store.db").mkdir()
    assert f"A504 {tmp_path / 'store.db'} is a folder" in call(*verb, "--data", tmp_path, code=2)


@pytest.mark.parametrize("verb", [(store, "check"), (backup, "copy.db")])
def test_a_pipe_in_the_place_of_a_store_is_not_waited_for(tmp_path, verb):
    os.mkfifo(tmp_path / "store.db")
    assert f"A504 {tmp_path / 'store.db'} is no file" in call(*verb, "--data", tmp_path, code=2)


def test_a_damaged_store_is_told_with_what_to_do(data):
    with (data / "store.db").open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xff" * 4096 * 8)
    told = call(store, "check", "--data", data, code=1).splitlines()[-1]
    assert told.endswith("; its logs were not read. Restore the last sound copy.")
    for verb in ["prune", "--keep-days", 1], ["organiser"]:
        told = call(store, *verb, "--data", data, code=2)
        assert told.startswith(f"A504 the store {data / 'store.db'} cannot be read")
        assert told.endswith("restore the last sound copy\n")


def test_one_fault_is_one(data):
    with closing(sqlite3.connect(data / "store.db")) as db:
        db.execute("UPDATE tournament SET secret = zeroblob(32)")
        db.commit()
    assert ": 1 fault; 3 logs" in call(store, "check", "--data", data, code=1)


def test_what_holds_secrets_is_its_owners_alone(tmp_path):
    umask = os.umask(0)
    try:
        data, copy = tmp_path / "new" / "data", tmp_path / "copy.db"
        with closing(Folder(data)) as folder, closing(SqliteStore(folder.store)) as kept:
            kept.commit([("a", b"1")])
            assert CliRunner().invoke(backup, [str(copy), "--data", str(data)]).exit_code == 0
            files = [*data.iterdir(), copy]
            assert {file.name for file in files} >= {"store.db", "store.db-wal", "copy.db", "lock"}
            assert [file.name for file in files if file.stat().st_mode & 0o077] == []
        assert data.stat().st_mode & 0o077 == 0
    finally:
        os.umask(umask)


@pytest.mark.parametrize("verb", [("check",), ("prune", "--keep-days", 1), ("organiser",)])
def test_where_there_is_no_store_it_is_told(tmp_path, verb):
    assert call(store, *verb, "--data", tmp_path, code=2).startswith("A504 there is no store")


@pytest.mark.parametrize("verb", [("prune", "--keep-days", 1), ("organiser",)])
async def test_what_changes_a_store_waits_until_its_referee_is_stopped(data, verb):
    async with host(data):
        told = call(store, *verb, "--data", data, code=2)
        assert (
            told == f"A604 {data} is in use by another referee: stop it, or choose another --data directory\n"
        )


def test_old_logs_are_removed_and_the_room_given_back(data, monkeypatch):
    before = (data / "store.db").stat().st_size
    monkeypatch.setattr(LoopClock, "unix_s", lambda _: 1_800_000_000 + 30 * 86_400)
    assert call(store, "prune", "--keep-days", 60, "--data", data, "--json") == {"removed": [], "bytes": 0}
    told = call(store, "prune", "--keep-days", 20, "--data", data, "--json")
    assert sorted(told["removed"]) == ["cup-0-0.0", "cup-0-1.0"]
    assert told["bytes"] > 10_000
    assert (data / "store.db").stat().st_size < before
    assert [file.name for file in (data / "logs/cup").iterdir()] == ["tournament.arb"]
    assert "sound; 1 log with" in call(store, "check", "--data", data)


async def test_a_lost_organisers_token_is_replaced(data):
    async with host(data) as first:
        lost = first.organiser
    told = call(store, "organiser", "--data", data, "--json")
    assert told["revoked"] == [lost[:16]]
    async with host(data, organiser=told["organiser_token"]) as second:
        assert second.app.organiser_token is None
        assert second.app.director.tokens.check(told["organiser_token"]).role == "organiser"
        rows = [row for row in second.app.director.tokens.all() if row.role == "organiser"]
    assert [bool(row.revoked) for row in rows] == [True, False]
    assert call(store, "organiser", "--data", data).splitlines()[-1].startswith("organiser token arb_org_")
