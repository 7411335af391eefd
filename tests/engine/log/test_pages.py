"""What the reference pages say of logs and deals is true: code runs here, golden values are compared."""

import re
from pathlib import Path

import pytest

from arbitro_engine.rules.cards import DECKS
from arbitro_engine.rules.shuffle import DealKey, commitment, seed_secret, set_secret

PAGE = (Path(__file__).parents[3] / "docs/reference/deals.md").read_text()


@pytest.fixture(scope="module")
def by_hand():
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    names = {}
    exec(code, names)  # noqa: S102 - the page's own program
    return names


@pytest.mark.parametrize("number", [0, 1, 12])
def test_the_page_deals_as_the_referee_does(by_hand, number):
    secret, nonces = bytes(range(32)), {"zoe": b"", "ana": b"first", "élan": b"x" * 32}
    texts = by_hand["deck"](secret, nonces, number)
    cards = DealKey(secret, nonces).round(number).deck(DECKS["std108"])
    assert texts == [str(card) for card in cards]
    assert by_hand["DECK"] == [str(card) for card in DECKS["std108"]]


def test_the_golden_values_of_the_page_hold(by_hand):
    rows = dict(re.findall(r"^\| ([^|]+) \| `([^`|]*)` \|$", PAGE, flags=re.MULTILINE))
    tournament = seed_secret(rows["seed"])
    secret = set_secret(tournament, "cup-0-0", 0)
    assert tournament.hex() == rows["T"]
    assert secret.hex() == rows["S of set `cup-0-0`, run 0"]
    assert commitment(secret).hex() == rows["commitment"]
    nonces = {"ana": bytes.fromhex("0102"), "ben": b""}
    assert by_hand["key"](secret, nonces).hex() == rows["K"]
    top = by_hand["deck"](secret, nonces, 0)[:10]
    assert " ".join(top) == rows["deck of round 0, the first ten from the top"]
