import json
import os
import re
import subprocess
import sys

import pytest

from arbitro_engine.rules.profiles import PROFILES
from arbitro_sdk.cli import tournament
from arbitro_sdk.cli.token import _Lifetime
from arbitro_sdk.cli.verbs import _VERBS, OF_SERVER, run
from support.botfiles import FIVE_LINES, bot_file


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("ARBITRO_SERVER", "ARBITRO_TOKEN", "ARBITRO_CA", "ARBITRO_DEBUG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def arbitro(capsys):
    def call(*arguments):
        code = run(arguments)
        out, err = capsys.readouterr()
        return code, out, err

    return call


def result(out):
    """The one object of ``--json``: the only line of standard output."""
    (line,) = out.splitlines()
    return json.loads(line)


def test_help_lists_the_verbs_without_loading_them():
    program = (
        "import sys; from arbitro_sdk.cli.verbs import run; run(['--help']); "
        "print([module for module in sys.modules if 'grpc' in module])"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.splitlines()[-1] == "[]"
    for verb in [*_VERBS, *OF_SERVER]:
        assert told.count(f"\n  {verb} ") == 1


@pytest.mark.parametrize(
    "words, found",
    [
        ("arbitro s", ["plain,serve", "plain,store", "plain,scenario"]),
        ("arbitro try gr", ["plain,greedy"]),
        ("arbitro try my", ["file,my"]),
        ("arbitro duel --ga", ["plain,--games"]),
    ],
)
def test_a_shell_is_told_what_may_follow(arbitro, monkeypatch, words, found):
    monkeypatch.setenv("_ARBITRO_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    assert arbitro()[1].splitlines() == found


@pytest.mark.parametrize("verb", _VERBS)
def test_every_verb_has_help_with_an_example(arbitro, verb):
    code, out, _ = arbitro(verb, "--help")
    assert code == 0
    assert f"Example: arbitro {verb}" in out


@pytest.mark.parametrize("verb", tournament.command.commands)
def test_every_verb_of_tournaments_has_help_with_an_example(arbitro, verb):
    code, out, _ = arbitro("tournament", verb, "--help")
    assert code == 0
    assert f"Example: arbitro tournament {verb}" in out


def test_version_is_told(arbitro):
    assert arbitro("--version")[1].startswith("arbitro, version ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["dance"],
        ["duel"],
        ["duel", "greedy", "random", "--games", "0"],
        ["try", "greedy", "--seed", ""],
        ["demo", "--seed", " "],
        ["tournament", "create", "cup", "--entrants", "-", "--seed", ""],
        ["try", "greedy", "--time", "soon"],
        ["try", "greedy", "--time", "0s"],
        ["play", "greedy", "--backoff", "soon"],
        ["play", "greedy", "--backoff", "1m"],
        ["verify"],
        ["verify", "x.arb", "--key", "fd56cdcd4af2a5dd"],
        ["verify", "x.arb", "--key", "x" * 64],
        ["export", "x.arb", "--seat", "1", "--public"],
        ["export", "x.arb", "--format", "csv", "--public"],
    ],
)
def test_wrong_usage_ends_with_2_and_says_where_help_is(arbitro, arguments):
    code, out, err = arbitro(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("A001 ")
    assert "--help`" in err


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["dule"], "A001 No such command 'dule'. Did you mean 'duel'? See `arbitro --help`."),
        (["try", "greedy", "--logz", "x"], "Did you mean '--logs'? See `arbitro try --help`."),
    ],
)
def test_what_was_nearly_right_is_pointed_at(arbitro, arguments, says):
    code, _, err = arbitro(*arguments)
    assert code == 2
    assert says in err


@pytest.mark.parametrize("arguments", [[], ["tournament"], ["token"]])
def test_a_group_without_a_verb_shows_its_help(arbitro, arguments):
    _, out, err = arbitro(*arguments)
    assert (out or err).startswith("Usage: arbitro")
    assert "See `arbitro" not in out + err


def test_our_own_faults_are_words_too(arbitro, monkeypatch):
    monkeypatch.setattr("arbitro_sdk.cli.bots.table", lambda *_, **__: 1 / 0)
    code, out, err = arbitro("bots")
    assert (code, out) == (1, "")
    assert err.startswith("A999 This is a fault of Arbitro's (ZeroDivisionError).")
    assert "Traceback" not in err
    monkeypatch.setenv("ARBITRO_DEBUG", "1")
    assert "Traceback" in arbitro("bots")[2]


