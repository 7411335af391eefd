"""The bounds of what others may ask for. Each refusal by one of them says so, and when to come back."""

from __future__ import annotations

from dataclasses import dataclass

from arbitro.v1 import play_pb2
from arbitro_server.runtime.deals import NONCE_BYTES

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """All bounds; those of sessions are told in Welcome.

    Attributes:
        message_bytes: of a bot's frame; ``request_bytes`` of any other request.
        matches: that a session plays side by side.
        sessions_per_bot: streams of one bot.
        openings: sessions that a bot may open at once; one more each second.
        refusals_per_second: refused frames and answers, after which a session ends.
        hello_us: how long Hello may take; ``request_us``: any other request, until it is whole.
        calls: RPCs at a time.
        reading: requests at a time that are not whole yet, of strangers and of known callers each.
        watchers: who watch over gRPC.
        delay_turns: how many turns they are kept behind.
    """

    message_bytes: int = 65_536
    request_bytes: int = 1_048_576
    note_bytes: int = 256
    matches: int = 256
    sessions_per_bot: int = 8
    openings: int = 30
    refusals_per_second: int = 200
    hello_us: int = 5_000_000
    request_us: int = 10_000_000
    calls: int = 10_000
    reading: int = 100
    watchers: int = 1_000
    delay_turns: int = 0

    def message(self, matches: int) -> play_pb2.SessionLimits:
        """Return them as they are told to a session that plays so many matches."""
        return play_pb2.SessionLimits(
            message_bytes=self.message_bytes,
            note_bytes=self.note_bytes,
            nonce_bytes=NONCE_BYTES,
            max_concurrent_matches=matches,
            refusals_per_second=self.refusals_per_second,
            sessions=self.sessions_per_bot,
            request_bytes=self.request_bytes,
        )
