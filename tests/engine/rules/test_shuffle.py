"""Golden vectors of the deal streams: a change here changes every deal that was ever committed to."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro_engine.rules.cards import CARDS, COLORS, DECKS, parse_cards
from arbitro_engine.rules.events import Event, EventKind, Why
from arbitro_engine.rules.shuffle import (
    DealKey,
    LoggedChance,
    _Hmac,
    _uniform,
    commitment,
    seed_secret,
    set_secret,
)
from support.rounds import cards, do, opened, texts

DECK = DECKS["std108"]
NONCES = {"ben": b"", "ana": b"\x01\x02"}
GOLDEN = {
    "dealer": "R2 B6 Y8 W Y7 G5 Y9 R8 Y2 B8",
    "deck of round 2": "B3 RS R3 B4 G7 G5 W+4 Y+2 R4 GS",
    ("reshuffle/0", "reshuffle/1"): ["B6 R6 R8 Y6 B8 Y0 R5 B0 G3 W", "B2 B8 R6 G3 R2 YR G7 GR B4 G0"],
    "spot": [57, 14, 31],
    "coin": [False, True, False, False, True, False, True, True],
    "color": ["G", "B", "R", "G", "Y", "G"],
    "seat/1/0": "G7 G8 Y3 R6 G1 BS YR Y0 G6 G3",
    "seat/1/2": "W Y4 B6 Y0 Y7 R3 G9 B3 G7 Y4",
}
KEY = DealKey(set_secret(seed_secret("golden"), "cup-0-0", 0), NONCES)


def top(deck, n=10):
    return " ".join(texts(deck[:n]))


def test_secrets_and_commitments():
    secret = set_secret(seed_secret("golden"), "cup-0-0", 0)
    assert seed_secret("golden").hex() == "524759a39943413131150c6bcf970a2655704df7aa79ad12d8d30faec6911c89"
    assert secret.hex() == "2d07afc39d8aaea825e314415f47775faa7a87478fc4512c4c89d66e0a1ac066"
    assert commitment(secret).hex() == "5511fda9d993b7d7b267d1895e530eafcf0ec5d571646e2b3acf00209c5753ee"


def test_streams_of_a_round():
    first, third = KEY.round(0), KEY.round(2)
    assert top(first.deck(DECK)) == "G4 R4 RS W Y0 Y4 B8 B+2 G+2 R9"
    assert top(first.dealer(DECK)) == GOLDEN["dealer"]
    assert top(third.deck(DECK)) == GOLDEN["deck of round 2"]
    assert [top(first.reshuffle(CARDS)) for _ in range(2)] == GOLDEN["reshuffle/0", "reshuffle/1"]
    assert [first.spot(94) for _ in range(3)] == GOLDEN["spot"]
    assert [first.coin() for _ in range(8)] == GOLDEN["coin"]
    assert [KEY.round(number).color().letter for number in range(6)] == GOLDEN["color"]
    assert top(KEY.round(0, stable=True).seat_order(1, 0, DECK)) == GOLDEN["seat/1/0"]
    assert top(KEY.round(0, stable=True).seat_order(1, 2, DECK)) == GOLDEN["seat/1/2"]


def test_a_stream_is_nothing_but_hmac():
    """The first number of a stream, worked out by the standard library alone."""
    key = hmac.digest(b"secret", b"deal/1" + b"\0\0\0\1n" + b"\0\0\0\0", "sha256")
    block = hmac.digest(key, b"round/7/spot/0" + b"\0\0\0\0", "sha256")
    word = int.from_bytes(block[:4], "big")
    assert DealKey(b"secret", {"a": b"n", "b": b""}).round(7).spot(1000) == word % 1000


@given(key=st.binary(min_size=32, max_size=32), message=st.binary(max_size=100))
def test_the_halves_of_a_key_make_the_standard_hmac(key, message):
    assert _Hmac(key)(message) == hmac.new(key, message, hashlib.sha256).digest()


def test_purposes_do_not_shift_one_another():
    quiet, busy = KEY.round(4), KEY.round(4)
    for _ in range(5):
        busy.coin()
        busy.spot(9)
        busy.color()
    assert quiet.deck(DECK) == busy.deck(DECK)
    assert quiet.reshuffle(DECK) == busy.reshuffle(DECK)


def test_nonces_count_in_the_order_of_ids_and_missing_ones_are_empty():
    secret = bytes(32)
    by_id = DealKey(secret, {"b": b"2", "a": b"1", "é": b"3"}).round(0).deck(DECK)
    assert DealKey(secret, {"é": b"3", "a": b"1", "b": b"2"}).round(0).deck(DECK) == by_id
    assert DealKey(secret, {"b": b"1", "a": b"2", "é": b"3"}).round(0).deck(DECK) != by_id
    assert DealKey(secret, {"a": b"12", "b": b""}).round(0).deck(DECK) != (
        DealKey(secret, {"a": b"1", "b": b"2"}).round(0).deck(DECK)
    )


def test_a_nonce_has_at_most_32_bytes():
    with pytest.raises(ValueError, match="a nonce has at most 32 bytes"):
        DealKey(b"", {"a": bytes(33)})


@pytest.mark.parametrize(
    "one, other",
    [(("a", 0), ("a", 1)), (("a", 1), ("a1", 0)), (("ab", 0), ("a", 0))],
)
def test_every_set_and_run_has_its_own_secret(one, other):
    assert set_secret(b"s", *one) != set_secret(b"s", *other)


@given(words=st.lists(st.integers(0, 2**32 - 1), min_size=30, max_size=30), m=st.integers(1, 108))
def test_numbers_are_uniform_by_rejection(words, m):
    limit = 2**32 - 2**32 % m
    fair = [word for word in words if word < limit]
    assert _uniform(iter(words), m) == fair[0] % m


def test_words_of_the_incomplete_last_run_are_rejected():
    assert _uniform(iter([2**32 - 1, 2**32 - 96, 5]), 100) == 5
    assert _uniform(iter([2**32 - 97]), 100) == 99


def test_a_shuffle_loses_and_doubles_nothing():
    for number in range(20):
        assert Counter(KEY.round(number).deck(DECK)) == Counter(DECK)
    assert KEY.round(0).deck(CARDS[:1]) == [CARDS[0]]
    assert KEY.round(0).deck([]) == []


def test_every_card_comes_to_the_top():
    tops = Counter(KEY.round(number).deck(CARDS[:4])[0] for number in range(400))
    assert set(tops) == set(CARDS[:4])
    assert min(tops.values()) > 60  # 100 expected; less than 60 has odds of one in a million


def test_draws_are_stable_per_seat_only_where_asked():
    assert KEY.round(0).seat_order(0, 0, DECK) is None
    orders = [KEY.round(0, stable=True).seat_order(seat, 0, DECK) for seat in range(3)]
    assert all(Counter(order) == Counter(DECK) for order in orders)
    assert orders[0] != orders[1] != orders[2]


# ---------------------------------------------------------------------------- read back from a log


def test_a_log_answers_in_its_order():
    log = [
        Event(EventKind.DEALER_DRAW, 0, CARDS[3]),
        Event(EventKind.DEALER_DRAW, 1, CARDS[9]),
        Event(EventKind.ROUND_STARTED, 0, cards=tuple(DECK)),
        Event(EventKind.PUT_BACK, card=CARDS[53], count=7),
        Event(EventKind.SHUFFLED, cards=CARDS[:9]),
        Event(EventKind.SHUFFLED, cards=CARDS[:3]),
        Event(EventKind.PUT_BACK, card=CARDS[53], flag=True),
        Event(EventKind.SHUFFLED, cards=CARDS[:4]),
        Event(EventKind.CHANCE, why=Why.COIN, flag=True),
        Event(EventKind.CHANCE, why=Why.COLOR, color=COLORS[2]),
    ]
    chance = LoggedChance(log)
    assert chance.dealer(DECK) == [CARDS[3], CARDS[9]]
    assert chance.deck(DECK) == list(DECK)
    assert chance.spot(94) == 7
    assert chance.reshuffle(CARDS[:3][::-1]) == list(CARDS[:3])
    assert chance.reshuffle(CARDS[:4]) == list(CARDS[:4])
    assert chance.coin() is True
    assert chance.color() is COLORS[2]
    assert chance.seat_order(0, 0, DECK) is None


def test_a_log_that_has_no_answer_says_so():
    chance = LoggedChance([Event(EventKind.SEAT_ORDER, 1, cards=tuple(DECK))])
    for question, what in (
        (lambda: chance.deck(DECK), "deck"),
        (lambda: chance.reshuffle(DECK), "pile"),
        (lambda: chance.spot(9), "spot"),
        (chance.coin, "coin"),
        (chance.color, "colour"),
        (lambda: chance.seat_order(0, 0, DECK), "order of a seat"),
    ):
        with pytest.raises(ValueError, match=f"the log tells of no further {what}"):
            question()
    assert chance.seat_order(1, 0, DECK) == list(DECK)


def test_a_log_cannot_slip_in_other_cards():
    pile = Event(EventKind.SHUFFLED, cards=CARDS[:3])
    with pytest.raises(ValueError, match="not made of the cards"):
        LoggedChance([pile]).reshuffle(CARDS[1:4])
    with pytest.raises(ValueError, match="not made of the cards"):
        LoggedChance([Event(EventKind.ROUND_STARTED, 0, cards=CARDS[:3])]).deck(DECK)
    with pytest.raises(ValueError, match="outside a pile"):
        LoggedChance([Event(EventKind.PUT_BACK, card=CARDS[0], count=9)]).spot(9)


def test_a_round_is_played_again_from_its_events():
    """Put-backs by spots, a reshuffle and a seeded colour, once from a secret and once from what it said."""
    rules = {"redraw_to": "random_spot", "first_skip": "redraw", "first_wild": "seeded_color"}
    deck = "R1 B1 RS W R2 R3"
    round, events = opened("official", deck, hand_size=1, **rules)
    events = [*events, *do(round, "timeout 1", "timeout 0", "timeout 1", "timeout 0", "timeout 1")]
    again, told = opened("official", deck, hand_size=1, chance=LoggedChance(events), **rules)
    told = [*told, *do(again, "timeout 1", "timeout 0", "timeout 1", "timeout 0", "timeout 1")]
    assert told == events
    assert again.cards() == round.cards() == sorted(parse_cards(cards(deck)))
