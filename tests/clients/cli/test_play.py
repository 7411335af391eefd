"""Where people look at a match, as ``arbitro play`` learns it beside playing."""

import pytest
from grpc import aio

from arbitro_sdk.cli.play import _learn_pages
from arbitro_sdk.loading import load
from arbitro_sdk.play import Client
from arbitro_sdk.referee import Referee
from arbitro_sdk.terms import Terms
from support.hosting import host


def client_of(referee):
    return Client(referee, load("first"), Terms(), print, print)


@pytest.mark.parametrize("pages", [None, "127.0.0.1:0"])
async def test_the_page_of_a_match_is_known_where_pages_are_served(tmp_path, pages):
    async with host(tmp_path / "data", http=pages) as hosted:
        referee = Referee(hosted.address)
        client = client_of(referee)
        said = []
        await _learn_pages(client, referee, said.append)
        http = hosted.app.http
        assert client.attendance.page("cup-0-0") == (f"http://{http.address}/m/cup-0-0" if http else "")
        assert said == ([f"look on at http://{http.address}/"] if http else [])


async def test_a_referee_that_does_not_say_stops_nobody():
    server = aio.server()
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    referee = Referee(f"127.0.0.1:{port}")
    client = client_of(referee)
    await _learn_pages(client, referee, print)
    await server.stop(None)
    assert client.attendance.page("cup-0-0") == ""


async def test_a_file_that_holds_no_certificate_is_left_for_the_session_to_tell(tmp_path):
    (tmp_path / "ca.pem").write_text("")
    referee = Referee("127.0.0.1:1", ca=tmp_path / "ca.pem")
    client = client_of(referee)
    await _learn_pages(client, referee, print)
    assert client.attendance.page("cup-0-0") == ""