def test_an_interruption_ends_with_130(arbitro, monkeypatch):
    def interrupted(*_args, **_kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("arbitro_sdk.cli.bots.table", interrupted)
    assert arbitro("bots") == (130, "", "Interrupted.\n")


def test_bots_are_listed(arbitro):
    assert "saver" in arbitro("bots")[1]
    names = [one["bot"] for one in result(arbitro("bots", "--json")[1])["bots"]]
    assert names == ["random", "first", "greedy", "saver", "counter"]


def test_profiles_are_listed(arbitro):
    assert "\nvintage_pairs    as `vintage`, in partners who sit opposite\n" in arbitro("rules")[1]
    found = result(arbitro("rules", "--json")[1])["profiles"]
    assert [one["profile"] for one in found] == list(PROFILES)
    assert {"profile", "hash", "about"} == set(found[0])


def test_a_profile_tells_each_option_and_where_it_comes_from(arbitro):
    told = result(arbitro("rules", "traditional", "--json", "--set", "target=200")[1])
    assert told["profile"] == "traditional"
    assert told["options"]["stack_draw_two"] == {"value": "any_color", "from": "explicit in 000"}
    assert told["options"]["target"] == {"value": 200, "from": "changed here"}
    assert "any_color" in arbitro("rules", "traditional")[1]


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["rules", "nonsense"], ["'nonsense' is not known"]),
        (["rules", "attack"], ["not supported", "nearest: traditional"]),
        (["rules", "official", "--set", "target"], ["names no value"]),
        (["rules", "official", "--set", "target=x", "--set", "jump_in=on"], ["target:", "jump_in:"]),
    ],
)
def test_rules_that_cannot_be_played_name_all_faults(arbitro, arguments, says):
    code, out, err = arbitro(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("A501 ")
    assert [text for text in says if text not in err] == []


def test_try_shows_turns_and_leaves_a_log(arbitro):
    code, out, _ = arbitro("try", "greedy", "--seed", "7", "--set", "target=80")
    assert code == 0
    assert "round 0, " in out
    assert re.search(r"\n  greedy +turn +[RYGB][♥★♣♦]\w+ +play [RYGB][♥★♣♦]\w+ ", out)
    assert out.splitlines()[-1] == "log arbitro-logs/try-7.0.arb"
    assert arbitro("try", "greedy", "--seed", "7", "--set", "target=80")[1].count("\n") == out.count("\n")
    assert arbitro("verify", "arbitro-logs")[0] == 0


@pytest.mark.parametrize(
    "arguments", [["try", "first", "--logs", "/proc/arbitro"], ["demo", "--data", "/proc/arbitro"]]
)
def test_a_folder_that_cannot_be_written_is_told_before_anything_is_played(arbitro, arguments):
    code, out, err = arbitro(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("A603 /proc/arbitro")


def test_try_shows_all_rounds_when_asked(arbitro):
    options = ("try", "greedy", "--seed", "7", "--against", "first")
    assert arbitro(*options, "--all")[1].count("\n") > 2 * arbitro(*options)[1].count("\n")


def test_try_says_who_struck_out(arbitro, tmp_path):
    path = bot_file(tmp_path, FIVE_LINES.replace("turn.legal[0]", "'color R'"), "outlaw")
    code, out, _ = arbitro("try", str(path), "--seed", "7", "--set", "drawn_play=optional")
    assert code == 0
    assert "\nround 0: outlaw left (illegal), random wins, 0 points; outlaw 0  random 0\n" in out
    assert "\nrandom wins (outlaw left: illegal); seed 7\n" in out
    assert "retired" not in out


def test_verify_counts_one_as_one(arbitro):
    arbitro("try", "first", "--seed", "1", "--set", "target=1")
    told = arbitro("verify", "arbitro-logs")[1]
    assert ".arb: 1 round, " in told
    assert re.search(r", \d+ records, unsigned", told)


def test_try_gives_one_object(arbitro):
    told = result(arbitro("try", "greedy", "--seed", "a b!", "--json", "--set", "target=50")[1])
    assert told["bots"] == ["greedy", "random"]
    assert told["log"] == "arbitro-logs/try-a-b.0.arb"
    assert told["winner"] in told["bots"]


@pytest.mark.parametrize(
    "text, code", [("import no_such_module\n", "A402"), ("x = 1\n", "A403"), (FIVE_LINES * 2, None)]
)
def test_a_bot_file_that_cannot_be_used_ends_with_2(arbitro, tmp_path, text, code):
    path = bot_file(tmp_path, text, f"file_{code}")
    found, _, err = arbitro("try", str(path), "--set", "target=1")
    assert (found, err[:4]) == ((2, code) if code else (0, err[:4]))


def test_what_a_bot_prints_never_gets_into_the_result(arbitro, tmp_path):
    path = bot_file(tmp_path, FIVE_LINES.replace("    return", "    print('thinking')\n    return"), "talker")
    code, out, err = arbitro("duel", str(path), "random", "--json", "--seed", "1", "--set", "target=50")
    assert code == 0
    assert result(out)["bots"] == ["talker", "random"]
    assert "thinking" in err


def test_duel_gives_the_keys_scripts_rely_on(arbitro):
    told = result(
        arbitro("duel", "greedy", "random", "--games", "3", "--seed", "5", "--jobs", "1", "--json")[1]
    )
    assert set(told) >= {
        "rules",
        "seed",
        "deals",
        "games",
        "bots",
        "wins",
        "margin",
        "decisions",
        "seconds",
        "faults",
    }
    assert (told["seed"], told["deals"], told["games"]) == ("5", "duplicate", 4)
    assert told["wins"][0][0] is None
    assert told["wins"][0][1] + told["wins"][1][0] == 4
    assert set(told["margin"][0]) == {"bot", "mean", "low", "high"}
    assert told["faults"] == {"greedy": {}, "random": {}}


def test_duel_prints_wins_margins_and_the_seed(arbitro):
    _, out, _ = arbitro("duel", "greedy", "first", "--games", "10", "--seed", "5", "--jobs", "1")
    assert "wins against" in out
    assert " to " in out
    assert out.rstrip().endswith("seed 5")


def test_verify_names_the_first_difference(arbitro, tmp_path):
    arbitro("try", "first", "--seed", "1", "--set", "target=20")
    log = tmp_path / "arbitro-logs" / "try-1.0.arb"
    data = bytearray(log.read_bytes())
    data[-20] ^= 1
    (tmp_path / "bad.arb").write_bytes(data)
    code, out, _ = arbitro("verify", str(log), "bad.arb", "--json")
    good, bad = result(out)["files"]
    assert code == 1
    assert (good["state"], good["difference"], good["match"]) == ("ok", None, "try-1")
    assert good["winner_bot"] in {"first", "random"}
    assert bad["state"] == "bad"
    assert set(bad["difference"]) == {"record", "field", "expected", "found"}
    assert arbitro("verify", "bad.arb")[1].startswith("bad ")


def test_verify_judges_by_another_policy(arbitro, tmp_path):
    text = FIVE_LINES.replace(
        "turn.legal[0]", "'color R' if turn.round == 0 and not turn.strikes else turn.legal[0]"
    )
    path = bot_file(tmp_path, text, "errs_once")
    arbitro("try", str(path), "--seed", "1", "--set", "target=20")
    (same,) = result(arbitro("verify", "arbitro-logs", "--policy", "contest", "--json")[1])["files"]
    (strict,) = result(arbitro("verify", "arbitro-logs", "--policy", "strict", "--json")[1])["files"]
    assert same["policy"] == {"policy": "contest", "conclusion": "unchanged", "rulings": []}
    record = strict["policy"]["rulings"][0]["record"]
    assert strict["policy"]["conclusion"] == f"forfeit by 0 at record {record}"
    assert (
        f"by strict: forfeit by 0 at record {record}"
        in arbitro("verify", "arbitro-logs", "--policy", "strict")[1]
    )


def test_a_witness_that_nobody_wrote_is_refused(arbitro, tmp_path):
    arbitro("try", "first", "--seed", "1", "--set", "target=20")
    (tmp_path / "text.arw").write_text("not what it seems")
    for witness, code in [("text.arw", "A503"), ("nothing.arw", "A504")]:
        found, _, err = arbitro("verify", "arbitro-logs", "--witness", witness)
        assert (found, err[:4]) == (2, code)


def test_verify_waits_for_no_pipe_and_goes_on_beside_a_name_without_a_file(arbitro, tmp_path):
    arbitro("try", "first", "--seed", "1", "--set", "target=20")
    os.mkfifo(tmp_path / "arbitro-logs" / "pipe.arb")
    (tmp_path / "arbitro-logs" / "dangling.arb").symlink_to("nothing")
    code, out, _ = arbitro("verify", "arbitro-logs", "--json")
    states = {file["file"]: file["state"] for file in result(out)["files"]}
    assert code == 1
    assert states == {
        "arbitro-logs/dangling.arb": "bad",
        "arbitro-logs/pipe.arb": "bad",
        "arbitro-logs/try-1.0.arb": "ok",
    }
    for verb in ("verify", "replay", "export"):
        code, _, err = arbitro(verb, "arbitro-logs/pipe.arb")
        assert (code, err[:4]) == (2, "A504")
    code, _, err = arbitro("verify", "arbitro-logs/try-1.0.arb", "--witness", "arbitro-logs/pipe.arb")
    assert (code, err[:4]) == (2, "A504")


def test_verify_calls_a_cut_log_incomplete(arbitro, tmp_path):
    arbitro("try", "first", "--seed", "1", "--set", "target=20")
    log = tmp_path / "arbitro-logs" / "try-1.0.arb"
    log.write_bytes(log.read_bytes()[:-300])
    code, out, _ = arbitro("verify", "arbitro-logs", "--json")
    assert (code, result(out)["files"][0]["state"]) == (1, "incomplete")


@pytest.mark.parametrize(
    "paths", [["arbitro-logs"], ["arbitro-logs/a.arb", "arbitro-logs/try-1.0.arb"]], ids=["folder", "files"]
)
def test_verify_audits_to_the_end_though_one_file_is_no_log(arbitro, tmp_path, paths):
    arbitro("try", "first", "--seed", "1", "--set", "target=20")
    (tmp_path / "arbitro-logs" / "a.arb").write_text("not what it seems")
    code, out, err = arbitro("verify", *paths)
    assert (code, err) == (1, "")
    assert "bad        arbitro-logs/a.arb: record 0, file: expected a log, which begins with ARB1" in out
    assert out.endswith("1 verified, 1 not\n")


def test_export_and_replay_say_where_a_log_is_cut(arbitro, tmp_path):
    arbitro("try", "first", "--seed", "1", "--set", "target=20")
    log = tmp_path / "arbitro-logs" / "try-1.0.arb"
    log.write_bytes(log.read_bytes()[:2_000])
    code, out, err = arbitro("export", "arbitro-logs")
    assert (code, json.loads(out.splitlines()[0])["type"]) == (0, "header")
    assert err.startswith("arbitro-logs/try-1.0.arb does not tell how its match ended")
    code, out, err = arbitro("replay", str(log))
    assert code == 0
    assert "does not tell how its match ended" in err
    log.write_bytes(log.read_bytes()[:10])
    code, out, err = arbitro("export", "arbitro-logs")
    assert (code, out, err[:4]) == (2, "", "A503")


@pytest.mark.parametrize(
    "arguments, code",
    [
        (["verify", "nothing.arb"], "A504"),
        (["verify", "empty"], "A504"),
        (["verify", "text.arb", "--witness", "empty"], "A504"),
        (["replay", "text.arb"], "A503"),
        (["export", "text.arb"], "A503"),
        (["export", "text.arb", "--format", "csv"], "A503"),
        (["scenario", "nothing.json"], "A504"),
        (["scenario", "empty"], "A504"),
        (["scenario", "text.arb"], "A502"),
    ],
)
def test_files_that_cannot_be_read_end_with_2(arbitro, tmp_path, arguments, code):
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.arb").write_text("not what it seems")
    found, out, err = arbitro(*arguments)
    assert (found, out, err[:4]) == (2, "", code)


def test_export_gives_the_forms(arbitro):
    arbitro("try", "first", "--seed", "1", "--set", "target=20")
    log = "arbitro-logs/try-1.0.arb"
    lines = [json.loads(line) for line in arbitro("export", log)[1].splitlines()]
    assert [lines[0]["type"], lines[1]["type"], lines[-1]["type"]] == ["header", "round", "reveal"]
    assert arbitro("export", log, "--format", "rounds")[1].startswith("match=try-1 ")
    assert arbitro("export", log, "--format", "csv")[1].startswith("match,run,")
    seen = [json.loads(line) for line in arbitro("export", log, "--seat", "0")[1].splitlines()]
    assert {line["seat"] for line in seen if line["type"] == "private"} == {0}
    public = [json.loads(line)["type"] for line in arbitro("export", log, "--public")[1].splitlines()]
    assert set(public) == {"header", "public", "end"}


@pytest.mark.parametrize("verb", ["export", "replay"])
def test_a_seat_that_is_not_there_is_wrong_usage(arbitro, verb):
    arbitro("try", "first", "--seed", "1", "--set", "target=20")
    log = "arbitro-logs/try-1.0.arb"
    code, _, err = arbitro(verb, log, "--seat", "5")
    assert (code, err) == (2, f"A001 {log}: there is no seat 5: seats are 0 to 1.\n")


SCENARIO = {
    "name": "a plain play",
    "rules": {"profile": "official"},
    "position": {
        "hands": [["R5", "R6"], ["B1", "B2"]],
        "draw_pile": ["G1", "G3"],
        "discard": ["R7"],
        "color": "R",
        "direction": 1,
        "turn": 0,
        "dealer": 1,
        "pending": 0,
        "scores": [0, 0],
    },
    "steps": [{"seat": 0, "do": "play R5 uno", "expect": {"counts": [1, 2]}}],
}


def test_scenarios_pass_or_name_the_difference(arbitro, tmp_path):
    (tmp_path / "good.json").write_text(json.dumps(SCENARIO))
    wrong = json.loads(json.dumps(SCENARIO))
    wrong["steps"][0]["expect"]["counts"] = [2, 2]
    (tmp_path / "wrong.json").write_text(json.dumps(wrong))
    assert arbitro("scenario", "good.json") == (0, "ok a plain play\n1 passed, 0 failed\n", "")
    code, out, _ = arbitro("scenario", "good.json", "wrong.json", "--json")
    told = result(out)
    assert (code, told["passed"], told["failed"]) == (1, 1, 1)
    assert arbitro("scenario", ".", "--json")[1] == out
    assert told["files"][1] == {
        "file": "wrong.json", "ok": False, "step": 1, "field": "counts", "expected": [2, 2], "got": [1, 2],
    }  # fmt: skip


def test_what_is_no_scenario_ends_with_2(arbitro, tmp_path):
    (tmp_path / "half.json").write_text(json.dumps({"name": "half"}))
    code, out, err = arbitro("scenario", "half.json")
    assert (code, out, err[:4]) == (2, "", "A502")


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "first"],
        ["tournament", "status", "cup"],
        ["tournament", "start", "cup"],
        ["tournament", "standings", "cup"],
    ],
)
def test_without_a_referee_verbs_end_with_3(arbitro, arguments):
    code, out, err = arbitro(*arguments, "--server", "127.0.0.1:1")
    assert (code, out, err[:4]) == (3, "", "A101")


