"""Who may call what: every method against every role, in one table. What is not in it is refused."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Final

from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.tokens import Role, Tokens
from arbitro_server.store.interface import TokenRow

__all__ = ["CALLER", "OPEN", "PUBLIC", "TABLE", "Access", "caller", "caller_name", "reference"]

CALLER: ContextVar[TokenRow | None] = ContextVar("caller", default=None)
"""Who calls, within a handler; None: nobody we know."""

_ORGANISER: Final[frozenset[Role]] = frozenset({"organiser"})
_BOT: Final[frozenset[Role]] = frozenset({"bot"})
_ALL: Final[frozenset[Role]] = frozenset({"organiser", "bot", "auditor", "watcher"})

OPEN: Final = frozenset(
    {
        "/arbitro.v1.InfoService/GetServerInfo",
        "/arbitro.v1.TournamentService/RegisterEntrant",  # the join code is what lets one in
        "/grpc.health.v1.Health/Check",
        "/grpc.health.v1.Health/List",
        "/grpc.health.v1.Health/Watch",
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    }
)
"""Needs no token at all."""

_T, _M, _B = "/arbitro.v1.TournamentService/", "/arbitro.v1.MatchService/", "/arbitro.v1.BotService/"

PUBLIC: Final = frozenset(
    {
        *(_T + verb + "Tournament" for verb in ("Get", "Watch")),
        *(_T + name for name in ("GetTournamentLog", "ListTournaments", "ListStandings")),
        *(_M + name for name in ("GetMatch", "GetMatchLog", "ListMatches", "WatchMatch")),
        *(_B + name for name in ("GetBot", "ListBots")),
    }
)
"""What everybody may see: also without a token where the setting `anonymous_watching` is on."""

TABLE: Final[dict[str, frozenset[Role]]] = {
    **dict.fromkeys(OPEN, _ALL),
    **dict.fromkeys(PUBLIC, _ALL),
    "/arbitro.v1.PlayService/Play": _BOT,
    **dict.fromkeys(
        (
            *(_T + verb + "Tournament" for verb in ("Create", "Open", "Start", "Pause", "Resume", "Cancel")),
            _T + "DisqualifyEntrant",
            *(_M + name for name in ("FineSeat", "RetireSeat", "VoidMatch")),
            *(_B + name for name in ("IssueToken", "RevokeToken", "ListTokens")),
        ),
        _ORGANISER,
    ),
    _T + "WithdrawEntrant": _ORGANISER | _BOT,  # a bot itself alone
    _B + "StartPractice": _BOT,
}
"""The roles that may call each method."""


class Access:
    """Checks tokens against the table."""

    def __init__(self, tokens: Tokens, *, anonymous_watching: bool) -> None:
        self._tokens = tokens
        self._free = OPEN | PUBLIC if anonymous_watching else OPEN

    def check(self, method: str, metadata: dict[str, str | bytes]) -> TokenRow | None:
        """Return who calls, None for nobody in particular.

        Raises:
            RefusedError: TOKEN_MISSING, TOKEN_UNKNOWN, TOKEN_EXPIRED or ROLE_MISSING.
        """
        shown = metadata.get("authorization")
        if shown is None:
            if method in self._free:
                return None
            raise RefusedError(
                "TOKEN_MISSING", "No token was shown: send the metadata `authorization: Bearer TOKEN`."
            )
        scheme, _, token = (shown if isinstance(shown, str) else "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise RefusedError("TOKEN_MISSING", "The metadata `authorization` must read `Bearer TOKEN`.")
        row = self._tokens.check(token.strip())
        if row.role not in TABLE.get(method, ()):
            allowed = " or ".join(sorted(TABLE.get(method, ()))) or "nobody"
            raise RefusedError(
                "ROLE_MISSING", f"The token {row.id} has the role {row.role}, and this is for: {allowed}."
            )
        return row


def reference() -> str:
    """Return the page about who may call what: ``docs/reference/access.md``."""
    roles: tuple[Role, ...] = ("organiser", "bot", "auditor", "watcher")
    lines = [
        "# Who may call what",
        "",
        "Made from the table that the referee checks; tests compare, and try every cell over the wire.",
        "A dot: no. `if open`: without a token where the setting `anonymous_watching` is on. Nobody, the",
        "organiser included, gets a hidden card, a note or a secret of a running match or an open set.",
        "",
        f"| method | {' | '.join(roles)} | nobody |",
        "|---|---|---|---|---|---|",
    ]
    for method, allowed in sorted(TABLE.items()):
        service, _, name = method.removeprefix("/arbitro.v1.").strip("/").partition("/")
        nobody = "yes" if method in OPEN else "if open" if method in PUBLIC else "·"
        cells = ["yes" if role in allowed else "·" for role in roles]
        lines.append(f"| `{service}.{name}` | {' | '.join(cells)} | {nobody} |")
    lines += [
        "",
        "Beyond the table: `Play` opens a session of the token's own bot; `RegisterEntrant` wants the",
        "tournament's join code from everybody but an organiser; a bot withdraws itself alone.",
        "`GetMatchLog` waits until the match's set is closed, and `GetTournamentLog` until the tournament is",
        "over, for everybody; then the log is evidence that whoever may watch may check, as on the pages. Of",
        "a practice it is shown to the bot that practised, auditors and organisers alone.",
    ]
    return "\n".join(lines) + "\n"


def caller() -> TokenRow | None:
    """Return who calls, within a handler; None: nobody we know."""
    return CALLER.get()


def caller_name() -> str:
    """Return how the caller is called in logs: the role and the token's public id."""
    row = CALLER.get()
    return f"{row.role} {row.id}" if row else ""
