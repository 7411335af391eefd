"""A bot written from docs/reference/session.md alone: gRPC and generated messages, nothing else of ours."""

import asyncio
import re
from pathlib import Path

import pytest
from grpc import aio

from arbitro.reasons import REASONS
from arbitro.v1 import clocks_pb2, moves_pb2
from arbitro.v1 import play_pb2 as pb
from support.hosting import host

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "session.md").read_text()


# -------------------------------------------------------------------------------- the bot: 30 lines


async def play(address, token):
    """Play until Goodbye; return it, and how every match and every answer ended."""
    ends, outcomes = [], []
    async with aio.insecure_channel(address) as channel:
        dial = channel.stream_stream(
            "/arbitro.v1.PlayService/Play", pb.PlayRequest.SerializeToString, pb.PlayResponse.FromString
        )
        stream = dial(metadata=[("authorization", f"Bearer {token}")])
        await stream.write(pb.PlayRequest(hello=pb.Hello(max_concurrent_matches=4)))
        while True:
            frame = await stream.read()
            assert not frame.errors
            outcomes += [result.outcome for result in frame.results]
            ends += frame.ended
            if frame.HasField("goodbye"):
                return frame.goodbye, ends, outcomes
            over = {ended.match for ended in frame.ended}
            asked = {asked.match: asked for asked in frame.decisions if asked.match not in over}
            ready = [pb.Ready(match=started.match) for started in frame.started if started.ready_wanted]
            if ready or asked:
                await stream.write(pb.PlayRequest(ready=ready, answers=map(answer, asked.values())))


def answer(asked):
    reply = pb.Answer(match=asked.match, decision=asked.decision, attempt=asked.attempt)
    if asked.kind == moves_pb2.DECISION_KIND_COLOR:
        reply.act, reply.color = moves_pb2.ACT_COLOR, 1
    elif asked.plays:
        reply.act, reply.card, reply.uno = moves_pb2.ACT_PLAY, asked.plays[0], len(asked.hand) == 2
        reply.color = 1 if reply.card in {53, 54} else 0
    else:
        reply.act = asked.acts[0]
    return reply


# ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile, target", [("official", 50), ("cumulative", 2), ("vintage", 50)])
async def test_it_plays_whole_matches_under_the_strictest_policy(tmp_path, profile, target):
    strict = clocks_pb2.FaultPolicy(name="strict", setup_us=60_000_000, absence_us=60_000_000)
    async with host(tmp_path / "data") as referee:
        await referee.create("ann", "ben", games=4, target=target, profile=profile, faults=strict)
        played = await asyncio.gather(*(play(referee.address, one) for one in referee.tokens.values()))
    for goodbye, ends, outcomes in played:
        assert goodbye.reason == pb.GOODBYE_REASON_DONE
        assert [ended.ending for ended in ends] == [moves_pb2.ENDING_TARGET] * 4
        assert set(outcomes) == {pb.OUTCOME_ACCEPTED}


@pytest.mark.parametrize("kind", [pb.GoodbyeReason, pb.Outcome])
def test_every_outcome_and_goodbye_stands_on_the_page(kind):
    names = [name.split("_", 2 if kind is pb.GoodbyeReason else 1)[-1] for name in kind.keys()[1:]]
    assert [name for name in names if f"\n| `{name}` | " not in PAGE] == []


def test_every_field_of_a_frame_stands_on_the_page():
    fields = {*pb.PlayRequest.DESCRIPTOR.fields_by_name, *pb.PlayResponse.DESCRIPTOR.fields_by_name}
    assert {name for name in fields if f"`{name}`" not in PAGE} == set()


def test_every_reason_stands_behind_its_code():
    rows = re.findall(r"^\| ([A-Z_]+) \| (`.+`) \|$", PAGE, flags=re.MULTILINE)
    told = {name: code for code, names in rows for name in re.findall(r"`(\w+)`", names)}
    assert told == {reason.name: reason.code for reason in REASONS.values()}
