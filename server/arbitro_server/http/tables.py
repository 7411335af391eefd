"""The public events of one match as JSON, encoded once however many watch.

A *table* knows only what everybody may know. Somebody who comes in the middle, or does not read fast enough,
begins at the start of the round being played: with the scores and who has left, the events from there on
tell the table as it stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from arbitro.codec import record_of
from arbitro_engine.log.replay import Differs, chance_of_log, machine, replay
from arbitro_engine.log.stored import StoredLog
from arbitro_engine.match.messages import Public
from arbitro_engine.rules.events import NOBODY, EventKind
from arbitro_engine.rules.view import PublicEvent

__all__ = ["RoundStart", "Table", "event_json", "stored_log", "told"]

_CHUNKS_KEPT: Final = 8


class RoundStart(NamedTuple):
    """Where a round begins: the number of its first event, the scores by seat, the seats that have left."""

    seq: int
    scores: tuple[int, ...]
    out: tuple[int, ...]


class Table:
    """What was told of one run of a match.

    Attributes:
        events: as JSON, by number.
        ended: whether the match's end is among them.

    Args:
        delay: how many of the newest turns are kept back (against collusion); the match's end sets all free.
    """

    def __init__(self, seats: int, delay: int = 0) -> None:
        self.events: list[str] = []
        self.ended = False
        self._delay = delay
        self._turns: list[int] = []
        self._scores: tuple[int, ...] = (0,) * seats
        self._out: tuple[int, ...] = ()
        self._rounds = [RoundStart(0, self._scores, ())]
        self._chunks: dict[tuple[int, int], str] = {}

    def hear(self, public: Public, took_ms: int | None = None) -> bool:
        """Take in what was told, if it follows on what is known, which it may repeat; tell whether.

        ``took_ms``: how long after the message before it came: the length of a whole turn.
        """
        if public.seq > len(self.events):
            return False
        fresh = public.events[len(self.events) - public.seq :]
        if fresh:
            self._turns.append(len(self.events))
            self._chunks.clear()
        for event in fresh:
            self._note(event)
            self.events.append(event_json(event, took_ms))
            took_ms = None
        return True

    @property
    def head(self) -> int:
        """How many events may be shown."""
        if self.ended or not self._delay:
            return len(self.events)
        return self._turns[-self._delay] if len(self._turns) >= self._delay else 0

    def round_start(self) -> RoundStart:
        """Return where the newest round that may be shown begins."""
        head = self.head
        return next(start for start in reversed(self._rounds) if start.seq <= head)

    def chunk(self, start: int, stop: int) -> str:
        """Return events as a JSON list."""
        if (start, stop) not in self._chunks:
            if len(self._chunks) >= _CHUNKS_KEPT:
                self._chunks.clear()
            self._chunks[start, stop] = f"[{','.join(self.events[start:stop])}]"
        return self._chunks[start, stop]

    def _note(self, event: PublicEvent) -> None:
        if event.kind is EventKind.ROUND_STARTED:
            self._rounds.append(RoundStart(len(self.events), self._scores, self._out))
        elif event.kind is EventKind.RETIRED:
            self._out = (*self._out, event.seat)
        self._scores = event.scores or self._scores
        self.ended = self.ended or event.kind is EventKind.MATCH_ENDED


def event_json(event: PublicEvent, took_ms: int | None = None) -> str:
    """Return an event as JSON: kind and fields in text forms (docs/reference/spectator-page.md)."""
    fields: dict[str, Any] = {"kind": event.kind.name.lower()}
    for name in ("seat", "other"):
        if (seat := getattr(event, name)) != NOBODY:
            fields[name] = seat
    for name in ("card", "color"):
        if (value := getattr(event, name)) is not None:
            fields[name] = str(value)
    if event.why:
        fields["why"] = event.why.text
    for name in ("count", "flag", "points", "scores"):
        if value := getattr(event, name):
            fields[name] = value
    if took_ms is not None:
        fields["took_ms"] = took_ms
    return json.dumps(fields, separators=(",", ":"))


def stored_log(records: Sequence[bytes]) -> StoredLog:
    """Return the log of these records."""
    return StoredLog(tuple(records), tuple(map(record_of, records)))


def told(log: StoredLog) -> Iterator[Public]:
    """Yield what everybody was told, message by message, by playing the log again: no secret is needed.

    Ends early where the log cannot be played on.
    """
    header = log.header
    if header is not None:
        with suppress(Differs):  # it is for `arbitro verify` to say what is wrong with a log
            match = machine(header, chance_of_log(record for _, record in log.steps))
            for replayed in replay(log, match):
                yield from (message for message in replayed.step.messages if isinstance(message, Public))
