"""How ``arbitro tournament`` says who has left."""

import json

import click
import pytest
from click.testing import CliRunner

from arbitro_sdk.cli import entrants
from arbitro_sdk.hosted import Status


class Obeying:
    """An organiser whose referee does what is asked."""

    def __init__(self, _referee: object) -> None:
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def withdraw(self, name, bot, why):
        return Status(name, "running", 3, 1, 8, 2, 30, 1800, 0, {bot: "Ada"})

    disqualify = withdraw


@pytest.mark.parametrize(
    "verb, news",
    [(entrants.withdraw, "ada has left cup\n"), (entrants.disqualify, "ada was taken out of cup\n")],
)
def test_it_is_said_who_left(monkeypatch, verb: click.Command, news):
    monkeypatch.setattr(entrants, "Organiser", Obeying)

    def told(*options: str) -> str:
        asked = ["cup", "ada", "--why", "ill", "--server", "127.0.0.1:1", *options]
        done = CliRunner().invoke(verb, asked, catch_exceptions=False)
        assert done.exit_code == 0
        return done.stdout

    assert told().startswith(f"{news}cup is running: 3 of 8 matches played")
    said = json.loads(told("--json"))
    assert (said["bot"], said["tournament"], said["state"]) == ("ada", "cup", "running")
