"""Tournaments on a referee as plain values: plans, where one stands, who is better, how its matches ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from arbitro.codec import (
    CodecError,
    deals_message,
    deals_of,
    ending_of,
    faults_message,
    rules_message,
    time_message,
)
from arbitro.v1 import bot_pb2, match_pb2
from arbitro.v1 import tournament_pb2 as pb
from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.header import Deals
from arbitro_engine.rules.ruleset import RuleSet

__all__ = ["Created", "Hindrance", "HostedMatch", "Line", "Pages", "Plan", "Status", "Table", "Token"]


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament to be created: its id, the entrants' ids with their names, and how it is played."""

    tournament: str
    entrants: Mapping[str, str]
    rules: RuleSet = field(default_factory=lambda: RuleSet.of("official"))
    time: TimeControl = field(default_factory=TimeControl)
    faults: FaultPolicy = field(default_factory=FaultPolicy)
    deals: Deals = "fresh"
    games: int = 2
    seats: int = 2
    schedule: str = ""
    title: str = ""
    champion: str = ""
    seed: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)

    def message(self) -> pb.Tournament:
        """The plan as it is sent."""
        return pb.Tournament(
            name=self.tournament,
            title=self.title,
            rules=rules_message(self.rules),
            time=time_message(self.time),
            faults=faults_message(self.faults),
            deals=deals_message(self.deals),  # type: ignore[arg-type]
            schedule=self.schedule or ("round_robin" if self.seats == 2 else "tables"),
            games=self.games,
            seats=self.seats,
            entrants=[pb.Entrant(bot=bot, name=name) for bot, name in self.entrants.items()],
            settings=self.settings,
            champion=self.champion,
        )


@dataclass(frozen=True, slots=True)
class Hindrance:
    """A bot that so many matches wait for, the first among them; `reason` in words.

    `wait_us`: of one that is not connected, how much longer they wait; then it forfeits what is due.
    """

    bot: str
    reason: str
    matches: int
    match: str
    wait_us: int | None = None

    @classmethod
    def of(cls, message: pb.Hindrance) -> Hindrance:
        """Read a message."""
        name = pb.HindranceReason.Name(message.reason).removeprefix("HINDRANCE_REASON_").lower()
        wait_us = message.wait_us if message.HasField("wait_us") else None
        return cls(message.bot, name.replace("_", " "), message.matches, message.match, wait_us)


@dataclass(frozen=True, slots=True)
class Status:
    """Where a tournament stands: its state in words, and matches played, running and in all."""

    tournament: str
    state: str
    played: int
    running: int
    total: int
    connected: int
    rounds: int
    decisions: int
    time_left_us: int
    names: Mapping[str, str]
    """The entrants' names by id; empty where they were not asked for."""
    hindrances: tuple[Hindrance, ...] = ()
    """What it waits for, while it runs; the bots with most matches first."""
    settings: Mapping[str, str | int] = field(default_factory=dict)
    """What it was created with, named as in docs/reference/tournaments.md; `champion` where one is named."""
    absent: tuple[str, ...] = ()
    """Entrants that have not left and are not connected; empty where entrants were not asked for."""

    @property
    def over(self) -> bool:
        """Whether nothing more will be played."""
        return self.state in {"finished", "cancelled"}

    @classmethod
    def of(cls, message: pb.Tournament) -> Status:
        """Read a message."""
        return cls(
            message.name,
            pb.TournamentState.Name(message.state).removeprefix("TOURNAMENT_STATE_").lower(),
            message.played,
            message.running,
            message.total,
            message.connected,
            message.rounds,
            message.decisions,
            message.time_left_us,
            {entrant.bot: entrant.name for entrant in message.entrants},
            tuple(map(Hindrance.of, message.hindrances)),
            _settings(message),
            tuple(one.bot for one in message.entrants if not one.connected and one.standing == "in"),
        )


def _settings(message: pb.Tournament) -> dict[str, str | int]:
    champion = {"champion": message.champion} if message.champion else {}
    return {
        "format": message.schedule,
        "seats": message.seats,
        "games": message.games,
        "deals": deals_of(message.deals),
        **champion,
        **dict(sorted(message.settings.items())),
    }


