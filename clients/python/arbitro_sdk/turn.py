"""A question put to a bot, with everything it may know when it answers."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Final

from arbitro_engine.match.messages import Ask
from arbitro_engine.rules.cards import Card, Color
from arbitro_engine.rules.moves import Refusal
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.choice import Choice, choices
from arbitro_sdk.view import Heard, MatchView

__all__ = ["NOTE_BYTES", "Player", "Turn"]

NOTE_BYTES: Final = 256
"""The longest note kept with an answer, in bytes of UTF-8."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat at the table, as everybody sees it."""

    seat: int
    name: str
    count: int
    """Cards in hand."""
    score: int
    me: bool
    partner: bool
    """Whether it scores together with this seat (and is not this seat)."""


class Turn:
    """One decision. Return one of `legal` from ``choose(turn)``; ``print(turn)`` shows all of it.

    Everything here is a snapshot: a bot need not remember anything, but there is `history`.
    """

    __slots__ = ("_ask", "_asked_at", "_legal", "_notes", "match", "refused")

    def __init__(self, match: MatchView, ask: Ask, asked_at: float, refused: Refusal | None = None) -> None:
        self.match = match
        """The match: names, rules, clocks."""
        self.refused: str | None = refused.value if refused else None
        """Why the rules refused the answer before this one to the same decision, e.g. ``no_match``."""
        self._ask = ask
        self._asked_at = asked_at
        self._legal: tuple[Choice, ...] | None = None
        self._notes: list[str] = []

    # --- what is asked

    @property
    def kind(self) -> str:
        """What is asked: ``turn``, ``after_draw``, ``stack``, ``challenge``, ``catch`` or ``color``."""
        return self._ask.kind.text

    @property
    def legal(self) -> tuple[Choice, ...]:
        """All that may be answered, never empty: plays first, in the order of the cards, then other acts."""
        if self._legal is None:
            self._legal = choices(self._ask.plays, self._ask.acts)
        return self._legal

    @property
    def plays(self) -> tuple[Choice, ...]:
        """The legal choices that play a card."""
        return tuple(choice for choice in self.legal if choice.is_play)

    def find(self, act: str) -> Choice | None:
        """The first legal choice with this act, e.g. ``turn.find("challenge")``; None if there is none."""
        return next((choice for choice in self.legal if choice.act == act), None)

    @property
    def attempt(self) -> int:
        """0, and one more each time the answer to this decision was refused; `refused` says why."""
        return self._ask.attempt

    # --- the table

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards in hand, in canonical order."""
        return self._ask.hand

    @property
    def top(self) -> Card:
        """The top of the discard pile."""
        return self._ask.top

    @property
    def color(self) -> Color | None:
        """The colour in force; None while an opening wild waits for its colour."""
        return self._ask.color

    @property
    def counts(self) -> tuple[int, ...]:
        """Cards in hand by seat."""
        return self._ask.counts

    @property
    def pending(self) -> int:
        """Cards that lie on the seat that must draw next."""
        return self._ask.pending

    @property
    def direction(self) -> int:
        """1: play runs clockwise, towards higher seats; -1: the other way."""
        return 1 if self._ask.clockwise else -1

    @property
    def draw_count(self) -> int:
        """Cards in the draw pile."""
        return self._ask.draw_count

    @property
    def discard_count(self) -> int:
        """Cards in the discard pile."""
        return self._ask.discard_count

    @property
    def drawn(self) -> Card | None:
        """In ``after_draw``: the card drawn last."""
        return self._ask.drawn

    @property
    def about(self) -> int | None:
        """In a poll: the seat it is about."""
        return self._ask.about if self._ask.about >= 0 else None

    @property
    def seat(self) -> int:
        """The bot's own seat, from 0."""
        return self.match.seat

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat after the last round."""
        return self.match.scores

    @property
    def round(self) -> int:
        """The round, from 0."""
        return self.match.round

    @property
    def rules(self) -> RuleSet:
        """The rules, every option by its name, e.g. ``turn.rules.target``."""
        return self.match.rules

    @property
    def history(self) -> Sequence[Heard]:
        """Everything this seat has been told since the match began, in order."""
        return self.match.history

    @property
    def players(self) -> tuple[Player, ...]:
        """The seats with their names, cards in hand and scores."""
        match, counts = self.match, self._ask.counts
        return tuple(
            Player(
                seat, name, counts[seat], score, seat == match.seat, seat != match.seat and match.ours(seat)
            )
            for seat, (name, score) in enumerate(zip(match.bots, match.scores, strict=True))
        )

    @property
    def rng(self) -> Random:
        """Chance for the bot: offline the same for the same seed, so that a match can be played again."""
        return self.match.rng

    # --- the clock

    @property
    def time_left(self) -> float:
        """Seconds left for this answer, allowance and bank together; infinite without a clock."""
        if self.match.time.unlimited:
            return inf
        given = (self._ask.allowance_us + self._ask.bank_us) / 1e6
        return max(0.0, given - (time.monotonic() - self._asked_at))

    @property
    def bank_left(self) -> float:
        """Seconds left in the bank of this match when the question was put; infinite without a clock."""
        return inf if self.match.time.unlimited else self._ask.bank_us / 1e6

    @property
    def strikes(self) -> int:
        """Strikes this seat has; the match is lost with the last of `match.faults.strikes`."""
        return self._ask.strikes

    # --- notes

    def note(self, text: str) -> None:
        """Keep a line beside the log, for this bot's owner only; 256 bytes are kept with an answer."""
        self._notes.append(text)

    @property
    def notes(self) -> str:
        """What was noted so far, as it is sent."""
        return "\n".join(self._notes).encode()[:NOTE_BYTES].decode(errors="ignore")

    def __str__(self) -> str:
        name = self.match.bots[self.seat]
        others = ", ".join(f"{p.name} {p.count}" for p in self.players if not p.me)
        lines = [
            f"{self.kind} in round {self.round} of {self.match.match}, seat {self.seat} ({name})",
            f"  top {self.top}, colour {self.color or '-'}, pending {self.pending}, pile {self.draw_count}",
            f"  hand  {' '.join(map(str, self.hand))}",
            f"  cards of others: {others}; scores {' '.join(map(str, self.scores))}",
            f"  legal {', '.join(map(str, self.legal))}",
        ]
        if self.refused:
            lines.append(f"  the answer before was refused: {self.refused}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Turn {self.kind} of {self.match.match}: {len(self.legal)} choices>"
