"""What every store does: one suite for all of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro_server.store.interface import BotRow, Store, TokenRow, TournamentRow
from arbitro_server.store.sqlite import SqliteStore
from support.memory import MemoryStore


class Memory:
    """Opens what is left of a store in memory: the store itself."""

    def __init__(self, _folder) -> None:
        self.store = MemoryStore()

    def open(self) -> Store:
        return self.store


class Sqlite:
    """Opens a store in a file; opening it again while it is open is what a killed process leaves behind."""

    def __init__(self, folder) -> None:
        self.path = folder / "store.db"
        self.opened: list[SqliteStore] = []

    def open(self) -> Store:
        self.opened.append(SqliteStore(self.path))
        return self.opened[-1]


@pytest.fixture(params=[Memory, Sqlite])
def place(request, tmp_path):
    place = request.param(tmp_path)
    yield place
    for store in getattr(place, "opened", ()):
        store.close()


def test_records_come_back_in_order_by_log(place):
    store = place.open()
    store.commit([("a", b"1"), ("b", b"x"), ("a", b"2")])
    store.commit([("a", b"3")])
    assert store.records("a") == [b"1", b"2", b"3"]
    assert store.records("b") == [b"x"]
    assert store.records("c") == []


def test_what_was_committed_is_there_after_a_death(place):
    place.open().commit([("a", b"1"), ("b", b"2")])
    again = place.open()
    assert again.records("a") == [b"1"]
    again.commit([("a", b"3")])
    assert place.open().records("a") == [b"1", b"3"]


def test_settled_logs_read_the_same(place):
    store = place.open()
    store.commit([("a", b"1"), ("b", b"x")])
    store.commit([("a", b"2")], settled={"a"})
    store.commit([("a", b"3"), ("b", b"y")])
    store.commit([], settled={"a", "b"})
    store.commit([("b", b"z")], settled={"b"})
    for one in (store, place.open()):
        assert one.records("a") == [b"1", b"2", b"3"]
        assert one.records("b") == [b"x", b"y", b"z"]


def test_logs_are_named_oldest_first(place):
    store = place.open()
    store.commit([("cup-1-0.0", b""), ("cup", b"")])
    store.commit([("bowl", b"")])
    assert store.logs() == ["cup-1-0.0", "cup", "bowl"]
    assert store.logs("cup") == ["cup-1-0.0", "cup"]
    assert place.open().logs() == store.logs()


def test_tables_keep_their_rows(place):
    store = place.open()
    store.put_bots(BotRow("ben", "Ben"), BotRow("ann", "Ann"))
    store.put_bots(BotRow("ben", "Benjamin"))
    token = TokenRow("arb_bot_12345678", bytes(32), "bot", "ann", 1_800_000_000, 1_900_000_000)
    store.put_tokens(token, TokenRow("arb_org_12345678", bytes(32), "organiser", "", 1))
    store.put_tokens(TokenRow(token.id, bytes(32), "bot", "ann", 1_800_000_000, 1_900_000_000, revoked=True))
    store.put_tournament(TournamentRow("cup", bytes(range(32)), "code", "request"))
    for one in (store, place.open()):
        assert one.bots() == [BotRow("ann", "Ann"), BotRow("ben", "Benjamin")]
        assert [(row.id, row.revoked) for row in one.tokens()] == [
            ("arb_bot_12345678", True),
            ("arb_org_12345678", False),
        ]
        assert one.tournaments() == [TournamentRow("cup", bytes(range(32)), "code", "request")]


LOGS = st.sampled_from(["a", "b", "c"])
TURNS = st.lists(
    st.tuples(st.lists(st.tuples(LOGS, st.binary(max_size=8)), max_size=5), st.sets(LOGS), st.booleans()),
    max_size=12,
)


@pytest.mark.parametrize("kind", [Memory, Sqlite])
@given(turns=TURNS)
def test_any_turns_with_any_deaths_keep_every_record(kind, turns, tmp_path_factory):
    place = kind(tmp_path_factory.mktemp("store"))
    store, expected = place.open(), {}
    for records, settled, dies in turns:
        store.commit(records, settled)
        for log, data in records:
            expected.setdefault(log, []).append(data)
        if dies:
            store = place.open()
        assert {log: store.records(log) for log in store.logs()} == expected
    for opened in getattr(place, "opened", ()):
        opened.close()


def test_a_removed_log_leaves_its_name_and_a_summary(place):
    store = place.open()
    store.commit([("a", b"1"), ("b", b"x")])
    store.commit([("a", b"2")], settled={"a"})
    store.commit([("c", b"y")])
    store.summarise("a", b"one record")
    store.summarise("a", b"two records")
    store.remove("a")
    store.remove("c")
    for one in (store, place.open()):
        assert (one.records("a"), one.records("b"), one.records("c")) == ([], [b"x"], [])
        assert (one.summary("a"), one.summary("c"), one.summary("none")) == (b"two records", None, None)
        assert one.logs() == ["a", "b", "c"]
        assert [one.is_removed(log) for log in ("a", "b", "c", "none")] == [True, False, True, False]
    store.commit([("b", b"z")], settled={"b"})
    assert place.open().records("b") == [b"x", b"z"]
