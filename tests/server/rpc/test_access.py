"""Every method against every role: who gets in, cell by cell, by a call of each over the wire."""

from pathlib import Path

import pytest
from grpc import StatusCode, aio

from arbitro.v1 import bot_pb2, info_pb2, match_pb2, play_pb2, tournament_pb2
from arbitro_server.rpc.access import OPEN, PUBLIC, TABLE, reference
from support.hosting import Host, host

ROLES = ("organiser", "bot", "auditor", "watcher", "nobody")
FILES = (bot_pb2, info_pb2, match_pb2, play_pb2, tournament_pb2)
METHODS = sorted(
    f"/{service.full_name}/{method.name}"
    for module in FILES
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
)
REFUSED_INSIDE = {("RegisterEntrant", role) for role in ROLES if role != "organiser"} | {
    ("WithdrawEntrant", "bot"),
}
"""Who gets in and is refused then: the empty request shows no join code, and names no bot to withdraw."""
STRANGERS = {StatusCode.UNAUTHENTICATED, StatusCode.PERMISSION_DENIED}


@pytest.fixture
async def referee(tmp_path):
    async with host(tmp_path / "data") as running:
        await running.create("ann", "ben", start=False)
        yield running


def metadata(referee: Host, role: str) -> list[tuple[str, str]]:
    if role == "nobody":
        return []
    token = referee.tokens["ann"] if role == "bot" else referee.app.director.tokens.issue(role)[0]
    return [("authorization", f"Bearer {token}")]


async def code(channel: aio.Channel, method: str, metadata: list[tuple[str, str]]) -> StatusCode:
    """What an empty request comes back with."""
    call = channel.stream_stream(method)(iter([b""]), metadata=metadata)
    async for _ in call:
        call.cancel()
        return StatusCode.OK
    return await call.code()


def test_the_page_about_access_is_made_from_the_table():
    page = Path(__file__).parents[3] / "docs/reference/access.md"
    assert page.read_text() == reference()


def test_the_table_names_every_method_there_is():
    ours = {method for method in TABLE if method.startswith("/arbitro.")}
    assert ours == set(METHODS)


@pytest.mark.parametrize("method", METHODS)
async def test_each_role_gets_in_where_the_table_says(referee, method):
    for role in ROLES:
        allowed = role in TABLE[method] or (role == "nobody" and method in OPEN | PUBLIC)
        try:
            got = await code(referee.channel, method, metadata(referee, role))
        except aio.AioRpcError as error:
            got = error.code()
        stranger = got in STRANGERS
        is_refused_inside = (method.rpartition("/")[2], role) in REFUSED_INSIDE
        assert stranger is (is_refused_inside or not allowed), (role, got)
        assert got not in {StatusCode.INTERNAL, StatusCode.UNKNOWN}, (role, got)


async def test_watching_may_need_a_token(tmp_path):
    async with host(tmp_path / "data", anonymous_watching=False) as referee:
        for method in sorted(PUBLIC):
            with pytest.raises(aio.AioRpcError) as caught:
                await code(referee.channel, method, [])
            assert caught.value.code() is StatusCode.UNAUTHENTICATED


@pytest.mark.parametrize("shown", ["", "Bearer", "Basic abc", "Bearer  ", "arb_org_123"])
async def test_a_token_is_shown_as_bearer(referee, shown):
    with pytest.raises(aio.AioRpcError) as caught:
        await code(referee.channel, "/arbitro.v1.BotService/ListTokens", [("authorization", shown)])
    assert caught.value.code() is StatusCode.UNAUTHENTICATED
