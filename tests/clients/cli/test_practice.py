"""``arbitro play --practice`` against a real referee, and what its options exclude."""

import json

import pytest

from support.processes import run, served


@pytest.mark.parametrize(
    "options, told",
    [
        (["--against", "first"], "go with --practice"),
        (["--practice", "--scope", "cup"], "exclude each other"),
        (["--practice", "--matches", "0"], "--matches"),
    ],
)
def test_options_that_do_not_fit_are_refused(tmp_path, options, told):
    done = run("play", "first", *options, folder=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr


def test_practice_leaves_its_logs_with_the_author(tmp_path):
    with served(tmp_path) as (address, organiser):
        there = {"ARBITRO_SERVER": address}
        issued = run(
            "token",
            "issue",
            "bot",
            "--bot",
            "ana",
            "--json",
            folder=tmp_path,
            ARBITRO_TOKEN=organiser,
            **there,
        )
        mine = {"ARBITRO_TOKEN": json.loads(issued.stdout)["secret"], **there}
        done = run("play", "saver", "--practice", "--matches", "3", "--json", folder=tmp_path, **mine)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["matches"] == 4
        refused = run("play", "first", "--practice", "--against", "deep", folder=tmp_path, **mine)
        assert refused.returncode == 2
        assert "no house bot" in refused.stderr
    assert len(list((tmp_path / "arbitro-practice").glob("practice-*.arb"))) == 4
    assert run("verify", "arbitro-practice", folder=tmp_path).returncode == 0
