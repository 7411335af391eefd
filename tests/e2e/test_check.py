"""A bot is checked against a real referee, through a relay that cuts its line."""

import json

from support.botfiles import FIVE_LINES, bot_file
from support.processes import run


def test_a_bot_of_five_lines_is_fit(tmp_path):
    bot_file(tmp_path, FIVE_LINES)
    done = run("check", "mybot.py", "--json", folder=tmp_path)
    told = json.loads(done.stdout)
    assert [point["name"] for point in told["points"] if not point["ok"]] == []
    assert (done.returncode, told["passed"], told["failed"]) == (0, 11, 0)
    assert [point["number"] for point in told["points"]] == list(range(1, 12))


def test_a_file_that_is_no_bot_fails_at_the_first_point(tmp_path):
    bot_file(tmp_path, "x = 1\n")
    done = run("check", "mybot.py", folder=tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith(" 1 FAIL loads: A403\n        mybot.py holds no bot.")


def test_a_constructor_that_fails_fails_at_the_first_point_with_its_traceback(tmp_path):
    text = "class One:\n    def __init__(self):\n        1 / 0\n\n    def choose(self, turn): ...\n"
    bot_file(tmp_path, f"from arbitro_sdk import bot\n\n@bot\n{text}")
    done = run("check", "mybot.py", folder=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(" 1 FAIL loads: A702\n        mybot.py could not be made")
    assert "\n        ZeroDivisionError: division by zero\n" in done.stdout


def test_a_file_that_is_not_there_is_wrong_usage(tmp_path):
    done = run("check", "mybot.py", folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr[:4]) == (2, "", "A401")
