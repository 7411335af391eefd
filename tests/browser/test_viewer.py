"""The replay viewer: steps, keys, perspectives, addresses, text mode, files that are dropped on it."""

import json
import re

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import expect

import arbitro_web
from arbitro_engine.log.views import seen_lines
from arbitro_engine.match.messages import Ask
from arbitro_engine.rules.events import EventKind
from arbitro_server.http.server import HttpServer
from arbitro_server.http.site import Site, SiteSettings
from arbitro_server.http.tables import stored_log
from support.played import play_match
from support.watched import WatchedReferee

from .conftest import photograph

pytestmark = pytest.mark.asyncio(loop_scope="module")

MATCH = "cup-0-1"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def referee():
    return WatchedReferee("Ana", "Ben", running=0, faulty=0.004)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def home(referee):
    server = HttpServer(Site(referee, SiteSettings()))
    await server.start("127.0.0.1:0")
    yield server.url
    await server.stop()


async def replay(opened, home, fragment=""):
    page = await opened(f"{home}m/{MATCH}{fragment}")
    await page.wait_for_selector(".viewer .moves [data-step]")
    return page


async def step(page):
    return int((await page.locator(".place-of").inner_text()).split("/")[0])


async def at(page, number):
    """Wait until a step is shown."""
    await expect(page.locator(".place-of")).to_have_text(re.compile(rf"^{number} / "))


async def scores(page):
    texts = await page.locator(".place .tallies span:last-child b").all_inner_texts()
    return [int(text) for text in texts]


async def test_a_replay_steps_to_the_end_and_shows_the_logs_result(opened, home, referee):
    played = referee.played[MATCH]
    page = await replay(opened, home)
    await page.keyboard.press("Home")
    assert await step(page) == 0
    for expected in (1, 2, 3):
        await page.keyboard.press("ArrowRight")
        assert await step(page) == expected
    await page.keyboard.press("End")
    assert await step(page) == len(played.public)
    assert await scores(page) == list(played.messages[-1].scores)
    banner = await page.locator("#banner").inner_text()
    assert all(str(score) in banner for score in played.messages[-1].scores)
    current = page.locator(".moves [aria-current]")
    assert await current.get_attribute("data-step") == str(len(played.public))


async def test_every_key_does_what_the_help_says(opened, home, referee):
    page = await replay(opened, home, "#s=100")
    for key, expected in (
        ("l", 101),
        ("j", 102),
        ("h", 101),
        ("k", 100),
        ("ArrowLeft", 99),
        ("ArrowRight", 100),
    ):
        await page.keyboard.press(key)
        assert await step(page) == expected
    await page.keyboard.press(".")
    marked = await step(page)
    assert marked > 100
    await page.keyboard.press(",")
    assert await step(page) < marked
    await page.keyboard.press("$")
    assert await step(page) == len(referee.played[MATCH].public)
    await page.keyboard.press("0")
    assert await step(page) == 0
    await page.keyboard.press("ArrowUp")
    assert await page.locator(".transport select").input_value() == "2"
    await page.keyboard.press("ArrowDown")
    assert await page.locator(".transport select").input_value() == "1"
    await page.keyboard.press("v")
    await page.keyboard.press("1")
    assert await page.locator(".options select").input_value() == "1"
    await page.keyboard.press("t")
    assert await page.locator(".text-mode").is_visible()
    await page.keyboard.press("t")
    await page.keyboard.press("?")
    assert await page.locator("dialog.help").is_visible()
    assert await page.locator("dialog.help kbd").count() > 15
    await page.keyboard.press("l")
    assert await step(page) == 0  # no key acts behind the help
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog.help")).to_be_hidden()
    await page.keyboard.press("p")
    await page.wait_for_url("**/m/cup-0-0")


async def test_no_key_acts_while_a_control_has_the_focus(opened, home):
    page = await replay(opened, home, "#s=50")
    for control in (".transport select", ".options select", ".transport .next", ".masthead a >> nth=1"):
        await page.locator(control).focus()
        await page.keyboard.press("l")
        await page.keyboard.press("$")
        assert await step(page) == 50, control


