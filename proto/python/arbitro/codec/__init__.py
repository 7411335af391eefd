"""Engine values as bytes and back. Nothing else in Arbitro knows how a value looks on the wire.

- :mod:`~arbitro.codec.records`: a match's log, :mod:`~arbitro.codec.tournaments`: a tournament's
- :mod:`~arbitro.codec.frames`: what a seat is told, part by part; :mod:`~arbitro.codec.decisions` the hot one
  of them
- :mod:`~arbitro.codec.moves`: answers of bots
- :mod:`~arbitro.codec.events`: events, full, public and private
- :mod:`~arbitro.codec.terms`: rule sets, time controls, fault policies
- :mod:`~arbitro.codec.wire`: the framing under all of them

``X_part`` gives a field of PlayResponse or PlayRequest, ready to be joined; ``X_of`` is the inverse, from a
message that has been parsed; whatever cannot be is a :class:`CodecError` that names the field.
"""

from __future__ import annotations

from arbitro.codec.errors import CodecError
from arbitro.codec.frames import (
    ask_of,
    ask_part,
    ended_of,
    ended_part,
    ending_number,
    ending_of,
    header_of_started,
    private_of,
    private_part,
    public_of,
    public_part,
    result_of,
    result_part,
    round_head_message,
    round_head_of,
    started_part,
)
from arbitro.codec.moves import answer_of, answer_part, ready_part, refusal_number, refusal_of
from arbitro.codec.records import record_bytes, record_of
from arbitro.codec.terms import (
    deals_message,
    deals_of,
    faults_message,
    faults_of,
    rules_message,
    rules_of,
    time_message,
    time_of,
)
from arbitro.codec.tournaments import tournament_record_bytes, tournament_record_of

__all__ = [
    "CodecError",
    "answer_of",
    "answer_part",
    "ask_of",
    "ask_part",
    "deals_message",
    "deals_of",
    "ended_of",
    "ended_part",
    "ending_number",
    "ending_of",
    "faults_message",
    "faults_of",
    "header_of_started",
    "private_of",
    "private_part",
    "public_of",
    "public_part",
    "ready_part",
    "record_bytes",
    "record_of",
    "refusal_number",
    "refusal_of",
    "result_of",
    "result_part",
    "round_head_message",
    "round_head_of",
    "rules_message",
    "rules_of",
    "started_part",
    "time_message",
    "time_of",
    "tournament_record_bytes",
    "tournament_record_of",
]
