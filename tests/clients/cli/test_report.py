import csv
import io
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from arbitro_sdk.cli.report import page
from arbitro_sdk.cli.results import _csv, _json
from arbitro_sdk.cli.standings import as_text
from arbitro_sdk.hosted import HostedMatch, Line, Pages, Status, Table

STATUS = Status("cup", "finished", 2, 0, 2, 2, 30, 1800, 0, {})
ANA = Line(1, "ana", 2, 2, 1013, 664.0, 20, 9.5, 2.0, 17.0, 0.7, -0.1, 1.5, 0, 0, {}, 1, 2)
BEN = Line(2, "ben", 2, 0, 340, -664.5, 10, -9.5, None, None, None, None, None, 3, 1, {"late": 3})
TABLE = Table(STATUS, (ANA, BEN), provisional=False, wins=((0, 2), (0, 0)))
NAMES = {"ana": "Ana <b>", "ben": "=Ben"}
PAGES, NO_PAGES = Pages("http://127.0.0.1:8080/"), Pages("")
MATCHES = [
    HostedMatch("cup-0-0", 1, ("ana", "ben"), "finished", (500, 120), "target", 0, None, 14),
    HostedMatch("cup-0-1", 0, ("ben", "ana"), "running", (40, 0), "", None, None, 1),
]


class Checked(HTMLParser):
    """Every element is closed where it must be."""

    VOID = ("meta", "link", "br", "circle", "line")

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture
def html():
    return page(TABLE, NAMES, MATCHES)


def test_the_page_is_well_formed_and_needs_nothing_else(html):
    checked = Checked()
    checked.feed(html)
    assert checked.open == []
    assert "script" not in checked.seen
    assert not re.search(r"(src|href)=\"\w+:", html)


def test_the_page_shows_the_difference_that_breaks_a_tie(html):
    assert "<td>+664</td>" in html
    assert "<td>-664.50</td>" in html


def test_names_cannot_become_markup(html):
    assert "Ana &lt;b&gt;" in html
    assert "<b>" not in html


def test_the_page_shows_intervals_crosstable_faults_and_logs(html):
    assert "+2.00 to +17.00" in html
    assert "too few sets" in html
    assert html.count("<circle") == 2
    assert '<th scope="col">late</th>' in html
    assert '<a href="logs/cup/cup-0-0.1.arb">cup-0-0.1</a>' in html
    assert 'href="cup-0-1' not in html


def test_a_page_before_anything_was_played():
    nothing = [
        replace(line, margin=None, margin_low=None, margin_high=None, faults={}, strikes=0, forfeits=0)
        for line in (ANA, BEN)
    ]
    html = page(Table(STATUS, tuple(nothing), provisional=True, wins=((0, 0), (0, 0))), {}, [])
    assert "Nothing to show yet." in html
    assert "<p>None.</p>" in html
    assert "provisional" in html


def test_the_page_and_the_terminal_show_the_same_figures(html):
    head, ana, ben = (re.split(r"\s{2,}", line.strip()) for line in as_text(TABLE.lines).splitlines())
    assert head[:2] == ["rank", "bot"]
    for cell in head[2:-1]:
        assert f'<th scope="col">{cell}</th>' in html
    for row in (ana, ben):
        assert "".join(f"<td>{cell}</td>" for cell in row[2:-1]) in html


def test_who_left_is_marked_in_both():
    gone = replace(BEN, standing="withdrawn")
    assert "<td>=Ben (withdrawn)</td>" in page(replace(TABLE, lines=(ANA, gone)), NAMES, MATCHES)
    assert " ben (withdrawn) " in as_text((ANA, gone))


def test_results_as_csv_hold_no_formula():
    rows = list(csv.DictReader(io.StringIO(_csv([replace(MATCHES[0], match="=1+1"), MATCHES[1]], NO_PAGES))))
    assert rows[0]["match"] == "'=1+1"
    assert (rows[0]["winner"], rows[0]["scores"], rows[1]["winner"]) == ("ana", "500 120", "")
    assert [row["address"] for row in rows] == ["", ""]


def test_results_as_json_have_standings_and_matches():
    told = json.loads(_json(TABLE, MATCHES, NO_PAGES))
    assert told["wins"] == [[0, 2], [0, 0]]
    assert told["standings"][1]["rank"] == 2
    assert [match["winner"] for match in told["matches"]] == [0, None]
    assert told["matches"][1]["ending"] is None
    assert [match["address"] for match in told["matches"]] == [None, None]


def test_results_name_each_match_with_its_address_where_pages_are_served():
    addresses = ["http://127.0.0.1:8080/m/cup-0-0", "http://127.0.0.1:8080/m/cup-0-1"]
    rows = csv.DictReader(io.StringIO(_csv(MATCHES, PAGES)))
    assert [row["address"] for row in rows] == addresses
    assert [match["address"] for match in json.loads(_json(TABLE, MATCHES, PAGES))["matches"]] == addresses


def test_ratings_stand_beside_their_intervals_and_ranks(html):
    assert "<td>+0.70</td><td>1-2</td><td>-0.10 to +1.50</td>" in html
    (ana, _) = json.loads(_json(TABLE, MATCHES, NO_PAGES))["standings"]
    assert (ana["rating"], ana["rank_low"], ana["rank_high"]) == (0.7, 1, 2)


def test_of_who_never_played_nothing_is_shown_as_known():
    absent = replace(BEN, margin=None, margin_low=None, margin_high=None)
    told = page(replace(TABLE, lines=(ANA, absent)), NAMES, MATCHES)
    assert f"<td>10</td>{'<td>-</td>' * 5}</tr>" in told  # margin, interval, rating, ranks, rating's interval
    assert re.split(r"\s{2,}", as_text((ANA, absent)).splitlines()[2])[-5:-1] == ["-"] * 4
    line = json.loads(_json(replace(TABLE, lines=(ANA, absent)), MATCHES, NO_PAGES))["standings"][1]
    known = ("margin", "low", "high", "rating", "rating_low", "rating_high", "rank_low", "rank_high")
    assert [line[key] for key in known] == [None] * 8