def test_the_referee_can_be_named_by_the_environment(arbitro, monkeypatch):
    monkeypatch.setenv("ARBITRO_SERVER", "127.0.0.1:1")
    assert "127.0.0.1:1" in arbitro("tournament", "status", "cup")[2]


@pytest.mark.parametrize("text", [None, "", "\n", "tökén", "two tokens", "one\nanother"])
def test_a_token_file_that_holds_none_ends_with_2(arbitro, tmp_path, text):
    if text is not None:
        (tmp_path / "token").write_text(text, encoding="utf-8")
    code, _, err = arbitro("tournament", "status", "cup", "--server", "127.0.0.1:1", "--token-file", "token")
    assert (code, err[:4]) == (2, "A504")


@pytest.mark.parametrize("text", ["tökén", "one\nanother"])
def test_a_variable_that_holds_no_token_ends_with_2(arbitro, monkeypatch, text):
    monkeypatch.setenv("ARBITRO_TOKEN", text)
    code, _, err = arbitro("tournament", "status", "cup", "--server", "127.0.0.1:1")
    assert (code, err) == (2, "A504 ARBITRO_TOKEN is no token that can be read. Check it.\n")


@pytest.mark.parametrize("text", ["0s", "500ms", "-1h", "1.5h", "24", "٣h", "1000000000s"])
def test_what_is_no_lifetime_makes_no_token_for_ever(arbitro, text):
    code, _, err = arbitro("token", "issue", "auditor", f"--lifetime={text}", "--server", "127.0.0.1:1")
    assert code == 2
    assert "is no lifetime" in err


