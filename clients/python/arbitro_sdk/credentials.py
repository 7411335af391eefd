"""How a connection is encrypted: the certificates that are trusted, and the one that is shown.

All of it is looked at before anybody is dialled: gRPC itself says of a bad file only that nobody answers.
"""

from __future__ import annotations

import re
import ssl
from pathlib import Path

import grpc

from arbitro_sdk.errors import UsageError
from arbitro_sdk.referee import Referee

__all__ = ["credentials"]


def credentials(referee: Referee) -> grpc.ChannelCredentials | None:
    """Return what encrypts a connection to a referee, None where none is wanted.

    Raises:
        UsageError: A504 for a file that cannot be read or holds no certificate or key, A001 for a certificate
            and a key that do not go together.
    """
    if not referee.encrypted:
        return None
    trusted = _trusted(referee.ca) if referee.ca else None
    if referee.certificate is None:
        return grpc.ssl_channel_credentials(trusted)
    key = referee.key or referee.certificate
    chain, private = _pem(referee.certificate, "certificate"), _pem(key, "private key")
    _hold_together(referee.certificate, key)
    return grpc.ssl_channel_credentials(trusted, private, chain)


def _pem(file: Path, what: str) -> bytes:
    try:
        content = file.read_bytes()
    except OSError as error:
        raise UsageError(
            "A504", f"{file} cannot be read: {error.strerror}. Name a file with a {what}."
        ) from None
    if not re.search(rb"-----BEGIN [A-Z ]*%b-----" % what.upper().encode(), content):
        raise UsageError("A504", f"{file} holds no {what} in PEM. Name a file with one.")
    return content


def _trusted(file: Path) -> bytes:
    content = _pem(file, "certificate")
    try:
        _context().load_verify_locations(file)
    except ssl.SSLError:
        text = f"{file} holds a certificate that is damaged. Ask whoever gave it to you for it again."
        raise UsageError("A504", text) from None
    return content


def _hold_together(certificate: Path, key: Path) -> None:
    try:
        _context().load_cert_chain(certificate, key, password="")  # an empty one, so that nobody is asked
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            text = f"{certificate} and the key in {key} do not go together. Check --cert and --cert-key."
            raise UsageError("A001", text) from None
        text = (
            f"{certificate} and the key in {key} cannot be used: one is damaged, or the key has a password."
        )
        raise UsageError("A504", f"{text} Name a key without one.") from None


def _context() -> ssl.SSLContext:
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
