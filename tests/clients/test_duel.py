import pytest

from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.arena import Conditions
from arbitro_sdk.duel import Duel, fight
from arbitro_sdk.errors import CheckFailedError, UsageError
from support.botfiles import bot_file


def duel(*bots, games=2, deals="duplicate", seed="1", logs=None, seats=2, **options):
    conditions = Conditions(RuleSet.of("official", {"target": 60, **options}), seed, deals=deals)
    return Duel(bots, conditions, games, seats, logs)


def facts(result):
    return (
        result.bots,
        result.standings,
        result.wins,
        [(one.faults, one.decisions) for one in result.outings],
        result.matches,
        result.rounds,
    )


def test_the_result_is_the_same_whatever_the_number_of_processes():
    fought = duel("greedy", "random", "counter", games=8)
    assert facts(fight(fought, 1)) == facts(fight(fought, 2))


def test_another_seed_is_another_duel():
    one, other = (fight(duel("greedy", "random", games=4, seed=seed), 1) for seed in ("1", "2"))
    assert facts(one) != facts(other)


def test_every_pair_plays_and_wins_add_up():
    result = fight(duel("greedy", "greedy", "first", games=3), 1)
    assert result.bots == ("greedy", "greedy-2", "first")
    assert (result.games, result.matches) == (4, 12)
    assert [row[place] for place, row in enumerate(result.wins)] == [None] * 3
    assert sum(wins or 0 for row in result.wins for wins in row) == 12
    assert result.decisions == sum(one.decisions for one in result.outings) > 0


def test_tables_of_three_are_played_with_fresh_deals():
    result = fight(duel("greedy", "random", "first", games=3, seats=3, deals="fresh"), 1)
    assert result.matches == 3
    assert {line.played for line in result.standings.lines} == {3}


def test_progress_is_told():
    told = []
    fight(duel("first", "random", games=4), 1, lambda played, of: told.append((played, of)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_logs_are_kept_where_asked(tmp_path):
    fight(duel("first", "random", logs=tmp_path / "logs"), 1)
    assert sorted(path.name for path in (tmp_path / "logs").iterdir()) == ["duel-0-0.0.arb", "duel-0-1.0.arb"]


@pytest.mark.parametrize("bots", [("greedy",), ("greedy", "random", "first")])
def test_a_duel_that_cannot_be_is_refused(bots):
    with pytest.raises(UsageError, match=r"A501 A match has \d seats, .*: name \d or more"):
        fight(duel(*bots, seats=2 if len(bots) == 1 else 4, deals="fresh"), 1)


def test_a_bot_that_ends_its_process_fails_the_duel(tmp_path):
    text = "import os\nfrom arbitro_sdk import bot\n\n@bot\ndef choose(turn):\n    os._exit(3)\n"
    path = bot_file(tmp_path, text, "leaver")
    with pytest.raises(CheckFailedError, match="A702"):
        fight(duel(str(path), "random", games=16), 2)
