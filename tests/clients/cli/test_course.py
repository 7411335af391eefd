"""How ``arbitro tournament status`` tells where a tournament stands."""

import json

import click
import pytest

from arbitro_sdk.cli.course import tell
from arbitro_sdk.cli.output import Output
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
