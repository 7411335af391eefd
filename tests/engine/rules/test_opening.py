import pytest

from arbitro_engine.rules.cards import DECKS, Color, parse_cards
from arbitro_engine.rules.events import EventKind
from arbitro_engine.rules.opening import deal
from arbitro_engine.rules.ruleset import RuleSet
from support.rounds import asked, cards, chance, kinds, opened, texts

HANDS = "R1 Y1 G1 B1 R2 Y2 G2 B2"
PILE = "Y5 Y6 Y8 Y9 G5"


def open_with(profile, card, seats, **overrides):
    hands = cards(HANDS)[: 2 * seats]
    return opened(profile, " ".join([*hands, card, *cards(PILE)]), seats=seats, **overrides)


# Rules 5.1, the table: (rules, card) -> what is asked and the direction, with four seats and with two.
TABLE = [
    ("official", {}, "R7", "turn 1", 1, "turn 1", 1),
    ("cumulative", {}, "R7", "turn 3", -1, "turn 1", -1),
    ("official", {}, "RS", "turn 2", 1, "turn 0", 1),
    ("cumulative", {}, "RS", "turn 2", -1, "turn 0", -1),
    ("official", {"first_skip": "ignore"}, "RS", "turn 1", 1, "turn 1", 1),
    ("official", {}, "R+2", "turn 2", 1, "turn 0", 1),
    ("cumulative", {"first_draw_two": "hit"}, "R+2", "turn 2", -1, "turn 0", -1),
    ("official", {"first_draw_two": "hit_keep_turn"}, "R+2", "turn 1", 1, "turn 1", 1),
    ("official", {"first_draw_two": "ignore"}, "R+2", "turn 1", 1, "turn 1", 1),
    ("traditional", {}, "R+2", "stack 1", 1, "stack 1", 1),
    ("cumulative", {}, "R+2", "stack 3", -1, "stack 1", -1),
    ("official", {}, "RR", "turn 0", -1, "turn 0", -1),
    ("cumulative", {}, "RR", "turn 0", 1, "turn 0", 1),
    ("basic", {}, "RR", "turn 3", -1, "turn 1", -1),
    ("cumulative", {"first_reverse": "flip_only"}, "RR", "turn 1", 1, "turn 1", 1),
    ("official", {"first_reverse": "ignore"}, "RR", "turn 1", 1, "turn 1", 1),
    ("official", {}, "W", "color 1", 1, "color 1", 1),
    ("cumulative", {}, "W", "color 3", -1, "color 1", -1),
    ("basic", {}, "W+4", "color 2", 1, "color 0", 1),
    ("basic", {"first_seat": "right"}, "W+4", "color 2", -1, "color 0", -1),
]


@pytest.mark.parametrize("profile, overrides, card, four, way, two, way_of_two", TABLE)
def test_every_opening_card(profile, overrides, card, four, way, two, way_of_two):
    for seats, question, direction in ((4, four, way), (2, two, way_of_two)):
        round, _ = open_with(profile, card, seats, **overrides)
        assert (asked(round), round.direction) == (question, direction)
        assert str(round.top) == card
        assert round.color is (None if card[0] == "W" else Color.RED)
        assert round.suspect is round.claim is None


@pytest.mark.parametrize(
    "profile, overrides, card, counts, pending",
    [
        ("official", {}, "R+2", (2, 4, 2, 2), 0),
        ("cumulative", {"first_draw_two": "hit"}, "R+2", (2, 2, 2, 4), 0),
        ("official", {"first_draw_two": "hit_keep_turn"}, "R+2", (2, 4, 2, 2), 0),
        ("official", {"first_draw_two": "ignore"}, "R+2", (2, 2, 2, 2), 0),
        ("traditional", {}, "R+2", (2, 2, 2, 2), 2),
        ("basic", {}, "W+4", (2, 6, 2, 2), 0),
        ("official", {}, "RS", (2, 2, 2, 2), 0),
    ],
)
def test_what_an_opening_card_makes_seats_draw(profile, overrides, card, counts, pending):
    round, _ = open_with(profile, card, 4, **overrides)
    assert (round.counts, round.pending) == (counts, pending)


@pytest.mark.parametrize("seats", [2, 3, 10])
@pytest.mark.parametrize("profile, dealer_acts", [("official", True), ("basic", False)])
def test_an_opening_reverse_at_tables_of_any_size(profile, dealer_acts, seats):
    round, _ = opened(profile, " ".join(["B1"] * seats + ["RR", "Y5"]), seats=seats, hand_size=1)
    assert asked(round) == (f"turn {0 if dealer_acts else seats - 1}")


