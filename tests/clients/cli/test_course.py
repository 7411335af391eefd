"""How ``arbitro tournament`` tells where a tournament stands, once and as it goes on."""

import csv
import io
import json

import click
import pytest
from click.testing import CliRunner

from arbitro_sdk.cli import course
from arbitro_sdk.cli.course import tell
from arbitro_sdk.cli.output import Output
from arbitro_sdk.cli.verbs import run as arbitro
from arbitro_sdk.errors import NoConnectionError
from arbitro_sdk.hosted import Hindrance, Line, Pages, Status, Table


@pytest.mark.parametrize(
    "state, left_us, left_ms",
    [("running", 150_000_000, 150_000), ("running", 0, None), ("finished", 9, None)],
)
def test_the_time_left_is_told_while_there_is_an_estimate(capsys, state, left_us, left_ms):
    told = Status("cup", state, 3, 1, 8, 2, 30, 1800, left_us, {})
    with click.Context(click.Command("status")) as ctx:
        tell(told, Output(ctx, as_json=True))
    assert json.loads(capsys.readouterr().out)["time_left_ms"] == left_ms
    with click.Context(click.Command("status")) as ctx:
        tell(told, Output(ctx, as_json=False))
    assert ("about 2 min left" in capsys.readouterr().out) is (left_ms is not None)


class Restarting:
    """An organiser whose referee goes away in the middle, for some tries or for good."""

    def __init__(self, gone_for: int) -> None:
        self.gone_for = gone_for
        self.tries = 0

    def watch(self, name):
        self.tries += 1
        if self.tries == 1 or self.tries > self.gone_for + 1:
            yield Status(name, "running", self.tries, 1, 8, 2, 30, 1800, 20_000_000, {}), ()
        if self.tries <= self.gone_for + 1:
            raise NoConnectionError("A101", "Nobody is there.")


def test_a_watched_tournament_is_followed_over_a_restart(monkeypatch, capsys):
    waits = []
    monkeypatch.setattr(course.time, "sleep", waits.append)
    told = [course._where(one) for one, _ in course._news(Restarting(gone_for=3), "cup")]
    assert told == [
        "running: 1 of 8 matches played, 1 running, less than a minute left",
        "running: 5 of 8 matches played, 1 running, less than a minute left",
    ]
    assert len(waits) == 4
    assert capsys.readouterr().err == "Lost the connection; dialling in again.\n"


def test_a_referee_that_stays_away_is_given_up(monkeypatch):
    clock = iter(range(0, 10_000, 100))
    monkeypatch.setattr(course.time, "sleep", lambda _: None)
    monkeypatch.setattr(course.time, "monotonic", lambda: next(clock))
    organiser = Restarting(gone_for=1_000)
    with pytest.raises(NoConnectionError):
        list(course._news(organiser, "cup"))
    assert organiser.tries == 5


def test_a_referee_that_never_was_there_is_told_at_once():
    organiser = Restarting(gone_for=1_000)
    organiser.tries = 1
    with pytest.raises(NoConnectionError):
        list(course._news(organiser, "cup"))
    assert organiser.tries == 2


SETTINGS = {"format": "gauntlet", "seats": 2, "games": 2, "champion": "ann", "stop_early": "off"}


class Telling:
    """An organiser that is told the same always."""

    pages = Pages("http://h:8/")

    def __init__(self, _referee: object) -> None:
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def status(self, name):
        waits = (
            Hindrance("ann", "not connected", 4, "cup-0-0", 5_000_000),
            Hindrance("ben", "lost", 1, "cup-1-0"),
        )
        return Status(name, "running", 3, 1, 8, 2, 30, 1800, 0, {}, waits, SETTINGS)

    def standings(self, name):
        there = Line(1, "ann", 2, 2, 1013, 664.0, 20, 9.5, 2.0, 17.0, 0.7, -0.1, 1.5, 0, 0, {}, 1, 2)
        gone = Line(
            2, "ben", 2, 0, 9, -664.0, 1, -9.5, None, None, -0.7, None, None, 0, 2, {}, 0, 0, "withdrawn"
        )
        return Table(self.status(name), (there, gone), True, ((0, 2), (0, 0)), ("cid",))


@pytest.fixture
def run(monkeypatch):
    monkeypatch.setattr(course, "Organiser", Telling)

    def run(verb: click.Command, *arguments: str) -> str:
        done = CliRunner().invoke(
            verb, ["cup", "--server", "127.0.0.1:1", *arguments], catch_exceptions=False
        )
        assert done.exit_code == 0
        return done.stdout

    return run


