"""Bots that misbehave on purpose, over the bare protocol: what `arbitro chaos` sends to a referee.

Each is a coroutine function that gets an open line and a question, and does one thing wrong; for the rest it
plays the first thing that is allowed. What a referee must make of it stands beside it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from arbitro.v1 import play_pb2
from arbitro_engine.rules.moves import Act
from arbitro_sdk.cli.bareline import Line, Misbehave

__all__ = ["MISCHIEF", "Mischief", "first"]

_OVERSIZED: Final = 1 << 20
_FLOOD: Final = 2_000
_FEW: Final = 50
_THIRD: Final = 3
_REDIALS: Final = 12
_LATE_US: Final = 200_000
"""More than a busy referee owes a bot for its own delay."""
_UNKNOWN: Final = b"\xc0\x3e\x01"
"""A field of number 1000: of a later version, perhaps."""


def first(decision: play_pb2.Decision) -> play_pb2.Answer:
    """The first thing that is allowed."""
    answer = play_pb2.Answer(match=decision.match, decision=decision.decision, attempt=decision.attempt)
    if decision.plays:
        answer.act, answer.card = Act.PLAY, decision.plays[0]  # type: ignore[assignment]
        answer.uno = len(decision.hand) == 2
    else:
        answer.act = decision.acts[0]
    if answer.card > 52 or Act.COLOR in map(int, decision.acts):
        answer.color = 1  # type: ignore[assignment]
    return answer


async def _silent(_line: Line, _decision: play_pb2.Decision) -> None:
    """Say nothing at all."""


async def _late(line: Line, decision: play_pb2.Decision) -> None:
    await asyncio.sleep((decision.allowance_us + decision.bank_us + _LATE_US) / 1e6)
    await line.say(answers=[first(decision)])


async def _illegal(line: Line, decision: play_pb2.Decision) -> None:
    answer = first(decision)
    held = set(decision.hand)
    answer.act, answer.card = Act.PLAY, next(card for card in range(1, 53) if card not in held)  # type: ignore[assignment]
    answer.ClearField("color")
    await line.say(answers=[answer])


async def _liar(line: Line, decision: play_pb2.Decision) -> None:
    wrong = first(decision)
    wrong.decision += 7
    await line.say(answers=[wrong, first(decision)])


async def _twice(line: Line, decision: play_pb2.Decision) -> None:
    await line.say(answers=[first(decision), first(decision)])


async def _foreign(line: Line, decision: play_pb2.Decision) -> None:
    wrong = first(decision)
    wrong.match ^= 1
    await line.say(answers=[wrong, first(decision)])


async def _unset(line: Line, decision: play_pb2.Decision) -> None:
    once = line.seen.questions == 1
    empty = play_pb2.Answer(match=decision.match, decision=decision.decision, attempt=decision.attempt)
    await line.say(answers=[empty if once else first(decision)])


async def _garbage(line: Line, decision: play_pb2.Decision) -> None:
    await line.send(b"\xff\xff\xffno message")
    await line.say(answers=[first(decision)])


async def _second_hello(line: Line, decision: play_pb2.Decision) -> None:
    await line.say(hello=play_pb2.Hello(client="again"), answers=[first(decision)])


async def _oversized(line: Line, decision: play_pb2.Decision) -> None:
    answer = first(decision)
    answer.note = "x" * _OVERSIZED
    await line.say(answers=[answer])


async def _flood(line: Line, decision: play_pb2.Decision) -> None:
    wrong = first(decision)
    wrong.match ^= 1
    await line.say(answers=[wrong] * _FLOOD)


async def _crash(line: Line, decision: play_pb2.Decision) -> None:
    if line.seen.questions == _THIRD:
        line.drop()
    else:
        await line.say(answers=[first(decision)])


async def _deaf(line: Line, _decision: play_pb2.Decision) -> None:
    await line.stop_reading()


async def _reconnect(line: Line, decision: play_pb2.Decision) -> None:
    if line.seen.questions <= _REDIALS and line.seen.questions % 2:
        await line.redial()  # what is open is asked again
    else:
        await line.say(answers=[first(decision)])


async def _unknown(line: Line, decision: play_pb2.Decision) -> None:
    await line.send(play_pb2.PlayRequest(answers=[first(decision)]).SerializeToString() + _UNKNOWN)


async def _half_close(line: Line, _decision: play_pb2.Decision) -> None:
    await line.half_close()


def _at_first(misbehave: Misbehave) -> Misbehave:
    """Misbehave at the first questions alone: at every one, on a quick machine, would be a flood."""

    async def at_first(line: Line, decision: play_pb2.Decision) -> None:
        if line.seen.questions <= _FEW:
            await misbehave(line, decision)
        else:
            await line.say(answers=[first(decision)])

    return at_first


@dataclass(frozen=True, slots=True)
class Mischief:
    """One way to misbehave.

    Attributes:
        name: a word for it.
        does: what the bot does.
        misbehave: how.
        error: the reason with which its frames must be refused; empty: none is asked for.
        outcome: what must become of its answers; empty: nothing special.
        ending: how its matches must end: ``target`` for those that do no harm. ``deaf`` loses its first match
            by its clock, and the next because it does not read that it should get ready.
    """

    name: str
    does: str
    misbehave: Misbehave
    ending: str
    error: str = ""
    outcome: str = ""


MISCHIEF: Final = (
    Mischief("silent", "never answers", _silent, "time", outcome="SUBSTITUTED"),
    Mischief("late", "answers when its time is over", _late, "time", outcome="SUBSTITUTED"),
    Mischief("illegal", "plays cards it does not hold", _illegal, "illegal", outcome="REFUSED"),
    Mischief("unset", "leaves the act unset, once", _unset, "target", outcome="REFUSED"),
    Mischief("liar", "answers questions nobody asked", _at_first(_liar), "target", outcome="UNKNOWN"),
    Mischief("twice", "sends each answer twice", _at_first(_twice), "target", outcome="ACCEPTED"),
    Mischief(
        "foreign",
        "answers in matches that are not its own",
        _at_first(_foreign),
        "target",
        error="NOT_YOUR_MATCH",
    ),
    Mischief("garbage", "sends bytes that are no message", _at_first(_garbage), "target", error="MALFORMED"),
    Mischief(
        "hello", "says Hello again and again", _at_first(_second_hello), "target", error="HELLO_REPEATED"
    ),
    Mischief("oversized", "sends a frame of a megabyte", _oversized, "disconnect"),
    Mischief("flood", "sends thousands of answers at once", _flood, "disconnect", error="RATE_LIMITED"),
    Mischief("crash", "drops its line at its third question", _crash, "disconnect"),
    Mischief("deaf", "reads nothing from its first question on", _deaf, "disconnect and time"),
    Mischief("reconnect", "dials in again in the middle of its turns", _reconnect, "target"),
    Mischief("unknown", "sends fields that nobody knows", _unknown, "target", outcome="ACCEPTED"),
    Mischief("half-close", "stops sending and goes on listening", _half_close, "disconnect"),
)
"""All of them, with what a referee must make of each."""
