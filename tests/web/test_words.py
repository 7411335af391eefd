"""The strings file: every language says the same, and everything that is asked for can be said."""

import json
import re
from pathlib import Path

import pytest

import arbitro_web
from arbitro_server.http import pages
from arbitro_server.http.sentences import sentence
from arbitro_server.http.words import words
from support.node import look
from support.played import play_match

STRINGS = json.loads(arbitro_web.read("strings.json"))
SAID = re.compile(r"""say(?:\.say)?\(\s*["'`]([\w.+{}$]+)["'`]""")


def places(text):
    return sorted(re.findall(r"\{\w+\}", text))


def test_all_languages_have_the_same_keys_and_places():
    english = STRINGS["en"]
    for language, texts in STRINGS.items():
        assert texts.keys() == english.keys(), language
        for key, text in texts.items():
            assert set(places(text)) <= set(places(english[key])), f"{language} {key}"
            assert text.strip(), f"{language} {key}"


def test_every_count_of_things_has_a_text_for_one():
    for language, texts in STRINGS.items():
        counts = [key for key, text in texts.items() if re.search(r"\{count\} \w+s\b", text)]
        assert len(counts) > 10
        assert [key for key in counts if f"{key}.one" not in texts] == [], language


@pytest.mark.parametrize("count", [1, "1"])
def test_one_is_said_as_one(count):
    assert words("en").say("tournament.progress", played=0, count=count) == "0 of 1 match played"
    assert words("en").say("faults.decisions", count=count) == "One decision in finished matches."
    assert words("es").say("tournament.bots", count=count) == "1 bot"


def test_every_key_that_is_named_exists():
    sources = [arbitro_web.read(name).decode() for name in arbitro_web.names() if name.endswith(".js")]
    sources += [file.read_text() for file in Path(pages.__path__[0]).glob("*.py")]
    named = {key for source in sources for key in SAID.findall(source)}
    assert len(named) > 60
    whole = {key for key in named if "{" not in key and "$" not in key}
    assert sorted(whole - STRINGS["en"].keys()) == []
    for prefix in {key.partition("$")[0].partition("{")[0] for key in named - whole} - {""}:
        assert any(key.startswith(prefix) for key in STRINGS["en"]), prefix


@pytest.mark.parametrize("profile", ["official", "vintage", "traditional", "cumulative"])
def test_server_and_page_say_the_same_of_every_event(profile, tmp_path):
    match = play_match(seed="said", profile=profile, bots=("ana", "ben", "cho"))
    said = look(tmp_path, match.log, sentences="en")["sentences"]
    names = list(match.header.bots)
    assert said == [sentence(words("en"), event, names) for event in match.public]
