"""A bot at its seat: the author's code on one side, the match on the other, offline and online alike.

An exception in the author's code costs the turn, not the match: the author gets his traceback with the turn
he was asked, and the referee gets an act that is always safe. What the rules refuse is shown to him as well.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Final, NamedTuple

from arbitro_engine.match.messages import Ask, Ended, Outcome, Private, Result
from arbitro_engine.rules.moves import Move, Refusal, parse_move
from arbitro_sdk.bot import Chooser
from arbitro_sdk.choice import Choice
from arbitro_sdk.turn import Turn
from arbitro_sdk.view import Heard, MatchEnd, MatchView, PublicRun

__all__ = ["Decided", "Report", "SeatedBot", "fallback", "to_stderr"]

Report = Callable[[str], None]
"""Where the author reads what went wrong in his bot."""

_SAFE: Final = {
    "turn": "draw",
    "after_draw": "keep",
    "stack": "take",
    "challenge": "accept",
    "catch": "ignore",
}
"""The act that never costs more than the turn, by what is asked; else the first legal choice."""


class Decided(NamedTuple):
    """An answer: the move, what was noted with it, whether the author's code failed, and how long it took."""

    move: Move
    note: str
    crashed: bool
    took_us: int


class SeatedBot:
    """One bot in one match. Calls the author's code, and never raises because of it."""

    def __init__(self, bot: Chooser, match: MatchView, report: Report) -> None:
        self.match = match
        self._bot = bot
        self._report = report
        self._on_event: Callable[[Heard], None] | None = getattr(bot, "on_event", None)
        self._tell = self._event if self._on_event else None
        self._asked: tuple[Turn, Move] | None = None
        self._refused: tuple[int, Refusal] | None = None
        self._reported: set[str] = set()
        self._hook("on_match_start", match)

    def hear(self, public: Iterable[PublicRun], private: Iterable[Private]) -> None:
        """Take in events, in the order they happened."""
        self.match.hear(public, private, self._tell)

    def decide(self, ask: Ask, asked_at: float) -> Decided:
        """Let the bot answer. `asked_at`: when the question came, in seconds of the monotonic clock."""
        refused = self._refused[1] if self._refused and self._refused[0] == ask.decision else None
        turn = Turn(self.match, ask, asked_at, refused)
        began = time.monotonic()
        crashed = False
        try:
            move = _move(self._bot.choose(turn), len(ask.hand))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the author's code does
            crashed = True
            move = fallback(turn).move
            self._complain(error, f"{turn}\nYour bot lost this turn: it does `{move}` instead.")
        self._asked = turn, move
        return Decided(move, turn.notes, crashed, round((time.monotonic() - began) * 1e6))

    def told(self, result: Result) -> None:
        """Learn what became of an answer; the author sees what the rules refused."""
        if result.refusal is None or self._asked is None:
            return
        self._refused = result.decision, result.refusal
        turn, move = self._asked
        after = "and fined" if result.outcome is Outcome.FINED else f"strikes {result.strikes}"
        self._report(f"`{move}` was refused: {result.refusal} ({after}).\n{turn}")

    def end(self, ended: Ended) -> None:
        """The match is over."""
        won = ended.winner is not None and self.match.ours(ended.winner)
        self.match.scores = ended.scores
        self._hook(
            "on_match_end",
            MatchEnd(ended.ending.text, ended.winner, won, ended.scores, ended.blame, ended.rounds),
        )

    def _event(self, event: Heard) -> None:
        self._hook("on_event", event)

    def _hook(self, name: str, argument: object) -> None:
        hook = getattr(self._bot, name, None)
        if hook is None:
            return
        try:
            hook(argument)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - as in `decide`
            self._complain(error, f"That was in {name}; your bot plays on.")

    def _complain(self, error: BaseException, context: str) -> None:
        """Show a traceback once, and afterwards only that it happened again."""
        shown = "".join(
            traceback.format_exception(type(error), error, _own_frames(error.__traceback__))
        ).rstrip()
        if shown in self._reported:
            self._report(f"{type(error).__name__} again: {context.splitlines()[-1]}")
        else:
            self._reported.add(shown)
            self._report(f"{shown}\n{context}")


def fallback(turn: Turn) -> Choice:
    """The choice made for a bot that fails: it draws, keeps, takes, accepts or ignores where it can."""
    return turn.find(_SAFE.get(turn.kind, "")) or turn.legal[0]


def to_stderr(name: str) -> Report:
    """Report to standard error, each line marked with the bot's name."""

    def report(text: str) -> None:
        sys.stderr.write("".join(f"{name} | {line}\n" for line in text.splitlines()))

    return report


def _move(answer: object, cards_in_hand: int) -> Move:
    if isinstance(answer, str):
        answer = Choice(parse_move(answer))
    if not isinstance(answer, Choice):
        raise TypeError(f"choose(turn) returned {answer!r}: return one of turn.legal")
    return answer.shouted(cards_in_hand)


def _own_frames(trace: TracebackType | None) -> TracebackType | None:
    """Drop this module's frames from the beginning: the author's own remain."""
    own = trace
    while own and own.tb_frame.f_code.co_filename == __file__:
        own = own.tb_next
    return own or trace
