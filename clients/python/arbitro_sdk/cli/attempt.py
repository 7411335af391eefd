"""``arbitro try``: one match in-process, turn by turn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path

import click

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.messages import Ask
from arbitro_engine.rules.events import NOBODY, EventKind, Why
from arbitro_engine.rules.notation import Labels, shown, shown_move
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.view import PublicEvent
from arbitro_sdk import logs
from arbitro_sdk.arena import Conditions, Played, Scheduled, play
from arbitro_sdk.cli.figures import counted, faults_shown, thought_shown
from arbitro_sdk.cli.options import BotName, Verb, logs_option, rules_option, seed_option, time_option
from arbitro_sdk.cli.output import Output, json_option, table
from arbitro_sdk.cli.rules import named
from arbitro_sdk.ending import ending_shown
from arbitro_sdk.loading import load, names
from arbitro_sdk.seated import Decided, to_stderr

__all__ = ["Attempt", "attempt", "attempt_option", "command"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one offline match is to be like."""

    conditions: Conditions
    against: str
    logs: Path
    every_turn: bool


def attempt_option(verb: Verb) -> Verb:
    """Add the options of one offline match; the verb gets an `Attempt` as ``asked``."""

    @click.option(
        "--against", type=BotName(), default="random", show_default=True, metavar="BOT", help="The opponent."
    )
    @click.option(
        "--all", "every_turn", is_flag=True, help="Show the turns of all rounds, not of the first alone."
    )
    @logs_option("Where the log goes.", "arbitro-logs")
    @seed_option
    @rules_option
    @time_option
    @wraps(verb)
    def with_attempt(
        *args: object,
        against: str,
        every_turn: bool,
        logs: Path,
        seed: str,
        rules: RuleSet,
        time_control: TimeControl,
        **options: object,
    ) -> object:
        asked = Attempt(Conditions(rules, seed, time_control), against, logs, every_turn)
        return verb(*args, asked=asked, **options)

    return with_attempt  # type: ignore[return-value]


@click.command()
@click.argument("bot", type=BotName())
@attempt_option
@json_option
def command(bot: str, asked: Attempt, out: Output) -> None:
    """Play one match in this process: a table of turns, the result, the path of the log.

    Example: arbitro try mybot.py --seed 7
    """
    attempt(bot, asked, out)


def attempt(bot: str, asked: Attempt, out: Output) -> None:
    """Play one match and show it."""
    loaded = [load(bot), load(asked.against)]
    ids = tuple(names(one.name for one in loaded))
    seed = asked.conditions.seed
    folder = logs.make(asked.logs)
    match = f"try-{'-'.join(re.findall('[a-z0-9]+', seed.lower()))}"[:60].rstrip("-")
    show = _Show(out, ids, asked.conditions.rules.color_labels, every_turn=asked.every_turn)
    played = play(
        asked.conditions, Scheduled(match, match, "try", ids), loaded, [to_stderr(name) for name in ids], show
    )
    _conclude(out, played, seed, logs.write(folder, played))


class _Show:
    """Prints one line a turn in the rounds that are shown, and one line a round."""

    def __init__(self, out: Output, ids: Sequence[str], labels: Labels, *, every_turn: bool) -> None:
        self._out = out
        self._labels = labels
        self._ids = ids
        self._every_turn = every_turn
        self._width = max(map(len, ids))
        self._round = 0
        self._left: list[str] = []

    def answered(self, ask: Ask, decided: Decided) -> None:
        """Show the question and the answer, if this round is shown."""
        if self._round and not self._every_turn:
            return
        note = f"   ({decided.note})" if decided.note else ""
        self._line(
            self._ids[ask.seat],
            ask.kind.text,
            shown(ask.top, self._labels, ask.color),
            shown_move(decided.move, self._labels),
            " ".join(shown(card, self._labels) for card in ask.hand) + note,
        )

    def happened(self, event: PublicEvent) -> None:
        """Show where a round begins and how it ended."""
        if event.kind is EventKind.ROUND_STARTED:
            self._round = event.count
            if not self._round or self._every_turn:
                self._out.line(f"round {event.count}, {self._ids[event.seat]} deals")
                self._line("bot", "asked", "top", "does", "its hand")
        elif event.kind is EventKind.RETIRED:
            self._left.append(f"{self._ids[event.seat]} left ({event.why.text})")
        elif event.kind is EventKind.ROUND_ENDED:
            scores = "  ".join(f"{name} {score}" for name, score in zip(self._ids, event.scores, strict=True))
            points = counted(event.count, "point")
            self._out.line(f"round {self._round}: {self._outcome(event)}, {points}; {scores}")

    def _outcome(self, event: PublicEvent) -> str:
        """Return how a round ended: only who goes out has done what ended it, and won it by that."""
        winner = self._ids[event.seat] if event.seat != NOBODY else "nobody"
        if event.why is Why.OUT:
            return f"{winner} out"
        how = ", ".join(self._left) if event.why is Why.LAST_STANDING else event.why.text
        return f"{how}, {winner} wins"

    def _line(self, bot: str, asked: str, top: str, does: str, hand: str) -> None:
        self._out.line(f"  {bot:<{self._width}}  {asked:<10}  {top:<9}  {does:<19}  {hand}")


def _conclude(out: Output, played: Played, seed: str, path: Path) -> None:
    ended, bots = played.ended, played.header.bots
    winner = bots[ended.winner] if ended.winner is not None else None
    faults = {bot: dict(sorted(found.items())) for bot, found in zip(bots, played.faults, strict=True)}
    rows = [
        (
            bot,
            score,
            won,
            asked,
            *thought_shown(think, asked, longest),
            faults_shown(faults[bot]),
        )
        for bot, score, won, asked, think, longest in zip(
            bots,
            ended.scores,
            ended.rounds_won,
            played.decisions,
            played.think_us,
            played.longest_us,
            strict=True,
        )
    ]
    text = table(("bot", "points", "rounds won", "decisions", "think", "longest", "faults"), rows)
    value = {
        "rules": named(played.header.rules),
        "seed": seed,
        "bots": bots,
        "winner": winner,
        "ending": ended.ending.text,
        "scores": ended.scores,
        "rounds": ended.rounds,
        "decisions": sum(played.decisions),
        "faults": faults,
        "log": str(path),
    }
    won = f"{winner or 'nobody'} wins ({ending_shown(ended, bots)})"
    out.result(value, f"\n{text}\n\n{won}; seed {seed}\nlog {path}")
