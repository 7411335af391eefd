import pytest

from arbitro_engine.rules.cards import DECKS, parse_cards
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.piles import draw
from arbitro_engine.rules.ruleset import RuleSet
from support.rounds import dealt, do, kinds, placed, texts


def drawn(round, seat, n, enough=None):
    events = []
    return texts(draw(round, seat, n, Why.PENALTY, events, enough)), events


def test_cards_come_from_the_top_one_at_a_time():
    round = placed("R1|B1", pile="G1 G2 G3")
    got, events = drawn(round, 1, 2)
    assert got == ["G1", "G2"]
    assert texts(round.hands[1]) == ["B1", "G1", "G2"]
    assert texts(round.pile) == ["G3"]
    assert [(event.kind.name, event.seat, event.count, texts(event.cards)) for event in events] == [
        ("DREW", 1, 2, ["G1", "G2"])
    ]


def test_one_card_is_drawn_like_several():
    round = placed("R1|B1", pile="G1 G2 G3")
    round.unsaid[1] = True
    got, events = drawn(round, 1, 1)
    assert (got, kinds(events), events[0].why, round.unsaid[1]) == (["G1"], ["DREW"], Why.PENALTY, False)


class Turned:
    """Chance that turns the pile over."""

    def reshuffle(self, cards):
        self.asked = list(cards)
        return list(cards)[::-1]


def test_the_discards_are_shuffled_when_a_card_is_due_not_before():
    round = placed("R1|B1", pile="G1", discard="R7 R6 R5 R4")
    round.chance = Turned()
    assert kinds(drawn(round, 0, 1)[1]) == ["DREW"]
    assert (texts(round.pile), len(round.discard)) == ([], 4)
    got, events = drawn(round, 0, 2)
    assert texts(round.chance.asked) == ["R6", "R5", "R4"]
    assert got == ["R4", "R5"]
    assert kinds(events) == ["SHUFFLED", "DREW"]
    assert (texts(events[0].cards), events[0].count) == (["R4", "R5", "R6"], 3)
    assert (texts(round.pile), texts(round.discard), round.reshuffles) == (["R6"], ["R7"], 1)


def test_a_penalty_goes_on_across_a_reshuffle_and_is_told_in_two():
    round = placed("R1|B1", pile="G1", discard="R7 R6 R5 R4 R3 R2")
    round.chance, round.unsaid[0] = Turned(), True
    got, events = drawn(round, 0, 4)
    assert (got, round.unsaid[0]) == (["G1", "R2", "R3", "R4"], False)
    assert kinds(events) == ["DREW", "SHUFFLED", "DREW"]
    assert [event.count for event in events] == [1, 5, 3]
    assert len(round.pile) == 2


def test_drawing_ends_when_nothing_is_left():
    round = placed("R1|B1", pile="G1", discard="R7 R6")
    assert drawn(round, 0, 5)[0] == ["G1", "R6"]
    assert drawn(round, 0, 5) == ([], [])
    assert drawn(round, 0, 1) == ([], [])


def test_drawing_ends_when_it_is_enough():
    round = placed("R1|B1", pile="G1 G2 G3 G4")
    got, _ = drawn(round, 0, 9, enough=lambda card: str(card) == "G2")
    assert got == ["G1", "G2"]


def test_nothing_drawn_closes_no_window():
    round = placed("R1|B1")
    round.unsaid[0] = True
    drawn(round, 0, 1)
    assert round.unsaid[0]


@pytest.mark.parametrize("n", [1, 2])
def test_a_drawn_card_can_be_played(n):
    round = placed("B1|B1", pile="R2 R3 R4")
    drawn(round, 0, n)
    assert round.held[0] & parse_cards(["R2"])[0].bit


# --------------------------------------------------------------------------- draws stable per seat


def test_each_seat_draws_from_its_own_order():
    round, events = dealt_stable()
    orders = {event.seat: list(event.cards) for event in events if event.kind.name == "SEAT_ORDER"}
    assert set(orders) == {0, 1}
    assert all(sorted(order) == sorted(DECKS["std108"]) for order in orders.values())
    before = list(round.pile)
    (card, *_) = next(event.cards for event in do(round, f"{round.turn} draw") if event.kind.name == "DREW")
    seat = round.turn if round.decision.text == "after_draw" else 1 - round.turn
    expected = next(card for card in orders[seat] if card in before)
    assert card is expected
    assert sorted([*round.pile, card]) == sorted(before)


def test_an_order_is_used_up_card_by_card():
    round, events = dealt_stable()
    order = next(list(event.cards) for event in events if event.kind.name == "SEAT_ORDER" and event.seat == 0)
    pile = list(round.pile)
    wanted = []
    for card in order:
        if card in pile:
            pile.remove(card)
            wanted.append(card)
    got, _ = drawn(round, 0, 20)
    assert got == texts(wanted[:20])


def test_orders_are_made_anew_with_the_pile():
    round, _ = dealt_stable()
    round.discard = [*round.pile[:-1], *round.discard]
    round.pile = round.pile[-1:]
    _, events = drawn(round, 1, 2)
    assert kinds(events) == ["DREW", "SHUFFLED", "SEAT_ORDER", "SEAT_ORDER", "DREW"]
    assert tuple(round.cards()) == DECKS["std108"]


def dealt_stable():
    return dealt(RuleSet.of("official"), 2, stable=True)
