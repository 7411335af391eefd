"""What comes in on a bot's stream, frame by frame: what is allowed when, and what is wrong with the rest.

==========  ==================================  ==============================================================
state       what may come                       else
==========  ==================================  ==============================================================
hello       a frame with Hello                  HELLO_EXPECTED, fatal
open        ready, answers, leave               Hello: HELLO_REPEATED; what cannot be read: MALFORMED
closed      nothing                             ignored: it crossed our Goodbye
==========  ==================================  ==============================================================

Faults are answered in the stream and have no effect; too many of them in a second end the session. Whatever
has no effect counts as one, so nobody can send more frames than it was asked questions and that bound. One
answer for each question is never counted: it may come late, or cross the end of its match, by nobody's fault.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final

from google.protobuf.message import DecodeError

from arbitro.codec import answer_of, round_head_of
from arbitro.reasons import REASONS
from arbitro.v1 import play_pb2
from arbitro_server.rpc.limits import Limits
from arbitro_server.runtime.deals import NONCE_BYTES
from arbitro_server.runtime.director import Director
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.sessions import Farewell, Known, Session
from arbitro_server.store.interface import StoreError, TokenRow
from arbitro_server.telemetry.logging import logger

__all__ = ["CAPABILITIES", "Inbox", "protocol_error"]

CAPABILITIES: Final = ("batches", "resume", "witness")
"""What this referee can do and a client may ask for by name."""


class Inbox:
    """Takes the frames of one stream.

    Attributes:
        session: the session, once Hello opened it.

    Args:
        caller: whose stream it is.
        opened: called once: with the session, or with why there is none.
    """

    def __init__(
        self,
        director: Director,
        limits: Limits,
        caller: TokenRow,
        opened: Callable[[Session | RefusedError], None],
    ) -> None:
        self.session: Session | None = None
        self._director = director
        self._limits = limits
        self._caller = caller
        self._opened = opened
        self._is_closed = False
        self._second = 0
        self._refusals = 0

    def receive(self, data: bytes, now_us: int) -> None:
        """Take a frame that was read at ``now_us`` by the floor's clock."""
        if self._is_closed or (self.session is not None and self.session.farewell is not None):
            return
        if len(data) > self._limits.message_bytes:
            text = f"A frame of {len(data)} bytes came: {self._limits.message_bytes} is the limit."
            self.fail(RefusedError("TOO_LARGE", text))
            return
        try:
            request = play_pb2.PlayRequest.FromString(data)
        except DecodeError:
            self._refuse("MALFORMED", "The frame cannot be read: send a PlayRequest as protobuf.", now_us)
            return
        if self.session is None:
            self._hello(request, now_us)
        elif request.HasField("hello"):
            text = "The session is open: Hello is sent once, at its beginning."
            self._refuse("HELLO_REPEATED", text, now_us)
        if self.session is not None:
            self._take(self.session, request, now_us)

    def close(self) -> Session | None:
        """Take nothing more, whatever still comes; return the session if there was one."""
        session, self.session, self._is_closed = self.session, None, True
        self._opened = _ignored  # a cycle would wait for the collector
        return session

    def fail(self, refused: RefusedError) -> None:
        """End the stream: with last words if it is not open yet, else with a fatal error and a Goodbye."""
        if self.session is None:
            if not self._is_closed:
                self._is_closed = True
                self._opened(refused)
            return
        self.session.put(protocol_error(refused.reason, refused.message, fatal=True))
        self.session.end(Farewell("kicked", refused.message, refused.retry_after_us, refused.reason))

    def _warnings(self, scope: str) -> list[str]:
        bot = self._caller.bot
        if scope:
            is_in = bot in self._director.find(scope).machine.spec.ids
            return [] if is_in else [f"{bot} is not entered in {scope}: ask the organiser, and come back."]
        if self._director.lobby.has_entered(bot):
            return []
        return [f"{bot} is entered in no tournament yet: it waits until an organiser enters it."]

    def _hello(self, request: play_pb2.PlayRequest, now_us: int) -> None:
        hello = request.hello
        if not request.HasField("hello"):
            text = "The session is not open: the first frame must carry Hello."
            self.fail(RefusedError("HELLO_EXPECTED", text))
            return
        try:
            self._director.tokens.recheck(self._caller)  # revoked since the stream was opened?
            if hello.scope:
                self._director.find(hello.scope)
        except RefusedError as refused:
            self.fail(refused)
            return
        matches = min(hello.max_concurrent_matches or 1, self._limits.matches)
        session = Session(secrets.token_hex(8), self._caller.bot, hello.scope, matches, self._caller.id)
        floor = self._director.floor
        welcome = play_pb2.Welcome(
            session=session.id,
            bot=session.bot,
            capabilities=[name for name in CAPABILITIES if name in hello.capabilities],
            limits=self._limits.message(matches),
            server=f"arbitro/{floor.version}",
            signer=floor.signer.fingerprint,
            warnings=self._warnings(hello.scope),
        )
        session.put(play_pb2.PlayResponse(welcome=welcome).SerializeToString())
        self.session = session
        self._opened(session)
        known = {
            one.match: Known(one.seq, one.number, round_head_of(one.head) if one.HasField("head") else None)
            for one in hello.known[:matches]
        }
        self._director.lobby.open(session, known)
        for match, claim in known.items():
            self._check_claim(session, match, claim, now_us)

    def _check_claim(self, session: Session, match: int, known: Known, now_us: int) -> None:
        """Refuse a claim to have seen more than the log holds; one that is proved has ended the match."""
        entry = session.seats.get(match)
        if entry is not None and known.seq > entry[0].table.seq:
            text = (
                f"The log holds {entry[0].table.seq} public events, and the bot claims {known.seq} "
                "without a head signed by this referee that says so: it goes on from the log."
            )
            logger().warning(
                "session.claim_refused", bot=session.bot, match=entry[0].header.match, seq=known.seq
            )
            self._refuse("CLAIM_UNPROVED", text, now_us, match)

    def _take(self, session: Session, request: play_pb2.PlayRequest, now_us: int) -> None:
        for ready in request.ready:
            self._ready(session, ready, now_us)
        for answer in request.answers:
            if session.farewell is not None:
                return  # what this frame said so far ended it: the rest of a flood is not read
            self._answer(session, answer, now_us)
        if request.HasField("leave") and not session.leaving:
            self._director.lobby.leave(session)
        elif not (request.ready or request.answers or request.HasField("hello")):
            self._count_refusal(now_us)  # it says nothing: a few may, a flood may not

    def _ready(self, session: Session, ready: play_pb2.Ready, now_us: int) -> None:
        entry = session.seats.get(ready.match)
        if entry is None:
            self._foreign(session, ready.match, now_us)
        elif len(ready.nonce) > NONCE_BYTES:
            text = f"The nonce has {len(ready.nonce)} bytes: {NONCE_BYTES} is the limit."
            self._refuse("BAD_FIELD", text, now_us, ready.match)
        elif not entry[0].ready(entry[1], ready.nonce):
            self._count_refusal(now_us)

    def _answer(self, session: Session, answer: play_pb2.Answer, now_us: int) -> None:
        session.answered += 1
        entry = session.seats.get(answer.match)
        if entry is None:
            if answer.match not in session.past or session.answered > session.asked:
                self._foreign(session, answer.match, now_us)
            return
        runner, seat = entry
        if runner.state == "waiting":
            text = "The match waits for Ready: nothing is asked yet."
            self._refuse("NOT_READY", text, now_us, answer.match, answer.decision)
            return
        move, text = answer_of(answer)
        if answer.note:
            self._note(session, runner.name, answer, now_us)
        asked = seat, answer.decision, answer.attempt
        had_effect = runner.answer(*asked, move, text, now_us, crashed=answer.crashed)
        if not had_effect and session.answered > session.asked:
            self._count_refusal(now_us)

    def _note(self, session: Session, log: str, answer: play_pb2.Answer, now_us: int) -> None:
        if len(answer.note.encode()) <= self._limits.note_bytes:
            try:
                self._director.floor.note(session.bot, log, answer.decision, answer.note)
            except StoreError as error:  # the answer counts all the same: nobody loses by the referee's disk
                logger().error("note.lost", bot=session.bot, error=str(error))
        else:
            text = (
                f"The note is longer than {self._limits.note_bytes} bytes: it is not kept; the answer counts."
            )
            self._refuse("BAD_FIELD", text, now_us, answer.match, answer.decision)

    def _foreign(self, session: Session, match: int, now_us: int) -> None:
        if match in session.past:
            self._count_refusal(now_us)  # it crossed the end of the match, which the bot was told
        else:
            text = "The bot has no seat in this match: use handles from MatchStarted."
            self._refuse("NOT_YOUR_MATCH", text, now_us, match)

    def _refuse(
        self, reason: str, text: str, now_us: int, match: int = 0, decision: int | None = None
    ) -> None:
        """Answer a protocol fault; the session goes on unless they come too fast."""
        if self.session is None:
            self.fail(RefusedError(reason, text))
        elif self._count_refusal(now_us):
            self.session.put(protocol_error(reason, text, match, decision))

    def _count_refusal(self, now_us: int) -> bool:
        """Return whether one more refusal is within the bounds; if not, the session ends."""
        second = now_us // 1_000_000
        if second != self._second:
            self._second, self._refusals = second, 0
        self._refusals += 1
        limit = self._limits.refusals_per_second
        if self._refusals <= limit:
            return True
        text = f"More than {limit} frames or answers a second had to be refused: come back with fewer."
        self.fail(RefusedError("RATE_LIMITED", text, (), 1_000_000))
        return False


def protocol_error(
    reason: str, text: str, match: int = 0, decision: int | None = None, *, fatal: bool = False
) -> bytes:
    """Return a part of a frame that says what was wrong."""
    number: Any = REASONS[reason].number
    error = play_pb2.ProtocolError(reason=number, text=text, match=match, decision=decision, fatal=fatal)
    return play_pb2.PlayResponse(errors=[error]).SerializeToString()


def _ignored(_: object) -> None:
    """Do nothing: nobody waits for a session any more."""
