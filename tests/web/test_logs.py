"""What the page reads of log files: facts, banks, both formats; and that no bytes are too strange for it."""

import json

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from arbitro.codec import record_bytes, record_of
from arbitro_engine.log.file import file_bytes
from arbitro_engine.log.replay import chance_of_secret
from arbitro_engine.log.views import seen_lines
from arbitro_engine.match.inputs import Retire
from arbitro_engine.match.match import Match
from arbitro_engine.match.messages import Result
from arbitro_engine.match.record import HeaderRecord, StepRecord
from arbitro_engine.rules.events import NOBODY, EventKind, Why
from arbitro_server.http.tables import stored_log
from support.node import look, node
from support.played import play_match


def test_the_header_is_read_whole(tmp_path):
    match = play_match(profile="cumulative", time="500ms+10s+100ms", target=2)
    facts = look(tmp_path, match.log)["facts"]
    header = match.header
    assert facts["match"] == header.match
    assert facts["bots"] == list(header.bots)
    assert facts["commitment"] == header.commitment.hex()
    assert facts["time"] == str(header.time)
    assert facts["rules"]["hash"] == header.rules.hash
    assert facts["rules"]["overrides"] == {"target": "2"}
    assert facts["rules"]["options"]["first_seat"] == "right"
    assert (facts["run"], facts["seeded"], facts["deals"]) == (0, True, "fresh")


@pytest.mark.parametrize("time", ["1s+30s", "50ms+2s+20ms", "none"])
def test_banks_are_the_referees(time, tmp_path):
    match = play_match(seed="bank", bots=("a", "b", "c"), time=time, faulty=0.01)
    seen = look(tmp_path, match.log)
    left = {}
    for message in match.messages:
        if isinstance(message, Result) and message.outcome.name != "STALE":
            left[message.seat] = message.bank_us
    if time == "none":
        assert seen["banks"] == []
    else:
        last = seen["banks"][-1][1]
        assert {seat: last[seat] for seat in left} == left


def test_a_cut_log_is_read_to_its_last_whole_record(tmp_path):
    match = play_match()
    cut = look(tmp_path, match.log[:-7])
    assert cut["torn"] == len(match.records[-1]) + 4 - 7
    assert cut["length"] == len(match.public)


def test_public_lines_give_the_same_table_as_the_log(tmp_path):
    match = play_match(bots=("a", "b", "c"))
    steps = list(range(0, len(match.public) + 1, 7))
    full = look(tmp_path, match.log, steps=steps)
    lines = look(tmp_path, _lines(match, None), steps=steps)
    assert lines["states"] == full["states"]
    assert lines["end"]["ending"] == full["end"]["ending"]


def test_a_seats_lines_give_what_the_seat_saw(tmp_path):
    match = play_match(bots=("a", "b", "c"), faulty=0)
    steps = list(range(0, len(match.public) + 1, 7))
    full = look(tmp_path, match.log, perspective=1, steps=steps)
    lines = look(tmp_path, _lines(match, 1), perspective=1, steps=steps)
    hands = [[state["seats"][1]["cards"] for state in one["states"]] for one in (full, lines)]
    assert hands[0] == hands[1]


def test_whatever_a_file_holds_is_read_or_refused_by_name():
    match = play_match(match="cup-0-1")
    log = match.log

    @settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow], deadline=None)
    @given(st.lists(st.tuples(st.integers(0, len(log) - 1), st.integers(0, 255)), min_size=1, max_size=8))
    @example([(0, 0)])
    def damage(changes):
        files.append(_changed(log, changes).hex())

    files = [
        "",
        "41",
        b"ARB1".hex(),
        (b"ARB1" + b"\xff" * 64).hex(),
        b"{}".hex(),
        b'{"type":"header"}\n'.hex(),
    ]
    damage()
    answers = json.loads(node("refuse.mjs", stdin=json.dumps(files)))
    assert len(answers) == len(files)
    assert set(answers) <= {"read", "not_a_log", "damaged_log", "no_events"}


BROKEN = [
    ("played", {"card": None}), ("played", {"card": "Z9"}), ("played", {"card": 7}), ("played", {"seat": 3}),
    ("played", {"seat": None}), ("played", {"seat": -1}), ("drew", {"count": "many"}),
    ("drew", {"count": 10**6}), ("turned", {"card": ""}), ("round_ended", {"scores": 5}),
    ("passed", {"seat": "1"}), ("passed", {"event": "x"}),
]  # fmt: skip


@pytest.mark.parametrize("kind, change", BROKEN)
def test_lines_of_what_cannot_be_are_refused_by_name(kind, change):
    lines = [json.loads(line) for line in _lines(play_match(bots=("a", "b", "c")), 1).splitlines()]
    (place, *_) = (
        at for at, line in enumerate(lines) if (line["type"], line.get("event")) == ("public", kind)
    )
    lines[place] |= change
    broken = "".join(json.dumps(line) + "\n" for line in lines).encode()
    assert _answers(broken) == ["damaged_log"]


@pytest.mark.parametrize("line", ["null", "3", "{", '"header"'])
def test_lines_that_hold_no_object_are_refused_by_name(line):
    match = play_match()
    assert _answers(_lines(match, None) + line.encode()) == ["not_a_log"]
    assert _answers(line.encode() + b"\n" + _lines(match, None)) == ["not_a_log"]


def test_events_without_what_they_are_about_are_refused_by_name():
    match = play_match()
    place, record = next((at, one) for at, one in enumerate(match.records) if _plays(one))
    (event,) = (one for one in record_of(record).events if one.kind is EventKind.PLAYED)
    for change in ({"card": None}, {"seat": 2}, {"seat": NOBODY}):
        events = (event._replace(**change),)
        broken = record_bytes(record_of(record)._replace(events=events))
        assert _answers(file_bytes([*match.records[:place], broken])) == ["damaged_log"]
    assert _answers(file_bytes(match.records[: place + 1])) == ["read"]


def test_a_match_to_which_nobody_came_is_read(tmp_path):
    header = play_match().header
    match = Match(header, chance_of_secret(header, bytes(32)))
    records = match.handle(Retire(0, Why.DISCONNECT, 60_000_000)).records
    file = file_bytes(map(record_bytes, (HeaderRecord(header), *records)))
    assert look(tmp_path, file)["end"]["winner"] == 1


def _plays(data):
    record = record_of(data)
    return isinstance(record, StepRecord) and EventKind.PLAYED in {one.kind for one in record.events}


def _answers(*files):
    return json.loads(node("refuse.mjs", stdin=json.dumps([file.hex() for file in files])))


def _changed(log, changes):
    data = bytearray(log)
    for at, value in changes:
        data[at] = value
    return bytes(data)


def _lines(match, seat):
    lines = seen_lines(stored_log(match.records), seat)
    return "".join(json.dumps(line) + "\n" for line in lines).encode()
