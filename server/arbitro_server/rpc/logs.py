"""Logs as they are sent: to whom, and in which pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from arbitro_engine.log.file import file_bytes
from arbitro_server.rpc.access import caller
from arbitro_server.runtime.hosted import Hosted
from arbitro_server.runtime.practice import author, is_practice
from arbitro_server.runtime.refusals import RefusedError

__all__ = ["check_reader", "chunks"]

_CHUNK: Final = 262_144


def check_reader(hosted: Hosted) -> None:
    """Refuse the logs of a practice to whom they do not concern.

    Raises:
        RefusedError: ROLE_MISSING.
    """
    if not is_practice(hosted.id):
        return
    who = caller()
    if who is None or not (who.role in ("organiser", "auditor") or who.bot == author(hosted)):
        text = "The logs of a practice are for the bot that practised, auditors and organisers."
        raise RefusedError("ROLE_MISSING", text)


def chunks(records: Sequence[bytes]) -> Iterator[bytes]:
    """Yield a log's file in pieces."""
    content = file_bytes(records)
    for start in range(0, len(content), _CHUNK):
        yield content[start : start + _CHUNK]
