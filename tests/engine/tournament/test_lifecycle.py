import pytest

from arbitro_engine.rules.events import Why
from arbitro_engine.tournament.ledger import Cut, Retirement
from arbitro_engine.tournament.lifecycle import Tournament
from arbitro_engine.tournament.record import (
    EntrantRecord,
    ResultRecord,
    StartedRecord,
    StateRecord,
    VerdictRecord,
)
from arbitro_engine.tournament.result import Forfeit, MatchResult
from arbitro_engine.tournament.schedule import Schedule
from arbitro_engine.tournament.spec import Entrant, SpecError
from arbitro_engine.tournament.standings import Standings
from arbitro_engine.tournament.step import VerbError
from engine.tournament.results import forfeited, match_of, played, spec_of


def running(*ids, **settings):
    tournament = Tournament(spec_of(*ids, **settings))
    tournament.start()
    return tournament


def room(tournament, places=10):
    return dict.fromkeys(tournament.spec.ids, places)


def play(tournament, name, *scores, **how):
    """Start a match and let it end; the first seat wins unless scores are given."""
    tournament.start_match(name)
    match = Schedule(tournament.spec).match(name)
    seats = len(match.seats)
    run = tournament.running[name]
    return tournament.end_match(played(match, *(scores or (500, *[0] * (seats - 1))), run=run, **how))


def play_all(tournament):
    while due := tournament.due(room(tournament)):
        for one in due:
            play(tournament, one.match.id)


def won(tournament):
    return {line.entrant: line.won for line in tournament.standings().lines}


VERBS = {
    "open": lambda one: one.open(),
    "register": lambda one: one.register(Entrant("zoe")),
    "start": lambda one: one.start(),
    "pause": lambda one: one.pause(),
    "resume": lambda one: one.resume(),
    "cancel": lambda one: one.cancel(),
    "withdraw": lambda one: one.withdraw("cyd"),
    "disqualify": lambda one: one.disqualify("cyd"),
    "void": lambda one: one.void("t-0-0"),
    "replay": lambda one: one.replay("t-0-0"),
    "start_match": lambda one: one.start_match("t-0-1"),
    "end_match": lambda one: one.end_match(played(match_of(one.spec, "ann", "cyd"), 500, 0)),
}
ALLOWED = {
    "draft": {"open", "register", "start", "cancel", "withdraw", "disqualify"},
    "open": {"register", "start", "cancel", "withdraw", "disqualify"},
    "running": {"pause", "cancel", "withdraw", "disqualify", "void", "replay", "start_match", "end_match"},
    "paused": {"resume", "cancel", "withdraw", "disqualify", "void", "replay", "end_match"},
    "cancelled": set(),
    "finished": set(),
}


def in_state(state):
    tournament = Tournament(spec_of("ann", "bob", "cyd"))
    if state in ("running", "paused", "finished"):
        tournament.start()
        play(tournament, "t-0-0")
        tournament.start_match("t-1-0")
    if state == "finished":
        tournament.end_match(played(match_of(tournament.spec, "ann", "cyd"), 500, 0))
        play_all(tournament)
    elif state == "open":
        tournament.open()
    elif state == "paused":
        tournament.pause()
    elif state == "cancelled":
        tournament.cancel()
    assert tournament.state == state
    return tournament


@pytest.mark.parametrize("state", ALLOWED)
@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_in_every_state(state, verb):
    tournament = in_state(state)
    if verb in ALLOWED[state]:
        assert VERBS[verb](tournament).records
        return
    before = (tournament.spec, tournament.running, tournament.results, tournament.standings())
    with pytest.raises(VerbError, match=f"t is {state}, and .* needs it") as error:
        VERBS[verb](tournament)
    assert error.value.reason == "WRONG_STATE"
    assert tournament.state == state
    assert (tournament.spec, tournament.running, tournament.results, tournament.standings()) == before


def test_two_starts_start_one_tournament():
    tournament = Tournament(spec_of("ann", "bob"))
    assert tournament.start("kim").records == (StateRecord("running", "kim"),)
    with pytest.raises(VerbError, match="t is running, and starting it needs it draft or open"):
        tournament.start("kim")


