"""A bot's own file, run as authors run it."""

import re
import subprocess
import sys

import pytest

from support.botfiles import FIVE_LINES, bot_file


@pytest.fixture
def python(tmp_path):
    def call(text, *arguments):
        bot_file(tmp_path, text)
        command = [sys.executable, "mybot.py", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    return call


def test_a_plain_run_plays_a_match_and_ends(python, tmp_path):
    done = python(FIVE_LINES + "\nprint('never reached')\n", "--seed", "7", "--set", "target=50")
    assert done.returncode == 0
    assert "round 0, " in done.stdout
    assert done.stdout.splitlines()[-1] == "log arbitro-logs/try-7.0.arb"
    assert (tmp_path / "arbitro-logs" / "try-7.0.arb").exists()
    # once, as a module: the run itself ends at the decorator
    assert done.stdout.count("never reached") == 1


def test_a_screen_without_the_shapes_shows_the_letters(python, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = python(FIVE_LINES, "--seed", "7", "--set", "target=20")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r" play [RYGB]\?", done.stdout)


def test_what_stands_below_the_bot_is_there_when_it_plays(python):
    text = FIVE_LINES.replace("turn.legal[0]", "pick(turn)") + "\ndef pick(turn):\n    return turn.legal[0]\n"
    done = python(text, "--seed", "7", "--set", "target=20")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_mistake_is_shown_with_the_authors_line(python):
    done = python(FIVE_LINES.replace("turn.legal[0]", "turn.legl[0]"), "--seed", "7", "--set", "target=20")
    assert done.returncode == 0
    assert 'mybot.py", line 5, in choose' in done.stderr
    assert "AttributeError" in done.stderr
    assert "Your bot lost this turn" in done.stderr
    assert re.search(r"mybot .* ms  crash \d+\n", done.stdout)


NO_CLASS = "import arbitro_sdk\n\nclass Mine(arbitro_sdk.Bot):\n    pass\n"
MISNAMED = "from arbitro_sdk import bot\n\ndef play(turn):\n    return turn.legal[0]\n"


@pytest.mark.parametrize(
    "text", [FIVE_LINES.replace("@bot\n", ""), NO_CLASS, MISNAMED], ids=["function", "class", "other name"]
)
def test_a_bot_that_nobody_marked_is_told(python, text):
    done = python(text)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == (
        "A403 mybot.py holds no bot: nothing was played. "
        "Put @bot above its choose(turn), or above its class.\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "from arbitro_sdk import ArbitroError\n",
        "from arbitro_sdk.admin import Organiser\nfrom arbitro_sdk import bot\n",
        NO_CLASS + "from arbitro_sdk.arena import play\n",
    ],
)
def test_a_program_that_is_no_bots_file_is_left_in_peace(python, text):
    done = python(text)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_file_that_ends_by_a_mistake_shows_that_alone(python):
    done = python(FIVE_LINES.replace("@bot\n", "") + "\n1 / 0\n")
    assert done.returncode == 1
    assert done.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_with_a_server_it_plays_for_real(python):
    done = python(FIVE_LINES, "--server", "127.0.0.1:1")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("A101 ")


def test_a_token_without_a_server_is_not_passed_over(python, tmp_path):
    (tmp_path / "mybot.token").write_text("arb_bot_x")
    done = python(FIVE_LINES, "--token-file", "mybot.token")
    assert done.returncode == 2
    assert "--token-file goes with --server" in done.stderr


def test_help_says_both(python):
    done = python(FIVE_LINES, "--help")
    assert done.returncode == 0
    assert "python mybot.py" in done.stdout
    assert "--token-file" in done.stdout
