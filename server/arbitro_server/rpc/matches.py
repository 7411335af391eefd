"""MatchService: look at matches, watch them, get their logs, and an arbiter's acts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, Final

from grpc import aio

from arbitro.v1 import match_pb2 as pb
from arbitro.v1 import match_pb2_grpc
from arbitro_engine.tournament import ScheduledMatch, UnknownMatchError
from arbitro_server.rpc.access import caller_name
from arbitro_server.rpc.acts import reason
from arbitro_server.rpc.limits import Limits
from arbitro_server.rpc.logs import check_reader, chunks
from arbitro_server.rpc.pages import begin, page_size, token_of
from arbitro_server.rpc.terms import match_message
from arbitro_server.rpc.watching import watch
from arbitro_server.runtime.director import Director
from arbitro_server.runtime.hosted import Hosted
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.runner import Runner

__all__ = ["MatchService"]

Context = aio.ServicerContext[Any, Any]

_MOST_CARDS: Final = 108
"""The largest fine: a whole deck."""
_GLANCES: Final = 256
"""Matches that a list looks at in one turn of the loop."""


class MatchService(match_pb2_grpc.MatchServiceServicer):
    """The servicer."""

    def __init__(self, director: Director, limits: Limits) -> None:
        self._director = director
        self._floor = director.floor
        self._limits = limits
        self._watchers = 0

    async def GetMatch(self, request: pb.GetMatchRequest, context: Context) -> pb.GetMatchResponse:
        """Return one match."""
        hosted, match = self._find(request.name)
        return pb.GetMatchResponse(match=match_message(hosted, match))

    async def ListMatches(self, request: pb.ListMatchesRequest, context: Context) -> pb.ListMatchesResponse:
        """Return a tournament's matches in schedule order."""
        hosted = self._director.find(request.tournament)
        question = f"m{request.tournament}.{request.bot}.{request.state}"
        start, size = begin(request.page_token, question), page_size(request.page_size)
        answer = pb.ListMatchesResponse()
        for place, match in enumerate(hosted.schedule(start), start):
            if place % _GLANCES == 0:
                await asyncio.sleep(0)  # a schedule may have a million matches: the floor's do not wait
            if request.bot and request.bot not in match.seats:
                continue
            message = match_message(hosted, match)
            if request.state and message.state != request.state:
                continue
            if len(answer.matches) == size:
                answer.next_page_token = token_of(place, question)
                break
            answer.matches.append(message)
        return answer

    async def WatchMatch(
        self, request: pb.WatchMatchRequest, context: Context
    ) -> AsyncGenerator[pb.WatchMatchResponse, None]:
        """Send a match as everybody may see it: what has been since ``from_seq``, then live, to its end."""
        hosted, match = self._find(request.name)
        if self._watchers >= self._limits.watchers:
            text = f"{self._watchers} watch already, which is the limit: come back later."
            raise RefusedError("RATE_LIMITED", text, (), 10_000_000)
        self._watchers += 1
        try:
            yield pb.WatchMatchResponse(match=match_message(hosted, match))
            log, seq = f"{match.id}.{hosted.newest_run(match)}", request.from_seq
            told = watch(self._floor, hosted, log, request.from_seq, self._limits.delay_turns)
            async with aclosing(told) as messages:
                async for message in messages:
                    seq = message.seq
                    yield message
            yield pb.WatchMatchResponse(match=match_message(hosted, match), seq=seq)
        finally:
            self._watchers -= 1

    async def GetMatchLog(
        self, request: pb.GetMatchLogRequest, context: Context
    ) -> AsyncGenerator[pb.GetMatchLogResponse, None]:
        """Send the file of a log whose set is closed, in chunks."""
        hosted, match = self._find(request.name)
        check_reader(hosted)
        run = request.run if request.HasField("run") else hosted.newest_run(match)
        log = f"{match.id}.{run}"
        if self._floor.store.is_removed(log):
            text = f"The log {log} was removed: this referee keeps logs for a time. Its result and head stay."
            raise RefusedError("LOG_REMOVED", text)
        if hosted.is_shut(log):
            raise RefusedError("LOG_SEALED", f"The log {log} opens when its set is closed.")
        self._director.commit()  # the set may have been closed in this turn of the loop: it is sent whole
        stored = self._floor.store.records(log)
        if not stored:
            raise RefusedError("NOT_FOUND", f"There is no log {log}: the match was not begun.")
        for chunk in chunks(stored):
            yield pb.GetMatchLogResponse(chunk=chunk)

    async def FineSeat(self, request: pb.FineSeatRequest, context: Context) -> pb.FineSeatResponse:
        """Fine a seat for advice."""
        runner = self._seated(request.name, request.seat)
        cards = request.cards or runner.header.rules.advice_cards
        if not 1 <= cards <= _MOST_CARDS:
            text = f"is {cards}: name 1 to {_MOST_CARDS}, since these rules set no fine for advice"
            raise RefusedError("BAD_FIELD", f"cards {text}.", [("cards", text)])
        why = reason(request.why)
        if request.seat in runner.match.leaving:
            raise RefusedError(
                "WRONG_STATE", f"Seat {request.seat} of {request.name} is out: it draws no more."
            )
        self._order(runner, "fine", request.seat, cards, why)
        return pb.FineSeatResponse()

    async def RetireSeat(self, request: pb.RetireSeatRequest, context: Context) -> pb.RetireSeatResponse:
        """Take a seat out of a match; once more is as good as once."""
        why = reason(request.why)
        hosted, match = self._find(request.name)
        result = hosted.result(match, hosted.newest_run(match))
        if result is not None and any(one.seat == request.seat for one in result.forfeits):
            return pb.RetireSeatResponse(was_out=True)
        runner = self._seated(request.name, request.seat)
        if request.seat in runner.match.leaving:
            return pb.RetireSeatResponse(was_out=True)
        if runner.match.is_last(request.seat):
            text = (
                f"All others are out: {request.name} ends, and seat {request.seat} has won it. "
                "Void the match if nobody is to have it."
            )
            raise RefusedError("WRONG_STATE", text)
        self._order(runner, "retire", request.seat, 0, why)
        return pb.RetireSeatResponse()

    async def VoidMatch(self, request: pb.VoidMatchRequest, context: Context) -> pb.VoidMatchResponse:
        """Cancel a match: it counts for nobody and is played again, with its whole set."""
        hosted, match = self._find(request.name)
        run, why = hosted.newest_run(match), reason(request.why)
        self._director.do(hosted.id, lambda one: one.machine.replay(match.id, caller_name(), why))
        return pb.VoidMatchResponse(next_run=run + 1)

    def _find(self, name: str) -> tuple[Hosted, ScheduledMatch]:
        hosted = self._director.hosted.get(name.rsplit("-", 2)[0])
        try:
            if hosted is not None:
                return hosted, hosted.match(name)
        except UnknownMatchError:
            pass
        text = f"There is no match {name}: `arbitro tournament results TOURNAMENT` or ListMatches names them."
        raise RefusedError("NOT_FOUND", text)

    def _running(self, name: str) -> Runner:
        hosted, match = self._find(name)
        runner = hosted.runners.get(f"{match.id}.{hosted.newest_run(match)}")
        if runner is None:
            raise RefusedError(
                "WRONG_STATE", f"{name} is not being played: an arbiter acts in running matches."
            )
        return runner

    def _seated(self, name: str, seat: int) -> Runner:
        runner = self._running(name)
        if seat >= runner.header.seats:
            text = f"{seat} is no seat of this match: it has {runner.header.seats}, from 0"
            raise RefusedError("BAD_FIELD", f"seat: {text}.", [("seat", text)])
        return runner

    def _order(self, runner: Runner, act: Any, seat: int, cards: int, why: str) -> None:  # noqa: ANN401 - a literal
        try:
            runner.order(act, seat, cards, caller_name(), why)
        except ValueError as error:
            raise RefusedError("WRONG_STATE", f"{runner.header.match}: {error}.") from error
        self._director.commit()