@pytest.mark.parametrize("arguments", [["bot"], ["watcher", "--bot", "ada"]])
def test_a_bots_token_names_its_bot_and_no_other_does(arbitro, arguments):
    code, _, err = arbitro("token", "issue", *arguments, "--server", "127.0.0.1:1")
    assert (code, err[:4]) == (2, "A001")
    assert "goes with the role bot" in err


@pytest.mark.parametrize(
    "text, seconds",
    [("1s", 1), ("90m", 5_400), ("720h", 2_592_000), ("365d", 31_536_000), ("1000000d", 86_400_000_000)],
)
def test_a_lifetime_may_be_months(text, seconds):
    assert _Lifetime().convert(text, None, None) == seconds


@pytest.mark.parametrize(
    "address", ["here", "127.0.0.1:", "127.0.0.1:soon", "http://127.0.0.1:50051", "x:99999"]
)
def test_what_is_no_address_ends_with_2(arbitro, address):
    code, _, err = arbitro("health", "--server", address)
    assert code == 2
    assert f"{address!r} is no address: write HOST:PORT" in err


def test_a_file_of_certificates_that_holds_none_ends_with_2(arbitro, tmp_path):
    (tmp_path / "ca.pem").write_text("not what it seems")
    code, _, err = arbitro("health", "--server", "127.0.0.1:1", "--ca", "ca.pem")
    assert (code, err) == (2, "A504 ca.pem holds no certificate in PEM. Name a file with one.\n")


