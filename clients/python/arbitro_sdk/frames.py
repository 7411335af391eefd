"""What a bot does with a frame from the referee: sit down, listen, answer, get up; without input or output.

Kinds of events and acts that this version does not know are passed over, so that an older SDK plays on with a
newer referee. A match whose rules it does not know is left alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Final, NamedTuple

from arbitro.codec import (
    CodecError,
    answer_part,
    ask_of,
    ended_of,
    header_of_started,
    private_of,
    public_of,
    ready_part,
    result_of,
    round_head_message,
    round_head_of,
)
from arbitro.codec.events import public_event_of
from arbitro.v1 import events_pb2, moves_pb2, play_pb2
from arbitro_engine.log.chain import RoundHead
from arbitro_engine.match.messages import Ended, Private
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.view import PublicEvent
from arbitro_sdk.ending import ending_shown
from arbitro_sdk.loading import LoadedBot
from arbitro_sdk.seated import Report, SeatedBot
from arbitro_sdk.view import view_of

__all__ = ["Attendance", "Finished"]

_NONCE_BYTES: Final = 32


class Finished(NamedTuple):
    """A match that is over: its name, its bots, this bot's seat, whether its team won, and how it ended."""

    match: str
    bots: tuple[str, ...]
    seat: int
    won: bool
    ended: Ended

    def __str__(self) -> str:
        outcome = "won" if self.won else "nobody won" if self.ended.winner is None else "lost"
        scores = ", ".join(f"{bot} {score}" for bot, score in zip(self.bots, self.ended.scores, strict=False))
        return f"{self.match} {outcome} ({ending_shown(self.ended, self.bots)}): {scores}"


class _Sitting:
    """One seat that is taken: the bot at it, the answer given last, and the newest head heard of."""

    __slots__ = ("answered", "bot", "head", "reply")

    def __init__(self, bot: SeatedBot) -> None:
        self.bot = bot
        self.answered: tuple[int, int] | None = None
        self.reply = b""
        self.head: RoundHead | None = None