def test_states_change_by_verbs_and_say_who_and_why():
    tournament = Tournament(spec_of("ann", "bob"))
    assert tournament.open("kim").records == (StateRecord("open", "kim"),)
    tournament.start("kim")
    assert tournament.pause("kim", "lunch").records == (StateRecord("paused", "kim", "lunch"),)
    assert tournament.resume("kim").records == (StateRecord("running", "kim"),)
    assert tournament.cancel("kim", "fire").records == (StateRecord("cancelled", "kim", "fire"),)


@pytest.mark.parametrize("ids, message", [((), "nobody has entered"), (("ann",), "only one bot has entered")])
def test_nobody_and_one_bot_cannot_start(ids, message):
    tournament = Tournament(spec_of(*ids))
    assert tournament.total == 0
    with pytest.raises(VerbError, match=f"t cannot start: {message}"):
        tournament.start()
    assert tournament.state == "draft"


def test_a_tournament_of_two_is_played_to_its_end():
    tournament = running("ann", "bob")
    assert [one.match.id for one in tournament.due(room(tournament))] == ["t-0-0", "t-0-1"]
    assert tournament.start_match("t-0-0", b"c").records == (StartedRecord("t-0-0", 0, b"c"),)
    assert tournament.running == {"t-0-0": 0}
    result = played(match_of(tournament.spec, "ann", "bob"), 500, 20)
    assert tournament.end_match(result, b"h").records == (ResultRecord(result, b"h"),)
    assert (len(tournament.results), tournament.total, tournament.remaining()) == (1, 2, {"ann": 1, "bob": 1})
    last = play(tournament, "t-0-1")
    assert last.records[1:] == (StateRecord("finished", why="played"),)
    assert (tournament.state, won(tournament)) == ("finished", {"ann": 1, "bob": 1})


def test_what_was_offered_and_not_started_is_offered_again():
    tournament = running("ann", "bob", "cyd")
    first = tournament.due(room(tournament, 1))
    assert len(first) == 1
    assert tournament.due(room(tournament, 1)) == first


@pytest.mark.parametrize("name", ["t-9-0", "u-0-0", "nonsense"])
def test_a_match_that_is_none(name):
    with pytest.raises(VerbError, match="is no match of t") as error:
        running("ann", "bob").start_match(name)
    assert error.value.reason == "NOT_FOUND"


def test_a_match_is_started_once_and_ends_once():
    tournament = running("ann", "bob")
    tournament.start_match("t-0-0")
    with pytest.raises(VerbError, match="t-0-0 is running, and starting a match needs it due"):
        tournament.start_match("t-0-0")
    result = played(match_of(tournament.spec, "ann", "bob"), 500, 20)
    tournament.end_match(result)
    with pytest.raises(VerbError, match="t-0-0 is played, and a result needs it running"):
        tournament.end_match(result)
    assert won(tournament) == {"ann": 1, "bob": 0}


def test_a_crash_on_the_deciding_move_loses_and_the_other_is_credited_once():
    tournament = running("ann", "bob")
    tournament.start_match("t-0-0")
    tournament.end_match(
        forfeited(match_of(tournament.spec, "ann", "bob"), 0, 495, 10, ending=Why.DISCONNECT)
    )
    assert won(tournament) == {"ann": 0, "bob": 1}
    assert tournament.standings().line("ann").forfeits == 1


def test_results_are_taken_as_scheduled():
    tournament = running("ann", "bob")
    tournament.start_match("t-0-0")
    match = match_of(tournament.spec, "ann", "bob")
    with pytest.raises(VerbError, match="run 0: a result of run 1 is not wanted"):
        tournament.end_match(played(match, 500, 0, run=1))
    with pytest.raises(VerbError, match="by seat"):
        tournament.end_match(MatchResult("t-0-0", 0, ("bob", "ann"), Why.TARGET, 0, (500, 0), 9, (9, 0)))
    assert tournament.running == {"t-0-0": 0}


def test_while_paused_nothing_starts_and_results_count():
    tournament = running("ann", "bob")
    tournament.start_match("t-0-0")
    tournament.pause()
    assert tournament.due(room(tournament)) == []
    tournament.end_match(played(match_of(tournament.spec, "ann", "bob"), 500, 20))
    assert len(tournament.results) == 1
    tournament.resume()
    assert [one.match.id for one in tournament.due(room(tournament))] == ["t-0-1"]


