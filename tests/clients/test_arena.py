import random
from collections import Counter

import pytest

from arbitro.codec import record_of
from arbitro_engine.log.stored import read_log
from arbitro_engine.log.verify import verify
from arbitro_engine.rules.events import EventKind, Why
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk import Bot
from arbitro_sdk.arena import Conditions, Scheduled, play
from arbitro_sdk.errors import UsageError
from arbitro_sdk.loading import LoadedBot, load


def loaded(choose, name="mine"):
    class Mine(Bot):
        def choose(self, turn):
            return choose(turn)

    return LoadedBot(name, name, Mine)


def fight(bots, seed="1", watcher=None, reports=None, profile="official", deals="fresh", **options):
    conditions = Conditions(RuleSet.of(profile, options), seed, deals=deals)
    names = tuple(f"bot-{seat}" for seat in range(len(bots)))
    scheduled = Scheduled("cup-0-0", "cup-0-0", "cup", names)
    return play(conditions, scheduled, bots, reports or [lambda _: None] * len(bots), watcher)


def test_the_same_seed_gives_the_same_log_to_the_byte():
    bots = [load("random"), load("counter")]
    assert fight(bots, "7").log == fight(bots, "7").log
    assert fight(bots, "7").log != fight(bots, "8").log


def test_bots_that_ask_the_module_random_are_the_same_each_time_too():
    bots = [loaded(lambda turn: random.choice(turn.legal)), load("random")]
    assert fight(bots, target=100).log == fight(bots, target=100).log


@pytest.mark.parametrize("deals", ["fresh", "duplicate"])
def test_a_log_verifies_and_tells_the_result(deals):
    played = fight([load("greedy"), load("first")], deals=deals)
    verdict = verify(read_log(played.log, record_of))
    assert (verdict.state, verdict.difference, verdict.signer) == ("ok", None, None)
    assert verdict.ended == played.ended
    assert verdict.header == played.header


def test_both_copies_of_a_duplicate_set_deal_the_same_cards():
    bots = [load("first"), load("first")]
    rules = RuleSet.of("official", {"target": 60})
    conditions = Conditions(rules, "3", deals="duplicate")
    logs = [
        read_log(
            play(conditions, Scheduled(f"cup-0-{n}", "cup-0-0", "cup", ids), bots, [print] * 2).log, record_of
        )
        for n, ids in enumerate([("a", "b"), ("b", "a")])
    ]
    decks = [
        [
            event.cards
            for _, record in log.steps
            for event in record.events
            if event.kind is EventKind.ROUND_STARTED
        ]
        for log in logs
    ]
    assert decks[0][0] == decks[1][0]


def test_the_five_line_bot_wins_some_matches_and_never_ends_one_by_the_cap():
    bots = [loaded(lambda turn: turn.legal[0]), load("random")]
    played = [fight(bots, str(seed)).ended for seed in range(8)]
    assert {ended.ending for ended in played} == {Why.TARGET}
    assert sum(ended.winner == 0 for ended in played) > 0


def test_a_bot_that_fails_every_turn_plays_to_the_end():
    def fails(turn):
        raise KeyError(turn.kind)

    reports = []
    played = fight([loaded(fails), load("greedy")], reports=[reports.append, print], target=60)
    assert (played.ended.ending, played.ended.winner) == (Why.TARGET, 1)
    assert played.faults == (Counter(crash=played.decisions[0]), Counter())
    log = read_log(played.log, record_of)
    causes = Counter(record.cause for _, record in log.steps if record.seat == 0 and record.cause)
    assert causes == played.faults[0]
    assert verify(log).state == "ok"
    assert "KeyError" in reports[0]


def test_a_bot_that_plays_against_the_rules_forfeits_and_is_told_why():
    reports = []
    played = fight([loaded(lambda _: "color R"), load("random")], reports=[reports.append, print])
    assert (played.ended.ending, played.ended.winner, played.ended.blame) == (Why.ILLEGAL, 1, 0)
    assert played.faults[0] == Counter(not_this_decision=3)
    assert len(reports) == 3


def test_notes_are_kept_with_their_decision():
    def choose(turn):
        turn.note(f"holding {len(turn.hand)}")
        return turn.legal[0]

    played = fight([loaded(choose), load("first")], target=30)
    assert played.notes[0] == (0, 0, f"holding {played.notes[0][2].split()[1]}")
    assert {seat for seat, _, _ in played.notes} == {0}
    assert len(played.notes) == played.decisions[0]


def test_a_watcher_sees_every_answer_and_every_public_event():
    class Watcher:
        def __init__(self):
            self.answers, self.events = 0, []

        def answered(self, ask, decided):
            self.answers += ask.seat in (0, 1) and not decided.crashed

        def happened(self, event):
            self.events.append(event)

    watcher = Watcher()
    played = fight([load("first"), load("random")], watcher=watcher, target=50)
    assert watcher.answers == sum(played.decisions)
    assert watcher.events[-1].kind is EventKind.MATCH_ENDED
    assert sum(event.kind is EventKind.ROUND_ENDED for event in watcher.events) == played.ended.rounds


def test_a_bot_sees_the_whole_match_in_its_history():
    seen = []

    class Listener(Bot):
        def on_match_start(self, match):
            seen.append(match)

    fight([LoadedBot("mine", "mine", Listener), load("random")], target=50)
    kinds = [event.kind for event in seen[0].history]
    assert kinds[-1] is EventKind.MATCH_ENDED
    assert kinds.index(EventKind.DEALT) < kinds.index(EventKind.TURNED)
    assert seen[0].scores == seen[0].history[-1].scores


def test_rules_that_forbid_so_many_seats_are_refused():
    with pytest.raises(UsageError, match="A501"):
        fight([load("first"), load("first")], profile="vintage_pairs")
