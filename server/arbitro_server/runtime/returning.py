"""A bot comes back into a running match: it is told what it missed, slice by slice, and then sits down."""

from __future__ import annotations

from collections.abc import Iterator

from arbitro_engine.match.messages import Private, Public
from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.retelling import Retelling, Told, part, retold
from arbitro_server.runtime.runner import Runner
from arbitro_server.runtime.sessions import Known, Session

__all__ = ["returning"]


def returning(
    floor: Floor, runner: Runner, seat: int, session: Session, known: Known | None
) -> Iterator[None]:
    """Tell a session a match again, as far as it does not know it, and seat it; yields between slices.

    What others are told meanwhile is in the log too, and so is told with the rest. If the match ends before,
    its end is told, and there is no seat any more.
    """

    def put(told: Told) -> None:
        message, table = told[0], runner.table
        if (isinstance(message, Public) and message.seq >= table.seq) or (
            isinstance(message, Private) and message.number >= table.numbers[seat]
        ):
            return  # nobody was told that yet: it comes by itself
        session.put(part(told, floor.wire, runner.handle))

    if known is None:
        session.put(floor.wire.started(runner.handle, runner.header, seat, ready_wanted=False))
    seq, number, _ = known or Known()
    retelling = Retelling(floor.store.records(runner.name), runner.deals.secret, floor.wire, floor.signer)
    while True:
        for _ in retold(retelling, seat, seq, number, put):
            yield
            if session.farewell is not None:
                return
        if not retelling.go_on(floor.store.records(runner.name)):
            break
    if retelling.match.ended is not None:
        del session.seats[runner.handle]
        session.past.add(runner.handle)
    else:
        runner.attach(seat, session, Known(retelling.seq, retelling.numbers[seat]))
    yield
