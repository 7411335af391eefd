from collections import deque

import pytest

from arbitro import codec
from arbitro.v1 import play_pb2
from arbitro_engine.log.replay import chance_of_secret
from arbitro_engine.match.clock import Stamps
from arbitro_engine.match.header import Header, handle
from arbitro_engine.match.inputs import Answer, Begin
from arbitro_engine.match.match import Match
from arbitro_engine.match.messages import Ask, Ended, Private, Public, Result
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.shuffle import commitment
from arbitro_sdk import Bot
from arbitro_sdk.frames import Attendance
from arbitro_sdk.loading import LoadedBot, load

HEADER = Header(
    "cup-0-0", ("ana", "ben"), RuleSet.of("official", {"target": 40}), commitment(b"s" * 32), "cup-0-0"
)
HANDLE = handle(HEADER.match, HEADER.run)


class Referee:
    """A match over the wire without a wire: frames for seats, answers of theirs."""

    def __init__(self):
        self.match = Match(HEADER, chance_of_secret(HEADER, b"s" * 32))
        self.frames = {seat: [codec.started_part(HANDLE, HEADER, seat, ready_wanted=True)] for seat in (0, 1)}
        self.sent = {0: [], 1: []}

    def begin(self):
        self.send(self.match.handle(Begin(())))

    def send(self, step):
        parts = {Public: codec.public_part, Private: codec.private_part, Result: codec.result_part}
        parts |= {Ask: codec.ask_part, Ended: codec.ended_part}
        for message in step.messages:
            part = parts[type(message)](HANDLE, message)
            for seat in (0, 1):
                if getattr(message, "seat", seat) == seat:
                    self.frames[seat].append(part)

    def frame(self, seat):
        data, self.frames[seat] = b"".join(self.frames[seat]), []
        self.sent[seat].append(data)
        return play_pb2.PlayResponse.FromString(data)

    def take(self, seat, parts):
        request = play_pb2.PlayRequest.FromString(b"".join(parts))
        for answer in request.answers:
            move, text = codec.answer_of(answer)
            self.send(
                self.match.handle(Answer(seat, answer.decision, answer.attempt, move, Stamps(0, 0), text))
            )
        return request


def play(referee, attendances, until=lambda: False):
    turns = deque((0, 1))
    while referee.match.ended is None and not until():
        seat = turns[0]
        turns.rotate()
        referee.take(seat, list(attendances[seat].work(referee.frame(seat), 0.0)))
    for seat in (0, 1):
        list(attendances[seat].work(referee.frame(seat), 0.0))


@pytest.fixture
def referee():
    return Referee()


@pytest.fixture
def attendances(referee):
    pair = [Attendance(load("greedy"), print), Attendance(load("random"), print)]
    for seat, attendance in enumerate(pair):
        (ready,) = referee.take(seat, list(attendance.work(referee.frame(seat), 0.0))).ready
        assert (ready.match, len(ready.nonce)) == (HANDLE, 32)
    referee.begin()
    return pair


def test_a_match_is_played_from_frames_alone(referee, attendances):
    play(referee, attendances)
    for seat, attendance in enumerate(attendances):
        (finished,) = attendance.finished
        assert (finished.match, finished.seat) == ("cup-0-0", seat)
        assert finished.won == (referee.match.ended.winner == seat)
        assert finished.ended.scores == referee.match.ended.scores
        assert attendance.playing == 0
    assert sum(one.decisions for one in attendances) == referee.match.ended.decisions


def test_a_question_that_comes_again_gets_the_same_answer(referee, attendances):
    asked = next(seat for seat in (0, 1) if referee.match.asks(seat))
    frame = referee.frame(asked)
    first = list(attendances[asked].work(frame, 0.0))
    again = play_pb2.PlayResponse(decisions=frame.decisions)
    assert list(attendances[asked].work(again, 0.0)) == first
    assert attendances[asked].decisions == 1


def test_known_tells_how_far_a_match_was_followed(referee, attendances):
    assert [(known.match, known.seq, known.number) for known in attendances[0].known()] == [(HANDLE, 0, 0)]
    play(referee, attendances, until=lambda: referee.match.rounds_played == 1)
    (known,) = attendances[0].known()
    assert known.seq == referee.match.seq
    assert known.number > 0


