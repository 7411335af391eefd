"""Tokens: shown once, kept as a hash, revocable, with an end."""

import pytest

from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.tokens import Tokens
from support.jumping import JumpingClock, S
from support.memory import MemoryStore


@pytest.fixture
def store():
    return MemoryStore()


@pytest.fixture
def clock():
    return JumpingClock()


@pytest.fixture
def tokens(store, clock):
    return Tokens(store, clock)


def reason(tokens: Tokens, token: str) -> str:
    with pytest.raises(RefusedError) as caught:
        tokens.check(token)
    assert token[16:] not in caught.value.message or len(token) <= 16
    return caught.value.reason


def test_a_token_is_good_for_what_it_was_issued(tokens):
    token, row = tokens.issue("bot", "ann")
    assert token.startswith("arb_bot_")
    assert len(token) == len("arb_bot_") + 43
    assert tokens.check(token) == row
    assert (row.role, row.bot) == ("bot", "ann")


def test_only_its_hash_is_kept(tokens, store, clock):
    token, row = tokens.issue("organiser")
    assert token[16:] not in repr(store.tokens())
    assert Tokens(store, clock).check(token) == row


@pytest.mark.parametrize(
    "change", [lambda t: t[:-1], lambda t: t + "x", lambda t: t[:16] + "y" * 35, lambda _: ""]
)
def test_anything_else_is_unknown(tokens, change):
    token, _ = tokens.issue("watcher")
    assert reason(tokens, change(token)) == "TOKEN_UNKNOWN"


def test_a_very_long_token_is_unknown(tokens):
    token, _ = tokens.issue("watcher")
    assert reason(tokens, token + "x" * 1_000_000) == "TOKEN_UNKNOWN"


def test_a_token_may_expire(tokens, clock):
    token, _ = tokens.issue("auditor", lifetime_s=60)
    clock.jump(59 * S)
    tokens.check(token)
    clock.jump(1 * S)
    assert reason(tokens, token) == "TOKEN_EXPIRED"


def test_a_revoked_token_is_unknown_for_ever(tokens, store, clock):
    token, row = tokens.issue("bot", "ann")
    assert tokens.has("bot", "ann")
    tokens.revoke(row.id)
    assert tokens.revoke(row.id).revoked
    assert reason(tokens, token) == "TOKEN_UNKNOWN"
    assert reason(Tokens(store, clock), token) == "TOKEN_UNKNOWN"
    assert not tokens.has("bot", "ann")
    with pytest.raises(RefusedError, match="no token"):
        tokens.revoke("arb_bot_nothing")


def test_a_token_that_was_good_is_looked_at_again(tokens, clock):
    _, row = tokens.issue("bot", "ann", lifetime_s=60)
    assert tokens.recheck(row) == row
    clock.jump(60 * S)
    with pytest.raises(RefusedError, match="expired"):
        tokens.recheck(row)
    _, other = tokens.issue("bot", "ben")
    tokens.revoke(other.id)
    with pytest.raises(RefusedError, match=other.id):
        tokens.recheck(other)


def test_bots_are_supplied_with_what_they_lack(tokens, store, clock):
    old, row = tokens.issue("bot", "ann")
    made = tokens.supply(["ann", "ben", "cid"])
    assert set(made) == {"ben", "cid"}
    assert [Tokens(store, clock).check(token).bot for token in made.values()] == ["ben", "cid"]
    assert not tokens.supply(["ann", "ben", "cid"])
    tokens.revoke(row.id)
    assert tokens.check(tokens.supply(["ann"])["ann"]).bot == "ann"
    assert reason(tokens, old) == "TOKEN_UNKNOWN"