@pytest.mark.parametrize(
    "text, says",
    [("", "names nobody"), ("# only a remark\n", "names nobody"), ("ana\nben\nana\n", "ana more than")],
)
def test_entrants_that_cannot_be_are_refused_before_anybody_is_asked(arbitro, tmp_path, text, says):
    (tmp_path / "class.txt").write_text(text)
    code, _, err = arbitro(
        "tournament", "create", "cup", "--entrants", "class.txt", "--server", "127.0.0.1:1"
    )
    assert (code, err[:4]) == (2, "A505")
    assert says in err


def test_entrants_are_read_as_spreadsheets_write_them(arbitro, tmp_path):
    asked = ("tournament", "create", "cup", "--entrants", "class.csv", "--server", "127.0.0.1:1")
    (tmp_path / "class.csv").write_text("name\nJosé\nname\n", encoding="utf-8-sig")
    assert arbitro(*asked)[2].startswith("A101")
    (tmp_path / "class.csv").write_text("name\nJosé\nJosé\n", encoding="utf-8-sig")
    assert "names José more than once" in arbitro(*asked)[2]
    (tmp_path / "class.csv").write_text("name\nJosé\n", encoding="latin-1")
    code, _, err = arbitro(*asked)
    assert (code, err) == (2, "A504 The entrants' file is not in UTF-8. Save it as that.\n")


@pytest.mark.parametrize("folder", ["class.txt/tokens", "/proc/self"])
def test_tokens_that_could_not_be_kept_are_not_asked_for(arbitro, tmp_path, folder):
    (tmp_path / "class.txt").write_text("Ada\nBen\n")
    asked = ("--entrants", "class.txt", "--tokens-dir", folder, "--server", "127.0.0.1:1")
    code, _, err = arbitro("tournament", "create", "cup", *asked)
    assert (code, err[:4]) == (2, "A603")
    assert err.endswith("Use another --tokens-dir DIR.\n")


def test_verbs_of_the_server_say_when_it_is_missing(arbitro, monkeypatch):
    monkeypatch.setattr("arbitro_sdk.cli.verbs.entry_points", lambda **_: ())
    code, _, err = arbitro("serve")
    assert (code, err[:4]) == (2, "A601")
    assert "pip install ./clients/web ./server" in err
