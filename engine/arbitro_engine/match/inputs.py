"""What may happen to a match: the inputs of the machine. Each is logged as one record if it has an effect."""

from __future__ import annotations

from typing import Literal, NamedTuple

from arbitro_engine.match.clock import Stamps
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.moves import Move

__all__ = ["Answer", "ArbiterAct", "Back", "Begin", "Cap", "Input", "Lost", "Restart", "Retire", "TimeUp"]

ArbiterKind = Literal["fine", "retire", "void"]


class Begin(NamedTuple):
    """All nonces are in: settle the dealer and deal the first round. ``nonces`` by seat; empty: none was sent."""

    nonces: tuple[bytes, ...]
    at_us: int = 0


class Answer(NamedTuple):
    """A seat answers. ``move`` is None where the text received is no move."""

    seat: int
    decision: int
    attempt: int
    move: Move | None
    stamps: Stamps
    text: str = ""


class TimeUp(NamedTuple):
    """The shell's deadline for a decision passed and one more turn of its loop brought no answer."""

    seat: int
    decision: int
    stamps: Stamps


class Lost(NamedTuple):
    """A seat's session is gone. The clock runs on."""

    seat: int
    at_us: int


class Back(NamedTuple):
    """A lost seat has a session again."""

    seat: int
    at_us: int


class Retire(NamedTuple):
    """A seat leaves for a reason of the shell's: withdrawal, conduct, or disconnect (grace or set-up used up)."""

    seat: int
    ending: Why
    at_us: int
    who: str = ""
    why: str = ""


class ArbiterAct(NamedTuple):
    """An arbiter's act. It takes effect before the next decision opens, never during a poll (ruling 42)."""

    act: ArbiterKind
    seat: int
    cards: int
    who: str
    why: str
    at_us: int


class Cap(NamedTuple):
    """The match's time is up."""

    at_us: int


class Restart(NamedTuple):
    """The referee was restarted: all seats are lost, and open decisions are asked anew with the full allowance."""

    at_us: int


Input = Begin | Answer | TimeUp | Lost | Back | Retire | ArbiterAct | Cap | Restart
