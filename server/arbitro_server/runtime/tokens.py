"""Tokens: 32 random bytes behind a prefix, shown once, kept as SHA-256, compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, Literal

from arbitro_server.runtime.clock import Clock
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.store.interface import Store, TokenRow

__all__ = ["Role", "Tokens"]

Role = Literal["organiser", "bot", "auditor", "watcher"]

_PREFIXES: Final[dict[Role, str]] = {
    "organiser": "arb_org_",
    "bot": "arb_bot_",
    "auditor": "arb_aud_",
    "watcher": "arb_wat_",
}
_PUBLIC: Final = 16
"""Characters of a token that are its public id: the prefix and eight more. 200 secret bits remain."""
_LONGEST: Final = 200


class Tokens:
    """All tokens of a server. The store holds them; they are looked up in memory."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._rows = {row.id: row for row in store.tokens()}
        self._good = Counter((row.role, row.bot) for row in self._rows.values() if not row.revoked)

    def issue(self, role: Role, bot: str = "", lifetime_s: int = 0) -> tuple[str, TokenRow]:
        """Make a token for a role (and bot) and return it, this once, with what is kept of it."""
        token, row = self._made(role, bot, lifetime_s)
        self._keep(row)
        return token, row

    def supply(self, bots: Iterable[str]) -> dict[str, str]:
        """Make a token for each of these bots that has none; return them by bot, this once."""
        made = {bot: self._made("bot", bot, 0) for bot in bots if not self.has("bot", bot)}
        self._keep(*(row for _, row in made.values()))
        return {bot: token for bot, (token, _) in made.items()}

    def check(self, token: str) -> TokenRow:
        """Return the row of a token that is good.

        Raises:
            RefusedError: TOKEN_UNKNOWN (also when revoked) or TOKEN_EXPIRED.
        """
        row = self._rows.get(token[:_PUBLIC])
        known = row.digest if row else bytes(32)
        if not hmac.compare_digest(known, _digest(token[:_LONGEST])) or row is None:
            shown = token[:_PUBLIC] if token.startswith("arb_") else "something else than arb_..."
            raise _unknown(shown)
        return self.recheck(row)

    def recheck(self, row: TokenRow) -> TokenRow:
        """Return the row as it is now of a token that was good; raises as :meth:`check`."""
        row = self._rows[row.id]
        if row.revoked:
            raise _unknown(row.id)
        if row.expires_unix and row.expires_unix <= self._clock.unix_s():
            raise RefusedError(
                "TOKEN_EXPIRED", f"The token {row.id} has expired: ask the organiser for a new one."
            )
        return row

    def revoke(self, token_id: str) -> TokenRow:
        """Make a token worthless and return its row. Raises :class:`RefusedError` if there is none."""
        row = self._rows.get(token_id)
        if row is None:
            raise RefusedError(
                "NOT_FOUND",
                f"There is no token {token_id}: `arbitro token list` or ListTokens names them.",
            )
        if not row.revoked:
            row = replace(row, revoked=True)
            self._store.put_tokens(row)
            self._rows[row.id] = row
            self._good[row.role, row.bot] -= 1
        return row

    def all(self) -> list[TokenRow]:
        """Return all rows, oldest first."""
        return list(self._rows.values())

    def has(self, role: Role, bot: str = "") -> bool:
        """Return whether a token of this role (and bot) was ever issued and not revoked."""
        return self._good[role, bot] > 0

    def _made(self, role: Role, bot: str, lifetime_s: int) -> tuple[str, TokenRow]:
        while True:
            token = _PREFIXES[role] + secrets.token_urlsafe(32)
            if token[:_PUBLIC] not in self._rows:
                break
        now = self._clock.unix_s()
        until = now + lifetime_s if lifetime_s else 0
        return token, TokenRow(token[:_PUBLIC], _digest(token), role, bot, now, until)

    def _keep(self, *rows: TokenRow) -> None:
        self._store.put_tokens(*rows)
        for row in rows:
            self._rows[row.id] = row
            self._good[row.role, row.bot] += 1


def _unknown(shown: str) -> RefusedError:
    text = f"The token ({shown}) is not accepted: ask the organiser for a new one."
    return RefusedError("TOKEN_UNKNOWN", text)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
