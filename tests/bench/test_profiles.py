"""Every profile plays matches to its target at tables of all sizes; logs verify, and no card is lost."""

import json
from dataclasses import replace

import pytest

from arbitro_engine.rules.profiles import PROFILES
from bench import profiles


@pytest.mark.timeout(600)
def test_every_profile_plays_to_its_target(capsys):
    assert profiles.main(["20", "--jobs", "2"]) == 0
    *rows, figures = capsys.readouterr().out.splitlines()
    told = json.loads(figures)
    assert (told["matches"], told["target"], told["faults"]) == (20 * len(PROFILES), 20 * len(PROFILES), 0)
    played = {tuple(row.split()[:2]) for row in rows[1:]}
    assert played >= {(profile, "10") for profile in PROFILES}


def test_what_is_wrong_with_a_log_is_told(monkeypatch):
    verify = profiles.verify
    monkeypatch.setattr(profiles, "verify", lambda log: replace(verify(log), state="bad"))
    figures = profiles.run(profiles.Task("cumulative", 2, 1))
    assert figures.faults == ["cumulative-2-0: the log is bad: None"]