@dataclass(frozen=True, slots=True)
class Created:
    """A tournament that was created, with the tokens of bots that had none; they are not shown again."""

    status: Status
    tokens: Mapping[str, str]
    join_code: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings; margins are points per round, None where there is nothing to tell from.

    Ratings are logarithms of strengths, 0 in the mean of the field; `rank_low` and `rank_high` are the best
    and the worst rank within their intervals, 0 where there is no rating: who was compared with nobody has
    none. `standing`: ``in``, ``withdrawn`` or ``disqualified``.
    """

    rank: int
    bot: str
    played: int
    won: int
    points: int
    difference: float
    """Own points minus the mean of the opponents': the second step that breaks a tie."""
    rounds_won: int
    margin: float | None
    margin_low: float | None
    margin_high: float | None
    rating: float | None
    rating_low: float | None
    rating_high: float | None
    strikes: int
    forfeits: int
    faults: Mapping[str, int]
    rank_low: int = 0
    rank_high: int = 0
    standing: str = "in"

    @classmethod
    def of(cls, message: pb.Standing) -> Line:
        """Read a message."""

        def given(name: str) -> Any:  # noqa: ANN401 - a float where it is set
            return getattr(message, name) if message.HasField(name) else None  # type: ignore[arg-type]

        return cls(
            message.rank,
            message.bot,
            message.played,
            message.won,
            message.points,
            message.difference,
            message.rounds_won,
            given("margin"),
            given("margin_low"),
            given("margin_high"),
            given("rating"),
            given("rating_low"),
            given("rating_high"),
            message.strikes,
            message.forfeits,
            dict(message.faults),
            message.rank_low,
            message.rank_high,
            message.standing or "in",
        )


@dataclass(frozen=True, slots=True)
class Table:
    """The standings, best first; provisional while matches are played. `wins` is in the lines' order.

    `annulled`: bots that left, and whose matches count for nobody.
    """

    status: Status
    lines: tuple[Line, ...]
    provisional: bool
    wins: tuple[tuple[int, ...], ...]
    annulled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HostedMatch:
    """A match in the schedule: ``scheduled``, ``waiting``, ``running`` or ``finished``."""

    match: str
    run: int
    bots: tuple[str, ...]
    state: str
    scores: tuple[int, ...]
    ending: str
    """Why it ended; empty while it has not."""
    winner: int | None
    blame: int | None
    rounds: int

    @classmethod
    def of(cls, message: match_pb2.Match) -> HostedMatch:
        """Read a message."""
        return cls(
            message.name,
            message.run,
            tuple(message.bots),
            match_pb2.MatchState.Name(message.state).removeprefix("MATCH_STATE_").lower(),
            tuple(message.scores),
            _ending(message.ending),
            message.winner if message.HasField("winner") else None,
            message.blame if message.HasField("blame") else None,
            message.rounds,
        )


@dataclass(frozen=True, slots=True)
class Pages:
    """A referee's spectator pages: their base URL, with a slash at its end; empty where none are served."""

    url: str

    def match(self, match: str) -> str:
        """The address of a match's page; empty where none are served."""
        return f"{self.url}m/{match}" if self.url else ""

    def behind(self, told: str, match: str) -> str:
        """A line that names a match, with the address of its page behind it, where there is one."""
        return f"{told}: {self.match(match)}" if self.url else told

    @classmethod
    def of(cls, url: str, referee: str) -> Pages:
        """Read what a referee says; one that listens everywhere is named as it was dialled: ``HOST:PORT``."""
        parts = urlsplit(url)
        if parts.hostname in {"0.0.0.0", "::"}:  # noqa: S104 - recognised, not listened on
            url = parts._replace(netloc=f"{referee.rpartition(':')[0]}:{parts.port}").geturl()
        return cls(url)


@dataclass(frozen=True, slots=True)
class Token:
    """A token, without its secret: its public id, whose it is, when it was made and ends (0: never)."""

    token: str
    role: str
    bot: str
    issued_unix: int
    expires_unix: int
    revoked: bool

    @classmethod
    def of(cls, message: bot_pb2.Token) -> Token:
        """Read a message."""
        role = bot_pb2.Role.Name(message.role).removeprefix("ROLE_").lower()
        return cls(message.id, role, message.bot, message.issued_unix, message.expires_unix, message.revoked)


def _ending(number: int) -> str:
    """The ending in words; empty for none, or one of a later version."""
    try:
        return ending_of(number).text if number else ""
    except CodecError:
        return ""
