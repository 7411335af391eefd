"""A store in memory: the simplest thing that passes the stores' suite, and one that can be made to fail."""

from collections.abc import Collection, Sequence

from arbitro_server.store.interface import BotRow, StoreError, TokenRow, TournamentRow


class MemoryStore:
    """Keeps everything in dictionaries. `fail_after` commits it fails; `commits` counts those that worked."""

    def __init__(self, fail_after: int | None = None) -> None:
        self.fail_after = fail_after
        self.commits = 0
        self._logs: dict[str, list[bytes]] = {}
        self._summaries: dict[str, bytes] = {}
        self._removed: set[str] = set()
        self._bots: dict[str, BotRow] = {}
        self._tokens: dict[str, TokenRow] = {}
        self._tournaments: dict[str, TournamentRow] = {}

    def commit(self, records: Sequence[tuple[str, bytes]], settled: Collection[str] = ()) -> None:
        if self.commits == self.fail_after:
            raise StoreError("the disk is full")
        self.commits += 1
        for log, data in records:
            self._logs.setdefault(log, []).append(data)

    def records(self, log: str) -> list[bytes]:
        return list(self._logs.get(log, ()))

    def remove(self, log: str) -> None:
        self._logs[log] = []
        self._removed.add(log)

    def is_removed(self, log: str) -> bool:
        return log in self._removed

    def summarise(self, log: str, summary: bytes) -> None:
        self._summaries[log] = summary

    def summary(self, log: str) -> bytes | None:
        return self._summaries.get(log)

    def logs(self, prefix: str = "") -> list[str]:
        return [log for log in self._logs if log.startswith(prefix)]

    def put_bots(self, *bots: BotRow) -> None:
        self._bots |= {bot.id: bot for bot in bots}

    def bots(self) -> list[BotRow]:
        return [self._bots[bot] for bot in sorted(self._bots)]

    def put_tokens(self, *tokens: TokenRow) -> None:
        self._tokens |= {token.id: token for token in tokens}

    def tokens(self) -> list[TokenRow]:
        return list(self._tokens.values())

    def put_tournament(self, tournament: TournamentRow) -> None:
        self._tournaments[tournament.id] = tournament

    def tournaments(self) -> list[TournamentRow]:
        return list(self._tournaments.values())

    def close(self) -> None:
        """Keep everything: a test looks at it later."""
