"""The composition root: what a start says of what it found."""

import pytest
from structlog.testing import capture_logs

from arbitro_server.app import App
from arbitro_server.settings import Settings


@pytest.fixture
def started(tmp_path):
    """Start a referee on the data directory, stop it again, and return its lines by event."""

    async def start():
        with capture_logs() as lines:
            app = App(Settings.load(None, {"listen": "127.0.0.1:0", "data": tmp_path / "data"}))
            await app.start()
            await app.stop()
        return {line["event"]: line for line in lines}

    return start


async def test_a_key_that_is_gone_from_beside_its_store_is_warned_of(started, tmp_path):
    first = await started()
    assert "referee.key_lost" not in first
    assert "referee.key_lost" not in await started()
    (tmp_path / "data" / "referee.key").unlink()
    again = await started()
    warning = again["referee.key_lost"]
    assert warning["log_level"] == "warning"
    assert warning["signer"] == again["referee.started"]["signer"] != first["referee.started"]["signer"]
    assert "referee.key_lost" not in await started()
