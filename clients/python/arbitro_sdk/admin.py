"""Organising from a program: tournaments on a referee, in blocking calls that give plain values.

with Organiser(Referee("127.0.0.1:50051", token)) as organiser:
    created = organiser.create(Plan("cup", {"ana": "Ana", "ben": "Ben"}))
    organiser.start("cup")
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Final, Protocol, Self, TypeVar

import grpc

from arbitro.v1 import (
    bot_pb2,
    bot_pb2_grpc,
    info_pb2,
    info_pb2_grpc,
    match_pb2,
    match_pb2_grpc,
    tournament_pb2_grpc,
)
from arbitro.v1 import tournament_pb2 as pb
from arbitro_sdk.channel import dial_blocking, in_words
from arbitro_sdk.hosted import Created, HostedMatch, Line, Pages, Plan, Status, Table, Token
from arbitro_sdk.referee import Referee

__all__ = ["Organiser"]

_PATIENCE_S: Final = 30
_PAGE: Final = 1000
_ROLES: Final = {
    "organiser": bot_pb2.ROLE_ORGANISER,
    "bot": bot_pb2.ROLE_BOT,
    "auditor": bot_pb2.ROLE_AUDITOR,
    "watcher": bot_pb2.ROLE_WATCHER,
}
Answer = TypeVar("Answer")


class _ListRequest(Protocol):
    """What all requests for lists have."""

    page_size: int
    page_token: str


class _Page(Protocol):
    """What all answers to them have."""

    @property
    def next_page_token(self) -> str: ...


class _Part(Protocol):
    """What all parts of a file have."""

    @property
    def chunk(self) -> bytes: ...


_PageT = TypeVar("_PageT", bound=_Page)


class Organiser:
    """A referee's tournaments. Every call raises `ArbitroError`s alone.

    `NoConnectionError` where nobody answers, `AuthorisationError` where the token does not do, `RefusedError`
    where the referee refuses.
    """

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._channel = dial_blocking(referee)
        self._tournaments = tournament_pb2_grpc.TournamentServiceStub(self._channel)
        self._matches = match_pb2_grpc.MatchServiceStub(self._channel)
        self._bots = bot_pb2_grpc.BotServiceStub(self._channel)
        self._info = info_pb2_grpc.InfoServiceStub(self._channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._channel.close()

    @cached_property
    def pages(self) -> Pages:
        """Where people look at matches; the referee is asked once."""
        answer = self._call(self._info.GetServerInfo, info_pb2.GetServerInfoRequest())
        return Pages.of(answer.pages, self._referee.address)

    # --- a tournament's life

    def create(self, plan: Plan) -> Created:
        """Create a tournament, with bots and tokens where they are new."""
        request = pb.CreateTournamentRequest(
            tournament=plan.message(), request_id=secrets.token_hex(16), seed=plan.seed
        )
        answer = self._call(self._tournaments.CreateTournament, request)
        return Created(Status.of(answer.tournament), dict(answer.tokens), answer.join_code)

    def status(self, tournament: str) -> Status:
        """Say where a tournament stands."""
        request = pb.GetTournamentRequest(name=tournament)
        return Status.of(self._call(self._tournaments.GetTournament, request).tournament)

    def tournaments(self) -> Iterator[Status]:
        """Give all tournaments."""
        for page in self._paged(self._tournaments.ListTournaments, pb.ListTournamentsRequest()):
            yield from map(Status.of, page.tournaments)

    def open(self, tournament: str) -> Status:
        """Let bots register."""
        request = pb.OpenTournamentRequest(name=tournament)
        return Status.of(self._call(self._tournaments.OpenTournament, request).tournament)

    def start(self, tournament: str) -> Status:
        """Start it."""
        request = pb.StartTournamentRequest(name=tournament)
        return Status.of(self._call(self._tournaments.StartTournament, request).tournament)

    def pause(self, tournament: str) -> Status:
        """Begin no new matches; running ones go on."""
        request = pb.PauseTournamentRequest(name=tournament)
        return Status.of(self._call(self._tournaments.PauseTournament, request).tournament)

    def resume(self, tournament: str) -> Status:
        """Go on after a pause."""
        request = pb.ResumeTournamentRequest(name=tournament)
        return Status.of(self._call(self._tournaments.ResumeTournament, request).tournament)

    def cancel(self, tournament: str, why: str) -> Status:
        """End it without a result."""
        request = pb.CancelTournamentRequest(name=tournament, why=why)
        return Status.of(self._call(self._tournaments.CancelTournament, request).tournament)

    # --- its entrants

    def register(self, tournament: str, bot: str, name: str = "", join_code: str = "") -> str:
        """Register a bot; return its token if it is new, else an empty text."""
        request = pb.RegisterEntrantRequest(name=tournament, bot=bot, title=name, join_code=join_code)
        return self._call(self._tournaments.RegisterEntrant, request).token

    def withdraw(self, tournament: str, bot: str, why: str) -> Status:
        """Let an entrant go."""
        request = pb.WithdrawEntrantRequest(name=tournament, bot=bot, why=why)
        return Status.of(self._call(self._tournaments.WithdrawEntrant, request).tournament)

    def disqualify(self, tournament: str, bot: str, why: str) -> Status:
        """Take an entrant out."""
        request = pb.DisqualifyEntrantRequest(name=tournament, bot=bot, why=why)
        return Status.of(self._call(self._tournaments.DisqualifyEntrant, request).tournament)

    # --- its results

    def standings(self, tournament: str) -> Table:
        """Give the standings as they are."""
        answer = self._call(self._tournaments.ListStandings, pb.ListStandingsRequest(name=tournament))
        return Table(
            Status.of(answer.tournament),
            tuple(map(Line.of, answer.standings)),
            answer.provisional,
            tuple(tuple(row.won) for row in answer.wins),
            tuple(answer.annulled),
        )

    def watch(self, tournament: str) -> Iterator[tuple[Status, tuple[Line, ...]]]:
        """Give status and standings whenever something changes (a few times a second at most), to the end."""
        stream = self._tournaments.WatchTournament(
            pb.WatchTournamentRequest(name=tournament), metadata=self._referee.metadata
        )
        try:
            for news in stream:
                yield Status.of(news.tournament), tuple(map(Line.of, news.standings))
        except grpc.RpcError as error:
            raise in_words(error, self._referee) from None
        finally:
            stream.cancel()

    def matches(self, tournament: str) -> Iterator[HostedMatch]:
        """Give all matches in the order of the schedule."""
        request = match_pb2.ListMatchesRequest(tournament=tournament)
        for page in self._paged(self._matches.ListMatches, request):
            yield from map(HostedMatch.of, page.matches)

    def match(self, match: str) -> HostedMatch:
        """Say where a match stands."""
        return HostedMatch.of(self._call(self._matches.GetMatch, match_pb2.GetMatchRequest(name=match)).match)

    def log(self, match: str, run: int) -> bytes:
        """Give the file of a match's log, when its set is closed."""
        return self._file(self._matches.GetMatchLog, match_pb2.GetMatchLogRequest(name=match, run=run))

    def tournament_log(self, tournament: str) -> bytes:
        """Give the file of a tournament's own log, when it is over."""
        return self._file(self._tournaments.GetTournamentLog, pb.GetTournamentLogRequest(name=tournament))

    # --- an arbiter's acts

    def fine(self, match: str, seat: int, cards: int, why: str) -> None:
        """Let a seat of a running match draw cards; 0: as many as its rules say for advice."""
        request = match_pb2.FineSeatRequest(name=match, seat=seat, cards=cards, why=why)
        self._call(self._matches.FineSeat, request)

    def retire(self, match: str, seat: int, why: str) -> bool:
        """Take a seat out of a running match; return whether it was in: once more does nothing."""
        request = match_pb2.RetireSeatRequest(name=match, seat=seat, why=why)
        return not self._call(self._matches.RetireSeat, request).was_out

    def void(self, match: str, why: str) -> int:
        """Void a match, which is then played again; return its next run."""
        return self._call(self._matches.VoidMatch, match_pb2.VoidMatchRequest(name=match, why=why)).next_run

    # --- practice

    def practise(self, against: str, matches: int, like: str = "") -> str:
        """Begin practice of the token's own bot against a house bot; return the scope to play it with."""
        request = bot_pb2.StartPracticeRequest(against=against, matches=matches, like=like)
        return self._call(self._bots.StartPractice, request).tournament

    # --- tokens

    def issue(self, role: str, bot: str = "", lifetime_s: int = 0) -> tuple[str, Token]:
        """Make a token: its secret, shown this once, and what is kept of it. `role` as in `Token.role`."""
        request = bot_pb2.IssueTokenRequest(role=_ROLES[role], bot=bot, lifetime_s=lifetime_s)
        answer = self._call(self._bots.IssueToken, request)
        return answer.secret, Token.of(answer.token)

    def revoke(self, token: str) -> Token:
        """Make a token worthless, and end the sessions it opened; `token` is its public id."""
        return Token.of(self._call(self._bots.RevokeToken, bot_pb2.RevokeTokenRequest(id=token)).token)

    def tokens(self) -> Iterator[Token]:
        """Give all tokens, without their secrets."""
        for page in self._paged(self._bots.ListTokens, bot_pb2.ListTokensRequest()):
            yield from map(Token.of, page.tokens)

    def _paged(self, method: Callable[..., _PageT], request: _ListRequest) -> Iterator[_PageT]:
        """Give the answers to a list's request, one a page, as they are asked for."""
        request.page_size = _PAGE
        while True:
            page = self._call(method, request)
            yield page
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    def _file(self, method: Callable[..., Iterable[_Part]], request: object) -> bytes:
        parts = self._call(method, request)
        try:
            return b"".join(part.chunk for part in parts)
        except grpc.RpcError as error:
            raise in_words(error, self._referee) from None

    def _call(self, method: Callable[..., Answer], request: object) -> Answer:
        try:
            return method(request, timeout=_PATIENCE_S, metadata=self._referee.metadata)
        except grpc.RpcError as error:
            raise in_words(error, self._referee) from None
