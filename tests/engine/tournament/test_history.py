import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro_engine.rules.events import Why
from arbitro_engine.tournament.history import HistoryError, replayed
from arbitro_engine.tournament.ledger import OPEN
from arbitro_engine.tournament.lifecycle import Tournament
from arbitro_engine.tournament.record import (
    EntrantRecord,
    ResultRecord,
    StartedRecord,
    StateRecord,
    VerdictRecord,
)
from arbitro_engine.tournament.schedule import Schedule
from arbitro_engine.tournament.spec import Entrant, SpecError
from arbitro_engine.tournament.standings import Standings
from arbitro_engine.tournament.step import VerbError
from engine.tournament.results import forfeited, match_of, played, spec_of

IDS = ["ann", "bob", "cyd", "dan"]
ENDS = ["win", "win", "forfeit", "infrastructure", "cancelled"]


class Course:
    """A tournament driven by drawn verbs; what is refused has to change nothing."""

    def __init__(self, spec):
        self.spec = spec
        self.tournament = Tournament(spec)
        self.records = []

    def fingerprint(self):
        one = self.tournament
        return one.spec, one.state, dict(one.gone), one.running, one.results, one.total, one.remaining()

    def do(self, verb, *what):
        before = self.fingerprint()
        try:
            step = getattr(self.tournament, verb)(*what)
        except (VerbError, SpecError):
            assert self.fingerprint() == before
        else:
            self.records += step.records

    def begin(self, place):
        due = self.tournament.due(dict.fromkeys(IDS, 9))
        if due:
            self.do("start_match", due[place % len(due)].match.id)

    def end(self, place, how):
        running = sorted(self.tournament.running.items())
        if not running:
            return
        name, run = running[place % len(running)]
        match = Schedule(self.tournament.spec).match(name)
        nothing = [0] * len(match.seats)
        if how == "forfeit" and len(match.seats) == 2:
            self.do("end_match", forfeited(match, place % 2, run=run))
        elif how in ("infrastructure", "cancelled"):
            self.do("end_match", played(match, *nothing, winner=None, run=run, ending=Why[how.upper()]))
        else:
            nothing[place % len(nothing)] = 500
            self.do("end_match", played(match, *nothing, run=run))


verbs = st.one_of(
    st.tuples(st.just("begin"), st.integers(0, 9)),
    st.tuples(st.just("begin"), st.integers(0, 9)),
    st.tuples(st.just("end"), st.integers(0, 9), st.sampled_from(ENDS)),
    st.tuples(st.just("end"), st.integers(0, 9), st.just("win")),
    st.tuples(st.sampled_from(["void", "replay"]), st.integers(0, 5), st.integers(0, 3)),
    st.tuples(st.sampled_from(["withdraw", "disqualify"]), st.sampled_from(IDS)),
    st.tuples(st.just("register"), st.sampled_from(IDS)),
    st.tuples(st.sampled_from(["open", "start", "pause", "resume", "resume"])),
)


@st.composite
def courses(draw):
    shape = draw(
        st.sampled_from(
            [
                {},
                {"late_entry": True},
                {"deals": "duplicate"},
                {"format": "tables", "seats": 3},
                {"format": "gauntlet"},
            ]
        )
    )
    leaving = draw(st.sampled_from(["by_half", "forfeit", "annul"]))
    course = Course(spec_of(*IDS[: draw(st.integers(2, 4))], leaving=leaving, **shape))
    if draw(st.booleans()):
        course.do("start")
    for verb, *what in draw(st.lists(verbs, min_size=10, max_size=60)):
        if verb in ("begin", "end"):
            getattr(course, verb)(*what)
        elif verb in ("void", "replay"):
            course.do(verb, "t-{}-{}".format(*what))
        elif verb == "register":
            course.do(verb, Entrant(*what))
        else:
            course.do(verb, *what)
    return course


