"""The wire as the runtime needs it, made by the codec that server and clients share."""

from __future__ import annotations

from arbitro import codec
from arbitro_server.rpc import ledger

__all__ = ["ProtobufWire"]


class ProtobufWire:
    """``arbitro.v1`` as protobuf: implements :class:`arbitro_server.runtime.wire.Wire`."""

    record = staticmethod(codec.record_bytes)
    record_of = staticmethod(codec.record_of)
    started = staticmethod(codec.started_part)
    public = staticmethod(codec.public_part)
    private = staticmethod(codec.private_part)
    result = staticmethod(codec.result_part)
    ask = staticmethod(codec.ask_part)
    ended = staticmethod(codec.ended_part)
    tournament_header = staticmethod(ledger.header_bytes)
    tournament_record = staticmethod(ledger.record_bytes)
    tournament_of = staticmethod(ledger.tournament_of)
