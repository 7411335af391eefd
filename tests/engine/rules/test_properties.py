"""What holds of any round under any rules, with wrong moves, silence, removals and fines in between."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from arbitro_engine.rules.cards import CARDS, COLORS, DECKS, kinds_of
from arbitro_engine.rules.dealer import next_dealer
from arbitro_engine.rules.events import EventKind, Why
from arbitro_engine.rules.legal import is_fined, is_forfeit, legal, offer_of, refusal
from arbitro_engine.rules.moves import BARE_MOVES, Act, DecisionKind, Move, play
from arbitro_engine.rules.opening import deal
from arbitro_engine.rules.options import Choice
from arbitro_engine.rules.ruleset import OPTIONS, RuleFaults, RuleSet
from arbitro_engine.rules.silence import default
from arbitro_engine.rules.step import apply, apply_default, fine, retire, wrong_card
from arbitro_engine.rules.view import public, seat_view
from support.ledger import Ledger
from support.rounds import ALL_PROFILES, chance, dealt, fingerprint, random_move

EVERY_MOVE = [
    *BARE_MOVES.values(),
    *(Move(Act.COLOR, None, color) for color in COLORS),
    *(
        play(card, color)
        for card in CARDS
        for color in ((*COLORS, None) if card.is_wild else (None, COLORS[0]))
    ),
]
MALFORMED = [Move(Act.PLAY), Move(Act.COLOR), Move(Act.DRAW, CARDS[0]), Move(Act.KEEP, uno=True)]

small = {"hand_size", "players_min", "players_max", "max_actions_per_round", "deck"}
values = {
    name: st.sampled_from(about.words) if isinstance(about, Choice) else st.integers(0, 5)
    for name, about in OPTIONS.items()
    if name not in small
}
some_rules = st.dictionaries(st.sampled_from(sorted(values)), st.none(), max_size=10).flatmap(
    lambda names: st.fixed_dictionaries({name: values[name] for name in names})
)


def rule_set(profile, overrides):
    """The profile with as many of the overrides as it bears."""
    kept = {}
    for option, value in overrides.items():
        try:
            RuleSet.of(profile, {**kept, option: value})
        except RuleFaults:
            continue
        kept[option] = value
    return RuleSet.of(profile, kept)


class AnyRound(RuleBasedStateMachine):
    """A round of any size under any rules."""

    @initialize(
        profile=st.sampled_from(ALL_PROFILES),
        overrides=some_rules,
        seats=st.integers(2, 10),
        seed=st.integers(0, 2**32),
        cards=st.integers(30, 108),
        hand=st.integers(1, 7),
        cap=st.sampled_from([15, 5000, 5000, 5000]),
        stable=st.sampled_from([False, False, True]),
    )
    def begin(self, profile, overrides, seats, seed, cards, hand, cap, stable):
        if profile == "vintage_pairs" or overrides.get("teams") == "pairs":
            seats = max(4, seats - seats % 2)
        overrides = {**overrides, "max_actions_per_round": cap}
        self.rules = rule_set(profile, overrides)
        chances = chance(str(seed), stable=stable and cards == 108)
        deck = chances.deck(DECKS["std108"])[: max(cards, seats * hand + 12)]
        deck[seats * hand :] = sorted(deck[seats * hand :], key=lambda card: card.number is None)
        self.round, events = deal(
            self.rules, seats, seed % seats, deck, chances, scores=[0] * seats, hand_size=hand
        )
        self.rng = random.Random(seed)
        self.books = Ledger(seats, stable=self.round.orders is not None)
        self.ends = 0
        self.note(events)

    def note(self, events):
        self.books.enter(events)
        self.ends += sum(event.kind is EventKind.ROUND_ENDED for event in events)
        for event in events:
            seen = public(event)
            assert seen is None or "cards" not in seen._fields

    def running(self):
        return self.round.result is None

    @precondition(running)
    @rule(moves=st.integers(1, 8))
    def play_on(self, moves):
        for _ in range(moves):
            if self.running():
                self.note(apply(self.round, *random_move(self.round, self.rng)))

    @precondition(lambda self: not self.running())
    @rule(seed=st.integers(0, 2**32))
    def deal_again(self, seed):
        """The next round of the match, among the seats that are left."""
        old = self.round
        if old.teams() < 2:
            old.active, old.scores = [True] * old.seats, [0] * old.seats
        chances = chance(str(seed))
        deck = chances.deck(DECKS[self.rules.deck])
        dealer = next_dealer(self.rules, old.dealer, old.result.winner, old.active)
        self.round, events = deal(
            self.rules,
            old.seats,
            dealer,
            deck,
            chances,
            scores=old.scores,
            number=old.number + 1,
            active=old.active,
            hand_size=2,
        )
        self.books = Ledger(old.seats)
        self.ends = 0
        self.note(events)

    @precondition(running)
    @rule(pick=st.randoms(use_true_random=False))
    def try_anything(self, pick):
        """A move at random: refused and changing nothing, or legal, just as the list of legal moves says."""
        seat = pick.randrange(self.round.seats)
        move = pick.choice(EVERY_MOVE + MALFORMED)
        before = fingerprint(self.round)
        why = refusal(self.round, seat, move)
        assert fingerprint(self.round) == before
        assert (why is None) == (move in legal(self.round, seat))
        if why is None:
            self.note(apply(self.round, seat, move))
            return
        with pytest.raises(ValueError, match=why.value):
            apply(self.round, seat, move)
        assert fingerprint(self.round) == before
        if is_fined(self.round, why):
            self.note(wrong_card(self.round, seat))
        elif is_forfeit(self.round, why):
            self.note(retire(self.round, seat, Why.ILLEGAL))

    @precondition(running)
    @rule()
    def stay_silent(self):
        seat = self.rng.choice([seat for seat in self.round.to_act if seat not in self.round.answers])
        assert refusal(self.round, seat, default(self.round, seat)) is None
        moves, events = apply_default(self.round, seat)
        assert 1 <= len(moves) <= 2
        self.note(events)

    @precondition(running)
    @rule(rarely=st.integers(0, 9))
    def leave(self, rarely):
        if rarely:
            return
        seat = self.rng.choice([seat for seat, on in enumerate(self.round.active) if on])
        self.note(retire(self.round, seat, Why.WITHDRAWAL))
        assert self.round.counts[seat] == 0

    @precondition(lambda self: self.running() and not self.round.answers)
    @rule(rarely=st.integers(0, 4))
    def be_fined(self, rarely):
        if rarely:
            return
        seat = self.rng.choice([seat for seat, on in enumerate(self.round.active) if on])
        left, passes = self.round.actions_left, self.round.passes
        self.note(fine(self.round, seat, self.rng.randrange(4)))
        assert self.round.actions_left == left
        assert self.round.passes == 0 or passes == 0
        assert self.round.suspect != seat or self.round.decision is not DecisionKind.CATCH

    @invariant()
    def the_books_agree(self):
        self.books.agrees_with(self.round)
        assert self.round.held == [kinds_of(hand) for hand in self.round.hands]

    @invariant()
    def what_is_kept_is_what_would_be_worked_out_anew(self):
        """The short ways to the next decision end where the long one does."""
        round = self.round
        assert round.offer == offer_of(round)
        kept = round.following, round.preceding
        round.order_seats()
        assert (round.following, round.preceding) == kept
        if round.decision is DecisionKind.TURN:
            assert not round.drawn
            assert not round.unsaid[round.turn]

    @invariant()
    def somebody_is_asked_and_can_answer(self):
        round = self.round
        if round.result:
            assert (round.to_act, round.pending) == ((), 0)
            assert not any(legal(round, seat) for seat in range(round.seats))
            assert self.ends == 1
            return
        assert self.ends == 0
        assert round.to_act
        assert list(round.to_act) == sorted(set(round.to_act))
        assert all(round.active[seat] for seat in round.to_act)
        assert round.active[round.turn]
        waiting = [seat for seat in round.to_act if seat not in round.answers]
        assert waiting
        for seat in waiting:
            moves = legal(round, seat)
            assert moves
            assert len(set(moves)) == len(moves)
            assert seat_view(round, seat).hand == tuple(sorted(round.hands[seat]))
        if round.decision not in {DecisionKind.CATCH, DecisionKind.CHALLENGE}:
            assert round.to_act == (round.turn,)

    @precondition(running)
    @rule()
    def refusals_and_legal_moves_agree(self):
        for seat in range(self.round.seats):
            moves = set(legal(self.round, seat))
            assert {move for move in EVERY_MOVE if refusal(self.round, seat, move) is None} == moves


TestAnyRound = AnyRound.TestCase
TestAnyRound.settings = settings(stateful_step_count=60)


@pytest.mark.parametrize("stable", [False, True], ids=["pile", "own-orders"])
@pytest.mark.parametrize("profile", ALL_PROFILES)
def test_rounds_come_to_an_end_and_every_card_is_accounted_for(profile, stable):
    rules = RuleSet.of(profile)
    for number, seats in enumerate((4, 6, 8, 10) if rules.teams == "pairs" else (2, 3, 4, 7, 10)):
        rng = random.Random(f"{profile}/{seats}")
        round, events = dealt(rules, seats, profile, number, stable=stable)
        books = Ledger(seats, stable=stable)
        books.enter(events)
        acts = 0
        while round.result is None:
            books.enter(apply(round, *random_move(round, rng)))
            acts += 1
        books.agrees_with(round)
        assert tuple(round.cards()) == DECKS["std108"]
        assert acts <= rules.max_actions_per_round
        assert round.scores == list(round.result.points)


@pytest.mark.parametrize("profile", ["traditional", "vintage", "cumulative", "official"])
def test_equal_chance_and_equal_moves_give_equal_events(profile):
    def events_of():
        rng = random.Random(5)
        round, events = dealt(RuleSet.of(profile), 3)
        while round.result is None:
            events += apply(round, *random_move(round, rng))
        return events

    assert events_of() == events_of()
