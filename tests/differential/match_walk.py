"""Whole matches: the oracle, led by hand through faults, strikes and orders, beside the engine's machine."""

from collections import Counter
from dataclasses import dataclass

from differential.engine_match import EngineMatch
from differential.lockstep import difference, state
from oracle import CounterChance, Match, check, dealer_draw, profile
from oracle.cards import NUMBERS, full_deck
from oracle.seating import team_of
from oracle.table import WRONG_CARD
from oracle_checks.acts import legal_act, refused_act
from oracle_checks.walks import random_cards, random_palette, random_rules

LENGTH = 250
LATE, REFUSED, LEAVES, ORDER = 0.04, 0.03, 0.004, 0.02


@dataclass(frozen=True)
class Policy:
    """A fault policy of architecture 5."""

    name: str
    strikes: int


POLICIES = [
    *[Policy("lenient", 3)] * 4,
    *[Policy("contest", 9)] * 3,
    *[Policy("contest", strikes) for strikes in (1, 2, 3)],
    Policy("strict", 3),
]


class MatchWalk:
    """One match, played by both. `play` returns the first (field, oracle, engine) that differs, or None.

    What is done about faults, and when orders take effect, stands here a second time, written from the
    architecture's table: the oracle knows rounds and scores. `seen` counts what the match went through.
    """

    def __init__(self, rng):
        self.rng = rng
        self.seats = rng.choice([2, 2, 3, 4, 4, 5, 6])
        self.rules = match_rules(rng, self.seats)
        self.options = profile(**self.rules)
        self.policy = rng.choice(POLICIES)
        self.seed = str(rng.getrandbits(32))
        dealer_deck = CounterChance(f"{self.seed}/dealer").shuffle(full_deck(self.options["deck"]))
        self.oracle = Match(self.options, self.seats, dealer_draw(self.options, dealer_deck, self.seats)[0])
        self.decks, self.strikes, self.refusals, self.orders = {}, [0] * self.seats, Counter(), []
        self.inputs, self.seen = [], Counter()
        self.open_round()
        self.engine = EngineMatch(self.rules, self.seats, self.policy, self.decks, dealer_deck, self.seed)

    def play(self):
        found = self.difference()
        while found is None and not self.oracle.over and len(self.inputs) < LENGTH:
            self.inputs.append(self.random_input())
            name, *arguments = self.inputs[-1]
            getattr(self, name)(*arguments)
            found = self.difference()
        return found

    def told(self):
        """Everything that the match follows from."""
        return {
            "rules": self.rules,
            "seats": self.seats,
            "policy": [self.policy.name, self.policy.strikes],
            "chance": self.seed,
            "decks": self.decks,
            "inputs": self.inputs,
        }

    def random_input(self):
        rng, table = self.rng, self.table
        waiting = [seat for seat in table.asked if seat not in table.answers]
        seat, lot = rng.choice(waiting), rng.random()
        if lot < LATE:
            return "time_up", seat
        if lot < LATE + REFUSED:
            return "answer", seat, refused_act(rng, table, seat)
        if lot < LATE + REFUSED + LEAVES:
            return "withdraw", rng.choice(table.active)
        if lot < LATE + REFUSED + LEAVES + ORDER:
            act = rng.choice(["fine", "fine", "fine", "retire"])
            return "order", act, rng.choice(table.active), rng.randint(1, 3)
        return "answer", seat, legal_act(rng, table, seat)

    def difference(self):
        oracle, table = self.oracle, self.table
        engine = self.engine.state()
        ignored = ("drew", "forgiven", "sees", "match_over", "match_winner")  # of steps, and of single rounds
        return difference(
            state(table)
            | {
                "open": [seat for seat in table.asked if seat not in table.answers],
                "rounds": oracle.rounds,
                "scores": list(oracle.scores),
                "dealer": table.dealer,
                "active": list(table.active if oracle.table else oracle.active),
                "strikes": self.strikes,
                "over": oracle.over,
                "winner": oracle.winner,
            },
            engine,
            ignored,
        )

    # ------------------------------------------------------------------------------------- the four inputs

    def answer(self, seat, text):
        table, code = self.table, self.table.refusal(seat, text)
        wrong = code in WRONG_CARD and table.decision in ("turn", "after_draw")
        reaction = self.options["illegal_play"] if wrong else "reject"
        if code is None:
            table.act(seat, text)
            self.settle()
        elif reaction == "forfeit" or self.policy.name == "strict":
            self.remove(seat)
        elif reaction == "reject_and_draw":
            table.act(seat, text)
            self.settle(leaver=seat if self.strike(seat) else None)
        elif self.policy.name == "contest":
            if self.strike(seat):
                self.remove(seat)
        else:
            self.refusals[seat] += 1
            if self.refusals[seat] == 3:
                self.default(seat)
                self.settle()
        self.engine.answer(seat, text)

    def time_up(self, seat):
        if self.policy.name == "strict":
            self.remove(seat)
        else:
            self.default(seat)
            self.settle(leaver=seat if self.strike(seat) else None)
        self.engine.time_up(seat)

    def withdraw(self, seat):
        self.remove(seat)
        self.engine.withdraw(seat)

    def order(self, act, seat, cards):
        """It takes effect before the next decision is put (architecture 5)."""
        self.orders.append((act, seat, cards))
        self.engine.order(act, seat, cards)

    # ------------------------------------------------------------------------------------- what follows

    def default(self, seat):
        """What is left of the turn: an opening colour and the turn share their time."""
        naming = self.table.decision == "color"
        self.table.timeout(seat)
        if naming and self.table.decision == "turn":
            self.table.timeout(seat)

    def strike(self, seat):
        """Strike a seat under `contest`; return whether that was the last one."""
        if self.policy.name != "contest":
            return False
        self.strikes[seat] += 1
        return self.strikes[seat] >= self.policy.strikes

    def settle(self, leaver=None):
        """After an act: the round's result, who leaves, the next round, orders."""
        self.close_round()
        fresh = not self.table.answers
        if leaver is not None and not self.oracle.over:
            self.remove(leaver, fresh)
        else:
            self.go_on(fresh)

    def remove(self, seat, fresh=False):
        """A seat leaves, and its partner. A decision that has been put and is still asked stays as it is."""
        table, gone = self.table, team_of(self.table, seat)
        if self.oracle.table is None:
            self.seen["left between rounds"] += 1
            self.oracle.retire(seat)
            self.go_on(fresh=True)
            return
        waiting = [other for other in table.asked if other not in table.answers and other not in gone]
        asked = self.asked()
        table.retire(seat)
        self.seen["left"] += 1
        self.seen["went out by a removal"] += table.round is not None and table.round["reason"] == "out"
        self.close_round()
        self.go_on(fresh=fresh or not waiting or asked != self.asked())

    def asked(self):
        """What is asked, and whom it is about."""
        table = self.table
        about = {"catch": table.offender, "challenge": table.played and table.played["seat"]}
        return table.decision, about.get(table.decision, table.turn)

    def close_round(self):
        if self.table.round is not None and self.oracle.table is not None:
            self.seen[self.table.round["reason"]] += 1
            self.oracle.close()

    def go_on(self, fresh):
        """Nothing is open any more if `fresh`: the next round is dealt, orders are obeyed."""
        if self.oracle.over:
            return
        if self.oracle.table is None:
            self.open_round()
            fresh = True
        if fresh:
            self.refusals.clear()
        while fresh and self.orders and not self.oracle.over:
            act, seat, cards = self.orders.pop(0)
            if seat not in self.table.active:
                continue
            self.seen[act] += 1
            if act == "fine":
                self.table.fine(seat, cards)
            else:
                self.remove(seat)

    def open_round(self):
        number = self.oracle.rounds
        self.decks[number] = deck = random_deck(self.rng, self.options, len(self.oracle.active))
        self.table = self.oracle.open(deck, CounterChance(f"{self.seed}/{number}"))
        self.seen["extra round"] += self.oracle.extra_due


