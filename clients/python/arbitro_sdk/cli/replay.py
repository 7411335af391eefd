"""``arbitro replay``: a match in the terminal, step by step, or straight through as plain text."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from arbitro_engine.log.replay import Differs
from arbitro_engine.match.header import Header
from arbitro_engine.match.messages import PublicView
from arbitro_engine.rules.cards import Card, Color
from arbitro_engine.rules.notation import color_name, shown
from arbitro_sdk.cli.figures import counted
from arbitro_sdk.cli.logfiles import read, remark_if_cut
from arbitro_sdk.cli.scenes import PUBLIC, Scene, View, scenes
from arbitro_sdk.errors import CheckFailedError, UsageError

__all__ = ["command"]

_PAINT: Final = {Color.RED: "red", Color.YELLOW: "yellow", Color.GREEN: "green", Color.BLUE: "blue"}
_KEYS: Final = "next: enter, l, →   back: h, ←   round: n p   ends: 0 $   record: :   quit: q"
_ARROWS: Final = {
    "\x1b[C": "l",
    "\x1b[D": "h",
    "\x1b[H": "0",
    "\x1b[F": "$",
    " ": "l",
    "\r": "l",
    "\n": "l",
    "j": "l",
    "k": "h",
}


@click.command()
@click.argument("log", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--seat", type=click.IntRange(0), metavar="K", help="Only what this seat may see.")
@click.option("--public", is_flag=True, help="Only what everybody may see.")
@click.option("--from", "start", type=click.IntRange(0), default=0, metavar="N", help="Begin at this record.")
@click.option("--straight", is_flag=True, help="Print all of it, also on a terminal.")
def command(log: Path, seat: int | None, start: int, *, public: bool, straight: bool) -> None:
    """Show a match as its log tells it: all cards, or as one seat or everybody saw it.

    On a terminal step by step: see the keys at the bottom; elsewhere straight through, as plain text.

    Example: arbitro replay arbitro-logs/try-7.0.arb --from 40
    """
    if public and seat is not None:
        raise click.UsageError("--seat and --public exclude each other")
    stored = read(log)
    header = stored.header
    if header is None:
        raise UsageError("A503", f"{log} begins with no facts of a match. Run `arbitro verify` on it.")
    if seat is not None and seat >= header.seats:
        raise UsageError("A001", f"{log}: there is no seat {seat}: seats are 0 to {header.seats - 1}.")
    view: View = PUBLIC if public else seat
    try:
        if straight or not (sys.stdin.isatty() and sys.stdout.isatty()):
            click.echo(_title(header))
            for scene in scenes(stored, header, view):
                if scene.record >= start and scene.said:
                    click.echo(_plain(scene, header))
        elif found := [scene for scene in scenes(stored, header, view) if scene.said]:
            _Stepper(header, found).run(start)
    except Differs as error:
        raise CheckFailedError("A701", f"{log} does not verify from here: {error}.") from None
    remark_if_cut(log, stored)


def _title(header: Header) -> str:
    seats = ", ".join(f"seat {seat} {bot}" for seat, bot in enumerate(header.bots))
    terms = f"{header.rules.profile}, {header.time}, {header.faults.name}"
    return f"{header.match} run {header.run}: {seats}; {terms}"


def _plain(scene: Scene, header: Header) -> str:
    said = f"#{scene.record} {'; '.join(scene.said)}"
    table = scene.table
    if table is None or table.top is None:
        return said
    counts = " ".join(f"{bot} {count}" for bot, count in zip(header.bots, table.counts, strict=True))
    top = shown(table.top, header.rules.color_labels)
    return f"{said}\n    top {top} ({_color(table, header)}); cards {counts}"


def _color(table: PublicView, header: Header) -> str:
    return color_name(table.color, header.rules.color_labels) if table.color else "no colour"


class _Stepper:
    """Shows one scene at a time and goes where the keys say."""

    def __init__(self, header: Header, found: Sequence[Scene]) -> None:
        self._header = header
        self._scenes = found
        self._at = 0

    def run(self, record: int) -> None:
        """Begin at a record, and go on until ``q``."""
        self._to_record(record)
        while True:
            click.clear()
            click.echo("\n".join(self._screen()))
            key = click.getchar()
            if key in {"q", "\x03", "\x04"}:
                return
            self.press(_ARROWS.get(key, key))

    def press(self, key: str) -> None:
        """Go where a key says; keys that mean nothing do nothing."""
        last = len(self._scenes) - 1
        here = self._scenes[self._at].round
        match key:
            case "l":
                self._at = min(last, self._at + 1)
            case "h":
                self._at = max(0, self._at - 1)
            case "0":
                self._at = 0
            case "$":
                self._at = last
            case "n":
                self._to_round(here + 1)
            case "p":
                self._to_round(here - 1)
            case ":":
                self._to_record(click.prompt("record", type=int))

    def _to_round(self, number: int) -> None:
        self._at = next((at for at, scene in enumerate(self._scenes) if scene.round == number), self._at)

    def _to_record(self, record: int) -> None:
        last = len(self._scenes) - 1
        self._at = next((at for at, scene in enumerate(self._scenes) if scene.record >= record), last)

    def _screen(self) -> Iterator[str]:
        scene, header = self._scenes[self._at], self._header
        yield _title(header)
        yield f"record {scene.record}, round {scene.round}, step {self._at + 1} of {len(self._scenes)}"
        yield ""
        table = scene.table
        if table is not None and table.top is not None:
            way = "towards higher seats" if table.clockwise else "towards lower seats"
            piles = f"{table.draw_count} to draw, {table.pending} pending"
            yield f"top {self._card(table.top)} ({_color(table, header)}), {way}; {piles}"
            for seat, bot in enumerate(header.bots):
                hand = " ".join(map(self._card, scene.hands[seat])) if seat in scene.hands else ""
                points = counted(table.scores[seat], "point")
                cards = counted(table.counts[seat], "card")
                yield f"  {bot:<16} {points:>11}  {cards:>8}  {hand}"
            yield ""
        yield from scene.said
        yield ""
        yield _KEYS

    def _card(self, card: Card) -> str:
        text = shown(card, self._header.rules.color_labels)
        return click.style(text, fg=_PAINT.get(card.color) if card.color else None, bold=True)
