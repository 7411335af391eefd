"""Kinds of option: a choice among words, or a number in a range. Each has a neutral value and reads texts.

The neutral value of a choice is its first word; that of a number stands in brackets in rules 7.1. A neutral
value is left out of the rule set's hash, so that a new option changes no old hash. A number without one is
always hashed.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Choice", "Number", "Option", "Value"]

Value = str | int


class Choice(NamedTuple):
    """An option whose value is one of a few words."""

    words: tuple[str, ...]

    @property
    def neutral(self) -> str:
        """The word listed first."""
        return self.words[0]

    def read(self, value: object) -> str:
        """Return the value if it is one of the words.

        Raises:
            ValueError: if it is none; the message lists them.
        """
        if isinstance(value, str) and value in self.words:
            return value
        raise ValueError(f"{value!r} is not possible: choose {' or '.join(self.words)}")


class Number(NamedTuple):
    """An option whose value is a whole number in ``low`` ... ``high``."""

    low: int
    high: int
    neutral: int | None = None

    def read(self, value: object) -> int:
        """Return the value as a number; decimal text is read.

        Raises:
            ValueError: if it is no whole number or out of range.
        """
        wanted = f"write a whole number from {self.low} to {self.high}"
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError(f"{value!r} is no number: {wanted}")  # noqa: TRY004 - a fault of the option's value
        if not self.low <= value <= self.high:
            raise ValueError(f"{value} is out of range: {wanted}")
        return value


Option = Choice | Number
