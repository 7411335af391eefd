"""What may go wrong, in words: a code, what happened, what to do. Nothing else leaves the SDK.

No gRPC exception and no traceback of ours is shown to a bot's author; his own tracebacks are (`seated`). The
exit codes of the command follow from an error's class: 1 a check failed, 2 wrong usage or unreadable input, 3
no connection, 4 not authorised.

=====  ==================================================================================================
codes  what they are about
=====  ==================================================================================================
A0..   the command line: A001 wrong usage
A1..   the connection: A101 nobody answers, A102 unknown name, A103 TLS expected, A104 TLS refused,
       A105 lost for good, A106 the referee stops, A107 no answer in time, A108 a certificate is asked for,
       or another one
A2..   who one is: A201 token not accepted, A202 not allowed, A203 no token, A204 another session took over,
       A205 the referee ended the session
A3..   what a referee refuses, in its words: A301 a field that cannot be, A302 not there, A303 there already,
       A304 not in this state, A305 too many calls or sessions, A306 a log that is still shut, A307 rules that
       cannot be played, A308 another version, A300 some other reason, A399 a fault of the referee's own
A4..   bots: A401 no such bot, A402 does not import, A403 no bot in it, A404 several bots in it
A5..   rules and files: A501 what cannot be played, A502 no scenario, A503 no log or witness, A504 unreadable
       file or store, A505 entrants that cannot be
A6..   this machine: A601 a distribution is missing, A602 the referee did not start, A603 a file cannot be
       written, A604 a folder that is in use
A7..   checks that fail: A701 a log does not verify, A702 a bot failed
A999   a fault of Arbitro's own
=====  ==================================================================================================
"""

from __future__ import annotations

from typing import ClassVar, Final

__all__ = [
    "INSTALL_SERVER",
    "ArbitroError",
    "AuthorisationError",
    "CheckFailedError",
    "NoConnectionError",
    "RefusedError",
    "UsageError",
]

INSTALL_SERVER: Final = (
    "Install the distribution arbitro-server; in a checkout of Arbitro: `pip install ./clients/web ./server`."
)
"""What to do where the referee is missing (A601)."""


class ArbitroError(Exception):
    """Something went wrong. ``str(error)`` reads: code, what happened, what to do.

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


class CheckFailedError(ArbitroError):
    """What was to be checked is not so."""


class UsageError(ArbitroError):
    """An argument, a file or a bot that cannot be used as it is."""

    exit_code = 2


class NoConnectionError(ArbitroError):
    """No referee can be reached, or the connection is gone for good."""

    exit_code = 3


class AuthorisationError(ArbitroError):
    """The token is missing, not accepted, or does not allow this."""

    exit_code = 4


class RefusedError(UsageError):
    """The referee refuses a request; `reason` is the name of an ErrorReason, e.g. ``WRONG_STATE``."""

    def __init__(self, code: str, text: str, reason: str, **details: object) -> None:
        super().__init__(code, text, **details)
        self.reason = reason
