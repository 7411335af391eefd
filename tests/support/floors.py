"""A referee without a network: the runtime on a clock that jumps, a store in memory, readable sessions."""

from collections.abc import Callable
from itertools import count

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arbitro.codec import answer_of, record_of, tournament_record_of
from arbitro.v1 import events_pb2 as events
from arbitro.v1 import play_pb2 as pb
from arbitro_engine.log.file import file_bytes
from arbitro_engine.log.stored import read_log, read_tournament
from arbitro_engine.log.tournament import verify_tournament
from arbitro_engine.log.verify import verify
from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.shuffle import seed_secret
from arbitro_engine.tournament import Entrant, TournamentSpec
from arbitro_server.rpc.codec import ProtobufWire
from arbitro_server.runtime.deadlines import Deadlines
from arbitro_server.runtime.director import Director, Plan
from arbitro_server.runtime.feed import Feed
from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.hosted import Hosted
from arbitro_server.runtime.lag import Probe
from arbitro_server.runtime.replays import Replays
from arbitro_server.runtime.sessions import Known, Session
from arbitro_server.runtime.signer import Signer
from arbitro_server.runtime.tokens import Tokens
from arbitro_server.runtime.turn import LoopTurn
from arbitro_server.store.interface import StoreError
from arbitro_server.telemetry.metrics import Metrics
from support.hearing import Heard
from support.jumping import JumpingClock
from support.memory import MemoryStore
from support.raw import Choose, first

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


class ReadAtOnce(Session):
    """A session whose stream takes every part at once."""

    read: Callable[[bytes], None]

    def put(self, part: bytes, *, soon: bool = False) -> None:
        if self.farewell is None:
            self.read(part)


class Seated(Heard):
    """A session whose frames are read at once."""

    def __init__(self, session: ReadAtOnce) -> None:
        super().__init__()
        self.session = session
        session.read = self.read
        self.parts: list[bytes] = []

    def read(self, part: bytes) -> None:
        self.parts.append(part)
        self.hear(pb.PlayResponse.FromString(part))

    def told(self, match: int) -> tuple[list[events.PublicEvent], list[events.PrivateEvent]]:
        """All public and private events told of a match, in order; each number once, or the test fails."""
        public: list[events.PublicEvent] = []
        private: list[events.PrivateEvent] = []
        for part in self.parts:
            frame = pb.PlayResponse.FromString(part)
            for one in frame.public:
                if one.match == match:
                    assert one.seq == len(public)
                    public += one.events
            for one in frame.private:
                if one.match == match:
                    assert one.number == len(private)
                    private += one.events
        return public, private

    def known(self) -> dict[int, Known]:
        return {match: Known(seq, number) for match, (seq, number) in self.seen.items()}

    def ready(self, nonce: bytes = b"") -> bool:
        """Get ready where that is wanted; return whether it was anywhere."""
        seats = self.session.seats
        waiting = [match for match, one in self.started.items() if one.ready_wanted and match in seats]
        for match in waiting:
            runner, seat = seats[match]
            self.started[match].ready_wanted = False
            runner.ready(seat, nonce)
        return bool(waiting)

    def answer(self, choose: Choose = first, **changed: object) -> bool:
        """Answer what is open; return whether anything was."""
        asked = list(self.open.values())
        for one in asked:
            answer = choose(one)
            for name, value in changed.items():
                setattr(answer, name, value)
            runner, seat = self.session.seats[one.match]
            now_us = runner._floor.clock.now_us()
            key = seat, answer.decision, answer.attempt
            runner.answer(*key, *answer_of(answer), now_us, crashed=answer.crashed)
        return bool(asked)


