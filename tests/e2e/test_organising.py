"""A tournament's whole life by the command, against a real referee."""

import json
import subprocess

import pytest

from support.processes import ARBITRO, environment, run


@pytest.fixture
def arbitro(tmp_path, referee):
    address, token = referee

    def call(*arguments, code=0, **extra):
        done = run(
            *arguments, folder=tmp_path, **{"ARBITRO_SERVER": address, "ARBITRO_TOKEN": token, **extra}
        )
        assert done.returncode == code, done.stderr
        return json.loads(done.stdout) if "--json" in arguments and not code else done.stdout + done.stderr

    return call


def test_a_class_registers_plays_and_is_ranked(tmp_path, arbitro, referee):
    address, _ = referee
    (tmp_path / "class.txt").write_text("ana\nben\n")
    tokens = arbitro(
        "tournament", "create", "cup", "--entrants", "class.txt", "--set", "target=40", "--json"
    )["tokens"]
    assert arbitro("tournament", "open", "cup", "--json")["state"] == "open"
    tokens["my-bot"] = arbitro("tournament", "register", "cup", "My Bot", "--json")["token"]
    assert tokens["my-bot"].startswith("arb_bot_")
    watch = [*ARBITRO, "tournament", "watch", "cup", "--server", address]
    watching = subprocess.Popen(watch, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=environment())
    play = [*ARBITRO, "play", "first", "--server", address, "--concurrent", "4"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    bots = [
        subprocess.Popen(play, cwd=tmp_path, env=environment(ARBITRO_TOKEN=token), **quiet)
        for token in tokens.values()
    ]
    assert arbitro("tournament", "start", "cup", "--json")["state"] == "running"
    assert [bot.wait(50) for bot in bots] == [0, 0, 0]
    assert "cup is finished: 6 of 6 matches played" in watching.communicate(timeout=20)[0].splitlines()[-1]
    standings = arbitro("tournament", "standings", "cup", "--json")
    assert (standings["state"], standings["provisional"], len(standings["standings"])) == (
        "finished",
        False,
        3,
    )
    results = json.loads(arbitro("tournament", "results", "cup", "--format", "json"))
    assert {match["state"] for match in results["matches"]} == {"finished"}
    assert sum(sum(row) for row in results["wins"]) == 6
    assert arbitro("tournament", "results", "cup").count("\n") == 7
    assert "<h1>cup</h1>" in arbitro("tournament", "results", "cup", "--format", "html")
    assert "A304" in arbitro("tournament", "pause", "cup", code=2)
    (listed,) = arbitro("tournament", "list", "--json")["tournaments"]
    assert (listed["tournament"], listed["state"], listed["played"], listed["total"]) == (
        "cup",
        "finished",
        6,
        6,
    )
    assert "cup         finished" in arbitro("tournament", "list")


def test_the_course_of_a_tournament_is_changed_by_verbs(tmp_path, arbitro):
    (tmp_path / "class.txt").write_text("ana\nben\ncy\n")
    arbitro("tournament", "create", "cup", "--entrants", "class.txt")
    assert "is running" in arbitro("tournament", "start", "cup")
    assert arbitro("tournament", "pause", "cup", "--json")["state"] == "paused"
    assert arbitro("tournament", "resume", "cup", "--json")["state"] == "running"
    arbitro("tournament", "withdraw", "cup", "cy", "--why", "ill")
    arbitro("tournament", "disqualify", "cup", "ben", "--why", "two bots by one hand")
    assert "A302" in arbitro("tournament", "void", "cup-9-9", "--why", "x", code=2)
    assert arbitro("tournament", "create", "again", "--entrants", "class.txt", "--json")["tokens"] == {}
    assert arbitro("tournament", "cancel", "again", "--why", "rain", "--json")["state"] == "cancelled"


def test_a_gauntlet_is_created_with_all_its_settings(tmp_path, arbitro):
    (tmp_path / "class.txt").write_text("ana\nben\ncy\n")
    options = (
        "--schedule",
        "gauntlet",
        "--champion",
        "ben",
        "--title",
        "All against Ben",
        "--setting",
        "leaving=annul",
    )
    created = arbitro("tournament", "create", "cup", "--entrants", "class.txt", "--games", "4", *options)
    assert "cup: 3 bots, 8 matches, draft" in created
    assert arbitro("tournament", "status", "cup", "--json")["total"] == 8
    wrong = (
        "tournament",
        "create",
        "other",
        "--entrants",
        "class.txt",
        "--setting",
        "leaving=never",
        "--games",
        "1",
    )
    assert "A301" in arbitro(*wrong, code=2)
    assert "A001" in arbitro(*wrong[:5], "--setting", "leaving", code=2)


def test_tokens_are_issued_listed_and_revoked(arbitro, referee):
    issued = arbitro("token", "issue", "bot", "--bot", "ana", "--lifetime", "24h", "--json")
    assert issued["secret"].startswith("arb_bot_")
    assert issued["expires_unix"] - issued["issued_unix"] == 24 * 3600
    listed = arbitro("token", "list", "--json")["tokens"]
    assert [(one["role"], one["bot"]) for one in listed if one["role"] == "bot"] == [("bot", "ana")]
    assert "ana" in arbitro("token", "list")
    assert "is revoked" in arbitro("token", "revoke", issued["token"])
    assert "A201" in arbitro("play", "first", code=4, ARBITRO_TOKEN=issued["secret"])
    assert "A202" in arbitro(
        "token", "list", code=4, ARBITRO_TOKEN=arbitro("token", "issue", "watcher", "--json")["secret"]
    )


def test_health_is_asked(arbitro):
    assert arbitro("health", "--json")["serving"] is True
    assert "A101" in arbitro("health", "--server", "127.0.0.1:1", code=3)
