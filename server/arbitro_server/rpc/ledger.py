"""A tournament's log as the runtime has it, spec and terms, and as it stands in files: made by the codec."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbitro.codec import tournament_record_bytes, tournament_record_of
from arbitro_engine.tournament import TournamentRecord, TournamentSpec
from arbitro_engine.tournament.header import TournamentHeader
from arbitro_server.runtime.hosted import Terms

__all__ = ["header_bytes", "record_bytes", "tournament_of"]

record_bytes = tournament_record_bytes


def header_bytes(spec: TournamentSpec, terms: Terms, commitment: bytes, version: str) -> bytes:
    """Return the first record: everything but the entrants, which follow."""
    header = TournamentHeader(
        spec=replace(spec, entrants=()),
        rules=terms.rules,
        time=terms.time,
        faults=terms.faults,
        commitment=commitment,
        seeded=terms.seeded,
        engine=version,
    )
    return tournament_record_bytes(header)


def tournament_of(stored: Sequence[bytes]) -> tuple[TournamentSpec, Terms, list[TournamentRecord]]:
    """Return spec, terms and history of a tournament; its entrants stand in the history."""
    header, *records = map(tournament_record_of, stored)
    if not isinstance(header, TournamentHeader):
        raise TypeError("a tournament's log begins with its header")
    terms = Terms(header.rules, header.time, header.faults, header.seeded)
    return header.spec, terms, [record for record in records if isinstance(record, TournamentRecord)]
