"""The port: opened, refused when taken, closed while watchers watch."""

import asyncio

import httpx
import pytest

from arbitro_server.http.server import HttpServer, PortTakenError
from arbitro_server.http.site import Site, SiteSettings
from support.watched import WatchedReferee


@pytest.fixture(scope="module")
def referee():
    return WatchedReferee("Ana", "Ben", running=1)


async def serve(referee):
    server = HttpServer(Site(referee, SiteSettings()))
    await server.start("127.0.0.1:0")
    return server


async def test_a_page_over_a_real_port(referee):
    server = await serve(referee)
    async with httpx.AsyncClient() as web:
        answer = await web.get(server.url)
    assert answer.status_code == 200
    assert "server" not in answer.headers
    await server.stop()


async def test_a_taken_port_is_refused_in_words(referee):
    first = await serve(referee)
    second = HttpServer(Site(referee, SiteSettings()))
    with pytest.raises(PortTakenError, match="another referee"):
        await second.start(first.address)
    await second.stop()
    await first.stop()


async def test_watchers_get_a_farewell_when_it_stops(referee):
    server = await serve(referee)
    match = next(iter(referee.state.running))
    async with httpx.AsyncClient() as web, web.stream("GET", f"{server.url}live?m={match}@0&t=cup") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = stream.aiter_lines()
        async for line in lines:
            if line.startswith("event: public"):
                break
        stopping = asyncio.ensure_future(server.stop())
        rest = [line async for line in lines]
        await stopping
    assert "event: bye" in rest


async def test_a_browser_that_says_how_far_it_got_goes_on_there(referee):
    server = await serve(referee)
    match = next(iter(referee.state.running))
    address = f"{server.url}live?m={match}@0"
    async with (
        httpx.AsyncClient() as web,
        web.stream("GET", address, headers={"last-event-id": "0.17"}) as stream,
    ):
        async for line in stream.aiter_lines():
            if line.startswith("data: "):
                break
    assert f'"match":"{match}","seq":17,' in line
    await server.stop()