def test_a_paused_tournament_finishes_when_it_is_resumed():
    tournament = running("ann", "bob")
    play(tournament, "t-0-0")
    tournament.start_match("t-0-1")
    tournament.pause()
    tournament.end_match(played(match_of(tournament.spec, "bob", "ann"), 500, 20))
    assert tournament.state == "paused"
    assert tournament.resume("kim").records == (
        StateRecord("running", "kim"),
        StateRecord("finished", why="played"),
    )


def test_cancelling_cuts_what_is_being_played():
    tournament = running("ann", "bob")
    tournament.start_match("t-0-1")
    tournament.start_match("t-0-0")
    assert tournament.cancel().cuts == (Cut("t-0-1", 0), Cut("t-0-0", 0))
    assert tournament.running == {}


# Entering


def test_entrants_register_in_a_draft_and_while_it_is_open():
    tournament = Tournament(spec_of())
    ann = Entrant("ann", "Ann")
    assert tournament.register(ann).records == (EntrantRecord(ann),)
    tournament.open()
    tournament.register(Entrant("bob"))
    assert tournament.spec.ids == ("ann", "bob")
    assert tournament.total == 2


def test_nobody_enters_twice():
    tournament = Tournament(spec_of("ann"))
    with pytest.raises(VerbError, match="ann has entered t already") as error:
        tournament.register(Entrant("ann"))
    assert error.value.reason == "ALREADY_EXISTS"


def test_an_entrant_needs_an_id():
    with pytest.raises(SpecError, match=r"entrants\[1\].id: 'Bob'"):
        Tournament(spec_of("ann")).register(Entrant("Bob"))


def test_late_entry_adds_matches_and_renames_none():
    tournament = running("ann", "bob", late_entry=True)
    play(tournament, "t-0-0")
    tournament.start_match("t-0-1")
    tournament.register(Entrant("cyd"))
    assert tournament.total == 6
    assert tournament.running == {"t-0-1": 0}
    assert {one.match.id for one in tournament.due(room(tournament))} == {"t-1-0", "t-1-1", "t-2-0", "t-2-1"}
    tournament.end_match(played(match_of(tournament.spec, "bob", "ann"), 500, 0))
    assert tournament.state == "running"
    play_all(tournament)
    assert tournament.state == "finished"


# Leaving


def test_before_the_start_an_entrant_is_taken_off_the_list():
    tournament = Tournament(spec_of("ann", "bob", "cyd"))
    assert tournament.withdraw("ann", "ann", "ill").records == (
        VerdictRecord("withdraw", "ann", "ann", "ill"),
    )
    assert tournament.spec.ids == ("bob", "cyd")
    tournament.start()
    assert tournament.total == 2
    play_all(tournament)
    assert len(tournament.results) == 2


def test_somebody_else_cannot_leave():
    with pytest.raises(VerbError, match="zoe has not entered t") as error:
        running("ann", "bob").withdraw("zoe")
    assert error.value.reason == "NOT_FOUND"


@pytest.mark.parametrize("verb", [Tournament.withdraw, Tournament.disqualify])
@pytest.mark.parametrize(
    "text, told",
    [
        ("Hans-Peter O'Neil", r"the nearest entrant is hans-peter-o-neil \(Hans-Peter O'Neil\)$"),
        ("hans-peter-oneil", r"the nearest entrant is hans-peter-o-neil \("),
        ("an", "the nearest entrant is ann$"),
        ("xyzzy", "`arbitro tournament standings t` or GetTournament names who has$"),
    ],
)
def test_who_is_named_otherwise_is_told_the_nearest_entrant_or_where_all_are(verb, text, told):
    tournament = Tournament(spec_of("ann", "bob"))
    tournament.register(Entrant("hans-peter-o-neil", "Hans-Peter O'Neil"))
    with pytest.raises(VerbError, match=told):
        verb(tournament, text, "kim", "ill")


def test_who_has_played_half_forfeits_the_rest():
    tournament = running("ann", "bob", "cyd")
    play(tournament, "t-0-0")
    play(tournament, "t-1-0")
    step = tournament.disqualify("ann", "kim", "peeked")
    assert step.records == (
        VerdictRecord("disqualify", "ann", "kim", "peeked"),
        VerdictRecord("forfeit", "ann"),
    )
    assert won(tournament) == {"ann": 2, "bob": 1, "cyd": 1}
    lost = tournament.standings().line("ann")
    assert (lost.played, lost.forfeits, lost.margin.mean) == (4, 2, 50.0)
    assert [one.match.seats for one in tournament.due(room(tournament))] == [("bob", "cyd"), ("cyd", "bob")]
    assert {result.ending for result in tournament.results if result.forfeits} == {Why.CONDUCT}
    with pytest.raises(VerbError, match="ann has left t already"):
        tournament.withdraw("ann")


