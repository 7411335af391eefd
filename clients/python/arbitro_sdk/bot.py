"""``@bot`` makes a function or a class a bot; run as a file, it plays.

    from arbitro_sdk import bot

    @bot
    def choose(turn):
        return turn.legal[0]

A class is made anew for each match and may have hooks besides ``choose(self, turn)``: ``on_match_start(self,
match)``, ``on_event(self, event)`` and ``on_match_end(self, end)``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol, TypeVar

from arbitro_sdk.choice import Choice
from arbitro_sdk.turn import Turn
from arbitro_sdk.unmarked import watch
from arbitro_sdk.view import Heard, MatchEnd, MatchView

__all__ = ["Bot", "Chooser", "bot", "is_bot"]

_MARK: Final = "__arbitro_bot__"


class Chooser(Protocol):
    """What a bot must have: an answer to a turn, one of `turn.legal` or its text form."""

    def choose(self, turn: Turn) -> Choice | str:
        """Answer a decision."""
        ...


class Bot:
    """A bot as a class, with hooks that do nothing. A class of your own needs `choose` alone.

        from arbitro_sdk import Bot, bot

        @bot
        class Counter(Bot):
            def on_match_start(self, match):
                self.wilds = 0

            def on_event(self, event):
                if event.kind.name == "PLAYED" and event.card.is_wild:
                    self.wilds += 1

            def choose(self, turn):
                return turn.legal[0]

    It is made anew for each match, without arguments. `on_match_start` is called once, `on_event` for
    everything that happens, `choose` for each decision, `on_match_end` once. What a hook raises is shown and
    changes nothing; what `choose` raises costs the turn. docs/reference/bot.md lists all that may be used.
    """

    def choose(self, turn: Turn) -> Choice | str:
        """Answer a decision with one of `turn.legal`, or with its text form, e.g. ``"play R7"``."""
        return turn.legal[0]

    def on_match_start(self, match: MatchView) -> None:
        """A match begins: names, rules, clocks. Thinking here is free until the set-up time is over."""

    def on_event(self, event: Heard) -> None:
        """Something happened at the table: ``event.kind.name`` says what, e.g. ``PLAYED``, ``DREW``.

        Its other fields say to whom: `seat`, `card`, `color`, `count` and so on; `cards` where this seat
        alone may see them.
        """

    def on_match_end(self, end: MatchEnd) -> None:
        """The match is over: ``end.won``, ``end.ending``, ``end.scores``."""


BotT = TypeVar("BotT", bound=Callable[[Turn], Choice | str] | type[Chooser])


def bot(target: BotT) -> BotT:
    """Mark a function ``choose(turn)`` or a class with such a method as a bot, and return it unchanged.

    In a file that is run, the file is loaded once more as a module, plays (see ``python mybot.py --help``),
    and the process ends here: nothing below the bot is run by ``__main__``, and nothing is left to
    interpreter exit.
    """
    setattr(target, _MARK, True)
    main = sys.modules["__main__"]
    if target.__module__ == "__main__" and (path := getattr(main, "__file__", None)):
        from arbitro_sdk.cli import run_file

        raise SystemExit(run_file(Path(path)))
    return target


def is_bot(target: object) -> bool:
    """Whether something was marked by `bot`."""
    return getattr(target, "__dict__", {}).get(_MARK, False) is True


watch(bot)
