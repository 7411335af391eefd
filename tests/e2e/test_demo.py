"""The whole way with real processes over loopback: referee, bots, tournament, logs."""

import json
import signal
import subprocess
import sys

import pytest

from support.botfiles import FIVE_LINES, bot_file
from support.processes import ARBITRO, environment, run


def test_a_demo_plays_every_pair_and_verifies_every_log(tmp_path):
    done = run("demo", "--bots", "3", "--set", "target=60", "--data", "data", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert len(done.stdout.splitlines()) == 1
    assert set(told) >= {
        "tournament",
        "rules",
        "matches",
        "rounds",
        "decisions",
        "seconds",
        "logs",
        "verified",
        "faults",
    }
    assert (told["matches"], told["verified"]) == (6, 6)
    assert told["decisions"] > told["rounds"] > 6
    assert [
        set(line) >= {"rank", "bot", "played", "won", "points", "margin"} for line in told["standings"]
    ] == [True] * 3
    assert sum(line["won"] for line in told["standings"]) == 6
    assert {line["played"] for line in told["standings"]} == {4}
    assert told["faults"] == {"random": {}, "first": {}, "greedy": {}}
    assert len(list((tmp_path / told["logs"]).glob("demo-*.arb"))) == 6
    audited = json.loads(run("verify", told["logs"], "--json", folder=tmp_path).stdout)["files"]
    assert [found["state"] for found in audited] == ["ok"] * 7
    assert audited[-1]["tournament"] == "demo"
    assert [line["bot"] for line in audited[-1]["standings"]] == [line["bot"] for line in told["standings"]]


def test_a_data_folder_that_is_in_use_is_refused(tmp_path):
    assert run("demo", "--bots", "2", "--set", "target=1", "--data", "data", folder=tmp_path).returncode == 0
    again = run("demo", "--bots", "2", "--set", "target=1", "--data", "data", folder=tmp_path)
    assert (again.returncode, again.stderr[:4]) == (2, "A604")


def test_a_referee_that_cannot_start_says_why(tmp_path):
    done = run("demo", "--http", "nowhere:x", "--data", "data", folder=tmp_path)
    assert (done.returncode, done.stderr[:4]) == (2, "A602")
    assert "http: 'nowhere:x' is no address" in done.stderr


@pytest.mark.parametrize("ends", ["SIGINT", "SIGTERM"])
def test_an_interrupted_demo_ends_its_processes_and_says_where_things_lie(tmp_path, ends):
    command = [*ARBITRO, "demo", "--bots", "2", "--games", "1000", "--data", "data"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
    ) as process:
        assert "2 bots play 1000 matches" in process.stdout.readline()
        process.send_signal(getattr(signal, ends))
        _, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Stopped in the middle; what was played lies in data." in stderr
    assert "Traceback" not in stderr
    # the referee's lock on its folder is gone with it: another one starts there
    assert run("demo", "--data", "data", folder=tmp_path).stderr.startswith("A604 ")


def test_a_file_of_five_lines_plays_a_tournament(tmp_path, referee):
    address, token = referee
    organiser = {"ARBITRO_SERVER": address, "ARBITRO_TOKEN": token}
    (tmp_path / "class.csv").write_text("name,mail\nMy Bot,a@example.org\nGreedy,b@example.org\n")
    create = ["create", "cup", "--entrants", "class.csv", "--set", "target=60", "--tokens-dir", "tokens"]
    created = run("tournament", *create, "--json", folder=tmp_path, **organiser)
    assert created.returncode == 0, created.stderr
    assert set(json.loads(created.stdout)["tokens"]) == {"my-bot", "greedy"}
    assert (tmp_path / "tokens" / "my-bot.token").stat().st_mode & 0o77 == 0
    bot_file(tmp_path, FIVE_LINES)
    server = ["--server", address]
    mine = [sys.executable, "mybot.py", *server, "--token-file", "tokens/my-bot.token", "--json"]
    other = [*ARBITRO, "play", "greedy", *server, "--token-file", "tokens/greedy.token", "--json"]
    with (
        subprocess.Popen(mine, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=environment()) as one,
        subprocess.Popen(other, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=environment()) as two,
    ):
        started = run("tournament", "start", "cup", "--json", folder=tmp_path, **organiser)
        assert json.loads(started.stdout)["state"] == "running"
        told = [json.loads(process.communicate(timeout=50)[0]) for process in (one, two)]
        assert (one.returncode, two.returncode) == (0, 0)
    assert [bot["matches"] for bot in told] == [2, 2]
    standings = json.loads(
        run("tournament", "standings", "cup", "--json", folder=tmp_path, **organiser).stdout
    )
    assert (standings["state"], standings["played"], standings["total"]) == ("finished", 2, 2)
    assert {line["bot"]: line["won"] for line in standings["standings"]} == {
        "my-bot": told[0]["won"],
        "greedy": told[1]["won"],
    }
    audit = run("verify", "data/logs/cup", "--witness", "arbitro-witness", "--json", folder=tmp_path)
    found = json.loads(audit.stdout)["files"]
    assert [(one["state"], one.get("witnesses")) for one in found] == [("ok", 2), ("ok", 2), ("ok", None)]


def test_a_tournament_without_one_of_its_logs_is_incomplete(tmp_path):
    assert run("demo", "--bots", "2", "--set", "target=1", "--data", "data", folder=tmp_path).returncode == 0
    (tmp_path / "data" / "logs" / "demo" / "demo-0-1.0.arb").unlink()
    audit = run("verify", "data/logs/demo/tournament.arb", "--json", folder=tmp_path)
    (found,) = json.loads(audit.stdout)["files"]
    assert (audit.returncode, found["state"]) == (1, "incomplete")
    assert found["difference"]["expected"] == "the log demo-0-1.0.arb"


def test_a_wrong_token_ends_with_4(tmp_path, referee):
    address, _ = referee
    played = run("play", "first", "--server", address, folder=tmp_path, ARBITRO_TOKEN="arb_bot_" + "x" * 43)
    assert (played.returncode, played.stdout) == (4, "")
    assert played.stderr.startswith("A201 Token not accepted. Check which file --token-file names")
    assert "arb_bot_" not in played.stderr, (
        "it may be another's secret, from a file that was named by mistake"
    )


def test_no_token_ends_with_4(tmp_path, referee):
    address, _ = referee
    (tmp_path / "class.txt").write_text("ana\nben\n")
    options = ("--entrants", "class.txt", "--server", address)
    created = run("tournament", "create", "cup", *options, folder=tmp_path)
    assert (created.returncode, created.stderr[:4]) == (4, "A203")


def test_what_the_referee_refuses_ends_with_2_and_its_reason(tmp_path, referee):
    address, token = referee
    organiser = {"ARBITRO_SERVER": address, "ARBITRO_TOKEN": token}
    missing = run("tournament", "status", "nothing", folder=tmp_path, **organiser)
    assert (missing.returncode, missing.stderr[:4]) == (2, "A302")
    (tmp_path / "class.txt").write_text("ana\n")
    create = ("tournament", "create", "cup", "--entrants", "class.txt")
    assert run(*create, folder=tmp_path, **organiser).returncode == 0
    start = run("tournament", "start", "cup", folder=tmp_path, **organiser)
    assert start.returncode == 2
    assert "only one bot" in start.stderr