def test_who_has_played_less_is_annulled():
    tournament = running("ann", "bob", "cyd")
    play(tournament, "t-0-0")
    step = tournament.withdraw("ann")
    assert step.records == (VerdictRecord("withdraw", "ann"), VerdictRecord("annul", "ann"))
    assert (tournament.total, tournament.results) == (2, [])
    standings = tournament.standings()
    assert standings.annulled == ("ann",)
    assert [line.entrant for line in standings.lines] == ["bob", "cyd"]
    play_all(tournament)
    assert tournament.state == "finished"


@pytest.mark.parametrize("leaving, follows", [("forfeit", "forfeit"), ("annul", "annul")])
def test_what_becomes_of_the_rest_is_a_setting(leaving, follows):
    tournament = running("ann", "bob", "cyd", leaving=leaving)
    assert tournament.withdraw("ann").records[1] == VerdictRecord(follows, "ann")


def test_the_last_one_left_has_won_everything():
    tournament = running("ann", "bob", "cyd", leaving="forfeit")
    tournament.withdraw("ann")
    last = tournament.withdraw("bob")
    assert last.records[-1] == StateRecord("finished", why="played")
    # The first to leave loses to the second as well.
    assert won(tournament) == {"ann": 0, "bob": 2, "cyd": 4}


def test_a_match_being_played_is_retired_from_or_cut():
    tournament = running("ann", "bob", "cyd", leaving="forfeit")
    tournament.start_match("t-0-1")
    step = tournament.withdraw("ann")
    assert step.retirements == (Retirement("t-0-1", 0, 1, Why.WITHDRAWAL),)
    tournament.end_match(forfeited(match_of(tournament.spec, "bob", "ann"), 1, 30, 40, ending=Why.WITHDRAWAL))
    assert won(tournament)["bob"] == 2
    tournament = running("ann", "bob", "cyd", leaving="annul")
    tournament.start_match("t-0-1")
    step = tournament.withdraw("ann")
    assert (step.retirements, step.cuts) == ((), (Cut("t-0-1", 0),))
    with pytest.raises(VerbError, match="t-0-1 is annulled, and a result needs it running"):
        tournament.end_match(played(match_of(tournament.spec, "bob", "ann"), 500, 0))


def test_a_table_that_somebody_left_is_not_played_and_nobodys_win():
    tournament = running("ann", "bob", "cyd", "dan", format="tables", seats=3, leaving="forfeit")
    tournament.withdraw("ann")
    assert [one.match.pairing for one in tournament.due(room(tournament))] == [3, 3, 3]
    lines = {line.entrant: line for line in tournament.standings().lines}
    assert {name: (line.played, line.forfeits) for name, line in lines.items()} == {
        "ann": (9, 9),
        "bob": (0, 0),
        "cyd": (0, 0),
        "dan": (0, 0),
    }
    play_all(tournament)
    assert (tournament.state, won(tournament)) == ("finished", {"ann": 0, "bob": 1, "cyd": 1, "dan": 1})


def test_who_comes_late_wins_against_who_has_left():
    tournament = running("ann", "bob", "cyd", late_entry=True, leaving="forfeit")
    tournament.withdraw("ann")
    tournament.register(Entrant("dan"))
    assert won(tournament) == {"ann": 0, "bob": 2, "cyd": 2, "dan": 2}
    tournament = running("ann", "bob", "cyd", late_entry=True, leaving="annul")
    tournament.withdraw("ann")
    tournament.register(Entrant("dan"))
    assert (tournament.total, won(tournament)) == (6, {"bob": 0, "cyd": 0, "dan": 0})


# Void and replay