class Attendance:
    """All matches of one bot, over all its sessions.

    Attributes:
        finished: the matches that are over, in order.
        decisions: how many answers were given.
        page: gives the address at which people look at a match; empty where they cannot.
    """

    def __init__(self, bot: LoadedBot, report: Report) -> None:
        self.finished: list[Finished] = []
        self.decisions = 0
        self.page: Callable[[str], str] = lambda _match: ""
        self._bot = bot
        self._report = report
        self._sittings: dict[int, _Sitting] = {}
        self._last: dict[int, _Sitting] = {}

    @property
    def playing(self) -> int:
        """How many matches are not over."""
        return len(self._sittings)

    def known(self) -> list[play_pb2.KnownMatch]:
        """How far each match was followed, for the next Hello.

        Where none runs it is the last: from that the referee sees who comes back, and that there may be
        nothing left to come back for.
        """
        return [_followed(*one) for one in (self._sittings or self._last).items()]

    def work(self, frame: play_pb2.PlayResponse, read_at: float) -> Iterator[bytes]:
        """Take a frame in, in the order its parts have; yield each part of the reply when it is ready.

        `read_at`: when the frame came, in seconds of the monotonic clock.
        """
        for started in frame.started:
            yield from self._sit_down(started)
        self._listen(frame)
        for result in frame.results:
            if result.refusal and (sitting := self._sittings.get(result.match)):
                sitting.bot.told(result_of(result, sitting.bot.match.seat))
        for decision in frame.decisions:
            yield from self._answer(decision, read_at)
        for ended in frame.ended:
            self._get_up(ended)

    def _sit_down(self, started: play_pb2.MatchStarted) -> Iterator[bytes]:
        if started.match not in self._sittings:
            try:
                header = header_of_started(started)
            except CodecError as error:
                self._report_of(started.name)(
                    f"{started.name} needs a newer version of the SDK: {error}. Update arbitro-sdk."
                )
                return
            rng = Random(secrets.randbits(128))  # noqa: S311 - chance for bots, no secret
            match = view_of(header, started.seat, rng)
            self._sittings[started.match] = _Sitting(
                SeatedBot(self._bot.seat(), match, self._report_of(match.match))
            )
        if started.ready_wanted:
            yield ready_part(started.match, secrets.token_bytes(_NONCE_BYTES))

    def _listen(self, frame: play_pb2.PlayResponse) -> None:
        # kept as bytes and read when somebody asks: most bots decide by the question alone
        heard: dict[int, tuple[list[bytes], list[bytes]]] = {}
        for public in frame.public:
            if sitting := self._sittings.get(public.match):
                heard.setdefault(public.match, ([], []))[0].append(public.SerializeToString())
                if public.HasField("head"):
                    sitting.head = round_head_of(public.head)
        for private in frame.private:
            if private.match in self._sittings:
                heard.setdefault(private.match, ([], []))[1].append(private.SerializeToString())
        for handle, (publics, privates) in heard.items():
            bot = self._sittings[handle].bot
            bot.hear(map(_public, publics), map(partial(_private, bot.match.seat), privates))

    def _answer(self, decision: play_pb2.Decision, read_at: float) -> Iterator[bytes]:
        sitting = self._sittings.get(decision.match)
        if sitting is None:
            return
        asked = decision.decision, decision.attempt
        if sitting.answered != asked:
            try:
                ask = ask_of(decision, sitting.bot.match.seat)
            except CodecError as error:
                match = sitting.bot.match.match
                self._report_of(match)(f"{match} asks what this version of the SDK does not know: {error}.")
                return
            decided = sitting.bot.decide(ask, read_at)
            self.decisions += 1
            sitting.reply = answer_part(
                decision.match, *asked, decided.move, decided.note, crashed=decided.crashed
            )
            sitting.answered = asked
        # a question that comes again after a lost connection gets the same answer: a bot is asked once
        yield sitting.reply

    def _report_of(self, match: str) -> Report:
        """Report on a match: what names it also says where to look at it."""

        def report(text: str) -> None:
            address = self.page(match) if match in text else ""
            self._report(f"{text}\n{address}" if address else text)

        return report

    def _get_up(self, message: play_pb2.MatchEnded) -> None:
        if sitting := self._sittings.pop(message.match, None):
            self._last = {message.match: sitting}
            ended = _ended(message)
            won = sitting.bot.end(ended).won
            match = sitting.bot.match
            self.finished.append(Finished(match.match, match.bots, match.seat, won, ended))


def _followed(handle: int, sitting: _Sitting) -> play_pb2.KnownMatch:
    return play_pb2.KnownMatch(
        match=handle,
        seq=sitting.bot.match.seq,
        number=sitting.bot.match.number,
        head=round_head_message(sitting.head) if sitting.head else None,
    )


def _public(data: bytes) -> tuple[int, tuple[PublicEvent | None, ...]]:
    """Public events with their first number; one that is not known is None, to keep the others' numbers."""
    message = play_pb2.PublicEvents.FromString(data)
    try:
        return public_of(message)
    except CodecError:
        return message.seq, tuple(map(_known, message.events))


def _known(message: events_pb2.PublicEvent) -> PublicEvent | None:
    try:
        return public_event_of(message)
    except CodecError:
        return None


def _private(seat: int, data: bytes) -> Private:
    """Private events; none where one is not known: a question carries the whole hand anyway."""
    message = play_pb2.PrivateEvents.FromString(data)
    try:
        return private_of(message, seat)
    except CodecError:
        return Private(seat, message.number + len(message.events), message.after, ())


def _ended(message: play_pb2.MatchEnded) -> Ended:
    """How a match ended; an ending of a later version is none that has a name here."""
    try:
        return ended_of(message)
    except CodecError:
        message.ending = moves_pb2.ENDING_CANCELLED
        return ended_of(message)._replace(ending=Why.NONE)
