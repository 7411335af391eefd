"""How ``arbitro tournament void`` names a match: with the address of its page, where pages are served."""

import json

import click
import pytest

from arbitro_sdk.cli import results
from arbitro_sdk.cli.output import Output
from arbitro_sdk.hosted import Pages
from arbitro_sdk.referee import Referee


class Desk:
    """An organiser's desk at which every match is voided."""

    def __init__(self, url):
        self.pages = Pages(url)

    def __call__(self, _referee):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def void(self, _match, _why):
        return 1


@pytest.mark.parametrize(
    "url, address", [("", ""), ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/m/cup-0-1")]
)
def test_a_voided_match_is_named_with_its_address(monkeypatch, capsys, url, address):
    monkeypatch.setattr(results, "Organiser", Desk(url))
    for as_json in (False, True):
        with click.Context(click.Command("void")) as ctx:
            results._void("cup-0-1", "noise", Referee(), Output(ctx, as_json=as_json))
    text, told = capsys.readouterr().out.splitlines()
    assert text == "cup-0-1 is void; it is played again as run 1" + (address and f": {address}")
    assert json.loads(told) == {"match": "cup-0-1", "run": 1, "address": address or None}
