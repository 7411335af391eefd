"""The pages as a browser or a script gets them, over a referee whose matches the test moves on."""

import base64
import json
import re
from itertools import pairwise
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbitro_engine.log.export import lines
from arbitro_engine.log.file import read_frames
from arbitro_server.http.ports import Note
from arbitro_server.http.security import POLICY
from arbitro_server.http.site import Site, SiteSettings
from arbitro_server.http.tables import stored_log
from support.markup import Seen
from support.watched import WatchedReferee

EVIL = """<script>alert('x')</script>" onload="alert(1)' & ünïcode"""
PAGES = (
    "/",
    "/tv",
    "/viewer",
    "/t/cup",
    "/t/cup/matches",
    "/t/cup/schedule",
    "/t/cup/standings",
    "/m/cup-0-0",
    "/m/cup-1-0",
    "/m/cup-1-0?round=0",
    "/bots/bot-0",
    "/t/cup/matches?bot=bot-1",
    "/nowhere",
)


@pytest.fixture(scope="module")
def shared():
    return WatchedReferee(EVIL, "Ben", "Cho", running=2)


@pytest.fixture
def referee():
    return WatchedReferee("Ana", "Ben", running=1)


def browser(referee, **options):
    app = Site(referee, SiteSettings(**options)).app
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")


def running(referee):
    return next(iter(referee.state.running))


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", ["en", "es"])
async def test_every_page_is_safe_in_every_language(shared, page, language):
    async with browser(shared) as web:
        answer = await web.get(page, headers={"accept-language": language})
    assert answer.status_code == (404 if page == "/nowhere" else 200)
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert f'<html lang="{language}"' in answer.text
    for name, attributes in Seen(answer.text).tags:
        assert not [
            attribute for attribute in attributes if attribute.startswith("on") or attribute == "style"
        ]
        for address in (attributes.get("src"), attributes.get("href")):
            assert address is None or address.startswith(("/", "#"))
        assert name != "script" or attributes["type"] in ("module", "application/json")


async def test_names_are_shown_literally(shared):
    async with browser(shared) as web:
        for page in ("/t/cup/standings", "/bots/bot-0", "/t/cup"):
            text = (await web.get(page)).text
            assert "&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;&quot; onload" in text


async def test_standings_schedule_and_finished_matches_need_no_script(shared):
    async with browser(shared) as web:
        standings = (await web.get("/t/cup/standings")).text
        schedule = (await web.get("/t/cup/schedule")).text
        match = (await web.get("/m/cup-1-0?round=0")).text
    assert standings.count("<tr") > 6
    assert all(f"/m/{one}" in schedule for one in shared.played)
    assert 'id="transcript"' in match
    assert match.count("<li>") > 10


async def test_a_language_that_was_chosen_is_kept(shared):
    async with browser(shared) as web:
        assert "Torneos" in (await web.get("/?lang=es")).text
        assert "Torneos" in (await web.get("/", headers={"accept-language": "en"})).text
        assert "Tournaments" in (await web.get("/?lang=en")).text


async def test_what_has_not_changed_is_not_sent_again(shared):
    async with browser(shared) as web:
        for address in ("/t/cup/standings", "/static/style.css", "/t/cup.json"):
            first = await web.get(address)
            again = await web.get(address, headers={"if-none-match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")


async def test_a_sealed_log_opens_with_its_set(referee):
    match = running(referee)
    async with browser(referee) as web:
        assert (await web.get(f"/m/{match}.arb")).status_code == 409
        referee.finish(match)
        sealed = await web.get(f"/m/{match}.arb")
        assert sealed.status_code == 409
        assert (await web.get(f"/m/{match}.json")).json()["log"] is None
        referee.open(match)
        opened = await web.get(f"/m/{match}.arb")
        assert list(read_frames(opened.content).records) == referee.played[match].records
        assert (await web.get(f"/m/{match}.json")).json()["log"] == f"/m/{match}.arb"


async def test_an_open_log_is_exported_whole_and_another_as_everybody_saw_it(referee):
    match = running(referee)
    referee.finish(match)
    async with browser(referee) as web:
        sealed = [json.loads(line) for line in (await web.get(f"/m/{match}.jsonl")).text.splitlines()]
        assert {line["type"] for line in sealed} == {"header", "public", "end"}
        referee.open(match)
        opened = [json.loads(line) for line in (await web.get(f"/m/{match}.jsonl")).text.splitlines()]
    whole = list(lines(stored_log(referee.played[match].records)))
    assert opened == json.loads(json.dumps(whole))


async def test_with_a_delay_nothing_but_the_feed_tells_of_a_match_in_play(referee):
    match = running(referee)
    async with browser(referee, delay_turns=2) as web:
        assert (await web.get(f"/m/{match}.jsonl")).status_code == 409


async def test_no_answer_of_a_match_in_play_knows_a_hidden_card(referee):
    match = running(referee)
    secrets = _hidden(referee, match)
    assert secrets
    async with browser(referee) as web:
        for address in (
            f"/m/{match}",
            f"/m/{match}.json",
            f"/m/{match}.jsonl",
            "/t/cup",
            "/tv",
            "/bots/bot-0",
        ):
            text = (await web.get(address)).text
            assert not [one for one in secrets if one in text], address


@pytest.mark.parametrize(
    "address,status",
    [
        ("/t/nowhere", 404),
        ("/t/cup/nowhere", 404),
        ("/m/nowhere", 404),
        ("/m/cup-0-99", 404),
        ("/m/cup-999-0", 404),
        ("/m/cup-0-0-0.json", 404),
        ("/bots/nobody", 404),
        ("/static/site.py", 404),
        ("/static/..%2fsite.py", 404),
        ("/live?m=UP@0", 400),
        ("/live?m=cup-0-0@x", 400),
        ("/live?t=%3Cb%3E", 400),
        ("/t/cup/matches?page=x", 200),
        ("/live?" + "&".join(["t=cup"] * 65), 400),
        ("/m/cup-1-0?round=99", 200),
        ("/t/cup/schedule?page=999", 200),
    ],
)
async def test_nonsense_is_refused_by_name(shared, address, status):
    async with browser(shared) as web:
        assert (await web.get(address)).status_code == status


async def test_more_watchers_than_allowed_are_asked_to_come_back(shared):
    async with browser(shared, watchers=0) as web:
        answer = await web.get("/live?t=cup")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "60")


