"""A real tournament of real bots, watched by a browser; the referee dies in the middle and comes back."""

import asyncio
import json
import os
import re
import signal
import socket
import sys
from itertools import pairwise

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import expect

from arbitro.codec import record_of
from arbitro_engine.log.stored import read_log
from arbitro_engine.match.record import StepRecord
from support.processes import ARBITRO, environment, run

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(300)]

BOTS = ("ana", "ben")
THOUGHTFUL = """
import time

from arbitro_sdk import bot


@bot
def choose(turn):
    time.sleep(0.04)  # so that there is something to watch
    return turn.legal[0]
"""


class Referee:
    """A referee's process that may be killed and begun again, with the bots of its tournament."""

    def __init__(self, folder):
        self.folder = folder
        self.ports = [_free_port(), _free_port()]
        self.token = ""
        self.process = None
        self.bots = []

    @property
    def home(self):
        return f"http://127.0.0.1:{self.ports[1]}/"

    async def begin(self):
        command = [sys.executable, "-m", "arbitro_server", "--data", "data", "--json"]
        for flag, port in zip(("--listen", "--http"), self.ports, strict=True):
            command += [flag, f"127.0.0.1:{port}"]
        with (self.folder / "referee.txt").open("a") as messages:
            self.process = await asyncio.create_subprocess_exec(
                *command, cwd=self.folder, stdout=asyncio.subprocess.PIPE, stderr=messages, env=environment()
            )
        told = json.loads(await self.process.stdout.readline())
        self.token = told["organiser_token"] or self.token
        assert told["http"] == f"127.0.0.1:{self.ports[1]}"

    async def kill(self):
        os.kill(self.process.pid, signal.SIGKILL)
        await self.process.wait()

    async def arbitro(self, *arguments):
        settings = {"ARBITRO_SERVER": f"127.0.0.1:{self.ports[0]}", "ARBITRO_TOKEN": self.token}
        done = await asyncio.to_thread(run, *arguments, folder=self.folder, **settings)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout) if "--json" in arguments else done.stdout

    async def play(self):
        """Create a tournament and let its bots in."""
        (self.folder / "entrants.txt").write_text("\n".join(BOTS))
        (self.folder / "thoughtful.py").write_text(THOUGHTFUL)
        created = await self.arbitro(
            "tournament", "create", "cup", "--entrants", "entrants.txt", "--set", "target=200", "--json"
        )
        for bot, token in created["tokens"].items():
            address = f"127.0.0.1:{self.ports[0]}"
            self.bots.append(
                await asyncio.create_subprocess_exec(
                    *(*ARBITRO, "play", "thoughtful.py", "--name", bot),
                    *("--server", address, "--concurrent", "1"),
                    cwd=self.folder,
                    env=environment(ARBITRO_TOKEN=token),
                    stdout=asyncio.subprocess.DEVNULL,
                    stderr=asyncio.subprocess.DEVNULL,
                )
            )

    async def end(self):
        for process in (*self.bots, self.process):
            if process is not None and process.returncode is None:
                process.kill()
                await process.wait()


@pytest_asyncio.fixture(loop_scope="module")
async def referee(tmp_path):
    referee = Referee(tmp_path)
    await referee.begin()
    yield referee
    await referee.end()


async def test_a_tournament_is_watched_through_a_crash_to_its_end(referee, opened):
    await referee.play()
    overview = await opened(f"{referee.home}t/cup")
    progress = overview.locator("#progress")
    await expect(progress).to_contain_text("0 of 2")
    await referee.arbitro("tournament", "start", "cup")

    # standings move, and tables are seen, without anybody touching the page
    await expect(overview.locator("#tables .board .top .card").first).to_be_visible(timeout=30_000)
    await expect(progress).to_contain_text(re.compile(r"[1-9]\d* of 2"), timeout=30_000)
    await expect(overview.locator("#short td.n").first).to_have_text(re.compile(r"\d+/[1-9]"), timeout=30_000)

    # a match in play is followed
    match = await _running(referee)
    watching = asyncio.ensure_future(_watch(referee, match))
    table = await opened(f"{referee.home}m/{match}")
    await expect(table.locator(".place-of")).to_have_text(re.compile(r"^[1-9]\d+ / "), timeout=30_000)
    first = await table.locator(".place-of").inner_text()

    # the referee dies; the pages say so, and come back by themselves
    await referee.kill()
    await expect(table.locator(".lost")).to_be_visible(timeout=30_000)
    await referee.begin()
    await expect(table.locator(".lost")).to_be_hidden(timeout=60_000)
    await expect(table.locator(".place-of")).not_to_have_text(first, timeout=60_000)

    # the match comes to its end, its log opens, and the replay shows what the log says
    await expect(table.locator("#banner strong")).to_be_visible(timeout=90_000)
    await expect(table.locator(".options select")).to_be_enabled(timeout=30_000)
    end, hidden = _log(referee, match)
    await table.locator("#viewer").focus()
    await table.keyboard.press("End")
    shown = await table.locator(".place .tallies span:last-child b").all_inner_texts()
    assert shown == [str(score) for score in end.scores]
    won = await table.locator("#banner strong").inner_text()
    assert won == f"{_bots(match, referee)[end.winner]} wins"
    sent = await watching
    assert len(sent) > 500
    assert not [one for one in hidden if one in sent]

    # and the standings are final in the end
    await expect(progress).to_contain_text("2 of 2", timeout=120_000)
    await expect(overview.locator("#progress .state")).to_have_text("finished", timeout=30_000)
    standings = await referee.arbitro("tournament", "standings", "cup", "--json")
    table_rows = await overview.locator("#short tbody tr th").all_inner_texts()
    assert table_rows == [line["bot"] for line in standings["standings"]]
    # that nobody answered for a while stands in the console by right
    opened.faults[:] = [fault for fault in opened.faults if "net::ERR_" not in fault]


async def _running(referee):
    """A match that is being played."""
    async with httpx.AsyncClient() as web:
        while True:
            text = (await web.get(f"{referee.home}t/cup/matches")).text
            for row in text.split("<tr>")[1:]:
                if 'class="state running"' in row:
                    return re.search(r'href="/m/([\w-]+)"', row)[1]


async def _watch(referee, match):
    """Everything the live connection sends of a match until the referee dies."""
    sent = ""
    async with httpx.AsyncClient(timeout=60) as web:
        try:
            async with web.stream("GET", f"{referee.home}live?m={match}@0&t=cup") as stream:
                async for text in stream.aiter_text():
                    sent += text
        except httpx.TransportError:
            return sent
    return sent


def _log(referee, match):
    """How a match ended, and pairs of hidden cards as they would stand in JSON."""
    file = referee.folder / "data" / "logs" / "cup" / f"{match}.0.arb"
    records = [one for one in read_log(file.read_bytes(), record_of).records if isinstance(one, StepRecord)]
    hidden = {
        f'"{one}","{other}"'
        for record in records
        for event in record.events
        for one, other in pairwise(event.cards)
    }
    return records[-1].end, hidden


def _bots(match, referee):
    file = referee.folder / "data" / "logs" / "cup" / f"{match}.0.arb"
    return read_log(file.read_bytes(), record_of).header.bots


def _free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]
