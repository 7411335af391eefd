"""The audit follows every card, and believes no event whose cards lie elsewhere."""

import pytest
from bench.card_audit import CardAudit, CardFault

from arbitro.codec import record_of
from arbitro_engine.rules.cards import CARDS
from arbitro_engine.rules.events import EventKind
from support.played import play_match

OF_CARDS = ["ROUND_STARTED", "DEALT", "DREW", "SHUFFLED", "RETIRED"]
OF_A_CARD = ["TURNED", "PLAYED"]


@pytest.fixture(scope="module")
def played():
    """A round of ten, in which the pile is made anew and a seat leaves."""
    return play_match(bots=tuple("abcdefghij"), profile="basic", target=60, faulty=0.02)


@pytest.fixture(scope="module")
def events(played):
    return [event for data in played.records for event in getattr(record_of(data), "events", ())]


def audited(played, events):
    audit = CardAudit(played.header)
    audit.follow(events)
    return audit


def forged(events, name, **fields):
    """The events with the last one of a kind changed."""
    place = max(at for at, event in enumerate(events) if event.kind is EventKind[name])
    return [*events[:place], events[place]._replace(**fields), *events[place + 1 :]]


def last(events, name):
    return [event for event in events if event.kind is EventKind[name]][-1]


def test_a_match_is_followed_to_its_scores(played, events):
    audit = audited(played, events)
    ended = last(events, "ROUND_ENDED")
    assert (audit.rounds, audit.reshuffles, tuple(audit.scores)) == (1, 1, ended.scores)


@pytest.mark.parametrize("name", OF_CARDS)
def test_a_card_that_was_never_there(played, events, name):
    *rest, card = last(events, name).cards
    other = next(other for other in CARDS if other is not card)
    with pytest.raises(CardFault):
        audited(played, forged(events, name, cards=(*rest, other)))


@pytest.mark.parametrize("name", ["DREW", "SHUFFLED", "DEALT"])
def test_a_card_too_few(played, events, name):
    with pytest.raises(CardFault):
        audited(played, forged(events, name, cards=last(events, name).cards[1:]))


@pytest.mark.parametrize("name", OF_A_CARD)
def test_another_card_than_the_one_that_lay_there(played, events, name):
    held = last(events, name).card
    with pytest.raises(CardFault, match=name):
        audited(played, forged(events, name, card=next(card for card in CARDS if card is not held)))


@pytest.mark.parametrize("name,fields", [("PLAYED", {"count": 3}), ("ROUND_ENDED", {"scores": (0,) * 10})])
def test_a_count_or_a_score_that_does_not_add_up(played, events, name, fields):
    with pytest.raises(CardFault, match=name):
        audited(played, forged(events, name, **fields))


def test_a_round_won_with_cards_in_hand(played, events):
    winner = last(events, "ROUND_ENDED").seat
    with pytest.raises(CardFault, match="ROUND_ENDED"):
        audited(played, forged(events, "ROUND_ENDED", seat=(winner + 1) % 10))