def test_status_names_the_bots_and_matches_that_are_waited_for(run):
    told = run(course.status)
    assert "waits for ann: not connected, its matches are forfeited from " in told
    assert "; 4 matches, the first cup-0-0: http://h:8/m/cup-0-0\n" in told
    assert "waits for ben: lost, cup-1-0: http://h:8/m/cup-1-0\n" in told
    said = json.loads(run(course.status, "--json"))
    assert said["settings"] == SETTINGS
    assert said["hindrances"] == [
        {"bot": "ann", "reason": "not connected", "matches": 4, "match": "cup-0-0", "wait_ms": 5_000},
        {"bot": "ben", "reason": "lost", "matches": 1, "match": "cup-1-0", "wait_ms": None},
    ]


class Drafting(Telling):
    """An organiser of a tournament that two of three are missing in; it may be started all the same."""

    def status(self, name, state="draft", waits=()):
        return Status(name, state, 0, 0, 6, 1, 0, 0, 0, {}, waits, SETTINGS, absent=("ann", "ben"))

    def start(self, name):
        return self.status(name, "running", (Hindrance("ann", "not connected", 4, "cup-0-0", 5_000_000),))


def test_who_is_missing_is_said_before_the_start_and_at_it(monkeypatch):
    monkeypatch.setattr(course, "Organiser", Drafting)
    start = course._change("start", Drafting.start, "Start a tournament.")

    def done(verb, *options):
        return CliRunner().invoke(verb, ["cup", "--server", "127.0.0.1:1", *options], catch_exceptions=False)

    assert done(course.status).stdout.endswith("\nnot connected: ann, ben\n")
    assert json.loads(done(course.status, "--json").stdout)["absent"] == ["ann", "ben"]
    started = done(start)
    assert started.exit_code == 0
    assert started.stderr.startswith("not connected: ann, ben; their matches wait, and are forfeited from ")


def test_watch_tells_whom_it_waits_for_when_that_changes(monkeypatch):
    ann, ben = Hindrance("ann", "not connected", 4, "cup-0-0"), Hindrance("ben", "lost", 1, "cup-1-0")
    setting_up = Hindrance("cid", "not ready", 1, "cup-1-0")

    def where(played, *waits):
        state = "running" if played < 8 else "finished"
        return Status("cup", state, played, 0, 8, 2, 30, 1800, 0, {}, waits), ()

    news = [
        where(3, ann, setting_up),
        where(3, ann, ben),
        where(4, ann, ben),
        where(4),
        where(7, ann),
        where(8),
    ]
    monkeypatch.setattr(course, "Organiser", Telling)
    monkeypatch.setattr(course, "_news", lambda *_: iter(news))
    told = CliRunner().invoke(course.watch, ["cup", "--server", "127.0.0.1:1"], catch_exceptions=False).stdout
    provisional = "0 running; all figures are provisional"
    assert told.splitlines() == [
        f"cup is running: 3 of 8 matches played, {provisional}",
        "waits for ann: not connected, 4 matches, the first cup-0-0",
        "waits for ben: lost, cup-1-0",
        f"cup is running: 4 of 8 matches played, {provisional}",
        "waits for ann no longer",
        "waits for ben no longer",
        f"cup is running: 7 of 8 matches played, {provisional}",
        "waits for ann: not connected, 4 matches, the first cup-0-0",
        "cup is finished: 8 of 8 matches played, 0 running",
    ]


def test_standings_come_in_one_form(capsys):
    assert arbitro(["tournament", "standings", "cup", "--csv", "--json"]) == 2
    assert capsys.readouterr().err.startswith("A001 --csv and --json")


def test_standings_tell_ratings_ranks_and_who_left(run):
    told = run(course.standings)
    ann, ben = (line.split() for line in told.splitlines()[1:3])
    assert {"+664", "+0.70", "1-2"} <= set(ann)
    assert ben[1:3] == ["ben", "(withdrawn)"]
    assert told.endswith("provisional: matches are still played\ncid left, and count for nobody\n")
    lines = json.loads(run(course.standings, "--json"))["standings"]
    assert [line["rating_high"] for line in lines] == [1.5, None]
    assert [line["rank_high"] for line in lines] == [2, None]
    assert [line["difference"] for line in lines] == [664.0, -664.0]
    rows = list(csv.DictReader(io.StringIO(run(course.standings, "--csv"))))
    assert [row["rating"] for row in rows] == ["0.7", "-0.7"]
    assert [row["standing"] for row in rows] == ["in", "withdrawn"]
