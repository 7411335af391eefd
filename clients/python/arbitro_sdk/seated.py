"""A bot at its seat: the author's code on one side, the match on the other, offline and online alike.

An exception in the author's code costs the turn, not the match: the author gets his traceback with the turn
he was asked, and the referee gets an act that is always safe. What the rules refuse is shown to him as well.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Final, NamedTuple

from arbitro_engine.match.messages import Ask, Ended, Outcome, Private, Result
from arbitro_engine.rules.moves import Move, Refusal, parse_move
from arbitro_sdk.bot import Bot, Chooser
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
_TOLD_AGAIN: Final = 3
"""So often a mistake is told again in a match; then it is only counted."""


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
        self._tell = self._event if _hears(bot) else None
        self._asked: tuple[Turn, Move] | None = None
        self._refused: tuple[int, Refusal] | None = None
        self._mistakes: Counter[_Mistake] = Counter()
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
        except KeyboardInterrupt as stop:  # whoever waits in vain for a bot sees where it is
            self._complain(stop, f"{turn}\nThat is where your bot was.")
            raise
        except BaseException as error:  # noqa: BLE001 - whatever the author's code does: exits, foreign panics
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
        strike = f"strike {result.strikes} of {self.match.faults.strikes}"
        after = "and fined" if result.outcome is Outcome.FINED else strike
        self._report(f"`{move}` was refused: {result.refusal} ({after}).\n{turn}")

    def end(self, ended: Ended) -> MatchEnd:
        """The match is over; return what the bot is told of it."""
        won = ended.winner is not None and self.match.ours(ended.winner)
        told = MatchEnd(ended.ending.text, ended.winner, won, ended.scores, ended.blame, ended.rounds)
        self._hook("on_match_end", told)
        for mistake, times in self._mistakes.items():
            if times > _TOLD_AGAIN + 1:
                self._report(f"{mistake.kind.__name__} {times} times in {self.match.match}.")
        return told

    def _event(self, event: Heard) -> None:
        self._hook("on_event", event)

    def _hook(self, name: str, argument: object) -> None:
        hook = getattr(self._bot, name, None)
        if hook is None:
            return
        try:
            hook(argument)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - as in `decide`
            self._complain(error, f"That was in {name}; your bot plays on.")

    def _complain(self, error: BaseException, context: str) -> None:
        """Show a traceback once, then a few times that it happened again; the end tells how often it did."""
        own = _own_frames(error.__traceback__)
        mistake = _Mistake(type(error), *_place(own))
        self._mistakes[mistake] += 1
        again = self._mistakes[mistake] - 1
        name = mistake.kind.__name__
        if not again:
            shown = "".join(traceback.format_exception(type(error), error, own)).rstrip()
            self._report(f"{shown}\n{context}")
        elif again <= _TOLD_AGAIN:
            self._report(f"{name} again: {context.splitlines()[-1]}")
        elif again == _TOLD_AGAIN + 1:
            self._report(f"{name} again, and from here on only counted.")


class _Mistake(NamedTuple):
    """What makes two exceptions the same mistake: their class, and where they were raised."""

    kind: type[BaseException]
    file: str
    line: int


def _hears(bot: Chooser) -> bool:
    """Whether a bot has an `on_event` of its own; the one of `Bot` does nothing."""
    hook = getattr(bot, "on_event", None)
    return hook is not None and getattr(hook, "__func__", hook) is not Bot.on_event


def fallback(turn: Turn) -> Choice:
    """The choice made for a bot that fails: it draws, keeps, takes, accepts or ignores where it can."""
    return turn.find(_SAFE.get(turn.kind, "")) or turn.legal[0]


def to_stderr(name: str, most: int | None = None) -> Report:
    """Report to standard error, each line marked with the bot's name; after `most` reports no more."""
    told = 0

    def report(text: str) -> None:
        nonlocal told
        told += 1
        if most is not None and told > most:
            return
        sys.stderr.write("".join(f"{name} | {line}\n" for line in text.splitlines()))
        if told == most:
            sys.stderr.write(f"{name} | More like this is only counted; `arbitro try` shows one match.\n")

    return report


def _move(answer: object, cards_in_hand: int) -> Move:
    if isinstance(answer, str):
        answer = Choice(parse_move(answer))
    if not isinstance(answer, Choice):
        raise TypeError(f"choose(turn) returned {answer!r}: return one of turn.legal")
    return answer.shouted(cards_in_hand)


def _own_frames(trace: TracebackType | None) -> TracebackType | None:
    """Drop this module's frames: the author's own remain, or none where he returned what is no choice."""
    while trace and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    if trace and trace.tb_frame.f_globals.get("__name__", "").startswith("arbitro_engine."):
        return None
    return trace


def _place(trace: TracebackType | None) -> tuple[str, int]:
    """Return the file and the line where an exception was raised."""
    while trace and trace.tb_next:
        trace = trace.tb_next
    return (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else ("", 0)
