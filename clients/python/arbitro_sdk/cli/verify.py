"""``arbitro verify``: everything in a log derived again, from the files alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from arbitro_engine.log.verify import SignatureCheck, Verdict, verify
from arbitro_sdk.cli.logfiles import read, under
from arbitro_sdk.cli.output import Output, json_option
from arbitro_sdk.errors import UsageError

__all__ = ["Audit", "audit", "command"]


@dataclass(frozen=True, slots=True)
class Audit:
    """One file and what was found in it."""

    file: Path
    verdict: Verdict

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong with it and nothing missing."""
        return self.verdict.state in {"ok", "sealed"}

    def as_json(self) -> dict[str, object]:
        """The audit as one object."""
        found = self.verdict
        return {
            "file": str(self.file),
            "state": found.state,
            "signer": found.signer,
            "match": found.header.match if found.header else None,
            "rules": {"profile": found.header.rules.profile, "hash": found.header.rules.hash}
            if found.header
            else None,
            "rounds": found.rounds,
            "records": found.records,
            "winner": found.ended.winner if found.ended else None,
            "winner_bot": found.winner_bot,
            "difference": found.difference._asdict() if found.difference else None,
        }

    def __str__(self) -> str:
        found = self.verdict
        if found.difference:
            return f"{found.state:<10} {self.file}: {found.difference}"
        won = f"{found.winner_bot} won" if found.winner_bot else "nobody won"
        signed = f"signed by {found.signer}" if found.signer else "unsigned"
        return (
            f"{found.state:<10} {self.file}: {found.rounds} rounds, {won}, {found.records} records, {signed}"
        )


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="LOG/DIR...")
@click.option("--key", metavar="FINGERPRINT", help="The key that must have signed: `arbitro serve` shows it.")
@json_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], key: str | None, out: Output) -> None:
    """Derive everything in logs again: deals, moves, charges, scores, seals. Exit 1 when one does not hold.

    Example: arbitro verify arbitro-logs/
    """
    audits = []
    for found in audit(paths, key):
        audits.append(found)
        out.line(str(found))
    failed = sum(not found.passed for found in audits)
    out.result(
        {"files": [found.as_json() for found in audits]}, f"{len(audits) - failed} verified, {failed} not"
    )
    ctx.exit(1 if failed else 0)


def audit(paths: Iterable[Path], key: str | None = None) -> Iterator[Audit]:
    """Audit each file; of a folder, all logs below it. Raises what `logfiles` raises."""
    check = _signature_check()
    for file in under(paths):
        yield Audit(file, verify(read(file), check, key))


def _signature_check() -> SignatureCheck | None:
    """Return how signatures are checked; None where `cryptography` is not installed and none can be."""
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
