import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro_engine.rules.cards import CARDS, kinds_of, parse_card, parse_cards
from arbitro_engine.rules.moves import BARE_MOVES, NO_OFFER, Act, Offer
from arbitro_engine.rules.offers import TurnOffers, after_draw_of, at_dry_turn, plays_and


def said(offer):
    return [str(move) for move in offer.moves]


def test_an_offer_lists_its_moves_its_cards_and_its_acts():
    offer = plays_and(kinds_of(parse_cards(["W", "B2", "R5"])))
    assert said(offer) == ["play R5", "play B2", "play W:R", "play W:Y", "play W:G", "play W:B"]
    assert list(map(str, offer.plays)) == ["R5", "B2", "W"]
    assert offer.acts == ()


@pytest.mark.parametrize("voluntary, moves", [(True, ["play R5", "draw"]), (False, ["play R5"])])
def test_whether_a_seat_that_can_play_may_draw_is_an_option(voluntary, moves):
    turns = TurnOffers(voluntary=voluntary)
    assert said(turns[parse_card("R5").bit]) == moves
    assert said(turns[0]) == ["draw"]


def test_turns_of_few_kinds_are_worked_out_once_others_never_fill_the_memory():
    turns = TurnOffers(voluntary=True)
    few = kinds_of(parse_cards(["R5", "R6"]))
    assert turns[few] is turns[few]
    turns[kinds_of(CARDS)]
    assert max(kinds.bit_count() for kinds in turns) == 2


@given(st.sets(st.sampled_from(CARDS)))
def test_what_is_put_together_is_as_if_made_at_once(cards):
    draw = plays_and(0, Offer.of((BARE_MOVES[Act.DRAW],)))
    assert TurnOffers(voluntary=True)[kinds_of(cards)] == plays_and(kinds_of(cards), draw)
    assert TurnOffers(voluntary=False)[kinds_of(cards)] == plays_and(
        kinds_of(cards), NO_OFFER if cards else draw
    )


def test_where_nothing_can_be_drawn_a_seat_plays_or_passes():
    assert said(at_dry_turn(parse_card("R5").bit)) == ["play R5"]
    assert said(at_dry_turn(0)) == ["pass"]


def test_a_drawn_card_that_fits_may_be_kept_unless_it_must_be_played():
    card = parse_card("G7")
    assert said(after_draw_of(card, bound=False)) == ["play G7", "keep"]
    assert said(after_draw_of(card, bound=True)) == ["play G7"]
    assert after_draw_of(card, bound=False).acts == (Act.KEEP,)
