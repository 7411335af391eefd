"""What a type checker says of bots: right ones pass, wrong ones are found before they play."""

import re
from pathlib import Path

from mypy import api

GOOD = """
from arbitro_sdk import Bot, Choice, Turn, bot


@bot
def choose(turn: Turn) -> Choice:
    return turn.legal[0]


@bot
def silently(turn: Turn) -> Choice | str:
    return turn.legal[0].silent() if turn.plays else "draw"


@bot
class Remembering(Bot):
    def choose(self, turn: Turn) -> Choice:
        held = [card.number for card in turn.hand if card.number is not None]
        return turn.legal[-1] if held and turn.time_left > 1 else turn.legal[0]


@bot
class Plain:
    def choose(self, turn: Turn) -> str:
        return str(turn.legal[0])
"""

HEAD = "from arbitro_sdk import Choice, Turn, bot\n"
BAD = {
    "gives no answer": "@bot\ndef one(turn: Turn) -> None:\n    pass\n",
    "wants more": "@bot\ndef two(turn: Turn, deep: int) -> Choice:\n    return turn.legal[deep]\n",
    "cannot choose": "@bot\nclass Three:\n    pass\n",
    "asks for what is not there": "@bot\ndef four(turn: Turn) -> Choice:\n    return turn.leagl[0]\n",
}


def checked(tmp_path, text):
    path = tmp_path / "mybot.py"
    path.write_text(text)
    root = Path(__file__).parents[2]
    settings = ["--config-file", str(root / "pyproject.toml"), "--strict", "--no-error-summary"]
    return api.run([*settings, "--cache-dir", str(root / ".mypy_cache"), str(path)])[0]


def test_right_bots_are_right(tmp_path):
    assert checked(tmp_path, GOOD) == ""


def test_each_wrong_bot_is_found(tmp_path):
    text = "\n\n".join([HEAD, *BAD.values()])
    told = checked(tmp_path, text)
    found = [int(line) for line in re.findall(r"mybot.py:(\d+): error", told)]
    starts = [number for number, line in enumerate(text.splitlines(), 1) if line == "@bot"]
    for what, start, end in zip(BAD, starts, [*starts[1:], 99], strict=True):
        assert [line for line in found if start <= line < end], f"a bot that {what} passes:\n{told}"
