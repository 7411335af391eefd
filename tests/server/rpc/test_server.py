"""The gRPC server's options, as a peer notices them."""

import asyncio
import struct

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from arbitro_sdk import channel
from arbitro_server.rpc import server
from support.hosting import host

_SETTINGS, _PING, _GOAWAY = 4, 6, 7
_ACK = 1
_SHORTEST = "grpc.http2.min_ping_interval_without_data_ms"


def _frame(kind: int, payload: bytes = b"") -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes((kind, 0)) + bytes(4) + payload


async def _received(reader: asyncio.StreamReader) -> tuple[int, int]:
    """The kind and the flags of the next frame."""
    head = await reader.readexactly(9)
    await reader.readexactly(int.from_bytes(head[:3], "big"))
    return head[3], head[4]


async def _pings_until_cut_off(address: str, most: int) -> int:
    """Ping again after each answer, and send nothing else; return how many pings were answered."""
    name, _, port = address.rpartition(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    writer.write(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + _frame(_SETTINGS))
    answered = 0
    found = (_PING, _ACK)
    while answered < most and found[0] != _GOAWAY:
        writer.write(_frame(_PING, answered.to_bytes(8, "big")))
        while (found := await _received(reader)) != (_PING, _ACK) and found[0] != _GOAWAY:
            pass
        answered += found == (_PING, _ACK)
    writer.close()
    return answered


@pytest.mark.parametrize("shortest_ms, kept", [(0, True), (60_000, False)])
async def test_how_often_a_waiting_bot_may_ping_is_ours_to_say(tmp_path, monkeypatch, shortest_ms, kept):
    options = {**dict(server._OPTIONS), _SHORTEST: shortest_ms}
    monkeypatch.setattr(server, "_OPTIONS", tuple(options.items()))
    async with host(tmp_path / "data") as referee:
        answered = await _pings_until_cut_off(referee.address, 12)
    assert (answered == 12) is kept


def test_the_sdk_pings_no_more_often_than_it_may():
    assert dict(channel._OPTIONS)["grpc.keepalive_time_ms"] > dict(server._OPTIONS)[_SHORTEST]


async def test_health_is_told_of_each_service_and_of_all(tmp_path):
    async with host(tmp_path / "data") as referee:
        stub = health_pb2_grpc.HealthStub(referee.channel)
        listed = (await stub.List(health_pb2.HealthListRequest())).statuses
        assert {"", "arbitro.v1.PlayService", "arbitro.v1.InfoService"} <= set(listed)
        assert {one.status for one in listed.values()} == {health_pb2.HealthCheckResponse.SERVING}
