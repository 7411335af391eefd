"""Who is not there, and until when: in words and for programs."""

import time

import pytest

from arbitro_sdk.cli.waiting import Attention, awaited, missing, wait
from arbitro_sdk.hosted import Hindrance, Status

NOW = time.mktime((2026, 12, 1, 14, 3, 7, 0, 0, -1))


def status(absent=(), waits=(), state="running") -> Status:
    return Status("cup", state, 3, 0, 8, 2, 30, 1800, 0, {}, tuple(waits), absent=tuple(absent))


@pytest.mark.parametrize(
    "wait_us, told",
    [
        (
            285_000_000,
            "not connected, its matches are forfeited from 14:07:52; 10 matches, the first cup-0-0",
        ),
        (0, "not connected, its matches are forfeited as they become due; 10 matches, the first cup-0-0"),
        (None, "not connected, 10 matches, the first cup-0-0"),
    ],
)
def test_the_end_of_a_wait_is_told_where_it_is_known(wait_us, told):
    assert wait(Hindrance("ada", "not connected", 10, "cup-0-0", wait_us), NOW) == f"waits for ada: {told}"


def test_ten_are_named_and_the_others_counted():
    bots = [f"bot-{number}" for number in range(12)]
    assert missing(status()) == ""
    assert missing(status(bots[:10])).endswith("bot-8, bot-9")
    assert missing(status(bots)).endswith("bot-8, bot-9 and 2 more")
    waits = [Hindrance(bot, "not connected", 2, "cup-0-0") for bot in bots]
    assert Attention().news(status(waits=waits), NOW)[9:] == [
        "waits for bot-9: not connected, 2 matches, the first cup-0-0", "and so for 2 more",
    ]  # fmt: skip
    assert len(Attention().lines(status(waits=waits), NOW)) == 11


def test_at_the_start_it_is_said_until_when_the_absent_are_waited_for():
    waits = [Hindrance("ada", "not connected", 10, "cup-0-0", 300_000_000)]
    said = "not connected: ada; their matches wait, and are forfeited from 14:08:07"
    assert awaited(status(["ada"], waits), NOW) == said
    assert awaited(status(["ada"], waits, "draft"), NOW) == ""
    assert awaited(status(), NOW) == ""
