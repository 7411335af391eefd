"""Reading from a call, whose end is no error."""

from __future__ import annotations

from typing import Any

from grpc import aio

__all__ = ["next_message"]


async def next_message(context: aio.ServicerContext[Any, Any]) -> bytes | None:
    """Return the next message; None: no more will come, for whatever reason."""
    try:
        data: Any = await context.read()
    except aio.BaseError:
        return None  # the call is over
    return None if data is aio.EOF else data
