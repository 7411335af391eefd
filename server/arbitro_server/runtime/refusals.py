"""A request that is refused: with a reason from the contract's list, a sentence, and what to change."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["RefusedError"]


class RefusedError(Exception):
    """A request that is refused and has changed nothing.

    Attributes:
        reason: a name of ``ErrorReason`` without its prefix, e.g. ``WRONG_STATE``.
        violations: (field, what is wrong and what to do) for each fault of the request.
        retry_after_us: when to try again; 0: no use.
    """

    def __init__(
        self, reason: str, message: str, violations: Sequence[tuple[str, str]] = (), retry_after_us: int = 0
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.violations = tuple(violations)
        self.retry_after_us = retry_after_us
