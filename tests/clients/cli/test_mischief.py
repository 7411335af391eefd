import pytest

from arbitro.v1 import play_pb2
from arbitro_engine.rules.moves import Act
from arbitro_sdk.cli.bareline import Seen
from arbitro_sdk.cli.chaos import _judged
from arbitro_sdk.cli.mischief import MISCHIEF, first
from arbitro_sdk.hosted import HostedMatch


@pytest.mark.parametrize(
    "plays, acts, hand, answer",
    [
        ([7], [2], [7, 8, 9], (Act.PLAY, 7, 0, False)),
        ([7], [2], [7, 8], (Act.PLAY, 7, 0, True)),
        ([53], [], [53, 8, 9], (Act.PLAY, 53, 1, False)),
        ([], [2, 5], [7], (Act.DRAW, 0, 0, False)),
        ([], [11], [7], (Act.COLOR, 0, 1, False)),
    ],
)
def test_the_first_thing_allowed_is_a_whole_answer(plays, acts, hand, answer):
    decision = play_pb2.Decision(match=9, decision=3, attempt=1, plays=plays, acts=acts, hand=hand)
    found = first(decision)
    assert (found.match, found.decision, found.attempt) == (9, 3, 1)
    assert (found.act, found.card, found.color, found.uno) == answer


def test_every_mischief_has_a_name_of_its_own_and_an_ending():
    assert len({one.name for one in MISCHIEF}) == len(MISCHIEF)
    assert {one.ending for one in MISCHIEF} <= {
        "target",
        "time",
        "illegal",
        "disconnect",
        "disconnect and time",
    }


FOREIGN = next(one for one in MISCHIEF if one.name == "foreign")


def judged(ending="target", errors=None, *, over=True, failure=""):
    seen = Seen()
    seen.errors.update(errors if errors is not None else {"NOT_YOUR_MATCH": 4})
    match = HostedMatch("x-0-0", 0, ("a", "b"), "finished", (20, 0), ending, 0, None, 1)
    return _judged(FOREIGN, seen, [match], over=over, failure=failure)


def test_a_referee_that_does_what_it_must_passes():
    verdict = judged()
    assert verdict.ok
    assert verdict.did == "0 questions, NOT_YOUR_MATCH 4, ended by target"


@pytest.mark.parametrize(
    "wrong", [{"ending": "illegal"}, {"errors": {}}, {"over": False}, {"failure": "A101 nobody answers"}]
)
def test_a_referee_that_does_not_fails(wrong):
    assert not judged(**wrong).ok


class Silent:
    """A line that goes nowhere, and counts what is said on it."""

    def __init__(self, questions: int) -> None:
        self.seen = Seen(questions=questions)
        self.sent = []
        self.did = []

    async def say(self, **fields):
        self.sent.append(fields)

    async def send(self, data):
        self.sent.append(data)

    def drop(self):
        self.did.append("drop")

    async def redial(self):
        self.did.append("redial")

    async def stop_reading(self):
        self.did.append("stop_reading")


@pytest.mark.parametrize("name", ["liar", "twice", "foreign", "garbage", "hello"])
async def test_what_is_no_flood_stays_none_on_a_quick_machine(name):
    one = next(one for one in MISCHIEF if one.name == name)
    decision = play_pb2.Decision(match=9, decision=3, plays=[7], acts=[2], hand=[7, 8, 9])
    early, late = Silent(questions=50), Silent(questions=51)
    await one.misbehave(early, decision)
    await one.misbehave(late, decision)
    assert late.sent == [{"answers": [first(decision)]}]
    assert early.sent != late.sent


def of(name: str):
    return next(one.misbehave for one in MISCHIEF if one.name == name)


DECISION = play_pb2.Decision(match=9, decision=3, plays=[7], acts=[2], hand=[7, 8, 9])


async def test_unknown_fields_are_what_they_are_called():
    line = Silent(questions=1)
    await of("unknown")(line, DECISION)
    (frame,) = line.sent
    known = play_pb2.PlayRequest.FromString(frame)
    assert list(known.answers) == [first(DECISION)]
    known.DiscardUnknownFields()
    assert len(known.SerializeToString()) == len(frame) - 3


@pytest.mark.parametrize("questions, drops", [(1, False), (2, False), (3, True)])
async def test_a_crash_comes_at_the_question_chosen(questions, drops):
    line = Silent(questions)
    await of("crash")(line, DECISION)
    assert line.did == (["drop"] if drops else [])
    assert line.sent == ([] if drops else [{"answers": [first(DECISION)]}])


async def test_who_dials_in_again_answers_when_it_is_asked_again():
    line = Silent(questions=0)
    for _ in range(20):
        line.seen.questions += 1
        await of("reconnect")(line, DECISION)
    assert line.did == ["redial"] * 6
    assert line.sent == [{"answers": [first(DECISION)]}] * 14


async def test_the_deaf_says_nothing_either():
    line = Silent(questions=1)
    await of("deaf")(line, DECISION)
    assert (line.did, line.sent) == (["stop_reading"], [])
