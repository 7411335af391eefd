"""The example of nginx, run for real: bots and browsers reach the referee through it."""

import json
import ssl
import subprocess

import grpc
import httpx
import pytest

from arbitro.v1 import play_pb2 as pb
from support.processes import ARBITRO, environment, run
from support.proxied import proxy

PLAY = "/arbitro.v1.PlayService/Play"
FRAME = 60_000
MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def nginx(referee, tmp_path_factory):
    with proxy(tmp_path_factory.mktemp("nginx"), referee.grpc, referee.pages) as example, example.running():
        yield example


@pytest.fixture
def web(nginx):
    with httpx.Client(
        base_url=f"https://{nginx.tls}", verify=ssl.create_default_context(cafile=nginx.ca), timeout=20
    ) as client:
        yield client


@pytest.fixture
def arbitro(tmp_path, nginx, referee):
    """The organiser's command, through nginx."""

    def call(*arguments):
        settings = {"ARBITRO_SERVER": nginx.tls, "ARBITRO_CA": str(nginx.ca), "ARBITRO_TOKEN": referee.token}
        done = run(*arguments, "--json", folder=tmp_path, **settings)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call


@pytest.fixture
def play(tmp_path, nginx):
    """Starts a bot, as a process of its own, that dials in through nginx."""
    command = [*ARBITRO, "play", "first", "--server", nginx.tls, "--ca", str(nginx.ca)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    bots = []

    def start(token):
        bots.append(subprocess.Popen(command, cwd=tmp_path, env=environment(ARBITRO_TOKEN=token), **quiet))
        return bots[-1]

    yield start
    for bot in bots:
        bot.kill()
        bot.wait()


def test_it_is_accepted_without_a_warning(tmp_path):
    with proxy(tmp_path, "127.0.0.1:1", "127.0.0.1:2") as example:
        told = example.tested().splitlines()
    assert [line for line in told if "[" in line and "using inherited sockets" not in line] == []
    assert told[-2].endswith("syntax is ok")
    assert told[-1].endswith("test is successful")


def test_the_referee_is_reached_by_one_encrypted_port(arbitro, nginx):
    assert arbitro("health") == {"server": nginx.tls, "serving": True}


def test_a_tournament_is_played_and_watched_through_it(tmp_path, arbitro, play, web):
    (tmp_path / "class.txt").write_text("ana\nben\n")
    tokens = arbitro("tournament", "create", "cup", "--entrants", "class.txt", "--set", "target=60")["tokens"]
    with web.stream("GET", "/live?t=cup") as live:
        assert live.headers["content-type"].startswith("text/event-stream")
        bots = [play(token) for token in tokens.values()]
        arbitro("tournament", "start", "cup")
        # The answer never ends: whatever comes out of it has come through at once.
        event = next(line for line in live.iter_lines() if line.startswith("data: "))
        assert "cup" in event
    assert [bot.wait(50) for bot in bots] == [0, 0]
    assert arbitro("tournament", "standings", "cup")["state"] == "finished"
    page = web.get("/t/cup/standings")
    assert (page.status_code, "ana" in page.text) == (200, True)


def test_a_bot_may_send_more_than_a_megabyte(arbitro, nginx):
    token = arbitro("token", "issue", "bot", "--bot", "talker")["secret"]
    # A field that nobody knows (number 99, bytes) is read and passed over.
    ballast = b"\x9a\x06" + bytes([0x80 | FRAME & 0x7F, 0x80 | FRAME >> 7 & 0x7F, FRAME >> 14]) + bytes(FRAME)
    frames = [
        pb.PlayRequest(hello=pb.Hello()).SerializeToString(),
        *[ballast] * (2 * MEGABYTE // FRAME),
        pb.PlayRequest(leave=pb.Leave()).SerializeToString(),
    ]
    credentials = grpc.ssl_channel_credentials(nginx.ca.read_bytes())
    with grpc.secure_channel(nginx.tls, credentials) as channel:
        session = channel.stream_stream(PLAY, response_deserializer=pb.PlayResponse.FromString)(
            iter(frames), metadata=[("authorization", f"Bearer {token}")], timeout=40
        )
        told = list(session)
    assert told[0].welcome.bot == "talker"
    assert told[-1].goodbye.reason == pb.GOODBYE_REASON_DONE
    assert [error for frame in told for error in frame.errors] == []


def test_measurements_are_not_for_the_world(web):
    assert web.get("/metrics").status_code == 403
    assert web.get("/healthz").json() == {"status": "serving"}


def test_whoever_comes_unencrypted_is_sent_on(nginx):
    answer = httpx.get(f"http://{nginx.plain}/t/cup", headers={"host": "referee.example.org"}, timeout=30)
    assert (answer.status_code, answer.headers["location"]) == (301, "https://referee.example.org/t/cup")
