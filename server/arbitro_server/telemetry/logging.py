"""Log lines: readable on a terminal, JSON otherwise; one vocabulary of event names, and never a secret.

Event names are dotted and in the past tense (``match.finished``, ``session.opened``). Ids are bound once;
durations end in ``_ms``. The processor :func:`redact` is the last line of defence: nothing that looks like a
token leaves, and keys that could hold hidden cards are dropped whoever puts them there.
"""

from __future__ import annotations

import logging
import re
import sys
from typing import Final, Literal, TextIO

import structlog
from structlog.typing import EventDict, WrappedLogger

__all__ = ["LogFormat", "configure", "logger", "redact"]

LogFormat = Literal["auto", "console", "json"]

_TOKEN: Final = re.compile(r"(arb_(?:org|bot|aud|wat)_[A-Za-z0-9_-]{8})[A-Za-z0-9_-]+")
"""A token: its first 16 characters are its public id, by which it is listed and revoked."""
_TRACEBACKS: Final = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False)  # locals hold hands and secrets
)
_NEVER: Final = frozenset({"token", "secret", "hand", "cards", "nonce", "nonces", "deck", "authorization"})


def redact(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    """Drop keys that may hold what nobody may read, and shorten what looks like a token to its public id."""
    for key in _NEVER & line.keys():
        del line[key]
    for key, value in line.items():
        if isinstance(value, str) and "arb_" in value:
            line[key] = _TOKEN.sub(r"\1...", value)
    return line


def configure(log_format: LogFormat, level: str, stream: TextIO | None = None) -> None:
    """Send lines to ``stream`` (stderr), from ``level`` on; ``auto``: console on a terminal, else JSON."""
    out = stream or sys.stderr
    console = log_format == "console" or (log_format == "auto" and out.isatty())
    last: list[structlog.typing.Processor] = (
        [
            redact,
            structlog.dev.ConsoleRenderer(
                colors=out.isatty(), exception_formatter=structlog.dev.plain_traceback
            ),
        ]
        if console
        else [_TRACEBACKS, redact, structlog.processors.JSONRenderer()]
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(file=out),
        cache_logger_on_first_use=False,
    )


def logger() -> structlog.typing.FilteringBoundLogger:
    """Return a logger that follows the settings in force when it is used."""
    log: structlog.typing.FilteringBoundLogger = structlog.get_logger()
    return log