def test_a_void_match_counts_for_nobody():
    tournament = running("ann", "bob")
    play(tournament, "t-0-0")
    assert tournament.void("t-0-0", "kim", "power cut").records == (
        VerdictRecord("void", "t-0-0", "kim", "power cut"),
    )
    assert (tournament.total, tournament.results, won(tournament)) == (1, [], {"ann": 0, "bob": 0})
    with pytest.raises(VerbError, match="t-0-0 is void"):
        tournament.void("t-0-0")
    play_all(tournament)
    assert (tournament.state, won(tournament)) == ("finished", {"ann": 0, "bob": 1})


def test_a_void_and_replayed_match_counts_once():
    tournament = running("ann", "bob")
    play(tournament, "t-0-0")
    tournament.void("t-0-0")
    assert tournament.replay("t-0-0", "kim").records == (VerdictRecord("replay", "t-0-0", "kim"),)
    assert tournament.total == 2
    again, other = tournament.due(room(tournament))
    assert (again.match.id, again.run, other.run) == ("t-0-0", 1, 0)
    assert tournament.start_match("t-0-0").records == (StartedRecord("t-0-0", 1),)
    tournament.end_match(played(again.match, 20, 500, run=1))
    assert won(tournament) == {"ann": 0, "bob": 1}


def test_the_last_match_can_be_replayed_while_paused():
    tournament = running("ann", "bob")
    play(tournament, "t-0-1")
    tournament.start_match("t-0-0")
    tournament.pause()
    tournament.end_match(played(match_of(tournament.spec, "ann", "bob"), 500, 0))
    tournament.replay("t-0-0")
    assert tournament.resume().records == (StateRecord("running"),)
    assert [(one.match.id, one.run) for one in tournament.due(room(tournament))] == [("t-0-0", 1)]


def test_a_match_being_played_is_cut_when_it_is_void_or_replayed():
    tournament = running("ann", "bob")
    tournament.start_match("t-0-0")
    assert tournament.void("t-0-0").cuts == (Cut("t-0-0", 0),)
    tournament.replay("t-0-0")
    tournament.start_match("t-0-0")
    assert tournament.replay("t-0-0").cuts == (Cut("t-0-0", 1),)
    assert tournament.due(room(tournament))[0].run == 2


def test_what_has_not_been_played_is_not_void():
    tournament = running("ann", "bob")
    with pytest.raises(VerbError, match="t-0-0 is due, and voiding a match needs it running or played"):
        tournament.void("t-0-0")
    with pytest.raises(
        VerbError, match="t-0-0 is due, and voiding or replaying a match needs it running or played or void"
    ):
        tournament.replay("t-0-0")


def test_nobody_plays_again_against_who_has_left():
    tournament = running("ann", "bob", "cyd", leaving="forfeit")
    play(tournament, "t-0-0")
    tournament.withdraw("ann")
    with pytest.raises(VerbError, match="t-0-0 cannot be played again: ann has left"):
        tournament.replay("t-0-0")


def test_voiding_one_copy_voids_the_set():
    tournament = running("ann", "bob", deals="duplicate", games=4)
    play(tournament, "t-0-0")
    tournament.start_match("t-0-1")
    assert tournament.void("t-0-0").cuts == (Cut("t-0-1", 0),)
    assert (tournament.total, tournament.results) == (2, [])
    tournament.replay("t-0-1")
    assert tournament.total == 4
    due = tournament.due(room(tournament))
    assert [(one.match.id, one.run) for one in due] == [("t-0-0", 1), ("t-0-2", 0)]
    play(tournament, "t-0-0")
    assert [(one.match.id, one.run) for one in tournament.due(room(tournament))] == [
        ("t-0-1", 1),
        ("t-0-2", 0),
    ]


def test_the_second_copy_waits_for_the_first():
    tournament = running("ann", "bob", deals="duplicate")
    assert [one.match.id for one in tournament.due(room(tournament))] == ["t-0-0"]
    with pytest.raises(VerbError, match="t-0-1 is waiting"):
        tournament.start_match("t-0-1")


def test_what_the_referee_lost_is_played_again_and_counts_never():
    tournament = running("ann", "bob")
    tournament.start_match("t-0-0")
    match = match_of(tournament.spec, "ann", "bob")
    lost = played(match, 400, 20, winner=None, ending=Why.INFRASTRUCTURE)
    assert tournament.end_match(lost).records == (ResultRecord(lost),)
    assert (tournament.results, tournament.total) == ([], 2)
    assert [(one.match.id, one.run) for one in tournament.due(room(tournament))] == [
        ("t-0-0", 1),
        ("t-0-1", 0),
    ]


