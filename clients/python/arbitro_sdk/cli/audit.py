"""What an audit says of a match's log, or of a tournament's, whose results are held to its matches' logs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arbitro.codec import CodecError, record_of, tournament_record_of
from arbitro.codec.witness import read_testimony
from arbitro_engine.log.file import MAGIC, NotALog
from arbitro_engine.log.readjudication import Readjudication, readjudicate
from arbitro_engine.log.seals import SignatureCheck
from arbitro_engine.log.stored import Difference, StoredLog, StoredTournament, read_log, read_tournament
from arbitro_engine.log.tournament import TournamentVerdict, verify_tournament
from arbitro_engine.log.verify import Verdict, verify
from arbitro_engine.log.witness import Testimony, contradictions
from arbitro_engine.match.faults import PolicyName
from arbitro_engine.tournament.standings import Standing
from arbitro_sdk.cli.figures import counted
from arbitro_sdk.cli.folders import below
from arbitro_sdk.cli.logfiles import content, is_log
from arbitro_sdk.cli.rules import named
from arbitro_sdk.errors import UsageError

__all__ = ["Audit", "Auditor", "MatchAudit", "TournamentAudit", "Witnesses", "testimonies"]


@dataclass(frozen=True, slots=True)
class MatchAudit:
    """A match's log: what was found in it, held to how many witnesses, and judged by another policy."""

    file: Path
    verdict: Verdict
    witnesses: int = 0
    judged: Readjudication | None = None

    def as_json(self) -> dict[str, object]:
        """The audit as one object."""
        found = self.verdict
        return {
            "file": str(self.file),
            "state": found.state,
            "signer": found.signer,
            "match": found.header.match if found.header else None,
            "rules": named(found.header.rules) if found.header else None,
            "rounds": found.rounds,
            "records": found.records,
            "winner": found.ended.winner if found.ended else None,
            "winner_bot": found.winner_bot,
            "difference": _difference(found.difference),
            "witnesses": self.witnesses,
            **({"policy": _judged(self.judged)} if self.judged else {}),
        }

    def __str__(self) -> str:
        won = f"{self.verdict.winner_bot} won" if self.verdict.winner_bot else "nobody won"
        told = f"{counted(self.verdict.rounds, 'round')}, {won}"
        lines = [
            _line(
                self.file,
                self.verdict,
                f"{told}, {counted(self.witnesses, 'witness', 'witnesses')}" if self.witnesses else told,
            )
        ]
        if self.judged:
            lines.append(f"  by {self.judged.policy}: {self.judged.conclusion}")
            lines += [
                f"    record {ruling.record}, seat {ruling.seat}: {ruling.was}; instead: {ruling.would_be}"
                for ruling in self.judged.rulings
            ]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class TournamentAudit:
    """A tournament's log and what was found in it and in its matches' logs."""

    file: Path
    verdict: TournamentVerdict

    def as_json(self) -> dict[str, object]:
        """The audit as one object; standings are those that the matches' logs give."""
        found = self.verdict
        return {
            "file": str(self.file),
            "state": found.state,
            "signer": found.signer,
            "match": None,
            "tournament": found.header.spec.id if found.header else None,
            "rules": named(found.header.rules) if found.header else None,
            "rounds": None,
            "records": found.records,
            "winner": None,
            "winner_bot": None,
            "difference": _difference(found.difference),
            "results": found.results,
            "standings": list(map(_standing, found.standings.lines)) if found.standings else None,
        }

    def __str__(self) -> str:
        found = self.verdict
        first = [line.entrant for line in found.standings.lines if line.rank == 1] if found.standings else []
        return _line(
            self.file, found, f"{counted(found.results, 'result')}, first {' and '.join(first) or 'nobody'}"
        )


Audit = MatchAudit | TournamentAudit
_NO_LOG: Final = replace(
    verify(StoredLog((), ())),
    state="bad",
    difference=Difference(0, "file", f"a log, which begins with {MAGIC.decode()}", "something else"),
)
"""What is found in a file that is none."""
_UNREADABLE: Final = replace(
    _NO_LOG,
    difference=Difference(0, "file", "a file that can be read", "something else, or no right to read"),
)
"""What is found where a name stands in a folder, and no file behind it."""
Witnesses = Mapping[tuple[str, int], Sequence[Testimony]]
"""What bots kept, by match and run."""


