"""Bots that misbehave against a real referee: it does about each what it must, and serves on."""

import json

import pytest

from arbitro_sdk.cli.mischief import MISCHIEF
from support.processes import run


@pytest.mark.timeout(180)  # fifteen tournaments at once, on whatever machine
def test_the_referee_deals_with_every_mischief(tmp_path, referee):
    address, token = referee
    done = run("chaos", "--server", address, "--json", folder=tmp_path, ARBITRO_TOKEN=token)
    told = json.loads(done.stdout)
    assert [point for point in told["points"] if not point["ok"]] == []
    assert (done.returncode, told["failed"], told["passed"]) == (0, 0, len(MISCHIEF) + 2)


def test_chaos_is_for_organisers(tmp_path, referee):
    address, _ = referee
    done = run("chaos", "--server", address, folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr[:4]) == (4, "", "A203")
