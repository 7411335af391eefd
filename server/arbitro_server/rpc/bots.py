"""BotService: bots and tokens."""

from __future__ import annotations

from typing import Any, Final

from grpc import aio

from arbitro.v1 import bot_pb2 as pb
from arbitro.v1 import bot_pb2_grpc
from arbitro_server.rpc.access import caller
from arbitro_server.rpc.pages import page
from arbitro_server.runtime.director import Director
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.sessions import Farewell
from arbitro_server.runtime.tokens import Role
from arbitro_server.store.interface import BotRow, TokenRow

__all__ = ["BotService"]

Context = aio.ServicerContext[Any, Any]

_LONGEST_S: Final = 100 * 366 * 86_400
"""The longest lifetime of a token: its end is a date that everybody's calendar knows."""

_ROLES: Final[dict[int, Role]] = {
    pb.ROLE_ORGANISER: "organiser",
    pb.ROLE_BOT: "bot",
    pb.ROLE_AUDITOR: "auditor",
    pb.ROLE_WATCHER: "watcher",
}
_NUMBERS: Final[dict[str, pb.Role.ValueType]] = {
    "organiser": pb.ROLE_ORGANISER,
    "bot": pb.ROLE_BOT,
    "auditor": pb.ROLE_AUDITOR,
    "watcher": pb.ROLE_WATCHER,
}


class BotService(bot_pb2_grpc.BotServiceServicer):
    """The servicer."""

    def __init__(self, director: Director) -> None:
        self._director = director

    async def GetBot(self, request: pb.GetBotRequest, context: Context) -> pb.GetBotResponse:
        """Return one bot."""
        return pb.GetBotResponse(bot=self._bot(self._director.bots.find(request.bot)))

    async def ListBots(self, request: pb.ListBotsRequest, context: Context) -> pb.ListBotsResponse:
        """Return all bots by id."""
        rows, token = page(self._director.bots.all(), request.page_size, request.page_token, "b")
        return pb.ListBotsResponse(bots=map(self._bot, rows), next_page_token=token)

    async def IssueToken(self, request: pb.IssueTokenRequest, context: Context) -> pb.IssueTokenResponse:
        """Make a token."""
        role = _ROLES.get(request.role)
        if role is None:
            text = "choose organiser, bot, auditor or watcher"
            raise RefusedError("BAD_FIELD", f"The role is not set: {text}.", [("role", text)])
        if request.lifetime_s > _LONGEST_S:
            text = (
                f"{request.lifetime_s} s are more than a hundred years: choose less, or none at all for ever"
            )
            raise RefusedError("BAD_FIELD", f"lifetime_s: {text}.", [("lifetime_s", text)])
        if role == "bot":
            self._director.bots.name({request.bot: ""})
        elif request.bot:
            text = f"only a bot's token names a bot, and this one's role is {role}"
            raise RefusedError("BAD_FIELD", f"bot: {text}.", [("bot", text)])
        secret, row = self._director.tokens.issue(role, request.bot, request.lifetime_s)
        return pb.IssueTokenResponse(secret=secret, token=_token(row))

    async def RevokeToken(self, request: pb.RevokeTokenRequest, context: Context) -> pb.RevokeTokenResponse:
        """Make a token worthless, and end the sessions it opened."""
        row = self._director.tokens.revoke(request.id)
        for session in self._director.lobby.sessions.of(row.bot):
            if session.token == row.id:
                session.end(Farewell("revoked", "The token was revoked: ask the organiser."))
        return pb.RevokeTokenResponse(token=_token(row))

    async def ListTokens(self, request: pb.ListTokensRequest, context: Context) -> pb.ListTokensResponse:
        """Return all tokens, without their secrets."""
        rows, token = page(self._director.tokens.all(), request.page_size, request.page_token, "k")
        return pb.ListTokensResponse(tokens=map(_token, rows), next_page_token=token)

    async def StartPractice(
        self, request: pb.StartPracticeRequest, context: Context
    ) -> pb.StartPracticeResponse:
        """Begin practice matches of the caller against a house bot."""
        who = caller()
        hosted = self._director.practise(
            who.bot if who else "", request.against, request.matches, request.like
        )
        return pb.StartPracticeResponse(tournament=hosted.id, matches=hosted.machine.total)

    def _bot(self, row: BotRow) -> pb.Bot:
        return pb.Bot(bot=row.id, name=row.name, connected=bool(self._director.lobby.sessions.of(row.id)))


def _token(row: TokenRow) -> pb.Token:
    return pb.Token(
        id=row.id,
        role=_NUMBERS[row.role],
        bot=row.bot,
        issued_unix=row.issued_unix,
        expires_unix=row.expires_unix,
        revoked=row.revoked,
    )
