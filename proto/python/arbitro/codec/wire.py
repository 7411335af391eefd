"""The little of protobuf's wire format that we write ourselves: a field that holds bytes.

A message's bytes are those of its fields, one after the other, and fields may come in any order. So whatever
is due for a receiver is joined from parts that were made once, and no message is built only to be taken apart
again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

__all__ = ["match_field", "part", "tag", "varint"]

_MATCHES: Final = 2048
"""More matches than one core carries side by side. Those of more would be made again each time, and those of
matches that are over are soon crowded out."""


def varint(value: int) -> bytes:
    """Return an unsigned number in seven bits a byte, the lowest first."""
    if value < 0x80:
        return _SMALL[value]
    if value < 0x4000:
        return bytes((value & 0x7F | 0x80, value >> 7))
    if value < 0x200000:
        return bytes((value & 0x7F | 0x80, value >> 7 & 0x7F | 0x80, value >> 14))
    return bytes((value & 0x7F | 0x80, value >> 7 & 0x7F | 0x80, value >> 14 & 0x7F | 0x80)) + varint(
        value >> 21
    )


def tag(field: int, wire_type: int) -> bytes:
    """Return what stands before a field's value. Wire types: 0 varint, 1 eight bytes, 2 length and bytes."""
    return varint(field << 3 | wire_type)


def part(tagged: bytes, content: bytes) -> bytes:
    """Return a field of wire type 2: its tag, the length, the content."""
    return tagged + varint(len(content)) + content


@lru_cache(maxsize=_MATCHES)
def match_field(handle: int) -> bytes:
    """Return what every message about a match begins with: its handle, a fixed64 of field number 1."""
    return b"\x09" + handle.to_bytes(8, "little") if handle else b""


_SMALL = [bytes((value,)) for value in range(0x80)]