def match_rules(rng, seats):
    """Rules under which a match ends soon: short hands, low targets, few rounds."""
    while True:
        rules = random_rules(rng, seats)
        overrides = rules["overrides"] | {"hand_size": rng.choice([1, 2, 2, 3])}
        overrides["scoring"] = rng.choice(["winner_takes", "keep_own", "keep_own", "round_win"])
        overrides["target"] = rng.choice(
            [1, 2, 3] if overrides["scoring"] == "round_win" else [2, 5, 20, 60, 300]
        )
        overrides["dealer_next"] = rng.choice(["rotate", "winner", "keep"])
        if rng.random() < 0.3:
            overrides["max_actions_per_round"] = rng.choice([1, 2, 3, 5, 8])
        overrides["max_rounds"] = rng.choice([1, 2, 3, 5, 200])
        overrides["extra_rounds_max"] = rng.choice([0, 1, 2])
        if not check(profile(rules["profile"], overrides), seats):
            return {"name": rules["profile"], "overrides": overrides}


def random_deck(rng, options, seats):
    """A few cards, or the full deck; some number can open."""
    if rng.random() < 0.1:
        deck = full_deck(options["deck"])
        rng.shuffle(deck)
        return deck
    dealt = options["hand_size"] * seats
    palette = random_palette(rng)
    if rng.random() < 0.3:  # hands of equal cards make ties
        palette = [rng.choice("RYGB") + "1", rng.choice("RYGB") + "1"]
    deck = random_cards(rng, palette, dealt + rng.randint(2, 10))
    deck.insert(dealt + rng.randint(0, 1), rng.choice("RYGB") + rng.choice(NUMBERS))
    return deck
