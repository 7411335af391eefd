"""What a bot knows of one match: the facts told at its start, and what was heard since, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.header import Deals
from arbitro_engine.match.messages import Private
from arbitro_engine.rules.events import EventKind
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.view import PublicEvent, SeatEvent

__all__ = ["Heard", "MatchEnd", "MatchView", "PublicRun"]

Heard = PublicEvent | SeatEvent
"""An event as this seat may know it."""

PublicRun = tuple[int, Sequence[PublicEvent | None]]
"""The first event's number, and the events; a `Public` is one."""


class MatchEnd(NamedTuple):
    """How a match ended, from one seat's point of view.

    Attributes:
        ending: why, e.g. ``target`` or ``disconnect``.
        winner: the lowest seat of the winning team, or None.
        won: whether that is this seat's team.
        scores: points by seat.
        blame: the seat whose leaving ended the match, or None.
        rounds: rounds played.
    """

    ending: str
    winner: int | None
    won: bool
    scores: tuple[int, ...]
    blame: int | None
    rounds: int


@dataclass(slots=True)
class MatchView:
    """One match as one seat knows it: facts that never change, and `history`, `scores` and `round`.

    Attributes:
        match: the match's name.
        seat: the bot's own seat; seats count from 0.
        bots: the bot at each seat.
        rules: every option by its name, e.g. ``match.rules.stack_draw_two``.
        time, faults: clocks and fault policy.
        rng: chance for the bot: offline the same for the same seed, so that a match can be played again.
        history: events in the order they happened, public ones and those for this seat alone.
        scores: points by seat after the last round.
        round: the round being played, from 0; -1 before the first.
    """

    match: str
    run: int
    tournament: str
    seat: int
    bots: tuple[str, ...]
    rules: RuleSet
    time: TimeControl
    faults: FaultPolicy
    deals: Deals
    rng: Random = field(repr=False)
    history: list[Heard] = field(default_factory=list, repr=False)
    scores: tuple[int, ...] = ()
    round: int = -1
    seq: int = 0
    """The next public event's number."""
    number: int = 0
    """The next private event's number."""

    def __post_init__(self) -> None:
        self.scores = self.scores or (0,) * len(self.bots)

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.bots)

    def ours(self, seat: int) -> bool:
        """Whether a seat scores together with this one: itself, and in pairs the one opposite."""
        across = (seat - self.seat) % self.seats == self.seats // 2
        return seat == self.seat or (self.rules.teams == "pairs" and across)

    def hear(
        self,
        public: Iterable[PublicRun],
        private: Iterable[Private],
        tell: Callable[[Heard], None] | None = None,
    ) -> None:
        """Take in what was sent, in the order it happened: private events stand behind `after` public ones.

        What was heard before is passed over, so that a resumed session may tell more than was asked for. None
        stands for an event of a later version: it has a number, and is not told.
        """
        waiting = [event for seq, events in public for event in events[max(0, self.seq - seq) :]]
        taken = 0
        for run in private:
            due = run.after - self.seq
            if due > 0:
                taken += self._take(waiting[taken : taken + due], tell)
            fresh = run.events[max(0, self.number - run.number) :]
            self.number = max(self.number, run.number + len(run.events))
            self._note(fresh, tell)
        self._take(waiting[taken:], tell)

    def _take(self, run: Sequence[PublicEvent | None], tell: Callable[[Heard], None] | None) -> int:
        self.seq += len(run)
        events = [event for event in run if event is not None]
        for event in events:
            if event.kind is EventKind.ROUND_STARTED:
                self.round = event.count
            elif event.kind is EventKind.ROUND_ENDED:
                self.scores = event.scores
        self._note(events, tell)
        return len(run)

    def _note(self, events: Sequence[Heard], tell: Callable[[Heard], None] | None) -> None:
        self.history += events
        if tell:
            for event in events:
                tell(event)