@settings(max_examples=200)
@given(courses())
def test_the_records_give_an_equal_tournament(course):
    again = replayed(course.spec, course.records)
    course_of_it = Course(course.spec)
    course_of_it.tournament = again
    assert course_of_it.fingerprint() == course.fingerprint()
    if not again.spec.field_fault:
        assert again.standings() == course.tournament.standings()
    assert again.due(dict.fromkeys(IDS, 9)) == course.tournament.due(dict.fromkeys(IDS, 9))


@settings(max_examples=200)
@given(courses())
def test_every_match_is_somewhere(course):
    tournament = course.tournament
    if tournament.state not in ("running", "paused", "finished"):
        return
    books = tournament._books
    standings = [books.standing(match) for match in books.schedule.matches()]
    assert standings.count("played") == len(tournament.results)
    assert standings.count("running") == len(tournament.running)
    assert len(standings) - standings.count("void") - standings.count("annulled") == tournament.total
    still = sum(standing in OPEN or standing == "running" for standing in standings)
    assert still == tournament.total - len(tournament.results)
    assert (still == 0) <= (tournament.state != "running")
    assert sum(tournament.remaining().values()) == still * tournament.spec.seats
    assert books.cycles_done == (1 if still == 0 else 0)
    # Whoever computes from the results alone gets the same table.
    early = tournament.state != "finished"
    assert tournament.standings() == Standings.of(
        tournament.spec, reversed(tournament.results), books.out, provisional=early
    )


def course():
    spec = spec_of("ann")
    match = match_of(spec_of("ann", "bob"), "ann", "bob")
    result = played(match, 500, 0)
    records = [
        EntrantRecord(Entrant("bob")),
        StateRecord("running", "kim"),
        StartedRecord("t-0-0", 0, b"c"),
        ResultRecord(result, b"h"),
        VerdictRecord("withdraw", "bob", "bob", "tired"),
        VerdictRecord("forfeit", "bob"),
        StateRecord("finished", why="played"),
    ]
    return spec, records


def test_a_course_by_hand():
    tournament = replayed(*course())
    assert tournament.state == "finished"
    assert [line.won for line in tournament.standings().lines] == [2, 0]


@pytest.mark.parametrize(
    "change, place, message",
    [
        (lambda records: records.pop(0), 0, "t cannot start: only one bot has entered"),
        (lambda records: records.pop(1), 1, "t is draft, and starting a match needs it running"),
        (lambda records: records.pop(2), 2, "t-0-0 is due, and a result needs it running"),
        (lambda records: records.pop(5), 5, "stands where .*'forfeit'.* belongs"),
        (lambda records: records.pop(6), 6, "'finished'.* is missing"),
        (lambda records: records.insert(3, StateRecord("finished")), 3, "stands here without its cause"),
        (
            lambda records: records.insert(3, VerdictRecord("annul", "ann")),
            3,
            "stands here without its cause",
        ),
        (
            lambda records: records.insert(3, EntrantRecord(Entrant("cyd"))),
            3,
            "t is running, and registering needs",
        ),
        (
            lambda records: records.insert(2, StateRecord("open")),
            2,
            "t is running, and opening it needs it draft",
        ),
        (lambda records: records.__setitem__(2, StartedRecord("t-0-0", 1, b"c")), 2, "stands where .*run=0"),
        (
            lambda records: records.append(StateRecord("cancelled")),
            7,
            "t is finished, and cancelling it needs",
        ),
    ],
)
def test_records_that_no_tournament_gives(change, place, message):
    spec, records = course()
    change(records)
    with pytest.raises(HistoryError, match=f"record {place}: .*{message}") as error:
        replayed(spec, records)
    assert error.value.place == place


def test_pauses_and_all_verdicts_are_done_again():
    spec = spec_of("ann", "bob", "cyd")
    first = Course(spec)
    first.do("open", "kim")
    first.do("start", "kim")
    first.do("start_match", "t-0-0")
    first.do("pause", "kim", "lunch")
    first.do("void", "t-0-0", "kim", "fire")
    first.do("replay", "t-0-0", "kim")
    first.do("resume", "kim")
    first.do("disqualify", "cyd", "kim", "peeked")
    first.do("cancel", "kim", "done")
    assert len(first.records) == 10
    assert replayed(spec, first.records).state == "cancelled"
