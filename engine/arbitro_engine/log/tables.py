"""Logs as lines for grep, one a round, and as rows for a spreadsheet, one a seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from arbitro_engine.log.stored import StoredLog
from arbitro_engine.match.record import RecordKind
from arbitro_engine.rules.events import NOBODY, EventKind
from arbitro_engine.rules.table import Table

__all__ = ["csv_lines", "round_lines"]

COLUMNS: Final = (
    "match",
    "run",
    "tournament",
    "rules",
    "seat",
    "bot",
    "score",
    "rounds_won",
    "won",
    "ending",
    "blame",
    "rounds",
    "strikes",
)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def round_lines(log: StoredLog) -> Iterator[str]:
    """Yield a line for each finished round: words ``name=value``, always all of them in the same order."""
    header = log.header
    if header is None:
        return
    number = dealer = moves = timeouts = refused = 0
    for _, record in log.steps:
        moves += record.kind is RecordKind.ANSWER
        timeouts += record.kind is RecordKind.TIMEOUT
        refused += record.kind is RecordKind.REFUSED
        for event in record.events:
            if event.kind is EventKind.ROUND_STARTED:
                number, dealer, moves, timeouts, refused = event.count, event.seat, 0, 0, 0
            elif event.kind is EventKind.ROUND_ENDED:
                words = {
                    "match": header.match,
                    "run": header.run,
                    "round": number,
                    "dealer": dealer,
                    "winner": "none" if event.seat == NOBODY else event.seat,
                    "bot": "none" if event.seat == NOBODY else header.bots[event.seat],
                    "reason": event.why.text,
                    "points": ",".join(map(str, event.points)),
                    "scores": ",".join(map(str, event.scores)),
                    "moves": moves,
                    "timeouts": timeouts,
                    "refused": refused,
                }
                yield " ".join(f"{name}={value}" for name, value in words.items())


def csv_lines(logs: Iterable[StoredLog]) -> Iterator[str]:
    """Yield a table of results as CSV: a row of names, then a row for each seat of each match that has ended.

    What a spreadsheet would take for a formula is made a text by an apostrophe before it.
    """
    for place, log in enumerate(logs):
        if place == 0:  # not before the first log could be read
            yield ",".join(COLUMNS)
        header = log.header
        end = next((record.end for _, record in log.steps if record.end is not None), None)
        if header is None or end is None:
            continue
        partner = Table.of(header.rules, header.seats).partner
        winners = set() if end.winner is None else {end.winner, partner[end.winner]}
        for seat, bot in enumerate(header.bots):
            row = (
                header.match,
                header.run,
                header.tournament,
                header.rules.profile,
                seat,
                bot,
                end.scores[seat],
                end.rounds_won[seat],
                int(seat in winners),
                end.ending.text,
                int(seat == end.blame),
                end.rounds,
                end.strikes[seat],
            )
            yield ",".join(map(_cell, row))


def _cell(value: object) -> str:
    text = str(value)
    if text.startswith(_FORMULA):
        text = f"'{text}"
    if any(mark in text for mark in ',"\r\n\t'):
        text = '"' + text.replace('"', '""') + '"'
    return text
