import sys

import pytest

from arbitro_sdk.bots import BUNDLED
from arbitro_sdk.errors import CheckFailedError, UsageError
from arbitro_sdk.loading import load, names
from support.botfiles import FIVE_LINES, bot_file


@pytest.fixture(autouse=True)
def _modules_as_before(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_bots_load_by_name(name):
    loaded = load(name)
    assert (loaded.spec, loaded.name) == (name, name)
    assert callable(loaded.seat().choose)


def test_a_file_loads_by_path(tmp_path):
    loaded = load(str(bot_file(tmp_path, FIVE_LINES, "ana")))
    assert loaded.name == "ana"
    assert callable(loaded.seat().choose)


def test_a_file_may_import_its_neighbours(tmp_path):
    bot_file(tmp_path, "def best(turn):\n    return turn.legal[-1]\n", "tactics_of_mine")
    path = bot_file(
        tmp_path, "from arbitro_sdk import bot\nfrom tactics_of_mine import best\n\nbot(best)\n", "caller"
    )
    assert load(str(path)).seat().choose.__name__ == "best"


def test_two_files_of_one_name_are_two_bots(tmp_path):
    one = load(str(bot_file(tmp_path / "one", FIVE_LINES, "same")))
    other = load(str(bot_file(tmp_path / "other", FIVE_LINES.replace("[0]", "[-1]"), "same")))
    assert one.seat().choose.__code__ is not other.seat().choose.__code__
    assert load(one.spec).seat().choose.__code__ is one.seat().choose.__code__


def test_a_class_is_made_anew_for_each_match(tmp_path):
    text = "from arbitro_sdk import bot\n\n@bot\nclass One:\n    def choose(self, turn):\n        return ''\n"
    loaded = load(str(bot_file(tmp_path, text)))
    assert loaded.seat() is not loaded.seat()


def test_a_module_and_a_name_load(tmp_path, monkeypatch):
    bot_file(tmp_path, "def choose(turn):\n    return 'draw'\n", "arena_tactics")
    monkeypatch.syspath_prepend(tmp_path)
    loaded = load("arena_tactics:choose")
    assert (loaded.name, loaded.seat().choose(None)) == ("choose", "draw")


@pytest.mark.parametrize(
    "text, code, says",
    [
        ("import no_such_module\n", "A402", "No module named 'no_such_module'"),
        ("def choose(turn:\n", "A402", "SyntaxError"),
        ("raise SystemExit(3)\n", "A402", "SystemExit"),
        ("x = 1\n", "A403", "Put @bot above"),
        (FIVE_LINES + FIVE_LINES.replace("choose", "other"), "A404", "choose, other"),
        ("from arbitro_sdk import bot\n\n@bot\nclass Empty:\n    pass\n", "A403", "is no bot"),
    ],
)
def test_a_file_that_is_no_bot_says_why(tmp_path, text, code, says):
    with pytest.raises(UsageError) as caught:
        load(str(bot_file(tmp_path, text)))
    assert caught.value.code == code
    assert says in str(caught.value)
    assert caught.value.exit_code == 2


def test_the_traceback_of_a_file_is_the_authors_alone(tmp_path):
    with pytest.raises(UsageError) as caught:
        load(str(bot_file(tmp_path, "def f():\n    1 / 0\n\nf()\n", "broken")))
    assert "broken.py" in str(caught.value)
    assert "in f" in str(caught.value)
    assert "importlib" not in str(caught.value)
    assert "loading.py" not in str(caught.value)


@pytest.mark.parametrize("spec", ["greedyy", "no/such.py", "nosuch.py"])
def test_an_unknown_bot_is_refused(spec):
    with pytest.raises(UsageError, match="A401"):
        load(spec)


def test_a_module_without_that_name_is_refused():
    with pytest.raises(UsageError, match="A403"):
        load("json:no_such_bot")


def test_names_become_ids_that_differ():
    assert names(["greedy", "greedy", "My Bot", "Ñandú", "!!", "x" * 80]) == [
        "greedy",
        "greedy-2",
        "my-bot",
        "nandu",
        "bot",
        "x" * 63,
    ]
    assert names(["x" * 63, "x" * 63]) == ["x" * 63, "x" * 61 + "-2"]


def test_a_constructor_that_fails_is_told_with_the_authors_traceback(tmp_path):
    text = (
        "from arbitro_sdk import bot\n\n@bot\nclass One:\n    def __init__(self):\n"
        "        self.book = open('nowhere.txt')\n\n    def choose(self, turn):\n        return ''\n"
    )
    loaded = load(str(bot_file(tmp_path, text)))
    with pytest.raises(CheckFailedError) as failed:
        loaded.seat()
    assert failed.value.code == "A702"
    assert "self.book = open('nowhere.txt')" in failed.value.text
    assert "loading.py" not in failed.value.text


def test_a_constructor_that_wants_arguments_is_told(tmp_path):
    text = "class One:\n    def __init__(self, depth): ...\n    def choose(self, turn):\n        return ''\n"
    loaded = load(str(bot_file(tmp_path, f"from arbitro_sdk import bot\n\n@bot\n{text}")))
    with pytest.raises(CheckFailedError, match=r"without arguments, for a match.*\n.*'depth'"):
        loaded.seat()


def test_a_class_whose_choose_is_misspelt_is_no_bot(tmp_path):
    text = "from arbitro_sdk import Bot, bot\n\n@bot\nclass One(Bot):\n    def chose(self, turn): ...\n"
    with pytest.raises(UsageError, match=r"A403 The class One in .* has no choose\(self, turn\)"):
        load(str(bot_file(tmp_path, text)))


@pytest.mark.parametrize("spec, meant", [("greddy", "greedy"), ("ana", "ana.py")])
def test_what_is_nearly_a_bot_is_pointed_at(tmp_path, monkeypatch, spec, meant):
    bot_file(tmp_path, FIVE_LINES, "ana")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=rf"Did you mean {meant}\?"):
        load(spec)
