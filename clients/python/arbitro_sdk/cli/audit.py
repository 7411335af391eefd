"""What an audit says of a match's log, or of a tournament's, whose results are held to its matches' logs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from arbitro.codec import record_of, tournament_record_of
from arbitro_engine.log.seals import SignatureCheck
from arbitro_engine.log.stored import Difference, StoredTournament, read_log, read_tournament
from arbitro_engine.log.tournament import TournamentVerdict, verify_tournament
from arbitro_engine.log.verify import Verdict, verify
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.tournament.standings import Standing
from arbitro_sdk.cli.logfiles import content, under
from arbitro_sdk.errors import UsageError

__all__ = ["Audit", "MatchAudit", "TournamentAudit", "audit"]


@dataclass(frozen=True, slots=True)
class MatchAudit:
    """A match's log and what was found in it."""

    file: Path
    verdict: Verdict

    def as_json(self) -> dict[str, object]:
        """The audit as one object."""
        found = self.verdict
        return {
            "file": str(self.file),
            "state": found.state,
            "signer": found.signer,
            "match": found.header.match if found.header else None,
            "rules": _rules(found.header.rules) if found.header else None,
            "rounds": found.rounds,
            "records": found.records,
            "winner": found.ended.winner if found.ended else None,
            "winner_bot": found.winner_bot,
            "difference": _difference(found.difference),
        }

    def __str__(self) -> str:
        won = f"{self.verdict.winner_bot} won" if self.verdict.winner_bot else "nobody won"
        return _line(self.file, self.verdict, f"{self.verdict.rounds} rounds, {won}")


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
            "rules": _rules(found.header.rules) if found.header else None,
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
        return _line(self.file, found, f"{found.results} results, first {' and '.join(first) or 'nobody'}")


Audit = MatchAudit | TournamentAudit


def audit(paths: Iterable[Path], key: str | None = None) -> Iterator[Audit]:
    """Audit each file, of a folder all logs below it; a tournament's after its matches, which lie beside it.

    Raises:
        UsageError: A503 for a file that is no log, A504 for one that cannot be read, A601 where a signature is
            to be checked and cannot be.
    """
    check = signature_check()
    verdicts: dict[Path, Verdict] = {}
    tournaments: dict[Path, StoredTournament] = {}
    for file in under(paths):
        data = content(file)
        log = read_log(data, record_of)
        if log.is_tournament:
            tournaments[file] = read_tournament(data, tournament_record_of)
        else:
            verdicts[file] = verify(log, check, key)
            yield MatchAudit(file, verdicts[file])
    for file, tournament in tournaments.items():
        for beside in sorted(file.parent.glob("*.arb")):
            if beside not in verdicts and beside not in tournaments:
                verdicts[beside] = verify(read_log(content(beside), record_of), check, key)
        by_match = {
            (verdict.header.match, verdict.header.run): verdict
            for path, verdict in verdicts.items()
            if path.parent == file.parent and verdict.header
        }
        yield TournamentAudit(file, verify_tournament(tournament, by_match, check, key))


def signature_check() -> SignatureCheck:
    """Return how signatures are checked; without the extra `cli` it raises A601 at the first one."""
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
    return f"{found.state:<10} {file}: {told}, {found.records} records, {signed}"


def _rules(rules: RuleSet) -> dict[str, str]:
    return {"profile": rules.profile, "hash": rules.hash}


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
