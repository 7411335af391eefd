"""The engine's match machine: it deals, counts and ends by itself, the test answers for the seats."""

from arbitro_engine.match.clock import Stamps, TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.header import Header
from arbitro_engine.match.inputs import Answer, ArbiterAct, Begin, Retire, TimeUp
from arbitro_engine.match.match import Match
from arbitro_engine.rules.cards import parse_cards
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.moves import parse_move
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.scenario_chance import ScenarioChance
from differential.engine_table import round_state

AT_ONCE, TOO_LATE = Stamps(0, 0), Stamps(0, 10**9)


class Chance(ScenarioChance):
    """A scenario's chance, with the decks that the story has drawn up."""

    def __init__(self, seed, deck, dealer_deck):
        super().__init__(seed)
        self.decks = deck, dealer_deck

    def deck(self, cards):
        return parse_cards(self.decks[0])

    def dealer(self, cards):
        return parse_cards(self.decks[1])


class EngineMatch:
    """A match of the engine. `decks` is by round, and may grow while the match is played."""

    def __init__(self, rules, seats, policy, decks, dealer_deck, seed):
        header = Header(
            match="walk-0-0",
            bots=tuple(f"bot{seat}" for seat in range(seats)),
            rules=RuleSet.of(rules["name"], rules["overrides"]),
            commitment=bytes(32),
            set_id="walk-0-0",
            time=TimeControl.parse("1s+0s"),
            faults=FaultPolicy(policy.name, policy.strikes),
        )
        self.match = Match(
            header, lambda nonces: lambda number: Chance(f"{seed}/{number}", decks[number], dealer_deck)
        )
        self.match.handle(Begin(()))

    def answer(self, seat, text):
        """Let a seat answer: an act as text, or no act at all."""
        decision = self.match.open[seat]
        try:
            move = parse_move(text)
        except ValueError:
            move = None
        self.match.handle(Answer(seat, decision.id, decision.attempt, move, AT_ONCE, text))

    def time_up(self, seat):
        self.match.handle(TimeUp(seat, self.match.open[seat].id, TOO_LATE))

    def withdraw(self, seat):
        self.match.handle(Retire(seat, Why.WITHDRAWAL, 0))

    def order(self, act, seat, cards=0):
        self.match.handle(ArbiterAct(act, seat, cards, "arbiter", "", 0))

    def state(self):
        """How the match stands, with the round being played or played last."""
        match = self.match
        ended = match.ended
        return round_state(match._course.round) | {
            "open": sorted(match.open),
            "rounds": match.rounds_played,
            "scores": list(match.scores),
            "dealer": match._course.round.dealer,
            "active": list(match.active),
            "strikes": list(match.strikes),
            "over": ended is not None,
            "winner": ended and ended.winner,
        }
