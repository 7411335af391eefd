"""The file of a log: ``ARB1``, then records, each as its length (u32le) and its bytes (architecture 6).

A file may have been copied while it was written, cut by a full disk, or made by somebody who wishes us ill.
Reading takes any bytes, costs no more than they are long, and says where the whole records end and why.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct
from typing import Final, NamedTuple

__all__ = ["MAGIC", "RECORD_MAX", "Frames", "NotALog", "Unreadable", "file_bytes", "frame", "read_frames"]

MAGIC: Final = b"ARB1"
"""What every file of a log begins with; the digit is the format's version."""

RECORD_MAX: Final = 1 << 20
"""The longest record there may be, in bytes.

A longer one is damage: the longest ever written are a few kilobytes.
"""

_LENGTH: Final = 4


class NotALog(ValueError):  # noqa: N818 - it says what the file is
    """The bytes do not begin as a log does."""


class Unreadable(ValueError):  # noqa: N818 - it says what the bytes are
    """Bytes that are no record, or a record that says what cannot be.

    Attributes:
        field: where, as a path such as ``events[2].card``; empty for the record as a whole.
        reason: what is wrong with it and what would be right.
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}" if field else reason)
        self.field = field
        self.reason = reason


class Frames(NamedTuple):
    """The whole records of a file, and what stands behind them.

    Attributes:
        records: the bytes of each record.
        torn: how many bytes behind the last whole record are not one: a record not written to its end.
        fault: why these bytes can never become a record; empty if a writer could still have been at work.
    """

    records: tuple[bytes, ...]
    torn: int = 0
    fault: str = ""


def frame(record: bytes) -> bytes:
    """Return a record as it stands in a file.

    Raises:
        ValueError: if it is empty or longer than RECORD_MAX: no reader would take it.
    """
    if not 0 < len(record) <= RECORD_MAX:
        raise ValueError(f"a record has 1 to {RECORD_MAX} bytes, not {len(record)}")
    return len(record).to_bytes(_LENGTH, "little") + record


def file_bytes(records: Iterable[bytes], magic: bytes = MAGIC) -> bytes:
    """Return a whole file. Raises ``ValueError`` as :func:`frame`."""
    return magic + b"".join(map(frame, records))


def read_frames(data: bytes, magic: bytes = MAGIC) -> Frames:
    """Return the records of a file that begins with ``magic``.

    Raises:
        NotALog: if it does not begin so; an empty file or a part of that is an empty log with a
        torn tail.
    """
    if not data.startswith(magic):
        if magic.startswith(data):
            return Frames((), len(data))
        raise NotALog(f"it must begin with {magic.decode()}, and begins with {data[:4].hex(' ')}")
    records: list[bytes] = []
    start, end = len(magic), len(data)
    length_at = Struct("<I").unpack_from
    while end - start >= _LENGTH:
        (length,) = length_at(data, start)
        if not 0 < length <= RECORD_MAX:
            reason = f"its length is given as {length}, and a record has 1 to {RECORD_MAX} bytes"
            return Frames(tuple(records), end - start, reason)
        if length > end - start - _LENGTH:
            break
        start += _LENGTH
        records.append(data[start : start + length])
        start += length
    return Frames(tuple(records), end - start)
