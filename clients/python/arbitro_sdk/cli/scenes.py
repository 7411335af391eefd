"""A log as scenes: after each input, what happened and how the table stands, as somebody may see it.

The whole table comes from the full events of the log; what the public or one seat is shown is built from what
they were told, never taken out of the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arbitro_engine.log.replay import chance_of_log, machine, replay
from arbitro_engine.log.stored import StoredLog
from arbitro_engine.match.header import Header
from arbitro_engine.match.messages import Private, Public, PublicView
from arbitro_engine.match.record import CRASH, StepRecord
from arbitro_engine.match.step import Step
from arbitro_engine.rules.cards import Card
from arbitro_engine.rules.events import Event, EventKind
from arbitro_engine.rules.view import SeatEvent
from arbitro_sdk.cli.sentences import cards_shown, sentence

__all__ = ["Scene", "View", "scenes"]

View = int | None
"""A seat's number, -1 for what everybody sees, None for all cards."""

PUBLIC = -1


@dataclass(frozen=True, slots=True)
class Scene:
    """The table after one input.

    Attributes:
        record: the input's place in the log.
        round: the round being played, from 0.
        said: what happened since the scene before, sentence by sentence.
        table: how the table stands; None before the first deal.
        hands: the hands that may be seen, by seat.
    """

    record: int
    round: int
    said: tuple[str, ...]
    table: PublicView | None
    hands: dict[int, tuple[Card, ...]]


def scenes(log: StoredLog, header: Header, view: View) -> Iterator[Scene]:
    """Yield the scenes of a match as far as its log goes.

    Raises:
        Differs: where the log cannot be played on.
    """
    match = machine(header, chance_of_log(record for _, record in log.steps))
    hands = _Hands(header.seats)
    for at, step in replay(log, match):
        events = [event for record in step.records for event in record.events]
        hands.follow(events)
        said = _whole(step, header, events) if view is None else _told(step, header, view)
        seen = range(header.seats) if view is None else () if view == PUBLIC else (view,)
        shown = {seat: hands.of(seat) for seat in seen}
        table = match.public_view()
        if table:
            # in the middle of a turn the public does not know yet what the seat itself has drawn
            counts = [len(shown[seat]) if seat in shown else count for seat, count in enumerate(table.counts)]
            table = table._replace(counts=tuple(counts))
        yield Scene(at, table.round if table else 0, said, table, shown)


class _Hands:
    """The hands, followed through full events."""

    def __init__(self, seats: int) -> None:
        self._hands: list[list[Card]] = [[] for _ in range(seats)]

    def follow(self, events: Sequence[Event]) -> None:
        for event in events:
            match event.kind:
                case EventKind.ROUND_STARTED:
                    for hand in self._hands:
                        hand.clear()
                case EventKind.DEALT | EventKind.DREW:
                    self._hands[event.seat] += event.cards
                case EventKind.PLAYED if event.card:
                    self._hands[event.seat].remove(event.card)
                case EventKind.RETIRED:
                    self._hands[event.seat].clear()

    def of(self, seat: int) -> tuple[Card, ...]:
        return tuple(sorted(self._hands[seat]))


def _whole(step: Step, header: Header, events: Sequence[Event]) -> tuple[str, ...]:
    said = tuple(sentence(event, header.bots, header.rules) for event in events)
    return (*filter(None, (_act(record, header) for record in step.records)), *said)


def _act(record: StepRecord, header: Header) -> str:
    """What was asked and done, for records whose events do not say it."""
    if record.refusal:
        did = str(record.move) if record.move else record.text
        return f"{header.bots[record.seat]} tries {did}: refused, {record.refusal}"
    if record.cause == CRASH:
        return f"{header.bots[record.seat]} crashes: {record.move} instead"
    if record.cause:
        did = ", ".join(map(str, record.did)) or "nothing"
        return f"{header.bots[record.seat]} does not answer ({record.cause}): {did} instead"
    name = record.kind.name.lower()
    if name in {"lost", "back"}:
        return f"{header.bots[record.seat]} is {name}"
    if record.arbiter:
        return f"the arbiter {record.who}: {record.arbiter} ({record.why})"
    return ""


def _told(step: Step, header: Header, view: int) -> tuple[str, ...]:
    said: list[str] = []
    for message in step.messages:
        if isinstance(message, Public):
            said += (sentence(event, header.bots, header.rules) for event in message.events)
        elif isinstance(message, Private) and message.seat == view:
            said += (_own(event, header) for event in message.events)
    return tuple(said)


def _own(event: SeatEvent, header: Header) -> str:
    cards = cards_shown(event.cards, header.rules)
    if event.kind is EventKind.REVEALED:
        return f"(for {header.bots[event.other]} alone: {header.bots[event.seat]} holds {cards})"
    return f"(for {header.bots[event.seat]} alone: {cards})"