def test_what_the_referee_lost_is_a_forfeit_of_who_has_left_meanwhile():
    tournament = running("ann", "bob", leaving="forfeit")
    tournament.start_match("t-0-0")
    tournament.withdraw("ann")
    match = match_of(tournament.spec, "ann", "bob")
    last = tournament.end_match(played(match, 400, 20, winner=None, ending=Why.INFRASTRUCTURE))
    assert last.records[-1] == StateRecord("finished", why="played")
    assert won(tournament) == {"ann": 0, "bob": 2}
    replayed = next(result for result in tournament.results if result.match == "t-0-0")
    assert (replayed.run, replayed.forfeits) == (1, (Forfeit(0, Why.WITHDRAWAL),))


def test_a_cancelled_match_is_void():
    tournament = running("ann", "bob")
    tournament.start_match("t-0-0")
    tournament.end_match(
        played(match_of(tournament.spec, "ann", "bob"), 400, 20, winner=None, ending=Why.CANCELLED)
    )
    assert (tournament.total, tournament.results) == (1, [])


# Stopping early


def test_a_settled_first_place_finishes_the_tournament():
    tournament = running("ann", "bob", "cyd", games=400, stop_early=True)
    while tournament.state == "running":
        (one,) = tournament.due(room(tournament, 1))
        scores = [500 if seat == "ann" else 0 for seat in one.match.seats]
        if "ann" not in one.match.seats:
            scores[0] = 300
        play(tournament, one.match.id, *scores)
    assert 20 < len(tournament.results) < 200
    assert tournament.standings().lines[0].entrant == "ann"


def test_only_who_asked_for_it_stops_early():
    tournament = running("ann", "bob", games=40)
    while due := tournament.due(room(tournament)):
        for one in due:
            play(tournament, one.match.id, *(500 if seat == "ann" else 0 for seat in one.match.seats))
    assert len(tournament.results) == 40


def test_standings_are_provisional_until_it_is_over():
    tournament = running("ann", "bob", games=80)
    while due := tournament.due(room(tournament)):
        for one in due:
            if len(tournament.results) == 79:
                early = tournament.standings()
                assert early == Standings.of(tournament.spec, tournament.results, provisional=True)
            play(tournament, one.match.id, 500, len(tournament.results))
    assert tournament.standings() == Standings.of(tournament.spec, tournament.results)
    assert tournament.standings() != Standings.of(tournament.spec, tournament.results, provisional=True)


def test_rounds_are_those_of_the_results_that_count():
    tournament = running("ann", "bob", "cyd")
    for match in ("t-0-0", "t-0-1", "t-1-0"):
        play(tournament, match)
    tournament.void("t-0-0")
    tournament.replay("t-1-0")
    assert tournament.rounds == sum(result.rounds for result in tournament.results) > 0
    assert tournament.played == len(tournament.results) == 1


def test_many_enter_at_once_or_nobody_does():
    tournament = Tournament(spec_of("ann"))
    before = tournament.revision
    with pytest.raises(VerbError, match="ann has entered"):
        tournament.register(Entrant("bob"), Entrant("ann"))
    assert tournament.spec.ids == ("ann",)
    assert tournament.revision == before
    assert len(tournament.register(Entrant("bob"), Entrant("cyd")).records) == 2
    assert tournament.revision != before


def test_the_first_match_that_is_still_to_be_played():
    tournament = running("ann", "bob", "cyd", leaving="forfeit")
    assert tournament.first_open("cyd") == "t-1-0"
    play(tournament, "t-1-0")
    assert tournament.first_open("cyd") == "t-1-1"
    assert tournament.result("t-1-1") is None
    tournament.disqualify("cyd")
    assert tournament.first_open("cyd") == ""
    lost = tournament.result("t-1-1")
    assert lost.seats[lost.winner] == "ann"


@pytest.mark.parametrize("ending", ["finished", "cancelled"])
def test_what_waited_to_be_played_is_let_go_when_nothing_is_due_any_more(ending):
    tournament = running("ann", "ben", games=4)
    assert len(tournament.due(room(tournament))) == 4
    if ending == "finished":
        play_all(tournament)
    else:
        tournament.cancel()
    assert tournament.state == ending
    assert tournament._backlog is None
    assert tournament.due(room(tournament)) == []
