"""Watching a match over gRPC: what has been from an event on, then live, without a gap between the two.

Against collusion watchers may be kept some turns behind; the end of the match sets everything free.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Iterator

from arbitro.codec import public_part
from arbitro.v1 import match_pb2 as pb
from arbitro.v1 import play_pb2, views_pb2
from arbitro_engine.log.chain import RoundHead
from arbitro_engine.match.messages import Ended, Public, PublicView
from arbitro_server.runtime.feed import Missed, Watcher
from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.hosted import Hosted
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.retelling import WATCHER, Retelling, since
from arbitro_server.runtime.runner import Runner

__all__ = ["watch"]


async def watch(
    floor: Floor, hosted: Hosted, log: str, from_seq: int, delay: int
) -> AsyncGenerator[pb.WatchMatchResponse, None]:
    """Send the public events of a match's log from ``from_seq`` on, until the match is over.

    ``delay`` is how many of the newest turns are held back.
    """
    runner = hosted.runners.get(log)
    watcher = Watcher(runner.match.public_view if runner else _nothing, floor.metrics.watchers_dropped.inc)
    leave = floor.feed.listen(log, watcher.hear)
    floor.metrics.watchers.inc()
    held: deque[pb.WatchMatchResponse] = deque()
    next_seq = from_seq
    try:
        held.extend(_past(floor, hosted, log, from_seq, runner))
        while runner is not None:
            while len(held) > delay:
                message = held.popleft()
                next_seq = message.seq
                yield message
            seen = await watcher.next()
            if isinstance(seen, Missed):
                if delay:
                    text = "The watcher fell behind: come back from the last event it has."
                    raise RefusedError("RATE_LIMITED", text, (), 1_000_000)
                held.clear()
                yield _snapshot(seen.view, max(0, seen.view.seq - next_seq))
                next_seq = max(next_seq, seen.view.seq)
            elif isinstance(seen.message, Ended):
                break
            elif seen.message.seq >= next_seq:
                held.append(_events(runner.handle, seen.message, seen.head))
        for message in held:
            yield message
    finally:
        leave()
        floor.metrics.watchers.dec()


def _past(
    floor: Floor, hosted: Hosted, log: str, from_seq: int, runner: Runner | None
) -> Iterator[pb.WatchMatchResponse]:
    """Tell the public events of a log from ``from_seq`` on, as far as everybody was told."""
    end_seq = runner.table.seq if runner else None
    stored = floor.store.records(log)
    if stored and (end_seq is None or from_seq < end_seq):
        retelling = Retelling(stored, hosted.secret_of(log), floor.wire, floor.signer)
        for message, head in since(retelling, WATCHER, from_seq, 0):
            if isinstance(message, Public) and (end_seq is None or message.seq < end_seq):
                yield _events(retelling.handle, message, head)


def _events(handle: int, public: Public, head: RoundHead | None) -> pb.WatchMatchResponse:
    frame = play_pb2.PlayResponse.FromString(public_part(handle, public, head))
    return pb.WatchMatchResponse(public=frame.public[0], seq=public.seq + len(public.events))


def _snapshot(view: PublicView, dropped: int) -> pb.WatchMatchResponse:
    message = views_pb2.PublicView(
        round=view.round,
        dealer=view.dealer,
        counts=view.counts,
        top=int(view.top),  # type: ignore[arg-type]
        color=int(view.color or 0),  # type: ignore[arg-type]
        clockwise=view.clockwise,
        pending=view.pending,
        draw_count=view.draw_count,
        discard_count=view.discard_count,
        scores=view.scores,
        active=view.active,
    )
    return pb.WatchMatchResponse(snapshot=message, dropped=dropped, seq=view.seq)


def _nothing() -> None:
    """A match that is over has no table to show."""
