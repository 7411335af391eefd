"""What may go wrong, in words: a code, what happened, what to do. Nothing else leaves the SDK.

No gRPC exception and no traceback of ours is shown to a bot's author; his own tracebacks are (`crash`). The exit codes of
the command follow from an error's class: 1 a check failed, 2 wrong usage or unreadable input, 3 no connection,
4 not authorised. ``docs/reference/errors.md`` lists the codes.
"""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "ArbitroError",
    "AuthorisationError",
    "CheckFailed",
    "NoConnection",
    "RefusedByServer",
    "UsageError",
]


class ArbitroError(Exception):
    """Something went wrong. ``str(error)`` reads ``CODE what happened. what to do.``

    Attributes:
        code: a letter and three digits that never change their meaning.
        exit_code: how the command ends.
        details: values that belong to the error, for programs.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, code: str, text: str, **details: object) -> None:
        super().__init__(f"{code} {text}")
        self.code = code
        self.text = text
        self.details = details


class CheckFailed(ArbitroError):
    """What was to be checked is not so."""


class UsageError(ArbitroError):
    """An argument, a file or a bot that cannot be used as it is."""

    exit_code = 2


class NoConnection(ArbitroError):
    """No referee can be reached, or the connection is gone for good."""

    exit_code = 3


class AuthorisationError(ArbitroError):
    """The token is missing, not accepted, or does not allow this."""

    exit_code = 4


class RefusedByServer(UsageError):
    """The referee refuses a request; `reason` is the name of an ErrorReason, e.g. ``WRONG_STATE``."""

    def __init__(self, code: str, text: str, reason: str, **details: object) -> None:
        super().__init__(code, text, **details)
        self.reason = reason
