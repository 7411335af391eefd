"""The audit of one match: everything its log says is derived anew from the log alone (architecture 6).

Checked are, in this order of the file: the kinds of records and how they follow each other; every input,
move, refusal, charge, default, strike, deal, score and event, by playing the match again; each seal, over the
bytes as they are stored; the secret against the commitment. What is found first in the file is the difference
that is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arbitro_engine.log.replay import Differs, chance_of_log, chance_of_secret, machine, replay
from arbitro_engine.log.seals import SignatureCheck, check_seals
from arbitro_engine.log.stages import Kind, State, conclusion, stage_of
from arbitro_engine.log.stored import Difference, StoredLog, shown
from arbitro_engine.match.header import Header
from arbitro_engine.match.match import Match
from arbitro_engine.match.messages import Ended
from arbitro_engine.match.record import (
    HeaderRecord,
    Record,
    RecordKind,
    RevealRecord,
    SignatureRecord,
    StepRecord,
    UnknownRecord,
)
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.shuffle import commitment

__all__ = ["Verdict", "verify"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an audit found.

    Attributes:
        state: ok, sealed, incomplete or bad.
        difference: the first thing that is wrong or missing; None if the state is ok or sealed.
        header: the facts of the match, None if the log does not even have them.
        ended: how the match ended, None if the log does not tell.
        rounds: finished rounds.
        records: how many records were read, of whatever kind.
        signer: the fingerprint of the key that signed it, None if it is unsigned.
        end_head: the head after the end, as the first seal holds it: what a tournament's log says of a match.
        head: the head after the last record.
        forfeits: the seats that left, and the ending by which each did.
        torn: bytes behind it that are no whole record.
    """

    state: State
    difference: Difference | None
    header: Header | None
    ended: Ended | None
    rounds: int
    records: int
    signer: str | None
    end_head: bytes
    head: bytes
    forfeits: Mapping[int, Why]
    torn: int

    @property
    def winner_bot(self) -> str | None:
        """The bot at the winning seat; the lowest one of a winning team."""
        if self.header is None or self.ended is None or self.ended.winner is None:
            return None
        return self.header.bots[self.ended.winner]


def verify(log: StoredLog, check: SignatureCheck | None = None, key: str | None = None) -> Verdict:
    """Return the verdict about a log.

    Args:
        log: as it was read.
        check: how signatures are checked; without it they are taken for what they say.
        key: the fingerprint of the key that must have signed; None: any key, or none at all.
    """
    header = log.header
    stage, differences = stage_of(map(_kind, log.records))
    sealed = check_seals(log.stored, log.records, check, key)
    differences += sealed.differences
    match, found = _played(log, header) if header is not None else (None, [])
    differences += found
    if log.damage is not None:
        differences.append(log.damage)
    state, difference = conclusion(stage, differences, len(log.records), log.torn)
    return Verdict(
        state,
        difference,
        header,
        match.ended if match is not None else None,
        match.rounds_played if match is not None else 0,
        len(log.records),
        sealed.signer,
        sealed.first,
        sealed.head,
        log.forfeits,
        log.torn,
    )


_END: Final = RecordKind.END
_KINDS: Final[dict[type[Record], Kind]] = {
    HeaderRecord: "header",
    RevealRecord: "reveal",
    SignatureRecord: "signature",
    UnknownRecord: "unknown",
}


def _kind(record: Record) -> Kind:
    if isinstance(record, StepRecord):
        return "end" if record.kind is _END else "step"
    return _KINDS[type(record)]


def _played(log: StoredLog, header: Header) -> tuple[Match | None, list[Difference]]:
    """Play the match again, with the deals that the revealed secret gives, if it is the one committed to."""
    steps = [record for _, record in log.steps]
    reveal = log.reveal
    differences = []
    chance = chance_of_log(steps)
    if reveal is not None:
        begun = next((record.nonces for record in steps if record.kind is RecordKind.BEGIN), ())
        for field, expected, found in (
            ("secret", header.commitment, commitment(reveal.secret)),
            ("nonces", begun, reveal.nonces),
        ):
            if expected != found:
                differences.append(
                    Difference(log.records.index(reveal), field, shown(expected), shown(found))
                )
        if not differences:
            chance = chance_of_secret(header, reveal.secret)
    match = None
    try:
        match = machine(header, chance, silent=True)
        for _ in replay(log, match):
            pass
    except Differs as error:
        differences.append(error.difference)
    return match, differences
