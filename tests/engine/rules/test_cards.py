import pickle
from collections import Counter

import pytest

from arbitro_engine.rules.cards import (
    CARDS,
    COLORS,
    DECKS,
    WILD,
    WILD_DRAW_FOUR,
    Card,
    Color,
    kinds_of,
    parse_card,
    parse_cards,
)


def test_cards_stand_in_canonical_order():
    texts = [str(card) for card in CARDS]
    assert texts[:14] == ["R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "RS", "RR", "R+2", "Y0"]
    assert texts[-3:] == ["B+2", "W", "W+4"]
    assert [int(card) for card in CARDS] == list(range(1, 55))


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_texts_and_numbers_give_the_same_object_again(card):
    assert parse_card(str(card)) is card
    assert Card(int(card)) is card
    assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301 - our own bytes
    assert f"{card}" == repr(card) == card.text


@pytest.mark.parametrize("text", ["", "r7", "R10", "G", "W+2", "W:R", "X1", " R7", "R7 "])
def test_what_is_no_card_is_told_so(text):
    with pytest.raises(ValueError, match="is no card: write a colour"):
        parse_card(text)


@pytest.mark.parametrize("number", [0, 55, -1])
def test_numbers_outside_the_deck_are_no_cards(number):
    with pytest.raises(ValueError, match="cards are 1 to 54"):
        Card(number)


def test_the_deck_has_108_cards_as_the_rules_count_them():
    deck = Counter(DECKS["std108"])
    assert deck.total() == 108
    for color in COLORS:
        own = {card.symbol: count for card, count in deck.items() if card.color is color}
        assert own.pop("0") == 1
        assert set(own.values()) == {2}
        assert len(own) == 12
    assert deck[WILD] == deck[WILD_DRAW_FOUR] == 4


def test_the_literal_count_of_003_has_one_action_of_a_kind():
    deck = Counter(DECKS["single_actions96"])
    assert deck.total() == 96
    assert [deck[card] for card in parse_cards(["RS", "RR", "R+2", "R1", "W"])] == [1, 1, 1, 2, 4]


def test_decks_stand_in_canonical_order():
    assert all(list(deck) == sorted(deck) for deck in DECKS.values())


def test_what_a_card_is():
    seven, skip = parse_cards(["G7", "BS"])
    assert (seven.number, seven.is_action, seven.is_wild, seven.color) == (7, False, False, Color.GREEN)
    assert (skip.number, skip.is_action, skip.is_wild) == (None, True, False)
    assert (WILD.color, WILD.is_action, WILD.is_wild, WILD.number) == (None, False, True, None)


def test_colours_have_letters():
    assert [str(color) for color in COLORS] == ["R", "Y", "G", "B"]
    assert [color.letter for color in COLORS] == list("RYGB")


def test_a_set_of_kinds_knows_its_cards():
    kinds = kinds_of(parse_cards(["R7", "R7", "W"]))
    assert [str(card) for card in CARDS if kinds & card.bit] == ["R7", "W"]
    assert kinds_of([]) == 0