def test_the_deal_goes_clockwise_from_the_left_whatever_first_seat_says():
    round, events = opened("cumulative", "R1 Y1 G1 R2 Y2 G2 R7 Y5", seats=3, dealer=1)
    assert [texts(hand) for hand in round.hands] == [["Y1", "Y2"], ["G1", "G2"], ["R1", "R2"]]
    assert kinds(events) == ["ROUND_STARTED", "DEALT", "DEALT", "DEALT", "TURNED"]
    assert texts(events[0].cards) == cards("R1 Y1 G1 R2 Y2 G2 R7 Y5")
    assert [event.seat for event in events[1:4]] == [2, 0, 1]


def test_seats_that_left_are_dealt_nothing():
    deck = parse_cards(cards("R1 Y1 R2 Y2 R7 B1"))
    round, _ = deal(
        RuleSet.of("official"),
        3,
        2,
        deck,
        chance(),
        scores=[1, 2, 3],
        active=[True, False, True],
        hand_size=2,
        number=4,
    )
    assert [texts(hand) for hand in round.hands] == [["R1", "R2"], [], ["Y1", "Y2"]]
    assert (asked(round), round.scores, round.number) == ("turn 0", [1, 2, 3], 4)


@pytest.mark.parametrize("card", ["RS", "RR", "R+2", "W", "W+4"])
def test_a_refused_opening_card_goes_back_for_all_to_see(card):
    everything = dict.fromkeys(("first_skip", "first_reverse", "first_draw_two", "first_wild"), "redraw")
    round, events = open_with("official", card, 2, **everything)
    assert str(round.top) in cards(PILE)
    assert card in texts(round.pile)
    turned = [event for event in events if event.kind is EventKind.TURNED]
    put_back = [event for event in events if event.kind is EventKind.PUT_BACK]
    assert str(turned[0].card) == str(put_back[0].card) == card
    assert len(turned) == len(put_back) + 1
    assert asked(round) == "turn 1"


class Spots:
    """Chance whose spots are known."""

    def __init__(self, *spots):
        self.spots = list(spots)

    def spot(self, n):
        assert n == 4
        return self.spots.pop(0)

    def seat_order(self, seat, reshuffles, cards):
        return None


@pytest.mark.parametrize(
    "spots, pile, times",
    [((3,), "Y6 Y8 W+4", 1), ((1,), "W+4 Y6 Y8", 1), ((0, 0, 2), "Y6 W+4 Y8", 3)],
)
def test_random_spot_may_be_the_top_again(spots, pile, times):
    round, events = opened(
        "official", "R1 B1 W+4 Y5 Y6 Y8", hand_size=1, chance=Spots(*spots), redraw_to="random_spot"
    )
    assert str(round.top) == "Y5"
    assert texts(round.pile[::-1]) == cards(pile)
    back = [event for event in events if event.kind is EventKind.PUT_BACK]
    assert [(event.count, event.flag) for event in back] == [(spot, False) for spot in spots]
    assert len(back) == times


def test_a_card_may_go_back_to_the_bottom():
    round, events = opened("official", "R1 B1 W+4 Y5 Y6 Y8", hand_size=1, redraw_to="bottom")
    assert str(round.top) == "Y5"
    assert texts(round.pile[::-1]) == ["Y6", "Y8", "W+4"]
    shuffled = next(event for event in events if event.kind is EventKind.SHUFFLED)
    assert texts(shuffled.cards) == ["Y5", "Y6", "Y8", "W+4"]


def test_chance_names_the_colour_where_the_rules_leave_it_to_chance():
    round, events = open_with("official", "W", 2, first_wild="seeded_color")
    assert asked(round) == "turn 1"
    assert round.color is chance().color()
    assert kinds(events)[-2:] == ["CHANCE", "COLOR_NAMED"]
    assert events[-1].seat == -1


def test_what_a_card_that_opens_tells():
    assert kinds(open_with("official", "R+2", 2)[1])[4:] == ["PENDING", "DREW", "SKIPPED"]
    assert kinds(open_with("official", "RS", 2)[1])[4:] == ["SKIPPED"]
    assert kinds(open_with("official", "RR", 2)[1])[4:] == ["REVERSED"]
    assert kinds(open_with("traditional", "R+2", 2)[1])[4:] == ["PENDING"]


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"active": [False, True]}, "seat 0 cannot deal"),
        ({"deck": DECKS["std108"][:14]}, "14 cards are too few"),
        ({"deck": [*DECKS["std108"][:14], DECKS["std108"][-1]]}, "no card that may open"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(changes, words):
    given = {"deck": DECKS["std108"], "scores": [0, 0]} | changes
    with pytest.raises(ValueError, match=words):
        deal(RuleSet.of("official"), 2, 0, chance=chance(), **given)


def test_a_full_deck_leaves_ninety_three_to_draw():
    round, _ = deal(RuleSet.of("official"), 2, 0, DECKS["std108"], chance(), scores=[0, 0])
    assert (round.counts, len(round.pile), len(round.discard)) == ((7, 7), 93, 1)
    assert tuple(round.cards()) == DECKS["std108"]