def test_where_nothing_runs_the_last_match_says_who_comes_back(referee, attendances):
    play(referee, attendances)
    assert attendances[0].playing == 0
    (known,) = attendances[0].known()
    assert (known.match, known.seq) == (HANDLE, referee.match.seq)


def test_a_match_told_from_its_start_is_not_heard_twice(referee, attendances):
    play(referee, attendances, until=lambda: referee.match.rounds_played == 1)
    before = attendances[0].known()
    repeated = play_pb2.PlayResponse.FromString(b"".join(referee.sent[0]))
    del repeated.decisions[:]
    assert list(attendances[0].work(repeated, 0.0))[1:] == []
    assert attendances[0].known() == before


def test_what_a_later_version_adds_is_passed_over(referee):
    heard = []

    class Listener(Bot):
        def on_event(self, event):
            heard.append(event)

    attendance = Attendance(LoadedBot("mine", "mine", Listener), heard.append)
    referee.begin()
    frame = referee.frame(0)
    known = sum(len(run.events) for run in frame.public) + sum(len(run.events) for run in frame.private)
    seq = referee.match.seq
    later = frame.public.add(match=HANDLE, seq=seq)
    later.events.add(kind=999)
    frame.MergeFromString(b"\xfa\x3f\x03abc")  # a field that is not known
    list(attendance.work(frame, 0.0))
    assert len(heard) == known
    assert attendance.known()[0].seq == seq + 1


def test_rules_of_a_later_version_leave_the_match_alone(referee):
    said = []
    attendance = Attendance(load("first"), said.append)
    frame = referee.frame(0)
    frame.started[0].rules.overrides["gravity"] = "off"
    assert list(attendance.work(frame, 0.0)) == []
    assert attendance.playing == 0
    assert "cup-0-0 needs a newer version of the SDK" in said[0]


def test_what_names_a_match_says_where_to_look_at_it():
    referee, said = Referee(), []

    class Failing(Bot):
        def choose(self, turn):
            raise ValueError("no idea")

    attendance = Attendance(LoadedBot("mine", "mine", Failing), said.append)
    attendance.page = "http://127.0.0.1:8080/m/{}".format
    pair = [attendance, Attendance(load("first"), print)]
    referee.begin()
    play(referee, pair, until=lambda: len(said) > 1)
    assert "of cup-0-0, seat 0" in said[0]
    assert said[0].endswith("\nhttp://127.0.0.1:8080/m/cup-0-0")
    assert "http" not in said[1]  # "ValueError again" names no match


def test_an_answer_for_a_bot_that_crashed_says_so(referee):
    class Failing(Bot):
        def choose(self, turn):
            raise ValueError("no idea")

    attendance = Attendance(LoadedBot("mine", "mine", Failing), lambda _: None)
    referee.begin()
    seat = next(seat for seat in (0, 1) if referee.match.asks(seat))
    (answer,) = referee.take(seat, list(attendance.work(referee.frame(seat), 0.0))).answers
    assert answer.crashed


def test_a_kind_of_question_that_is_not_known_is_not_answered(referee, attendances):
    asked = next(seat for seat in (0, 1) if referee.match.asks(seat))
    frame = referee.frame(asked)
    frame.decisions[0].kind = 99
    assert list(attendances[asked].work(frame, 0.0)) == []


def test_an_ending_that_is_not_known_ends_the_match_too(attendances):
    frame = play_pb2.PlayResponse()
    frame.ended.add(match=HANDLE, ending=99, scores=[1, 2])
    list(attendances[0].work(frame, 0.0))
    assert attendances[0].finished[0].ended.ending.text == "none"


def test_matches_that_are_not_ours_are_ignored(attendances):
    frame = play_pb2.PlayResponse()
    frame.ended.add(match=1, ending=1)
    frame.decisions.add(match=1, kind=1, top=1)
    frame.public.add(match=1)
    frame.private.add(match=1)
    frame.results.add(match=1, refusal=4)
    assert list(attendances[0].work(frame, 0.0)) == []
    assert attendances[0].finished == []
