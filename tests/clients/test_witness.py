import pytest

from arbitro import codec
from arbitro.codec.witness import read_testimony
from arbitro.v1 import play_pb2
from arbitro_engine.match.header import Header, handle
from arbitro_engine.match.messages import Ended, Public
from arbitro_engine.rules.events import EventKind, Why
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.view import PublicEvent
from arbitro_sdk.witness import Witness

HEADER = Header("cup-0-0", ("ana", "ben"), RuleSet.of("official"), bytes(32), "")
HANDLE = handle(HEADER.match, HEADER.run)


def frame(*parts):
    return play_pb2.PlayResponse.FromString(b"".join(parts))


def passed(seq):
    return Public(seq, (PublicEvent(EventKind.PASSED, 0),))


STARTED = frame(codec.started_part(HANDLE, HEADER, 1, ready_wanted=True))
ENDED = frame(codec.ended_part(HANDLE, Ended(Why.CANCELLED, None, (0, 0), None, 0, (), (0, 0), 0)))


@pytest.fixture
def reports():
    return []


@pytest.fixture
def witness(tmp_path, reports):
    kept = Witness(tmp_path / "kept", reports.append)
    yield kept
    kept.close()


def test_what_is_told_of_a_match_is_kept_in_a_file_of_its_own(witness, tmp_path):
    for told in (
        STARTED,
        frame(codec.public_part(HANDLE, passed(0)), codec.public_part(1, passed(0))),
        ENDED,
    ):
        witness.keep(told)
    testimony = read_testimony((tmp_path / "kept" / "cup-0-0.0.1.arw").read_bytes())
    assert (testimony.seat, testimony.header.match) == (1, "cup-0-0")
    assert [type(message) for message in testimony.told] == [Public, Ended]


def test_a_bot_that_comes_back_goes_on_in_the_same_file(tmp_path, reports):
    for seq in (0, 1):
        witness = Witness(tmp_path, reports.append)
        witness.keep(STARTED)
        witness.keep(frame(codec.public_part(HANDLE, passed(seq))))
        witness.close()
    told = read_testimony((tmp_path / "cup-0-0.0.1.arw").read_bytes()).told
    assert [message.seq for message in told] == [0, 1]


@pytest.fixture
def cut(tmp_path, reports):
    """Let a bot keep something, be killed with so much of its file written, come back and go on."""

    def come_back(length):
        path = tmp_path / "cup-0-0.0.1.arw"
        path.unlink(missing_ok=True)
        witness = Witness(tmp_path, reports.append)
        for told in (STARTED, frame(codec.public_part(HANDLE, passed(0)))):
            witness.keep(told)
        witness.close()
        whole = path.read_bytes()
        path.write_bytes(whole[:length])
        witness = Witness(tmp_path, reports.append)
        witness.keep(STARTED)
        witness.keep(frame(codec.public_part(HANDLE, passed(1))))
        witness.close()
        return whole, path.read_bytes()

    return come_back


def test_half_a_record_is_cut_off_before_anything_follows_it(cut, reports):
    """L02: glued to it, everything a bot is told from then on could not be read."""
    whole, _ = cut(None)
    assert reports == []
    for length in {*range(0, len(whole), 13), *range(9), len(whole) - 1}:
        reports.clear()
        _, kept = cut(length)
        told = [message.seq for message in read_testimony(kept).told]
        assert told == [1], length
        assert all("not written to its end and is cut off" in report for report in reports)


def test_all_that_was_told_is_kept_at_once(witness, tmp_path):
    """Whoever kills a bot takes none of its evidence away."""
    witness.keep(STARTED)
    witness.keep(frame(codec.public_part(HANDLE, passed(0))))
    assert len(read_testimony((tmp_path / "kept" / "cup-0-0.0.1.arw").read_bytes()).told) == 1


@pytest.mark.parametrize("damage", [b"something else", b"ARW1\0\0\0\0"])
def test_a_file_that_is_damaged_is_left_as_it_is(tmp_path, reports, damage):
    path = tmp_path / "cup-0-0.0.1.arw"
    path.write_bytes(damage)
    witness = Witness(tmp_path, reports.append)
    witness.keep(STARTED)
    witness.keep(STARTED)
    assert path.read_bytes() == damage
    (report,) = reports
    assert report.startswith("Nothing more is kept as evidence: ")


def test_a_folder_that_cannot_be_written_is_reported_once(tmp_path, reports):
    (tmp_path / "file").write_text("")
    witness = Witness(tmp_path / "file", reports.append)
    witness.keep(STARTED)
    witness.keep(STARTED)
    (report,) = reports
    assert report.startswith("Nothing more is kept as evidence: ")
