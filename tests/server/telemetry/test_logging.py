"""Log lines: what they look like, and what never stands in them."""

import json
from io import StringIO

import pytest
import structlog

from arbitro_server.telemetry import logging


@pytest.fixture(autouse=True)
def restored():
    yield
    structlog.reset_defaults()


def lines(log_format: str, level: str = "info") -> StringIO:
    stream = StringIO()
    logging.configure(log_format, level, stream)
    return stream


def test_json_lines_where_nobody_watches():
    stream = lines("auto")
    logging.logger().info("match.finished", match="cup-0-0", duration_ms=3)
    line = json.loads(stream.getvalue())
    assert line["event"] == "match.finished"
    assert line["level"] == "info"
    assert line["timestamp"].endswith("Z")


def test_readable_lines_on_a_console():
    stream = lines("console")
    logging.logger().warning("session.closed", bot="ann")
    assert "session.closed" in stream.getvalue()
    assert "bot=ann" in stream.getvalue()


def test_the_level_holds():
    stream = lines("json", "warning")
    logging.logger().info("match.finished")
    assert stream.getvalue() == ""


@pytest.mark.parametrize("log_format", ["json", "console"])
def test_no_token_and_no_hidden_card_is_ever_written(log_format):
    stream = lines(log_format)
    token = "arb_bot_" + "x" * 43
    logging.logger().info(
        "session.opened", text=f"shown {token}", token=token, hand="R7", nonce="ff", deck="R1"
    )
    text = stream.getvalue()
    assert "x" * 9 not in text
    assert f"shown {token[:16]}..." in text  # the public id, by which it is revoked
    assert not any(word in text for word in ("R7", "nonce", "hand"))


@pytest.mark.parametrize("log_format", ["json", "console"])
def test_tracebacks_show_no_locals(log_format):
    stream = lines(log_format)

    def fail() -> None:
        hand = ["secretcard"]
        raise ValueError(len(hand))

    try:
        fail()
    except ValueError as error:
        logging.logger().error("rpc.failed", exc_info=error)
    assert "ValueError" in stream.getvalue()
    assert "secretcard" not in stream.getvalue().replace('hand = ["secretcard"]', "")
