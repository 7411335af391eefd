"""The checkers of Debian, installed before the first test; a real referee, with its pages."""

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from support.debian import install
from support.processes import environment
from support.serving import serving

FREE = ("--listen", "127.0.0.1:0", "--http", "127.0.0.1:0")


def pytest_collection_finish(session):
    """Install what the tests that will run may want, so that no test's time is spent on it."""
    if any(Path(__file__).parent in item.path.parents for item in session.items):
        install("nginx", "openssl", "promtool", "systemd-analyze")


@pytest.fixture(scope="session")
def deploy():
    return Path(__file__).parents[2] / "deploy"


@pytest.fixture(scope="package")
def referee(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("referee"), *FREE) as running:
        yield running


@pytest.fixture
def exposition(referee):
    """The real /metrics, once the referee has answered a call and a request for a page."""
    subprocess.run(
        [sys.executable, "-m", "arbitro_sdk", "health", "--server", referee.grpc],
        env=environment(),
        check=True,
        capture_output=True,
    )
    httpx.get(f"http://{referee.pages}/", timeout=30)
    return httpx.get(f"http://{referee.pages}/metrics", timeout=30).text
