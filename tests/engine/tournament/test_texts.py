"""Names and reasons: what stands in tables, logs and terminals."""

import pytest

from arbitro_engine.tournament.texts import NAME_MAX, REASON_MAX, name_fault, nearest, plural, reason_fault

SEEN = ["Ann-Sophie O'Neill", "<b>Ann</b>", "安娜", "👩\u200d🔬"]
UNSEEN = ["two\nlines", "\x1b[2J", "\u202enna", "a\u2028b", "\ud800"]


@pytest.mark.parametrize("text", SEEN)
def test_what_is_seen_may_be_written(text):
    assert name_fault(text) == reason_fault(text) == ""


@pytest.mark.parametrize("text", UNSEEN)
def test_what_no_eye_can_see_may_not(text):
    assert "cannot be seen" in name_fault(text)
    assert "a line of text" in reason_fault(text)


def test_each_has_its_length():
    assert (name_fault("x" * NAME_MAX), reason_fault("x" * REASON_MAX)) == ("", "")
    assert f"choose {NAME_MAX} or fewer" in name_fault("x" * (NAME_MAX + 1))
    assert f"choose {REASON_MAX} or fewer" in reason_fault("x" * (REASON_MAX + 1))


def test_a_name_may_be_left_out_and_a_reason_not():
    assert name_fault("") == ""
    assert "say why" in reason_fault("")
    assert "say why" in reason_fault(" \t")
    assert "say why" in reason_fault("\u200d \u200c")
    assert "say why" in reason_fault("\u3164\u2800\ufe0f\u034f \u115f\u1160\uffa0")
    assert reason_fault("e\u0301\u200d\u3164") == ""


@pytest.mark.parametrize(
    "text, meant",
    [("ADA", "ada"), ("ade", "ada"), ("Lady Lovelace", "ada"), ("bob-2", "bob-2"), ("", ""), ("zzz", ""),
     ("a" * (NAME_MAX + 1), "")],
)  # fmt: skip
def test_who_is_meant_is_found_by_id_or_name(text, meant):
    assert nearest(text, {"ada": "lady lovelace", "bob-2": ""}) == meant


def test_one_is_one_and_none_are_many():
    assert [plural(count, "match", "matches") for count in (0, 1, 2)] == ["matches", "match", "matches"]
    assert [plural(count, "log") for count in (0, 1, 2)] == ["logs", "log", "logs"]
