"""Requests in the log and in the metrics: one line, one count, and labels that are bounded."""

import httpx
import pytest
import structlog
from structlog.testing import capture_logs

from arbitro_server.http.site import Site, SiteSettings
from support.watched import WatchedReferee


@pytest.fixture(scope="module")
def referee():
    return WatchedReferee("Ana", "Ben", running=0, target=20)


@pytest.fixture
def answered(referee):
    """Asks, and returns what was counted and the lines of the log."""

    async def answered(path, method="GET", **headers):
        referee.requests.clear()
        transport = httpx.ASGITransport(Site(referee, SiteSettings()).app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as web:
            structlog.reset_defaults()
            with capture_logs() as logged:
                answer = await web.request(method, path, headers=headers)
        return referee.requests, [one for one in logged if one["event"] == "request.answered"], answer

    return answered


@pytest.mark.parametrize(
    "path,route,status",
    [
        ("/", "/", 200),
        ("/m/cup-0-0", "/m/{match}", 200),
        ("/m/cup-0-0.arb", "/m/{match}.arb", 200),
        ("/m/no-0-0", "/m/{match}", 404),
        ("/bots/bot-0/notes.json", "/bots/{bot}/notes.json", 401),
        ("/no/where", "", 404),
    ],
)
async def test_a_request_is_one_count_and_one_line(answered, path, route, status):
    counted, (line,), answer = await answered(path + "?t=secret")
    assert counted == [("GET", route, status)]
    assert answer.status_code == status
    assert line.pop("took_ms") >= 0
    assert line == {
        "event": "request.answered",
        "log_level": "info",
        "method": "GET",
        "route": route,
        "path": path,
        "status": status,
        "size": len(answer.content),
    }


@pytest.mark.parametrize("path", ["/healthz", "/metrics", "/static/style.css"])
async def test_what_machines_ask_all_the_time_is_for_debugging(answered, path):
    _, (line,), _ = await answered(path)
    assert line["log_level"] == "debug"


async def test_methods_that_nobody_knows_are_one(answered):
    counted, _, _ = await answered("/", method="BREW")
    assert counted == [("_OTHER", "", 405)]


async def test_a_path_cannot_break_the_line(answered):
    _, (line,), _ = await answered("/m/a%0a%1b%5b31mb")
    assert line["path"] == "/m/a%0a%1b%5b31mb"


async def test_a_failure_is_counted_as_one(answered, referee, monkeypatch):
    monkeypatch.setattr(referee, "tournaments", lambda: 1 / 0)
    counted, (line,), _ = await answered("/")
    assert counted == [("GET", "/", 500)]
    assert line["status"] == 500
