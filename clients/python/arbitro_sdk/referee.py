"""Where a referee is, and what to show there."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

__all__ = ["DEFAULT_ADDRESS", "Referee"]

DEFAULT_ADDRESS: Final = "127.0.0.1:50051"


@dataclass(frozen=True, slots=True)
class Referee:
    """A referee's address and a token.

    Attributes:
        address: ``HOST:PORT``.
        token: opaque; shown as ``authorization: Bearer TOKEN``;
            no part of it is ever printed, since it may come from a file that was named by mistake.
        ca: a file of certificates to trust. The connection is encrypted with it, `tls` or a `certificate`.
        certificate: a file with the certificate to show where the referee asks for one (mutual TLS).
        key: its private key; None: in the same file.
    """

    address: str = DEFAULT_ADDRESS
    token: str = field(default="", repr=False)
    ca: Path | None = None
    tls: bool = False
    certificate: Path | None = None
    key: Path | None = None

    @property
    def encrypted(self) -> bool:
        """Whether the connection is encrypted."""
        return self.tls or self.ca is not None or self.certificate is not None

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What is sent along with every call."""
        return (("authorization", f"Bearer {self.token}"),) if self.token else ()