async def test_what_fails_inside_shows_a_number_and_nothing_else(referee, monkeypatch):
    def broken():
        raise RuntimeError("hand of seat 1: R5 W+4")

    monkeypatch.setattr(referee, "tournaments", broken)
    async with browser(referee) as web:
        answer = await web.get("/")
    assert answer.status_code == 500
    assert re.search(r"\b[0-9a-f]{12}\b", answer.text)
    assert "R5" not in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["content-security-policy"] == POLICY


async def test_without_anonymous_watching_a_token_is_asked_for(referee):
    basic = base64.b64encode(b"whoever:arb_wat_0").decode()
    async with browser(referee, anonymous=False) as web:
        refused = await web.get("/t/cup")
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"].startswith("Basic")
        assert (await web.get("/t/cup", headers={"authorization": f"Basic {basic}"})).status_code == 200
        assert (await web.get("/t/cup", headers={"authorization": "Bearer arb_wat_0"})).status_code == 200
        assert (await web.get("/t/cup", headers={"authorization": "Bearer arb_wat_1"})).status_code == 401
        assert (await web.get("/healthz")).status_code == 200
        assert (await web.get("/static/style.css")).status_code == 200


async def test_notes_open_for_their_owner_with_the_log(referee):
    match = running(referee)
    other = next(one for one in referee.played if one != match)
    referee.own_notes["bot-0"] = [Note(match, 0, 3, "I hold R5"), Note(other, 0, 4, EVIL)]
    owner = {"authorization": "Bearer arb_bot_0"}
    async with browser(referee) as web:
        assert (await web.get("/bots/bot-0/notes.json")).status_code == 401
        assert (
            await web.get("/bots/bot-0/notes.json", headers={"authorization": "Bearer arb_wat_0"})
        ).status_code == 403
        assert (await web.get("/bots/bot-1/notes.json", headers=owner)).status_code == 403
        notes = (await web.get("/bots/bot-0/notes.json", headers=owner)).json()
        assert [note["text"] for note in notes] == [EVIL]
        referee.finish(match)
        referee.open(match)
        assert len((await web.get("/bots/bot-0/notes.json", headers=owner)).json()) == 2


async def test_health_says_when_the_referee_stops(referee):
    async with browser(referee) as web:
        assert (await web.get("/healthz")).json() == {"status": "serving"}
        referee.serving = False
        assert (await web.get("/healthz")).status_code == 503


async def test_standings_as_json_are_those_of_the_page(shared):
    async with browser(shared) as web:
        summary = (await web.get("/t/cup.json")).json()
    assert summary["tournament"] == "cup"
    assert (summary["played"], summary["total"]) == (len(shared.state.results), len(shared.played))
    assert {line["bot"] for line in summary["standings"]} == set(shared.state.spec.ids)
    assert {"rank", "bot", "played", "won", "points", "difference", "margin"} <= summary["standings"][
        0
    ].keys()


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(path=st.text(max_size=40), query=st.text(max_size=40))
async def test_no_address_breaks_it(shared, path, query):
    async with browser(shared) as web:
        for prefix in ("/", "/m/", "/t/cup/", "/bots/"):
            answer = await web.get(prefix + quote(path, safe=""), params={"page": query, "round": query})
            assert answer.status_code in (200, 304, 400, 404)


def _hidden(referee, match):
    """Hands of the match as they would stand in JSON or in a sentence: runs of two cards of one seat."""
    records = stored_log(referee.records(match, 0)).steps
    deal = [event for _, record in records for event in record.events if event.cards]
    runs = set()
    for event in deal:
        cards = [str(card) for card in event.cards]
        for one, other in pairwise(cards):
            runs |= {f'"{one}","{other}"', f'"{one}", "{other}"'}
    return runs
