"""A shell around the match machine for tests: rigged cards, a clock that jumps, and all that came out of it.

It does what every shell must do, and checks at each step that the machine keeps its side: a clock is armed
for every open decision and for nothing else, and somebody is asked as long as the match runs.
"""

from collections.abc import Sequence

from arbitro_engine.match.clock import Stamps, TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.header import Header
from arbitro_engine.match.inputs import Answer, Begin, Input, TimeUp
from arbitro_engine.match.match import Match
from arbitro_engine.match.messages import Ask, Message, Private, Public, Result
from arbitro_engine.match.record import RecordKind, StepRecord
from arbitro_engine.match.step import Step
from arbitro_engine.rules.cards import Card, Color, parse_cards
from arbitro_engine.rules.moves import parse_move
from arbitro_engine.rules.ruleset import RuleSet

MS = 1_000
S = 1_000_000


class Rigged:
    """Chance without any: the deck begins with the cards given, and coins fall for the catchers."""

    def __init__(self, *top: str) -> None:
        self.top = parse_cards(list(top))

    def deck(self, cards: Sequence[Card]) -> list[Card]:
        rest = list(cards)
        for card in self.top:
            rest.remove(card)
        return self.top + rest

    def dealer(self, cards: Sequence[Card]) -> list[Card]:
        return list(cards)

    def reshuffle(self, cards: Sequence[Card]) -> list[Card]:
        return [*cards[1:], cards[0]]  # an opening card put back must not come up again

    def spot(self, n: int) -> int:
        return n // 2

    def coin(self) -> bool:
        return True

    def color(self) -> Color:
        return Color.RED

    def seat_order(self, seat: int, reshuffles: int, cards: Sequence[Card]) -> list[Card] | None:
        return None


def rigged(hands: Sequence[str], opening: str, pile: str = "") -> Rigged:
    """Chance that deals these hands (texts of cards; seat 0 deals), turns up a card, leaves a pile."""
    dealt = [hand.split() for hand in hands]
    order = [*range(1, len(hands)), 0]
    cards = [dealt[seat][at] for at in range(len(dealt[0])) for seat in order]
    return Rigged(*cards, opening, *pile.split())


class Refereed:
    """One match and its shell."""

    def __init__(
        self,
        hands: Sequence[str] = ("R1 R2 R3", "R4 R5 R6"),
        opening: str = "R9",
        pile: str = "",
        profile: str = "official",
        policy: FaultPolicy | str = "contest",
        time: str = "1s+30s",
        begin: bool = True,
        *,
        later: Sequence[Rigged] = (),
        cap_us: int = 0,
        **rules: str | int,
    ) -> None:
        options = {"dealer_pick": "fixed_seat", "hand_size": len(hands[0].split()), **rules}
        self.header = Header(
            match="cup-0-0",
            bots=tuple(f"bot{seat}" for seat in range(len(hands))),
            rules=RuleSet.of(profile, options),
            commitment=bytes(32),
            set_id="cup-0-0",
            time=TimeControl.parse(time, cap_us),
            faults=FaultPolicy(policy) if isinstance(policy, str) else policy,
        )
        self.rounds = [rigged(hands, opening, pile), *later]
        self.match = Match(self.header, self.chance_for)
        self.now = 0
        self.records: list[StepRecord] = []
        self.messages: list[Message] = []
        self.asks: dict[int, tuple[Ask, int]] = {}
        self.limits: dict[int, int | None] = {}
        self.step = Step()
        if begin:
            self.give(Begin(()))

    def chance_for(self, nonces):
        return lambda number: self.rounds[min(number, len(self.rounds) - 1)]

    # what happens

    def give(self, happened: Input) -> Step:
        """Hand the machine an input, as a shell does."""
        step = self.step = self.match.handle(happened)
        self.records += step.records
        self.messages += step.messages
        for seat in step.disarmed:
            del self.limits[seat], self.asks[seat]
        for armed in step.armed:
            self.limits[armed.seat] = armed.limit_us
        self.asks |= {message.seat: (message, self.now) for message in step.messages if type(message) is Ask}
        assert self.limits.keys() == self.asks.keys() == self.match.open.keys()
        assert bool(self.asks) == (self.match.begun and not self.match.ended)
        assert all(self.asks[seat][0].decision == armed for seat, armed in self._open().items())
        return step

    def _open(self) -> dict[int, int]:
        return {seat: decision.id for seat, decision in self.match.open.items()}

    def do(self, seat: int, text: str, took: int = 0, lag: int = 0) -> Step:
        """Let a seat answer what it is asked, so many microseconds after it was asked."""
        ask, asked = self.asks[seat]
        try:
            move, text = parse_move(text), ""
        except ValueError:
            move = None
        self.now = max(self.now, asked + took)
        return self.give(
            Answer(seat, ask.decision, ask.attempt, move, Stamps(asked, asked + took, lag), text)
        )

    def time_up(self, seat: int, lag: int = 0) -> Step:
        """Let a seat's time pass."""
        ask, asked = self.asks[seat]
        limit = self.limits[seat] or 0
        self.now = max(self.now, asked + limit + lag)
        return self.give(TimeUp(seat, ask.decision, Stamps(asked, asked + limit + lag, lag)))

    # what came of it

    @property
    def asked(self) -> str:
        """Who is asked what: ``turn 1``, ``catch 0 2``."""
        kinds = {ask.kind.text for ask, _ in self.asks.values()}
        return " ".join([*kinds, *map(str, sorted(self.asks))])

    @property
    def lines(self) -> list[str]:
        """The last step's records, in short."""
        return [line(record) for record in self.step.records]

    @property
    def result(self) -> Result:
        """The last step's only result."""
        (result,) = (message for message in self.step.messages if type(message) is Result)
        return result

    def ask(self, seat: int) -> Ask:
        """What the seat is asked now."""
        return self.asks[seat][0]

    @property
    def public(self) -> list[str]:
        """What the last step told everybody: ``drew 1``, ``played 0``."""
        return [
            told(event)
            for message in self.step.messages
            if type(message) is Public
            for event in message.events
        ]

    def private(self, seat: int) -> list[str]:
        """What the last step told this seat alone."""
        told_it = (m for m in self.step.messages if type(m) is Private and m.seat == seat)
        return [
            f"{event.kind.name.lower()} {' '.join(map(str, event.cards))}"
            for m in told_it
            for event in m.events
        ]


def told(event) -> str:
    return event.kind.name.lower() + (f" {event.seat}" if event.seat >= 0 else "")


def line(record: StepRecord) -> str:
    """A record in one line, for tests to read."""
    words = [record.kind.name.lower()]
    words += [str(record.seat)] if record.seat >= 0 else []
    words += [str(record.move)] if record.move else []
    words += [record.refusal.value] if record.refusal else []
    words += [record.cause] if record.cause else []
    words += ["+".join(map(str, record.did))] if record.did else []
    words += [record.arbiter] if record.arbiter else []
    words += [record.ending.text] if record.ending and record.kind is not RecordKind.END else []
    if record.end:
        words += [record.end.ending.text, f"winner={record.end.winner}", f"blame={record.end.blame}"]
    return " ".join(words)
