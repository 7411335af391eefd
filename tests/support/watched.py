"""A referee for tests of the pages: its matches are played beforehand and told when the test says so."""

from collections.abc import Callable
from dataclasses import replace

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.messages import Ended, Public
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.tournament import Entrant, MatchResult, Schedule, TournamentSpec
from arbitro_server.http.ports import Caller, Note, TournamentState
from arbitro_server.runtime.ranking import Ranking, rank
from support.played import PlayedMatch, play_match

SEALED = 2
"""A sealed log lacks the reveal and the seal behind it."""


class WatchedReferee:
    """Fulfils arbitro_server.http.ports.Referee. The last matches of the schedule are being played."""

    def __init__(
        self,
        *names: str,
        running=1,
        profile="official",
        games=2,
        seats=2,
        tournament="cup",
        faulty=0.002,
        **rules: int,
    ):
        entrants = tuple(Entrant(f"bot-{at}", name) for at, name in enumerate(names))
        shape = "tables" if seats > 2 else "round_robin"
        spec = TournamentSpec(tournament, entrants, name="Spring cup", games=games, seats=seats, format=shape)
        self.played: dict[str, PlayedMatch] = {}
        for match in Schedule(spec).matches():
            self.played[match.id] = play_match(
                seed=match.id, bots=match.seats, match=match.id, profile=profile, faulty=faulty, **rules
            )
        self.told = {match: len(one.steps) for match, one in self.played.items()}
        self.sealed: set[str] = set()
        self.rankings: dict[tuple[str, int], Ranking] = {}
        self.removed: set[str] = set()
        self.tokens: dict[str, Caller] = {"arb_bot_0": Caller("bot", "bot-0"), "arb_wat_0": Caller("watcher")}
        self.own_notes: dict[str, list[Note]] = {}
        self.hearers: dict[str, list[Callable[[Public], None]]] = {}
        self.serving = True
        self.watchers = self.drops = 0
        self.requests: list[tuple[str, str, int]] = []
        self._state = TournamentState(
            spec, "running", RuleSet.of(profile, rules), TimeControl(), FaultPolicy(), bytes(32),
            len(self.played), connected=frozenset(spec.ids), time_left_us=90_000_000,
            fault_counts={"bot-0": {"late": 3, "no_match": 1}}, decisions={"bot-0": 1000},
        )  # fmt: skip
        for match in list(self.played)[len(self.played) - running :]:
            self.told[match] = len(self.played[match].steps) // 2
            self.sealed.add(match)

    # What tests do

    def advance(self, match: str, steps: int) -> None:
        """Let a match go on by so many inputs."""
        for step in self.played[match].steps[self.told[match] : self.told[match] + steps]:
            self.told[match] += 1
            for public in step.public:
                for hear in list(self.hearers.get(match, ())):
                    hear(public)

    def finish(self, match: str) -> None:
        """Let a match come to its end; its log stays sealed until `open`."""
        self.advance(match, len(self.played[match].steps))

    def open(self, match: str) -> None:
        """Reveal the secret of a match's set."""
        self.sealed.discard(match)

    # What pages read

    @property
    def state(self) -> TournamentState:
        over = [match for match, one in self.played.items() if self.told[match] == len(one.steps)]
        results = {match: self._result(match) for match in over}
        running = {match: 0 for match in self.played if match not in over}
        return replace(
            self._state, results=results, running=running, state="running" if running else "finished"
        )

    def _result(self, match: str) -> MatchResult:
        one = self.played[match]
        ended = next(message for message in one.messages if isinstance(message, Ended))
        return MatchResult.of(match, 0, one.header.bots, ended)

    def tournaments(self):
        return [self.state]

    def tournament(self, name):
        return self.state if name == self._state.spec.id else None

    async def ranking(self, name):
        state = self.state
        if (state.state, state.played) not in self.rankings:
            over = state.state == "finished"
            self.rankings[state.state, state.played] = rank(
                state.spec, list(state.results.values()), state.annulled, is_over=over
            )
        return self.rankings[state.state, state.played]

    def records(self, match, run):
        one = self.played.get(match)
        if one is None or run or match in self.removed:
            return []
        if self.told[match] == len(one.steps):
            return one.records[: len(one.records) - SEALED] if match in self.sealed else one.records
        return one.records[: one.steps[self.told[match] - 1].records]

    def tournament_records(self, tournament):
        return [b"header", b"end"]

    def is_removed(self, match, run):
        return match in self.removed and not run

    def listen(self, match, run, hear):
        self.hearers.setdefault(match, []).append(hear)
        return lambda: self.hearers[match].remove(hear)

    def notes(self, bot):
        return self.own_notes.get(bot, [])

    def caller(self, token):
        return self.tokens.get(token)

    def exposition(self):
        return b"# HELP arbitro_build_info What is running\n"

    def is_serving(self):
        return self.serving

    def answered(self, method, route, status, seconds):
        assert seconds >= 0
        self.requests.append((method, route, status))

    def watching(self, change):
        self.watchers += change

    def dropped(self):
        self.drops += 1
