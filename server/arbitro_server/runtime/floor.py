"""The floor: what all tables of a referee share. Made once, in the composition root."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from arbitro_server.runtime.clock import Clock
from arbitro_server.runtime.deadlines import Deadlines
from arbitro_server.runtime.feed import Feed
from arbitro_server.runtime.lag import Probe
from arbitro_server.runtime.replays import Replays
from arbitro_server.runtime.signer import Signer
from arbitro_server.runtime.turn import LoopTurn
from arbitro_server.runtime.wire import Wire
from arbitro_server.store.interface import Store
from arbitro_server.telemetry.metrics import Metrics

__all__ = ["Floor"]


@dataclass(frozen=True, slots=True)
class Floor:
    """Time, store, wire and counters for everything that runs.

    Attributes:
        soon: calls back after the present turn of the loop.
        write_log: writes a log's file as a whole, where it is not so already: (tournament, name, records).
        note: keeps a bot's note: (bot, log, decision, text).
        restart_grace_us: how long matches wait for their bots after a restart.
    """

    clock: Clock
    probe: Probe
    deadlines: Deadlines
    soon: Callable[[Callable[[], None]], object]
    turn: LoopTurn
    store: Store
    wire: Wire
    signer: Signer
    metrics: Metrics
    feed: Feed
    replays: Replays
    write_log: Callable[[str, str, list[bytes]], None]
    note: Callable[[str, str, int, str], None]
    restart_grace_us: int
    version: str
