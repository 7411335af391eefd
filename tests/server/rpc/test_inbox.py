"""Whatever bytes and messages a bot sends, in whatever state: answered or ignored, and nobody is hurt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.v1 import play_pb2 as pb
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_server.rpc.inbox import Inbox
from arbitro_server.rpc.limits import Limits
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.sessions import Session
from arbitro_server.store.interface import StoreError
from support.floors import House, ReadAtOnce, Seated
from support.jumping import S
from support.raw import first

NUMBERS = st.integers(0, 70)
HANDLES = st.integers(0, 2**64 - 1) | st.just(0)
ANSWERS = st.builds(
    pb.Answer,
    match=HANDLES,
    decision=NUMBERS,
    attempt=st.integers(0, 3),
    act=NUMBERS,
    card=NUMBERS,
    color=st.integers(0, 9),
    uno=st.booleans(),
    note=st.text(max_size=20),
)
MESSAGES = st.one_of(
    st.binary(max_size=60),
    st.builds(
        lambda answers, ready, leave: pb.PlayRequest(
            answers=answers, ready=ready, leave=pb.Leave() if leave else None
        ).SerializeToString(),
        st.lists(ANSWERS, max_size=3),
        st.lists(st.builds(pb.Ready, match=HANDLES, nonce=st.binary(max_size=40)), max_size=2),
        st.booleans(),
    ),
    st.builds(
        lambda scope, known: pb.PlayRequest(hello=pb.Hello(scope=scope, known=known)).SerializeToString(),
        st.sampled_from(["", "cup", "bowl"]),
        st.lists(st.builds(pb.KnownMatch, match=HANDLES, seq=NUMBERS, number=NUMBERS), max_size=3),
    ),
)


def inbox(house: House, bot: str = "ann", **limits: int) -> tuple[Inbox, list[Session | RefusedError]]:
    opened: list[Session | RefusedError] = []
    _, row = house.director.tokens.issue("bot", bot)
    return Inbox(house.director, Limits(**limits), row, opened.append), opened


@given(frames=st.lists(MESSAGES, max_size=12), inside=st.booleans())
def test_nothing_that_comes_in_breaks_anything(frames, inside):
    house = House()
    house.create("ann", "ben")
    if inside:  # within a running match
        ann, ben = house.sit("ann"), house.sit("ben")
        house.play(ann, ben, until=lambda: house.store.commits > 8)
        house.lose(ann)
        match = next(iter(ann.started))
        frames = [frame.replace(bytes(8), match.to_bytes(8, "little")) for frame in frames]
        hello = pb.Hello(known=[pb.KnownMatch(match=match)])
        frames.insert(0, pb.PlayRequest(hello=hello).SerializeToString())
    box, opened = inbox(house)
    for frame in frames:
        box.receive(frame, house.clock.now_us())
        house.settle()
    assert len(opened) <= 1
    assert not house.failure
    for runner in house.director.find("cup").runners.values():
        assert not runner._is_broken


def test_the_second_bound_ends_the_session():
    house = House()
    house.create("ann", "ben", start=False)
    box, opened = inbox(house, refusals_per_second=3)
    box.receive(pb.PlayRequest(hello=pb.Hello()).SerializeToString(), 0)
    for _ in range(3):
        box.receive(b"\xff", 0)
    assert opened[0].farewell is None
    box.receive(b"\xff", 1_000_000)  # another second
    assert opened[0].farewell is None
    for _ in range(3):
        box.receive(b"\xff", 1_000_000)
    assert opened[0].farewell.error == "RATE_LIMITED"
    assert opened[0].farewell.retry_after_us > 0


def test_the_rest_of_a_frame_that_ended_its_session_is_not_read():
    house = House()
    house.create("ann", "ben", start=False)
    box, opened = inbox(house, refusals_per_second=3)
    box.receive(pb.PlayRequest(hello=pb.Hello()).SerializeToString(), 0)
    read = []
    box._answer = lambda *given, answer=box._answer: (read.append(1), answer(*given))
    box.receive(pb.PlayRequest(answers=[pb.Answer(match=7)] * 50).SerializeToString(), 0)
    assert opened[0].farewell.error == "RATE_LIMITED"
    assert len(read) <= 4


def test_a_flood_that_says_nothing_ends_the_session():
    house = House()
    house.create("ann", "ben", start=False)
    box, opened = inbox(house, refusals_per_second=3)
    box.receive(pb.PlayRequest(hello=pb.Hello()).SerializeToString(), 0)
    for _ in range(4):
        box.receive(b"", 0)
    assert opened[0].farewell.error == "RATE_LIMITED"


def test_a_stream_that_has_ended_opens_no_session():
    """Nobody would ever close it."""
    house = House()
    house.create("ann", "ben")
    hello = pb.PlayRequest(hello=pb.Hello()).SerializeToString()
    box, opened = inbox(house)
    box.receive(hello, 0)
    assert box.close() is opened[0]
    box.receive(hello, 0)
    assert box.session is None
    assert len(opened) == 1


def test_a_flood_of_farewells_ends_the_session():
    house = House()
    house.create("ann", "ben")
    ann, ben = house.sit("ann"), house.sit("ben")
    house.play(ann, ben, until=lambda: ann.open)
    box, _ = inbox(house, refusals_per_second=3)
    box.session = ann.session
    for _ in range(4):
        box.receive(pb.PlayRequest(leave=pb.Leave()).SerializeToString(), 0)
    assert ann.session.farewell is None
    assert ann.session.leaving
    box.receive(pb.PlayRequest(leave=pb.Leave()).SerializeToString(), 0)
    assert ann.session.farewell.error == "RATE_LIMITED"


MATCHES = 20


@pytest.fixture
def busy():
    """A bot that is asked in many matches at once, and its inbox, with a bound far below their number."""
    house = House()
    house.create("ann", "ben", games=MATCHES)
    ann, ben = house.sit("ann", matches=MATCHES), house.sit("ben", matches=MATCHES)
    house.play(ann, ben, until=lambda: len(ann.open) == MATCHES)
    while len(ann.open) < MATCHES:
        house.play(ben)
    box, _ = inbox(house, refusals_per_second=3)
    box.session = ann.session
    return house, ann, box


def answers(seated: Seated) -> list[bytes]:
    return [pb.PlayRequest(answers=[first(asked)]).SerializeToString() for asked in seated.open.values()]


@pytest.mark.parametrize("what", ["late", "over"])
def test_one_answer_for_each_question_is_never_called_a_flood(busy, what):
    """All matches are cut off at once, or time out at once, while the answers are on their way."""
    house, ann, box = busy
    frames = answers(ann)
    if what == "over":
        house.director.do("cup", lambda one: one.machine.cancel("organiser", "rain"))
        house.settle()
        ann.session.farewell = None  # the goodbye is on its way as well
    else:
        house.jump(60 * S)
        assert all(result.outcome == pb.OUTCOME_SUBSTITUTED for result in ann.results[-MATCHES:])
    for frame in frames:
        box.receive(frame, house.clock.now_us())
    assert ann.session.farewell is None
    for _ in range(ann.session.asked + 4):  # but more than one for each is
        box.receive(frames[0], house.clock.now_us())
    assert ann.session.farewell.error == "RATE_LIMITED"


@given(st.lists(st.tuples(st.sampled_from(range(5)), st.integers(1, 9)), max_size=30))
def test_nobody_sends_more_frames_than_it_was_asked_questions_and_the_bound(runs):
    house = House()
    house.create("ann", "ben", rules=RuleSet.of("official", {"target": 60}))
    ann, ben = house.sit("ann"), house.sit("ben")
    house.play(ann, ben, until=lambda: ann.open)
    box, _ = inbox(house, refusals_per_second=7)
    box.session = ann.session
    taken = 0
    for kind, times in runs:
        for _ in range(times):
            answer = answers(ann)[:1] or [b""]
            frame = (
                answer[0],
                b"",
                b"\xff",
                pb.PlayRequest(leave=pb.Leave()).SerializeToString(),
                pb.PlayRequest(ready=[pb.Ready(match=next(iter(ann.started)))]).SerializeToString(),
            )[kind]
            taken += ann.session.farewell is None
            box.receive(frame, 0)
            house.settle()
            house.play(ben)
    assert taken <= ann.session.asked + 1 + 7 + 1  # a leave may take effect, and one too many ends it


def test_notes_are_kept_and_long_ones_are_not(monkeypatch):
    house = House()
    notes = []
    monkeypatch.setattr(type(house.floor), "note", lambda *note: notes.append(note[1:]), raising=False)
    house.create("ann", "ben")
    ann, ben = house.sit("ann"), house.sit("ben")
    house.play(ann, ben, until=lambda: ann.open)
    box, _ = inbox(house)
    box.session = ann.session
    asked = next(iter(ann.open.values()))
    answer = pb.Answer(match=asked.match, decision=asked.decision, act=2, note="x" * 257)
    before = len(ann.parts)
    box.receive(pb.PlayRequest(answers=[answer]).SerializeToString(), house.clock.now_us())
    assert any(pb.PlayResponse.FromString(part).errors for part in ann.parts[before:])


def test_known_matches_are_bounded_by_what_the_bot_plays():
    house = House()
    house.create("ann", "ben", start=False)
    box, opened = inbox(house)
    known = [pb.KnownMatch(match=number) for number in range(1_000)]
    box.receive(pb.PlayRequest(hello=pb.Hello(max_concurrent_matches=2, known=known)).SerializeToString(), 0)
    assert opened[0].capacity == 2


def test_a_seated_session_reads_at_once():
    """What the other tests rest on."""
    session = ReadAtOnce("s", "ann", "", 1)
    seated = Seated(session)
    session.put(pb.PlayResponse(welcome=pb.Welcome()).SerializeToString())
    assert len(seated.parts) == 1


def test_a_note_that_cannot_be_kept_costs_nobody_the_answer():
    def full(*_):
        raise StoreError("the notes cannot be written: No space left on device")

    house = House()
    object.__setattr__(house.floor, "note", full)
    house.create("ann", "ben")
    box, _ = inbox(house)
    box.receive(pb.PlayRequest(hello=pb.Hello()).SerializeToString(), house.clock.now_us())
    frames = pb.PlayResponse()

    def read() -> None:
        house.settle()
        frames.MergeFromString(b"".join(box.session._due))
        box.session._due.clear()

    ben = house.sit("ben")
    read()
    ben.ready()
    ready = pb.Ready(match=frames.started[0].match)
    box.receive(pb.PlayRequest(ready=[ready]).SerializeToString(), house.clock.now_us())
    house.settle()
    house.play(ben)
    read()
    answer = first(frames.decisions[-1])
    answer.note = "I keep my wilds"
    box.receive(pb.PlayRequest(answers=[answer]).SerializeToString(), house.clock.now_us())
    read()
    assert box.session.farewell is None
    assert frames.results[-1].outcome == pb.OUTCOME_ACCEPTED


@pytest.mark.parametrize(
    "bot, scope, told",
    [
        ("cid", "", ["cid is entered in no tournament yet: it waits until an organiser enters it."]),
        ("cid", "cup", ["cid is not entered in cup: ask the organiser, and come back."]),
        ("ann", "", []),
        ("ann", "cup", []),
    ],
)
def test_a_bot_that_has_entered_nothing_is_told_so(bot, scope, told):
    house = House()
    house.create("ann", "ben")
    box, opened = inbox(house, bot)
    box.receive(pb.PlayRequest(hello=pb.Hello(scope=scope)).SerializeToString(), 0)
    (session,) = opened
    assert isinstance(session, Session)
    welcomed = pb.PlayResponse.FromString(b"".join(session._due)).welcome
    assert list(welcomed.warnings) == told
