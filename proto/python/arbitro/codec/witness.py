"""The file of a witness: all that a bot was told of one match, as it came (docs/reference/log-format.md).

``ARW1``, then frames as in a log's file; each is a PlayResponse that holds nothing but messages of this
match.
"""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.message import DecodeError

from arbitro.codec.errors import CodecError
from arbitro.codec.frames import (
    ask_of,
    ended_of,
    header_of_started,
    private_of,
    public_of,
    result_of,
    round_head_of,
)
from arbitro.v1 import play_pb2
from arbitro_engine.log.chain import RoundHead
from arbitro_engine.log.file import read_frames
from arbitro_engine.log.witness import MAGIC, Testimony
from arbitro_engine.match.messages import Message

__all__ = ["excerpt", "read_testimony"]

_BY_MATCH = ("started", "public", "private", "results", "decisions", "ended")


def excerpt(frame: play_pb2.PlayResponse, handle: int) -> bytes:
    """Return what a frame says of one match, to be framed into the file of a witness; empty if nothing."""
    said = play_pb2.PlayResponse()
    for field in _BY_MATCH:
        getattr(said, field).extend(message for message in getattr(frame, field) if message.match == handle)
    return said.SerializeToString()


def read_testimony(data: bytes) -> Testimony:
    """Return what the file of a witness tells; a torn tail is left out.

    Raises:
        NotALog: if it does not begin as one.
        CodecError: naming what cannot be read.
    """
    frames = [_frame(number, content) for number, content in enumerate(read_frames(data, MAGIC).records)]
    started = next((started for frame in frames for started in frame.started), None)
    if started is None:
        raise CodecError("started", "is missing: a witness begins with what it was told of the match")
    header = header_of_started(started)
    told = tuple(message for frame in frames for message in _messages(frame, started.seat))
    return Testimony(started.seat, header, told)


def _frame(number: int, content: bytes) -> play_pb2.PlayResponse:
    try:
        return play_pb2.PlayResponse.FromString(content)
    except DecodeError:
        raise CodecError(f"frame {number}", "these bytes are no PlayResponse") from None


def _messages(frame: play_pb2.PlayResponse, seat: int) -> Iterator[Message | RoundHead]:
    for public in frame.public:
        yield public_of(public)
        if public.HasField("head"):
            yield round_head_of(public.head)
    for private in frame.private:
        yield private_of(private, seat)
    for result in frame.results:
        yield result_of(result, seat)
    for decision in frame.decisions:
        yield ask_of(decision, seat)
    for ended in frame.ended:
        yield ended_of(ended)
        if ended.HasField("head"):
            yield round_head_of(ended.head)