async def test_letters_can_be_switched_off(opened, home):
    page = await replay(opened, home, "#s=50")
    await page.keyboard.press("?")
    await page.locator("dialog.help input").uncheck()
    await page.locator("dialog.help button").click()
    await page.keyboard.press("l")
    assert await step(page) == 50
    await page.keyboard.press("ArrowRight")
    assert await step(page) == 51


async def test_it_plays_by_itself_to_the_end(opened, home, referee):
    length = len(referee.played[MATCH].public)
    page = await replay(opened, home, f"#s={length - 4}&speed=32")
    await page.keyboard.press("Space")
    await at(page, length)
    await page.wait_for_selector('.transport .play[aria-label="play or pause"]')


async def test_the_address_is_the_moment(opened, home):
    page = await replay(opened, home, "#s=57&seat=1&speed=2")
    assert await step(page) == 57
    assert await page.locator(".options select").input_value() == "1"
    assert await page.locator(".transport select").input_value() == "2"
    await page.keyboard.press("ArrowRight")
    await page.wait_for_url("**/m/*#s=58&seat=1&speed=2")
    await page.evaluate("location.hash = '#s=12'")
    await at(page, 12)


async def test_an_address_shared_during_a_match_is_the_same_moment_afterwards(opened):
    referee = WatchedReferee("Ana", "Ben", running=1, target=120)
    server = HttpServer(Site(referee, SiteSettings()))
    await server.start("127.0.0.1:0")
    match = next(iter(referee.state.running))
    told = sum(
        len(public.events)
        for step in referee.played[match].steps[: referee.told[match]]
        for public in step.public
    )
    page = await opened(f"{server.url}m/{match}#s={told - 3}")
    later = await opened(f"{server.url}m/{match}#s={told + 3}")
    await at(page, told - 3)
    await at(later, told)  # what it names has not happened yet
    said = await page.locator(".voice").inner_text()
    referee.advance(match, 20)
    await at(later, told + 3)
    await at(page, told - 3)
    referee.finish(match)
    referee.open(match)
    await expect(page.locator(".options select")).to_be_enabled(timeout=20_000)
    await at(page, told - 3)
    assert await page.locator(".voice").inner_text() == said
    assert page.url.endswith(f"#s={told - 3}")
    for one in (page, later):  # before the server goes: they would complain of its absence
        await one.close()
    await server.stop()


