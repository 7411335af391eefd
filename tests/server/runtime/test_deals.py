"""Where deals come from: enough chance, and from nobody alone."""

import pytest

from arbitro_engine.rules.cards import DECKS
from arbitro_engine.rules.shuffle import commitment
from arbitro_server.runtime import deals as module
from arbitro_server.runtime.deals import DealSet, deal_key, new_secret

DECK = DECKS["std108"]
BOTS = ("ann", "ben")


def deck(secret, *nonces, number=0):
    return deal_key(secret, BOTS, nonces).round(number).deck(DECK)


def test_a_secret_has_256_bits_from_the_operating_system(monkeypatch):
    """H09: from a generator of 48 bits the coming deals can be worked out of those that were seen."""
    assert len(new_secret()) == 32
    assert len({new_secret() for _ in range(20)}) == 20
    monkeypatch.setattr(module.secrets, "token_bytes", lambda size: b"\7" * size)
    assert new_secret() == b"\7" * 32


def test_each_set_and_each_run_has_a_secret_of_its_own():
    sets = [
        DealSet(b"t" * 32, set_id, run, seeded=False) for set_id in ("cup-0-0", "cup-0-1") for run in (0, 1)
    ]
    assert len({one.secret for one in sets}) == 4
    assert all(one.commitment == commitment(one.secret) != one.secret for one in sets)


@pytest.mark.parametrize("seeded", [False, True])
def test_an_entrants_first_nonce_counts_and_under_a_seed_none_does(seeded):
    deals = DealSet(b"t" * 32, "cup-0-0", 0, seeded=seeded)
    deals.give("ben", b"first")
    deals.give("ben", b"second thoughts, after the commitment was seen")
    assert deals.by_seat(BOTS) == ((b"", b"") if seeded else (b"", b"first"))


def test_every_nonce_changes_every_deal():
    secret = b"s" * 32
    nonces = [(b"", b""), (b"a", b""), (b"", b"a"), (b"a", b"a")]
    decks = {tuple(deck(secret, *pair, number=number)) for pair in nonces for number in (0, 1)}
    assert len(decks) == 8


def test_neither_seats_nor_their_order_change_a_deal():
    """The two copies of a duplicate have their seats exchanged, and the same cards."""
    swapped = deal_key(b"s" * 32, BOTS[::-1], (b"b", b"a")).round(0).deck(DECK)
    assert swapped == deck(b"s" * 32, b"a", b"b")
