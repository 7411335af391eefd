"""What the pages about backups and tokens promise an operator on a bad day."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from support.processes import ARBITRO, environment, run
from support.serving import serving

FREE = ("--listen", "127.0.0.1:0")
TOKENS = Path(__file__).parents[2] / "docs/how-to/tokens.md"


def signer(referee):
    lines = [json.loads(line) for line in referee.messages.read_text().splitlines()]
    return next(line["signer"] for line in lines if line["event"] == "referee.started")


@pytest.fixture
def played(tmp_path):
    """A data directory with a tournament that was played, and a copy that was made while its referee ran."""
    (tmp_path / "class.txt").write_text("ana\nben\n")
    with serving(tmp_path, *FREE) as referee:
        settings = {"ARBITRO_SERVER": referee.grpc, "ARBITRO_TOKEN": referee.token}
        create = ("tournament", "create", "cup", "--entrants", "class.txt", "--set", "target=40", "--json")
        tokens = json.loads(run(*create, folder=tmp_path, **settings).stdout)["tokens"]
        play = [*ARBITRO, "play", "first", "--no-witness", "--server", referee.grpc]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        bots = [
            subprocess.Popen(play, cwd=tmp_path, env=environment(ARBITRO_TOKEN=token), **quiet)
            for token in tokens.values()
        ]
        assert run("tournament", "start", "cup", folder=tmp_path, **settings).returncode == 0
        assert [bot.wait(40) for bot in bots] == [0, 0]
        assert run("backup", "copy.db", "--data", "data", folder=tmp_path).returncode == 0
        return tmp_path, referee


def test_a_copy_and_the_key_bring_everything_back(played):
    folder, before = played
    old, new = folder / "data", folder / "restored"
    (new / "data").mkdir(parents=True)
    shutil.copy(folder / "copy.db", new / "data/store.db")
    shutil.copy(old / "referee.key", new / "data/referee.key")
    key = signer(before)
    with serving(new, *FREE) as after:
        assert signer(after) == key
        assert after.token is None
        settings = {"ARBITRO_SERVER": after.grpc, "ARBITRO_TOKEN": before.token}
        told = run("tournament", "standings", "cup", "--json", folder=new, **settings)
        assert json.loads(told.stdout)["state"] == "finished"
    logs = {path.relative_to(old): path.read_bytes() for path in (old / "logs").rglob("*.arb")}
    assert logs
    assert {
        path.relative_to(new / "data"): path.read_bytes() for path in (new / "data/logs").rglob("*.arb")
    } == logs
    assert run("verify", "data/logs", "--key", key, folder=new).returncode == 0


def test_who_lost_the_organisers_token_gets_another(tmp_path):
    verb = re.search(r"^arbitro (store organiser) --data", TOKENS.read_text(), re.MULTILINE)[1]
    with serving(tmp_path, *FREE) as first:
        assert first.token
    told = run(*verb.split(), "--data", "data", "--json", folder=tmp_path)
    token = json.loads(told.stdout)["organiser_token"]
    with serving(tmp_path, *FREE) as second:
        assert second.token is None
        for shown, code in ((token, 0), (first.token, 4)):
            settings = {"ARBITRO_SERVER": second.grpc, "ARBITRO_TOKEN": shown}
            assert run("token", "list", folder=tmp_path, **settings).returncode == code
