"""The checkers of Debian, installed before the first test; a real referee, with its pages."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from support.debian import install
from support.processes import environment

DEPLOY = Path(__file__).parents[2] / "deploy"


def pytest_collection_finish(session):
    """Install what the tests that will run may want, so that no test's time is spent on it."""
    if any(Path(__file__).parent in item.path.parents for item in session.items):
        install("nginx", "openssl", "promtool", "systemd-analyze")


@dataclass(frozen=True)
class Referee:
    """Where a referee's bots and its pages go to, and who may organise."""

    grpc: str
    pages: str
    token: str


@pytest.fixture(scope="package")
def referee(tmp_path_factory):
    folder = tmp_path_factory.mktemp("referee")
    command = [sys.executable, "-m", "arbitro_server", "--data", "data", "--json"]
    command += ["--listen", "127.0.0.1:0", "--http", "127.0.0.1:0"]
    with (
        (folder / "referee.txt").open("w") as messages,
        subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=messages, text=True, env=environment()
        ) as process,
    ):
        told = json.loads(process.stdout.readline())
        yield Referee(told["listen"], told["http"], told["organiser_token"])
        process.terminate()
        assert process.wait(15) == 0


@pytest.fixture(scope="session")
def deploy():
    return DEPLOY


@pytest.fixture
def exposition(referee):
    """The real /metrics, once the referee has answered a call."""
    subprocess.run(
        [sys.executable, "-m", "arbitro_sdk", "health", "--server", referee.grpc],
        env=environment(),
        check=True,
        capture_output=True,
    )
    return httpx.get(f"http://{referee.pages}/metrics").text
