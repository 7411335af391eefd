import pytest

from arbitro_engine.rules.cards import parse_cards
from arbitro_engine.rules.dealer import next_dealer, pick_dealer
from arbitro_engine.rules.ruleset import RuleSet
from support.rounds import cards, chance


class Drawn:
    """Chance whose dealer's deck is known."""

    def __init__(self, deck):
        self.deck = parse_cards(cards(deck))

    def dealer(self, cards):
        return list(self.deck)


def draw(deck, seats=3, profile="official", **overrides):
    seat, events = pick_dealer(RuleSet.of(profile, overrides), seats, Drawn(deck))
    return seat, [f"{event.seat} {event.card}" for event in events]


def test_the_highest_card_deals():
    assert draw("R3 B9 G5") == (1, ["0 R3", "1 B9", "2 G5"])


def test_symbols_count_zero():
    assert draw("RS W R0 Y1", seats=4) == (3, ["0 RS", "1 W", "2 R0", "3 Y1"])


def test_symbols_count_nothing_under_void_and_are_drawn_again_at_once():
    assert draw("RS B+2 R4 G9 Y1", profile="vintage") == (1, ["0 RS", "0 B+2", "0 R4", "1 G9", "2 Y1"])


def test_tied_seats_draw_on():
    assert draw("R9 B9 G5 Y2 Y4") == (1, ["0 R9", "1 B9", "2 G5", "0 Y2", "1 Y4"])
    assert draw("R9 B9 G9 Y4 Y4 Y2 R1 R0")[0] == 0


def test_a_deck_that_runs_out_lets_the_lowest_tied_seat_deal():
    assert draw("R1 R9 B9")[0] == 1
    assert draw("RS W RR", profile="vintage")[0] == 0


def test_a_fixed_seat_deals_without_a_draw():
    assert draw("R3 B9 G5", dealer_pick="fixed_seat") == (0, [])


def test_a_whole_deck_settles_it():
    seat, events = pick_dealer(RuleSet.of("official"), 10, chance())
    assert len(events) >= 10
    assert 0 <= seat < 10


@pytest.mark.parametrize(
    "dealer_next, winner, dealer",
    [("rotate", 2, 0), ("rotate", None, 0), ("winner", 2, 2), ("winner", None, 0), ("keep", 2, 3)],
)
def test_the_next_dealer(dealer_next, winner, dealer):
    rules = RuleSet.of("official", {"dealer_next": dealer_next})
    assert next_dealer(rules, 3, winner, [True] * 4) == dealer


@pytest.mark.parametrize(
    "dealer_next, winner, dealer", [("rotate", None, 2), ("winner", 1, 2), ("keep", None, 2)]
)
def test_a_seat_that_left_gives_way_to_the_next(dealer_next, winner, dealer):
    rules = RuleSet.of("official", {"dealer_next": dealer_next})
    assert next_dealer(rules, 1 if dealer_next == "keep" else 0, winner, [True, False, True, True]) == dealer
