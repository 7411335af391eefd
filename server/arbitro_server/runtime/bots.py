"""The bots that a server knows, by id; a bot is made when it is first named."""

from __future__ import annotations

from collections.abc import Mapping

from arbitro_engine.tournament import is_slug, name_fault
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.tokens import Tokens
from arbitro_server.store.interface import BotRow, Store

__all__ = ["Bots"]


class Bots:
    """All bots, and their names."""

    def __init__(self, store: Store, tokens: Tokens) -> None:
        self._store = store
        self._tokens = tokens
        self._rows = {row.id: row for row in store.bots()}

    def enlist(self, names: Mapping[str, str]) -> dict[str, str]:
        """Make bots known, or rename them; return tokens for those that have none, shown this once.

        ``names``: by id, empty for who keeps the one it has.

        Raises:
            RefusedError: BAD_FIELD if one is no id, or no name.
        """
        self.name(names)
        return self._tokens.supply(names)

    def name(self, names: Mapping[str, str]) -> None:
        """Make bots known, or rename them, as :meth:`enlist`."""
        for bot, name in names.items():
            self.check(bot, name)
        rows = [
            BotRow(bot, name or bot)
            for bot, name in names.items()
            if (known := self._rows.get(bot)) is None or (name and known.name != name)
        ]
        self._store.put_bots(*rows)
        self._rows |= {row.id: row for row in rows}

    @staticmethod
    def check(bot: str, name: str = "") -> None:
        """Raise :class:`RefusedError` if that is no id, or no name, of a bot."""
        if not is_slug(bot):
            text = f"{bot!r} is no id of a bot: use 1-63 of a-z, 0-9 and -, not beginning with -."
            raise RefusedError("BAD_FIELD", text, [("bot", text)])
        if fault := name_fault(name):
            raise RefusedError("BAD_FIELD", f"The name of {bot}: {fault}.", [("title", fault)])

    def find(self, bot: str) -> BotRow:
        """Return a bot. Raises :class:`RefusedError` if nobody has this id."""
        row = self._rows.get(bot)
        if row is None:
            raise RefusedError("NOT_FOUND", f"There is no bot {bot}: ListBots names them.")
        return row

    def all(self) -> list[BotRow]:
        """Return all bots by id."""
        return [self._rows[bot] for bot in sorted(self._rows)]
