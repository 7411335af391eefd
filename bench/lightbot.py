"""A minimal client of one gRPC stream over HTTP/2: light enough that it is the server that saturates.

It speaks as much of HTTP/2 as a well-behaved gRPC server needs: settings and pings are answered, both sides'
flow control is kept, headers are written without compression and those that come are not read. Anything the
server does to end the stream is told as the stream's end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from struct import Struct
from typing import Final, cast

__all__ = ["LightStream", "dial"]

_PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_DATA, _HEADERS, _RESET, _SETTINGS, _PING, _GOAWAY, _WINDOW = 0, 1, 3, 4, 6, 7, 8
_END_STREAM, _ACK, _END_HEADERS = 1, 1, 4
_INITIAL_WINDOW_SIZE: Final = 4
_STREAM: Final = 1
_HUGE: Final = 0x7FFF_FFFF
_REFILL: Final = 1 << 28
_FRAME: Final = Struct(">IBI")  # length and type in one word, flags, stream
_SETTING: Final = Struct(">HI")
_WORD: Final = Struct(">I")


class LightStream(asyncio.Protocol):
    """One stream on a connection of its own.

    Args:
        path: the method, ``/package.Service/Method``.
        metadata: what is shown beside it.
        receive: called with all messages that came in one read of the socket.
    """

    def __init__(
        self, path: str, metadata: dict[str, str], receive: Callable[[LightStream, list[bytes]], None]
    ) -> None:
        self._path = path
        self._metadata = metadata
        self._receive = receive
        self._transport: asyncio.Transport | None = None
        self._incoming = bytearray()
        self._message = bytearray()
        self._waiting = bytearray()
        self._unread = 0
        self._connection_window = self._stream_window = self._peer_initial = 65_535
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Open the connection and the stream."""
        self._transport = cast("asyncio.Transport", transport)
        host, port = transport.get_extra_info("peername")[:2]
        headers = {
            ":method": "POST",
            ":scheme": "http",
            ":path": self._path,
            ":authority": f"{host}:{port}",
            "te": "trailers",
            "content-type": "application/grpc",
            **self._metadata,
        }
        block = b"".join(_literal(name, value) for name, value in headers.items())
        self._transport.write(
            _PREFACE
            + _frame(_SETTINGS, 0, 0, _SETTING.pack(_INITIAL_WINDOW_SIZE, _HUGE))
            + _frame(_WINDOW, 0, 0, _WORD.pack(_HUGE - 65_535))
            + _frame(_HEADERS, _END_HEADERS, _STREAM, block)
        )

    def send(self, message: bytes, *, last: bool = False) -> None:
        """Send a message, as far as the server's windows let it through; the last one ends our side."""
        if self._transport is None or self._transport.is_closing():
            return
        self._waiting += b"\0" + _WORD.pack(len(message)) + message
        self._flush()
        if last:
            self._transport.write(_frame(_DATA, _END_STREAM, _STREAM, b""))

    def close(self) -> None:
        """End the connection."""
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Take what came: whole frames are handled, the rest waits."""
        incoming = self._incoming
        incoming += data
        at = 0
        messages: list[bytes] = []
        while len(incoming) - at >= 9:
            word, flags, _ = _FRAME.unpack_from(incoming, at)
            end = at + 9 + (word >> 8)
            if len(incoming) < end:
                break
            if word & 0xFF == _DATA:
                self._message += incoming[at + 9 : end]
                self._unread += end - at - 9
                self._split(messages)
                if flags & _END_STREAM:
                    self._end()
            else:
                self._control(word & 0xFF, flags, bytes(incoming[at:end]))
            at = end
        del incoming[:at]
        if self._unread > _REFILL and self._transport is not None:
            update = _WORD.pack(self._unread)
            self._transport.write(_frame(_WINDOW, 0, 0, update) + _frame(_WINDOW, 0, _STREAM, update))
            self._unread = 0
        if messages:
            self._receive(self, messages)

    def connection_lost(self, _: Exception | None) -> None:
        """The connection is gone."""
        self._end()

    def _split(self, messages: list[bytes]) -> None:
        at, held = 0, self._message
        while len(held) - at >= 5:
            end = at + 5 + _WORD.unpack_from(held, at + 1)[0]
            if len(held) < end:
                break
            messages.append(bytes(held[at + 5 : end]))
            at = end
        del held[:at]

    def _control(self, kind: int, flags: int, frame: bytes) -> None:
        payload, on_stream = frame[9:], frame[5:9] != bytes(4)
        if kind == _SETTINGS and not flags & _ACK and self._transport is not None:
            for setting, value in _SETTING.iter_unpack(payload):
                if setting == _INITIAL_WINDOW_SIZE:
                    self._stream_window += value - self._peer_initial
                    self._peer_initial = value
            self._transport.write(_frame(_SETTINGS, _ACK, 0, b""))
        elif kind == _PING and not flags & _ACK and self._transport is not None:
            self._transport.write(_frame(_PING, _ACK, 0, payload))
        elif kind == _WINDOW and on_stream:
            self._stream_window += _WORD.unpack(payload)[0]
        elif kind == _WINDOW:
            self._connection_window += _WORD.unpack(payload)[0]
        elif kind in {_RESET, _GOAWAY} or (kind == _HEADERS and flags & _END_STREAM):
            self._end()
        self._flush()

    def _flush(self) -> None:
        room = min(len(self._waiting), self._connection_window, self._stream_window, 16_384)
        while room > 0 and self._transport is not None:
            self._transport.write(_frame(_DATA, 0, _STREAM, bytes(self._waiting[:room])))
            del self._waiting[:room]
            self._connection_window -= room
            self._stream_window -= room
            room = min(len(self._waiting), self._connection_window, self._stream_window, 16_384)

    def _end(self) -> None:
        if not self.ended.done():
            self.ended.set_result(None)


async def dial(
    address: str,
    path: str,
    metadata: dict[str, str],
    receive: Callable[[LightStream, list[bytes]], None],
) -> LightStream:
    """Open a stream of a method on a connection of its own."""
    host, _, port = address.rpartition(":")
    loop = asyncio.get_running_loop()
    _, stream = await loop.create_connection(lambda: LightStream(path, metadata, receive), host, int(port))
    return stream


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return _FRAME.pack(len(payload) << 8 | kind, flags, stream) + payload


def _literal(name: str, value: str) -> bytes:
    """Return a header, not indexed and not compressed (RFC 7541, 6.2.2)."""
    return b"\0" + b"".join(_length(len(text)) + text for text in (name.encode(), value.encode()))


def _length(number: int) -> bytes:
    """Return a number with a prefix of seven bits (RFC 7541, 5.1)."""
    if number < 0x7F:
        return bytes((number,))
    number -= 0x7F
    tail = bytearray()
    while number >= 0x80:
        tail.append(number & 0x7F | 0x80)
        number >>= 7
    return b"\x7f" + bytes(tail) + bytes((number,))
