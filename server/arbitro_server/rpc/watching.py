"""Watching a match over gRPC: what has been from an event on, then live, without a gap between the two.

Against collusion watchers may be kept some turns behind; the end of the match sets everything free.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator

from arbitro.codec import public_part
from arbitro.v1 import match_pb2 as pb
from arbitro.v1 import play_pb2, views_pb2
from arbitro_engine.log.chain import RoundHead
from arbitro_engine.match.messages import Ended, Public, PublicView
from arbitro_server.runtime.feed import Missed, Watcher
from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.hosted import Hosted
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.retelling import WATCHER, Retelling, Told, retold
from arbitro_server.runtime.runner import Runner

__all__ = ["watch"]


async def watch(
    floor: Floor, hosted: Hosted, log: str, from_seq: int, delay: int
) -> AsyncGenerator[pb.WatchMatchResponse, None]:
    """Send the public events of a match's log from ``from_seq`` on, until the match is over.

    ``delay`` is how many of the newest turns are held back.

    Raises:
        RefusedError: BAD_FIELD for a ``from_seq`` beyond the next event; RATE_LIMITED for who is kept behind
            and does not even keep up with that.
    """
    place = _Place(floor, hosted, log, from_seq)
    held, watcher = place.held, place.watcher
    next_seq = from_seq
    floor.metrics.watchers.inc()
    try:
        await floor.replays.tell_watcher(place.join())
        runner = place.runner
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
                yield _snapshot(seen.view, seen.view.seq - next_seq)
                next_seq = seen.view.seq
            elif isinstance(seen.message, Ended):
                break
            elif seen.message.seq >= next_seq:
                held.append(_events(runner.handle, seen.message, seen.head))
        for message in held:
            yield message
    finally:
        place.close()
        floor.metrics.watchers.dec()


class _Place:
    """A watcher's place: what has been is told into `held`, and `watcher` hears what goes on."""

    def __init__(self, floor: Floor, hosted: Hosted, log: str, from_seq: int) -> None:
        self.held: deque[pb.WatchMatchResponse] = deque()
        self.watcher = Watcher(self._view, floor.metrics.watchers_dropped.inc)
        self.runner: Runner | None = None
        self._leave: Callable[[], None] = _nothing
        self._floor = floor
        self._hosted = hosted
        self._log = log
        self._from_seq = from_seq

    def join(self) -> Iterator[None]:
        """Listen, and tell what was told before that; yields between slices."""
        floor, runner = self._floor, self._hosted.runners.get(self._log)
        self.runner, self._leave = runner, floor.feed.listen(self._log, self.watcher.hear)
        end_seq = runner.table.seq if runner else None
        stored = floor.store.records(self._log)
        if end_seq is not None and self._from_seq >= end_seq:
            self._check(end_seq)
            return
        if not stored:
            return
        retelling = Retelling(stored, self._hosted.secret_of(self._log), floor.wire, floor.signer)

        def put(told: Told) -> None:
            message, head = told
            if isinstance(message, Public) and (end_seq is None or message.seq < end_seq):
                self.held.append(_events(retelling.handle, message, head))

        yield from retold(retelling, WATCHER, self._from_seq, 0, put)
        self._check(retelling.seq)

    def close(self) -> None:
        """Hear nothing more."""
        self._leave()
        del self.watcher  # it asks for views here: a cycle would wait for the collector

    def _check(self, next_seq: int) -> None:
        if self._from_seq > next_seq:
            text = f"is {self._from_seq}, and the next event is {next_seq}: watch a new run from 0"
            raise RefusedError("BAD_FIELD", f"from_seq {text}.", [("from_seq", text)])

    def _view(self) -> PublicView | None:
        return self.runner.match.public_view() if self.runner else None


def _nothing() -> None:
    """Who has not joined does not leave."""


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