class House:
    """A floor and its director. `settle` does what a loop would do until nothing is left to be done."""

    def __init__(self, store: MemoryStore | None = None, clock: JumpingClock | None = None) -> None:
        self.store = store or MemoryStore()
        self.clock = clock or JumpingClock()
        self.files: dict[tuple[str, str], list[bytes]] = {}
        self.failure: StoreError | None = None
        self.is_full = False
        self._soon: list[Callable[[], None]] = []
        self._numbers = count()
        metrics = Metrics("0.0.0")
        self.floor = Floor(
            clock=self.clock,
            probe=Probe(self.clock, metrics.loop_lag.observe),
            deadlines=Deadlines(self.clock),
            soon=self._soon.append,
            turn=LoopTurn(self.store, self._soon.append, metrics.committed, self._failed),
            store=self.store,
            wire=ProtobufWire(),
            signer=Signer(KEY),
            metrics=metrics,
            feed=Feed(),
            replays=Replays(self._soon.append),
            write_log=self._write,
            note=lambda *_: None,
            restart_grace_us=45_000_000,
            version="0.0.0",
        )
        self.director = Director(self.floor, Tokens(self.store, self.clock))

    def _write(self, tournament: str, name: str, records: list[bytes]) -> None:
        if self.is_full:
            raise StoreError("the disk is full")
        self.files[tournament, name] = records

    def _failed(self, error: StoreError) -> None:
        self.failure = error

    def settle(self) -> None:
        """Call what is due now, and what that asks for."""
        while self.turn():
            pass

    def turn(self) -> bool:
        """Call what is due in one turn of the loop; return whether anything was."""
        due, self._soon[:] = list(self._soon), []
        for call in due:
            call()
        return bool(due)

    def jump(self, us: int) -> None:
        self.clock.jump(us)
        self.settle()

    def create(
        self,
        *bots: str,
        name: str = "cup",
        rules: RuleSet | None = None,
        time: str = "1s+30s",
        cap_us: int = 0,
        faults: FaultPolicy | None = None,
        start: bool = True,
        seeded: bool = True,
        **spec: object,
    ) -> Hosted:
        wanted = TournamentSpec(id=name, entrants=tuple(map(Entrant, bots)), **{"games": 1, **spec})
        rules = rules or RuleSet.of("official", {"target": 500})
        plan = Plan(wanted, rules, TimeControl.parse(time, cap_us), faults or FaultPolicy())
        hosted, _ = self.director.create(plan, seed_secret("seed") if seeded else None, "")
        if start:
            self.director.do(name, lambda one: one.machine.start())
        self.settle()
        return hosted

    def sit(
        self, bot: str, matches: int = 1, scope: str = "", known: dict[int, Known] | None = None
    ) -> Seated:
        seated = Seated(ReadAtOnce(f"{bot}-{next(self._numbers)}", bot, scope, matches))
        seated.seen = {match: (one.seq, one.number) for match, one in (known or {}).items()}
        self.director.lobby.open(seated.session, known or {})
        self.settle()
        return seated

    def lose(self, seated: Seated) -> None:
        self.director.lobby.close(seated.session)
        self.settle()

    def play(
        self, *seated: Seated, choose: Choose = first, until: Callable[[], object] = lambda: False
    ) -> None:
        """Let bots play on, in turn, until nothing is asked of them or something holds."""
        busy = True
        while busy and not until():
            busy = False
            for one in seated:
                busy |= one.ready()
                busy |= one.answer(choose)
                self.settle()
                if until():
                    return


def audit(house: House, name: str = "cup") -> str:
    """Verify all files of a tournament; return the state of its own log."""
    verdicts = {}
    for (tournament, log), records in house.files.items():
        if tournament == name and log != "tournament":
            verdict = verify(read_log(file_bytes(records), record_of))
            assert verdict.state == "ok", (log, verdict.difference)
            verdicts[verdict.header.match, verdict.header.run] = verdict
    log = read_tournament(file_bytes(house.files[name, "tournament"]), tournament_record_of)
    verdict = verify_tournament(log, verdicts)
    assert verdict.difference is None, verdict.difference
    return verdict.state