class Auditor:
    """Audits logs, alone and against what bots kept; and judges them by another policy, where one is named.

    Args:
        key: the fingerprint of the key that must have signed; None: any.
        witnesses: what bots kept, by match and run.
        policy: another fault policy to judge by; None: none.
    """

    def __init__(
        self, key: str | None = None, witnesses: Witnesses | None = None, policy: PolicyName | None = None
    ) -> None:
        self._key = key
        self._witnesses = witnesses or {}
        self._policy = policy
        self._check = signature_check()

    def audit(self, paths: Iterable[Path]) -> Iterator[Audit]:
        """Audit each file, of a folder all logs below it; a tournament's after its matches beside it.

        A file that is no log is bad, whether named or found in a folder, and so is one there that cannot
        be read; the others are audited as well.

        Raises:
            UsageError: A504 for a file that is named and cannot be read, A601 where a signature is to be
                checked and cannot be.
        """
        verdicts: dict[Path, Verdict] = {}
        tournaments: dict[Path, StoredTournament] = {}
        named = list(paths)
        for file in below(named, ".arb", "log"):
            try:
                data = content(file)
            except UsageError:
                if file in named:
                    raise
                yield MatchAudit(file, _UNREADABLE)
                continue
            if not is_log(data):
                yield MatchAudit(file, _NO_LOG)
                continue
            stored = read_log(data, record_of)
            if stored.is_tournament:
                tournaments[file] = read_tournament(data, tournament_record_of)
            else:
                found = self._match(file, stored)
                verdicts[file] = found.verdict
                yield found
        for file, tournament in tournaments.items():
            for beside in sorted(file.parent.glob("*.arb")):
                if beside not in verdicts and beside not in tournaments and (log := _log(beside)):
                    verdicts[beside] = self._match(beside, log).verdict
            by_match = {
                (verdict.header.match, verdict.header.run): verdict
                for path, verdict in verdicts.items()
                if path.parent == file.parent and verdict.header
            }
            yield TournamentAudit(file, verify_tournament(tournament, by_match, self._check, self._key))

    def _match(self, file: Path, log: StoredLog) -> MatchAudit:
        verdict = verify(log, self._check, self._key)
        if verdict.state == "bad" or log.header is None:
            return MatchAudit(file, verdict)
        testimonies = self._witnesses.get((log.header.match, log.header.run), ())
        for testimony in testimonies:
            difference = next(contradictions(log, testimony, self._check), None)
            if difference:
                return MatchAudit(
                    file, replace(verdict, state="bad", difference=difference), len(testimonies)
                )
        judged = readjudicate(log, self._policy) if self._policy else None
        return MatchAudit(file, verdict, len(testimonies), judged)


def _log(file: Path) -> StoredLog | None:
    """Read a log; None where the file is none, or cannot be read: it tells nothing of a match."""
    try:
        data = content(file)
    except UsageError:
        return None
    return read_log(data, record_of) if is_log(data) else None


def testimonies(paths: Iterable[Path]) -> Witnesses:
    """Read what bots kept: files, or folders with ``.arw`` files below.

    Raises:
        UsageError: A503 for a file that no witness wrote, A504 for one that cannot be read, or a folder
            without any.
    """
    found: dict[tuple[str, int], list[Testimony]] = {}
    for file in below(paths, ".arw", "witness's file"):
        try:
            testimony = read_testimony(content(file))
        except (NotALog, CodecError) as error:
            raise UsageError("A503", f"{file} is no witness's file: {error}. They end in .arw.") from None
        found.setdefault((testimony.header.match, testimony.header.run), []).append(testimony)
    return found


def signature_check() -> SignatureCheck:
    """Return how signatures are checked; without the extra `cli` the first one raises A601."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return _cannot_check

    def check(signer: bytes, claim: bytes, signature: bytes) -> bool:
        try:
            Ed25519PublicKey.from_public_bytes(signer).verify(signature, claim)
        except (InvalidSignature, ValueError):
            return False
        return True

    return check


def _cannot_check(_signer: bytes, _claim: bytes, _signature: bytes) -> bool:
    raise UsageError("A601", 'Signatures need one more package. Install it: pip install "arbitro-sdk[cli]".')


def _line(file: Path, found: Verdict | TournamentVerdict, told: str) -> str:
    if found.difference:
        return f"{found.state:<10} {file}: {found.difference}"
    signed = f"signed by {found.signer[:16]}" if found.signer else "unsigned"
    return f"{found.state:<10} {file}: {told}, {counted(found.records, 'record')}, {signed}"


def _judged(judged: Readjudication) -> dict[str, object]:
    rulings = [ruling._asdict() for ruling in judged.rulings]
    return {"policy": judged.policy, "conclusion": judged.conclusion, "rulings": rulings}


def _difference(found: Difference | None) -> dict[str, object] | None:
    return found._asdict() if found else None


def _standing(line: Standing) -> dict[str, object]:
    return {
        "rank": line.rank,
        "bot": line.entrant,
        "played": line.played,
        "won": line.won,
        "points": line.points,
        "margin": line.margin.mean if line.margin else None,
    }
