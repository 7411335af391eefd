"""A tournament as a machine without I/O: one verb in, one `Step` out.

Theory of operation
===================

*States.* A tournament begins as a draft, which the organiser fills; it may be opened, so that others
register; it is started from either. Running and paused change back and forth: while it is paused no match
starts, but those that are being played go on, and their results count. It finishes by itself, when every
match that counts has its result, or, with `stop_early`, when the first place is settled (looked at whenever
another twentieth of the cycles is complete). It never finishes while it is paused, so that an organiser who
wants to void the last match has the time. Cancelled or finished, nothing changes any more: the secret of the
deals is then public.

    draft → open → running ⇄ paused → cancelled
      └─────────────↗   └→ finished

*Verbs.* Each checks, in this order: the state; whether the thing named exists; whether it is in a state that
the verb is for. What is refused changes nothing. What is accepted gives one record, and behind it those that
follow of their own accord: what becomes of the matches of somebody who left, and the finish.

*Leaving.* Before the start an entrant is taken off the list. In the middle its matches are forfeits or
annulled (setting `leaving`; half of its matches means half of those that count for it). A forfeit that was
never begun is the other's win between two; at a table it is nobody's, and the table is not played. Matches
that are being played: of a forfeiting entrant the shell retires the seat, and the match brings its own
result; of an annulled one they are cut off.

*Void and replay.* Always of a whole set (see `Ledger`). A void match counts for nobody, and the tournament
may finish without it; a replay makes it due again as the next run. A match that the referee itself lost
(`infrastructure`) is replayed at once.

*The log.* `history.replayed` does every recorded verb again and expects the very records that are there. The
machine knows no time and no chance, so the same records give an equal tournament.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from arbitro_engine.rules.events import Why
from arbitro_engine.tournament.backlog import Backlog
from arbitro_engine.tournament.design import is_at_hand
from arbitro_engine.tournament.ledger import OPEN, Cut, Ledger, Retirement
from arbitro_engine.tournament.record import (
    EntrantRecord,
    ResultRecord,
    StartedRecord,
    State,
    StateRecord,
    TournamentRecord,
    VerdictRecord,
)
from arbitro_engine.tournament.result import MatchResult
from arbitro_engine.tournament.schedule import Schedule, ScheduledMatch, UnknownMatchError
from arbitro_engine.tournament.spec import Entrant, TournamentSpec
from arbitro_engine.tournament.standings import Standings
from arbitro_engine.tournament.step import Due, Step, VerbError
from arbitro_engine.tournament.stopping import settled
from arbitro_engine.tournament.texts import nearest

__all__ = ["Tournament"]

Farewell = Literal["withdraw", "disqualify"]

_UNSTARTED: Final = ("draft", "open")
_STARTED: Final = ("running", "paused")
_ENDINGS: Final[Mapping[Farewell, Why]] = {"withdraw": Why.WITHDRAWAL, "disqualify": Why.CONDUCT}


class Tournament:
    """One tournament. Its verbs are its methods; they raise `VerbError` where they are refused.

    Attributes:
        spec: as it is now, with everybody who entered.
        state: where it stands.
        gone: who left in the middle, and how.
        revision: another number whenever the standings may be others.

    """

    def __init__(self, spec: TournamentSpec) -> None:
        self.spec = spec
        self.state: State = "draft"
        self.gone: dict[str, Farewell] = {}
        self._books: Ledger | None = None
        self._backlog: Backlog | None = None
        self.revision = 0
        self._schedule: Schedule | None = None
        self._next_look = 1

    # What the organiser does

    def open(self, who: str = "") -> Step:
        """Let others register."""
        self._allow("opening it", "draft")
        return self._become("open", who)

    def register(self, *entrants: Entrant) -> Step:
        """Enter bots; while the tournament runs only where `late_entry` is on. Raises also `SpecError`."""
        self._allow("registering", *_UNSTARTED, *(_STARTED if self.spec.late_entry else ()))
        there = set(self.spec.ids)
        for entrant in entrants:
            if entrant.id in there:
                raise VerbError("ALREADY_EXISTS", f"{entrant.id} has entered {self.spec.id} already")
        self._refill(self.spec.with_entrants(*entrants))
        if self._books:
            self._books.enlarge(self.spec)
            self._backlog = None
        return Step(tuple(map(EntrantRecord, entrants)))

    def start(self, who: str = "") -> Step:
        """Begin to play."""
        self._allow("starting it", *_UNSTARTED)
        if fault := self.spec.field_fault:
            raise VerbError("WRONG_STATE", f"{self.spec.id} cannot start: {fault.message}")
        self._books = Ledger(self.spec)
        return self._become("running", who)

    def pause(self, who: str = "", why: str = "") -> Step:
        """Start no more matches until it is resumed."""
        self._allow("pausing it", "running")
        return self._become("paused", who, why)

    def resume(self, who: str = "") -> Step:
        """Go on after a pause."""
        self._allow("resuming it", "paused")
        return self._become("running", who)

    def cancel(self, who: str = "", why: str = "") -> Step:
        """End it for good. The standings stay as they are."""
        self._allow("cancelling it", *_UNSTARTED, *_STARTED)
        cuts = self._books.cut_all() if self._books else []
        return self._become("cancelled", who, why, cuts)

    def withdraw(self, entrant: str, who: str = "", why: str = "") -> Step:
        """Let an entrant go of its own will."""
        return self._leave("withdraw", entrant, who, why)

    def disqualify(self, entrant: str, who: str = "", why: str = "") -> Step:
        """Take an entrant out."""
        return self._leave("disqualify", entrant, who, why)

    def void(self, match_id: str, who: str = "", why: str = "") -> Step:
        """Take a match, and its whole set, out of the count."""
        books, match = self._played("voiding a match", match_id, "running", "played")
        return self._follow([VerdictRecord("void", match_id, who, why)], books.strike(match))

    def replay(self, match_id: str, who: str = "", why: str = "") -> Step:
        """Play a match, and its whole set, again as the next run; what it gave before no longer counts."""
        books, match = self._played("voiding or replaying a match", match_id, "running", "played", "void")
        for entrant in match.seats:
            if entrant in self.gone:
                raise VerbError("WRONG_STATE", f"{match_id} cannot be played again: {entrant} has left")
        cuts = books.replay(match)
        self._play_again(books, match)
        return self._follow([VerdictRecord("replay", match_id, who, why)], cuts)

    # What happens to matches

    def due(self, room: Mapping[str, int], most: int | None = None) -> list[Due]:
        """Choose matches that may start now, so many at the most, oldest first: none while it does not run.

        `room` gives how many more matches each entrant can take; who is not named has none. Asking changes
        nothing.
        """
        if self.state != "running" or self._books is None:
            return []
        self._backlog = self._backlog or Backlog(self._books)
        return [Due(match, self._books.run(match)) for match in self._backlog.due(room, most)]

    def first_open(self, entrant: str) -> str:
        """Return the id of an entrant's first match that is still to be played; empty if there is none."""
        books = self._books
        if books is None:
            return ""
        read = self._backlog.first(entrant) if self._backlog else None
        others = (one for one in books.schedule.matches_with(entrant) if books.standing(one) in OPEN)
        first = read or next(others, None)
        return first.id if first else ""

    @property
    def is_behind(self) -> bool:
        """Whether `due` has not looked at everything yet: it reads a long schedule piece by piece."""
        return self._backlog is not None and self._backlog.is_behind

    def start_match(self, match_id: str, commitment: bytes = b"") -> Step:
        """Begin a match that is due."""
        self._allow("starting a match", "running")
        books, match = self._played("starting a match", match_id, "due")
        books.begin(match)
        return Step((StartedRecord(match_id, books.run(match), commitment),))

    def end_match(self, result: MatchResult, head: bytes = b"") -> Step:
        """Take the result of a match being played; `head` is its log's."""
        books, match = self._played("a result", result.match, "running")
        if (run := books.running[match.id]) != result.run:
            raise VerbError(
                "WRONG_STATE", f"{match.id} is in its run {run}: a result of run {result.run} is not wanted"
            )
        if result.seats != match.seats:
            raise VerbError("WRONG_STATE", f"{match.id} is {match.seats} by seat, not {result.seats}")
        cuts = books.end(result)
        if self._backlog:
            self._backlog.ended(match)
        if result.ending is Why.INFRASTRUCTURE:
            self._play_again(books, match)
        return self._follow([ResultRecord(result, head)], cuts)

    # What can be known

    @property
    def schedule(self) -> Schedule | None:
        """The schedule of the field as it is now.

        None while too few have entered, and before the start until `design` has found its tables.
        """
        if self._schedule is None and self.spec.field_fault is None and not self.lacks_design:
            self._schedule = self._books.schedule if self._books else Schedule(self.spec)
        return self._schedule

    @property
    def lacks_design(self) -> bool:
        """Whether the tables of this field are still to be found: `start` would take its time."""
        spec = self.spec
        entered = len(spec.entrants)
        sought = spec.format == "tables" and entered >= spec.seats and self.state in _UNSTARTED
        return sought and not is_at_hand(entered, spec.seats)

    @property
    def running(self) -> Mapping[str, int]:
        """The matches being played, and their runs."""
        return dict(self._books.running) if self._books else {}

    @property
    def results(self) -> list[MatchResult]:
        """The results that count, those of matches lost unplayed among them."""
        return list(self._books.results.values()) if self._books else []

    def result(self, match_id: str) -> MatchResult | None:
        """The result of a match that counts; None while it has none."""
        return self._books.results.get(match_id) if self._books else None

    @property
    def played(self) -> int:
        """How many results count."""
        return len(self._books.results) if self._books else 0

    @property
    def rounds(self) -> int:
        """Rounds of all matches that count."""
        return self._books.rounds if self._books else 0

    @property
    def annulled(self) -> frozenset[str]:
        """Who left, and its matches count for nobody."""
        return self._books.out if self._books else frozenset()

    @property
    def is_over(self) -> bool:
        """Whether nothing changes any more."""
        return self.state in {"finished", "cancelled"}

    @property
    def total(self) -> int:
        """How many matches count or will; 0 while there is no schedule."""
        if self._books:
            return self._books.total
        return self.schedule.total if self.schedule else 0

    def remaining(self) -> dict[str, int]:
        """Count the matches each entrant still has to play, running ones among them."""
        return self._books.remaining(self.spec.ids) if self._books else dict.fromkeys(self.spec.ids, 0)

    def standings(self) -> Standings:
        """Compute the standings as they are now; provisional as long as the tournament is not over."""
        return Standings.of(self.spec, self.results, self.annulled, provisional=not self.is_over)

    # How the verbs are done

    def _allow(self, what: str, *states: str) -> None:
        if self.state not in states:
            raise self._wrong_state(what, states)

    def _wrong_state(self, what: str, states: Iterable[str]) -> VerbError:
        return VerbError(
            "WRONG_STATE", f"{self.spec.id} is {self.state}, and {what} needs it {' or '.join(states)}"
        )

    def _played(self, what: str, match_id: str, *standings: str) -> tuple[Ledger, ScheduledMatch]:
        """Give the books and a match of one of these standings, in a tournament that is being played."""
        if self._books is None or self.state not in _STARTED:
            raise self._wrong_state(what, _STARTED)
        try:
            match = self._books.schedule.match(match_id)
        except UnknownMatchError as error:
            raise VerbError("NOT_FOUND", str(error)) from error
        if (standing := self._books.standing(match)) not in standings:
            raise VerbError(
                "WRONG_STATE", f"{match_id} is {standing}, and {what} needs it {' or '.join(standings)}"
            )
        return self._books, match

    def _leave(self, how: Farewell, entrant: str, who: str, why: str) -> Step:
        self._allow("leaving", *_UNSTARTED, *_STARTED)
        if entrant not in self.spec.ids:
            raise self._not_entered(entrant)
        verdict = VerdictRecord(how, entrant, who, why)
        if self._books is None:
            self._refill(self.spec.without_entrant(entrant))
            return Step((verdict,))
        if entrant in self.gone:
            raise VerbError("WRONG_STATE", f"{entrant} has left {self.spec.id} already")
        self.gone[entrant] = how
        self._backlog = None
        if self._is_annulled(self._books, entrant):
            return self._follow([verdict, VerdictRecord("annul", entrant)], self._books.annul(entrant))
        retirements = self._books.forfeit(entrant, _ENDINGS[how])
        return self._follow([verdict, VerdictRecord("forfeit", entrant)], [], retirements)

    def _not_entered(self, entrant: str) -> VerbError:
        names = {one.id: one.name for one in self.spec.entrants}
        told = f"`arbitro tournament standings {self.spec.id}` or GetTournament names who has"
        if meant := nearest(entrant, names):
            told = f"the nearest entrant is {meant}" + (f" ({names[meant]})" if names[meant] else "")
        return VerbError("NOT_FOUND", f"{entrant} has not entered {self.spec.id}: {told}")

    def _is_annulled(self, books: Ledger, entrant: str) -> bool:
        if self.spec.leaving != "by_half":
            return self.spec.leaving == "annul"
        counting = [books.standing(match) for match in books.schedule.matches_with(entrant)]
        counting = [standing for standing in counting if standing not in ("void", "annulled")]
        return 2 * counting.count("played") < len(counting)

    def _refill(self, spec: TournamentSpec) -> None:
        """Take up a spec with another field."""
        self.spec, self._schedule = spec, None
        self.revision += 1

    def _play_again(self, books: Ledger, match: ScheduledMatch) -> None:
        if self._backlog:
            self._backlog.reopen(books.schedule.set_of(match))

    def _become(self, state: State, who: str = "", why: str = "", cuts: Iterable[Cut] = ()) -> Step:
        self.state = state
        return self._follow([StateRecord(state, who, why)], cuts)

    def _follow(
        self, records: list[TournamentRecord], cuts: Iterable[Cut], retirements: Iterable[Retirement] = ()
    ) -> Step:
        """Make the step, and finish the tournament if that is now due."""
        cuts = list(cuts)
        self.revision += 1
        if self.state == "running" and self._books and (why := self._reason_to_finish(self._books)):
            self.state = "finished"
            records.append(StateRecord("finished", why=why))
            cuts += self._books.cut_all()
            retirements = ()
        if self.is_over:
            self._backlog = None  # nothing is due any more, and it may hold thousands of matches
        return Step(tuple(records), tuple(cuts), tuple(retirements))

    def _reason_to_finish(self, books: Ledger) -> str:
        if books.is_complete:
            return "played"
        if not self.spec.stop_early or (cycles := books.cycles_done) < self._next_look:
            return ""
        self._next_look = max(cycles + 1, -(-cycles * 21 // 20))
        there = [entrant for entrant in self.spec.ids if entrant not in self.gone]
        first = settled(books.schedule, books.results.values(), there, cycles)
        return f"settled: {first.entrant}" if first else ""
