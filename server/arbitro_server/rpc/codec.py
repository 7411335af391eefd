"""The wire as the runtime needs it, made by the codec that server and clients share."""

from __future__ import annotations

from arbitro import codec

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
    entry = staticmethod(codec.tournament_record_bytes)
    entry_of = staticmethod(codec.tournament_record_of)
