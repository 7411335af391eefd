"""What a bot knows of one match: the facts told at its start, and what was heard since, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import NamedTuple

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.header import Deals, Header
from arbitro_engine.match.messages import Private
from arbitro_engine.rules.events import EventKind
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.view import PublicEvent, SeatEvent

__all__ = ["Heard", "MatchEnd", "MatchView", "PublicRun", "view_of"]

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

    What was heard is read when it is asked for: a bot that decides by the turn alone pays for no history.

    Attributes:
        match: the match's name.
        run: 0, and one more each time the match is played again.
        tournament: the tournament it belongs to.
        seat: the bot's own seat; seats count from 0.
        bots: the bot at each seat.
        rules: every option by its name, e.g. ``match.rules.stack_draw_two``.
        time: the clocks, e.g. ``match.time.allowance_us``.
        faults: the fault policy, e.g. ``match.faults.strikes``.
        deals: ``fresh`` or ``duplicate``.
        rng: chance for the bot: offline the same for the same seed, so that a match can be played again.
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
    _history: list[Heard] = field(default_factory=list, init=False, repr=False)
    _scores: tuple[int, ...] = field(default=(), init=False, repr=False)
    _round: int = field(default=-1, init=False, repr=False)
    _seq: int = field(default=0, init=False, repr=False)
    _number: int = field(default=0, init=False, repr=False)
    _public: list[Iterable[PublicRun]] = field(default_factory=list, init=False, repr=False)
    _private: list[Iterable[Private]] = field(default_factory=list, init=False, repr=False)

    def __post_init__(self) -> None:
        self._scores = (0,) * len(self.bots)

    @property
    def history(self) -> Sequence[Heard]:
        """Events in the order they happened, public ones and those for this seat alone."""
        self._catch_up()
        return self._history

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat after the last round."""
        self._catch_up()
        return self._scores

    @property
    def round(self) -> int:
        """The round being played, from 0; -1 before the first."""
        self._catch_up()
        return self._round

    @property
    def seq(self) -> int:
        """The next public event's number."""
        self._catch_up()
        return self._seq

    @property
    def number(self) -> int:
        """The next private event's number."""
        self._catch_up()
        return self._number

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

        It is read at once if there is somebody to tell, else when it is asked for. What was heard before is
        passed over, so that a resumed session may tell more than was asked for. None stands for an event of a
        later version: it has a number, and is not told.
        """
        self._public.append(public)
        self._private.append(private)
        if tell:
            self._catch_up(tell)

    def _catch_up(self, tell: Callable[[Heard], None] | None = None) -> None:
        if not self._public:
            return
        public, self._public = self._public, []
        private, self._private = self._private, []
        waiting: list[PublicEvent | None] = []
        for seq, events in chain.from_iterable(public):
            waiting += events[max(0, self._seq + len(waiting) - seq) :]
        taken = 0
        for run in chain.from_iterable(private):
            due = run.after - self._seq
            if due > 0:
                taken += self._take(waiting[taken : taken + due], tell)
            fresh = run.events[max(0, self._number - run.number) :]
            self._number = max(self._number, run.number + len(run.events))
            self._note(fresh, tell)
        self._take(waiting[taken:], tell)

    def _take(self, run: Sequence[PublicEvent | None], tell: Callable[[Heard], None] | None) -> int:
        self._seq += len(run)
        events = [event for event in run if event is not None]
        for event in events:
            if event.kind is EventKind.ROUND_STARTED:
                self._round = event.count
            elif event.kind is EventKind.ROUND_ENDED or event.kind is EventKind.MATCH_ENDED:
                self._scores = event.scores
        self._note(events, tell)
        return len(run)

    def _note(self, events: Sequence[Heard], tell: Callable[[Heard], None] | None) -> None:
        self._history += events
        if tell:
            for event in events:
                tell(event)


def view_of(header: Header, seat: int, rng: Random) -> MatchView:
    """Return what a seat knows when the match of this header begins."""
    return MatchView(
        match=header.match,
        run=header.run,
        tournament=header.tournament,
        seat=seat,
        bots=header.bots,
        rules=header.rules,
        time=header.time,
        faults=header.faults,
        deals=header.deals,
        rng=rng,
    )
