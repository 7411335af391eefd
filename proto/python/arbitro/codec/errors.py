"""The one error of the codec: bytes or messages that are no value of ours."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from arbitro_engine.log.file import Unreadable
from arbitro_engine.rules.ruleset import RuleFaults

__all__ = ["CodecError", "each", "within"]

Message = TypeVar("Message")
Value = TypeVar("Value")


class CodecError(Unreadable):
    """A message says something that no value can hold, or bytes are no message at all."""


def within(field: str, read: Callable[[Message], Value], message: Message) -> Value:
    """Read a message that stands in another's field.

    Raises:
        CodecError: as ``read`` or for the first fault of a rule set, the field named as seen from outside.
    """
    try:
        return read(message)
    except CodecError as error:
        raise CodecError(f"{field}.{error.field}" if error.field else field, error.reason) from None
    except RuleFaults as error:
        option, reason = error.faults[0]
        raise CodecError(f"{field}.{option}", reason) from None


def each(field: str, read: Callable[[Message], Value], messages: Iterable[Message]) -> tuple[Value, ...]:
    """Read the messages of a repeated field.

    Raises :class:`CodecError`, naming the field as seen from outside.
    """
    values: list[Value] = []
    try:
        for message in messages:
            values.append(read(message))  # noqa: PERF401 - the length tells which message failed
    except CodecError as error:
        raise CodecError(f"{field}[{len(values)}].{error.field}", error.reason) from None
    return tuple(values)
