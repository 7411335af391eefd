"""The engine without any transport, beside RLCard's UNO: decisions in a second of one core.

The policy is the same on both sides: a random one of the legal moves, and draws only where nothing else is
legal. It never shouts, since legal moves carry none, so that a round of ours is long, with a poll for each
missed shout. RLCard's rules are fewer: a drawn card is played by itself, nobody shouts, challenges or
catches. On neither side does a run play a round again that one before it has played.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice

from arbitro.codec import record_bytes
from arbitro_engine.log.replay import chance_of_secret
from arbitro_engine.match.clock import Stamps
from arbitro_engine.match.header import Header
from arbitro_engine.match.inputs import Answer, Begin
from arbitro_engine.match.match import Match
from arbitro_engine.match.messages import Ask
from arbitro_engine.rules.cards import DECKS
from arbitro_engine.rules.legal import offered
from arbitro_engine.rules.moves import BARE_MOVES, Act, Move
from arbitro_engine.rules.opening import deal
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.shuffle import DealKey
from arbitro_engine.rules.step import apply
from arbitro_engine.rules.view import seat_view
from bench.figures import Figure
from bench.meter import alternate, median
from bench.peer import RlCard, Spent

__all__ = ["measure", "play_match", "play_rounds"]

SECRET = bytes(32)
_DRAW = BARE_MOVES[Act.DRAW]


def measure(*, full: bool) -> Iterator[Figure]:
    """Rules alone, rules with each seat's view, and the whole machine of a match, beside ``env.run``."""
    rounds, runs = (600, 7) if full else (200, 3)
    rules = RuleSet.of("official")
    sides: list[Callable[[], Spent]] = [
        partial(play_rounds, rules, rounds, count()),
        partial(play_rounds, rules, rounds, count(), views=True),
        partial(play_match, rules, rounds, count()),
        partial(play_match, rules, rounds, count(), stored=True),
    ]
    names = ("rules", "rules and views", "match machine", "match machine and records' bytes")
    with RlCard() as peer:
        *ours, theirs = alternate([*sides, lambda: peer.run(rounds // 4)], runs)
    their_rate = median(spent.rate for spent in theirs)
    yield Figure("engine", "RLCard env.run", their_rate, "decisions/s")
    for name, spent in zip(names, ours, strict=True):
        rate = median(one.rate for one in spent)
        yield Figure("engine", name, rate, "decisions/s")
        goals = (15, 25) if name == "rules" else (None, None)
        ratio = median(one.rate / other.rate for one, other in zip(spent, theirs, strict=True))
        yield Figure("engine", f"{name} / RLCard env.run", ratio, "ratio", *goals)
        yield Figure("engine", f"{name}, a decision", 1e6 / rate, "us")
    yield Figure("engine", "rules", median(one["rounds"] / one["cpu_s"] for one in ours[0]), "rounds/s")


def chosen(moves: tuple[Move, ...], bits: Callable[[int], int]) -> Move:
    """Return a random legal move, a draw only if there is nothing else."""
    choices = len(moves)
    if choices > 1 and moves[-1] is _DRAW:
        choices -= 1
    return moves[bits(16) % choices]


def play_rounds(rules: RuleSet, rounds: int, numbers: Iterator[int], *, views: bool = False) -> Spent:
    """Play so many rounds of two seats by the rules alone.

    Args:
        rules: the rule set.
        rounds: how many.
        numbers: where their numbers come from, which each round's shuffle follows from.
        views: whether each seat's view is built when it is asked.
    """
    bits = random.Random(1).getrandbits
    key = DealKey(SECRET, {})
    deck = DECKS[rules.deck]
    decisions = 0
    begun = time.process_time()
    for number in islice(numbers, rounds):
        chance = key.round(number)
        round, _ = deal(rules, 2, number % 2, chance.deck(deck), chance, scores=(0, 0), number=number)
        while round.result is None:
            seat = round.to_act[len(round.answers)]
            if views:
                seat_view(round, seat)
            apply(round, seat, chosen(offered(round, seat)[0], bits))
            decisions += 1
    return Spent(decisions=decisions, rounds=rounds, cpu_s=time.process_time() - begun)


def play_match(rules: RuleSet, rounds: int, numbers: Iterator[int], *, stored: bool = False) -> Spent:
    """Play matches of two seats until so many rounds are over.

    Args:
        rules: the rule set.
        rounds: how many, at least.
        numbers: where the matches' numbers come from, which their shuffles follow from.
        stored: whether the records are made into bytes.
    """
    bits = random.Random(1).getrandbits
    decisions = played = 0
    begun = time.process_time()
    while played < rounds:
        number = next(numbers)
        header = Header(f"bench-{number}", ("a", "b"), rules, bytes(32), f"bench-{number}")
        match = Match(header, chance_of_secret(header, SECRET))
        step = match.handle(Begin(()))
        waiting: list[Ask] = []
        while match.ended is None:
            waiting += [message for message in step.messages if type(message) is Ask]
            ask = waiting.pop()
            move = chosen(offered(match._course.round, ask.seat).moves, bits)  # noqa: SLF001 - the bot costs nothing
            step = match.handle(Answer(ask.seat, ask.decision, ask.attempt, move, Stamps(1_000, 2_000)))
            if stored:
                for record in step.records:
                    record_bytes(record)
            decisions += 1
        played += match.rounds_played
    return Spent(decisions=decisions, rounds=played, cpu_s=time.process_time() - begun)
