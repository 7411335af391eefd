"""How ``arbitro tournament`` tells where a tournament stands, once and as it goes on."""

import json

import click
import pytest

from arbitro_sdk.cli import course
from arbitro_sdk.cli.course import tell
from arbitro_sdk.cli.output import Output
from arbitro_sdk.errors import NoConnectionError
from arbitro_sdk.hosted import Status


@pytest.mark.parametrize(
    "state, left_us, left_ms",
    [("running", 150_000_000, 150_000), ("running", 0, None), ("finished", 9, None)],
)
def test_the_time_left_is_told_while_there_is_an_estimate(capsys, state, left_us, left_ms):
    told = Status("cup", state, 3, 1, 8, 2, 30, 1800, left_us, {})
    with click.Context(click.Command("status")) as ctx:
        tell(told, Output(ctx, as_json=True))
    assert json.loads(capsys.readouterr().out)["time_left_ms"] == left_ms
    with click.Context(click.Command("status")) as ctx:
        tell(told, Output(ctx, as_json=False))
    assert ("about 2 min left" in capsys.readouterr().out) is (left_ms is not None)


class Restarting:
    """An organiser whose referee goes away in the middle, for some tries or for good."""

    def __init__(self, gone_for: int) -> None:
        self.gone_for = gone_for
        self.tries = 0

    def watch(self, name):
        self.tries += 1
        if self.tries == 1 or self.tries > self.gone_for + 1:
            yield Status(name, "running", self.tries, 1, 8, 2, 30, 1800, 20_000_000, {}), ()
        if self.tries <= self.gone_for + 1:
            raise NoConnectionError("A101", "Nobody is there.")


def test_a_watched_tournament_is_followed_over_a_restart(monkeypatch, capsys):
    waits = []
    monkeypatch.setattr(course.time, "sleep", waits.append)
    told = [course._where(one) for one, _ in course._news(Restarting(gone_for=3), "cup")]
    assert told == [
        "running: 1 of 8 matches played, 1 running, less than a minute left",
        "running: 5 of 8 matches played, 1 running, less than a minute left",
    ]
    assert len(waits) == 4
    assert capsys.readouterr().err == "Lost the connection; dialling in again.\n"


def test_a_referee_that_stays_away_is_given_up(monkeypatch):
    clock = iter(range(0, 10_000, 100))
    monkeypatch.setattr(course.time, "sleep", lambda _: None)
    monkeypatch.setattr(course.time, "monotonic", lambda: next(clock))
    organiser = Restarting(gone_for=1_000)
    with pytest.raises(NoConnectionError):
        list(course._news(organiser, "cup"))
    assert organiser.tries == 5


def test_a_referee_that_never_was_there_is_told_at_once():
    organiser = Restarting(gone_for=1_000)
    organiser.tries = 1
    with pytest.raises(NoConnectionError):
        list(course._news(organiser, "cup"))
    assert organiser.tries == 2