async def test_a_seats_view_shows_its_own_hand_and_backs_of_the_other(opened, home, referee):
    asks = _asks(referee.played[MATCH])
    page = await replay(opened, home, "#seat=0")
    for seq, ask in asks[:: len(asks) // 12]:
        await page.evaluate(f"location.hash = '#s={seq}&seat={ask.seat}'")
        await at(page, seq)
        hands = page.locator(".hand")
        own = (
            await hands.nth(ask.seat)
            .locator("[data-card]")
            .evaluate_all("all => all.map(one => one.dataset.card)")
        )
        other = await hands.nth(1 - ask.seat).locator("[data-card]").count()
        assert own == [str(card) for card in ask.hand]
        assert other == 0
        await page.evaluate(f"location.hash = '#s={seq}'")
    await page.locator(".options select").select_option("public")
    assert await page.locator(".hand [data-card]").count() == 0


async def test_think_times_and_refusals_stand_in_the_list(opened, home, referee):
    page = await replay(opened, home, "#seat=all")
    refused = [record for record in referee.played[MATCH].decoded if record.kind.name == "REFUSED"]
    assert await page.locator(".moves .time").count() > 100
    assert await page.locator(".moves .aside.is-refused").count() == len(refused)
    challenged = [event for event in referee.played[MATCH].public if event.kind is EventKind.CHALLENGED]
    assert await page.locator('.moves [data-kind="challenged"]').count() == len(challenged)


async def test_each_step_is_told_to_a_screen_reader(opened, home):
    page = await replay(opened, home, "#s=30")
    voice = page.locator("[aria-live=polite]")
    for number in (31, 32, 33):
        await page.keyboard.press("ArrowRight")
        line = page.locator(f'.moves [data-step="{number}"] .what').first
        assert await voice.inner_text() == await line.inner_text()


async def test_text_mode_has_the_same_data(opened, home, referee):
    page = await replay(opened, home, "#s=60&seat=all")
    counts = await page.locator(".place .tallies span:nth-child(2) b").all_inner_texts()
    await page.keyboard.press("t")
    rows = page.locator(".text-mode table tbody tr")
    assert await rows.count() == 2
    assert [await rows.nth(at).locator("td").nth(1).inner_text() for at in range(2)] == counts
    cards = [await rows.nth(at).locator("td").nth(2).inner_text() for at in range(2)]
    assert [len(text.split(", ")) for text in cards] == [int(count) for count in counts]
    await photograph(page, "text-mode")
    found = await Axe().run(page)
    assert found.violations_count == 0


async def test_nothing_moves_for_who_wants_no_motion(opened, home):
    page = await opened(f"{home}m/{MATCH}#s=60", reduced_motion="reduce")
    await page.wait_for_selector(".board .top .card")
    assert (
        await page.locator(".board .top .card").evaluate("one => getComputedStyle(one).animationName")
        == "none"
    )


async def test_a_file_is_opened_where_it_was_dropped(opened, home, tmp_path):
    match = play_match(seed="dropped", bots=("eve", "fay", "gus"), match="away-0-0")
    (tmp_path / "away.arb").write_bytes(match.log)
    page = await opened(f"{home}viewer")
    await page.set_input_files("#file", tmp_path / "away.arb")
    await page.wait_for_selector(".board")
    await page.keyboard.press("End")
    assert await step(page) == len(match.public)
    assert await scores(page) == list(match.messages[-1].scores)
    await photograph(page, "dropped")


async def test_a_second_file_takes_the_place_of_the_first(opened, home, tmp_path):
    page = await opened(f"{home}viewer")
    for name, bots in (("one-0-0", ("eve", "fay", "gus")), ("two-0-0", ("eve", "fay"))):
        match = play_match(seed=name, bots=bots, match=name)
        (tmp_path / f"{name}.arb").write_bytes(match.log)
        await page.set_input_files("#file", tmp_path / f"{name}.arb")
        await page.wait_for_selector(f"#opened h2:has-text('{name}')")
    await page.keyboard.press("End")
    assert await step(page) == len(match.public)
    await page.keyboard.press("?")  # a viewer that is gone has no help to show, and would complain
    await page.wait_for_selector("dialog[open]")


async def test_lines_of_a_seat_are_opened_too(opened, home, tmp_path):
    match = play_match(seed="lines", bots=("eve", "fay"), match="away-0-0")
    lines = seen_lines(stored_log(match.records), 1)
    (tmp_path / "away.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    page = await opened(f"{home}viewer")
    await page.set_input_files("#file", tmp_path / "away.jsonl")
    await page.wait_for_selector(".board")
    await page.locator(".options select").select_option("1")
    await page.keyboard.press("End")
    assert await scores(page) == list(match.messages[-1].scores)


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"ARB1", b"ARB1\x05\x00\x00\x00\xff\xff\xff\xff\xff", b'{"a":1}\n']
)
async def test_what_is_no_log_is_refused_in_words(opened, home, content, tmp_path):
    (tmp_path / "other.arb").write_bytes(content)
    page = await opened(f"{home}viewer")
    await page.set_input_files("#file", tmp_path / "other.arb")
    await expect(page.locator("[role=alert]")).to_contain_text(re.compile("log", re.IGNORECASE))


async def test_the_saved_viewer_needs_no_server(opened, tmp_path):
    match = play_match(seed="saved", bots=("eve", "fay"), match="away-0-0")
    (tmp_path / "away.arb").write_bytes(match.log)
    (tmp_path / "viewer.html").write_bytes(arbitro_web.standalone("es"))
    page = await opened((tmp_path / "viewer.html").as_uri())
    await page.set_input_files("#file", tmp_path / "away.arb")
    await page.wait_for_selector(".board")
    await page.keyboard.press("End")
    assert await step(page) == len(match.public)
    assert "Gana" in await page.locator(".banner").inner_text()


def _asks(played):
    """Questions for a turn, with the number of public events told before each."""
    seq, asks = 0, []
    for message in played.messages:
        if isinstance(message, Ask) and message.kind.text == "turn":
            asks.append((seq, message))
        elif hasattr(message, "events") and not hasattr(message, "number"):
            seq = message.seq + len(message.events)
    return asks
