import pytest

from arbitro_engine.match import asking
from arbitro_engine.match.messages import PublicView
from arbitro_engine.rules.cards import Color, parse_card
from support.refereed import Refereed


@pytest.fixture
def table():
    return Refereed(("R1 R2 R3", "G4 G5 B6"), "R9", "R7 B7 B8 B9")


def test_the_public_view_is_the_table_without_faces(table):
    assert table.match.public_view() == PublicView(
        4, 0, 0, (3, 3), parse_card("R9"), Color.RED, True, 0, 101, 1, (0, 0), (0, 1)
    )


def test_nothing_is_seen_of_a_turn_that_is_not_over(table):
    """With `after_draw` open, the view shows the table as it was before the draw."""
    before = table.match.public_view()
    table.do(1, "draw")
    assert table.asked == "after_draw 1"
    assert table.match.public_view() == before
    table.do(1, "play R7")
    after = table.match.public_view()
    assert (after.counts, after.draw_count, after.discard_count) == ((3, 3), 100, 2)


def test_a_reshuffle_in_an_open_turn_is_not_seen_either(table):
    table.do(1, "draw")
    table.do(1, "play R7")
    played = table.match._course.round
    played.pile, played.discard = [], [*played.pile, *played.discard]
    table.match._course.before = asking.before(played)
    before = table.match.public_view()
    assert before.draw_count == 0
    table.do(0, "draw")
    assert table.asked == "after_draw 0"
    assert table.match.public_view() == before


def test_the_colour_named_for_an_opening_wild_is_public_with_the_turn():
    table = Refereed(("R1 R2 R3", "G4 G5 B6"), "W", "R7 B7 B8 B9")
    assert table.match.public_view().color is None
    table.do(1, "color G")
    assert table.asked == "turn 1"
    assert table.ask(1).color is Color.GREEN
    assert table.match.public_view().color is None
    assert table.public == []
    table.do(1, "play G4")
    assert table.public == ["color_named 1", "played 1"]
    assert table.match.public_view().color is Color.GREEN


def test_a_poll_names_the_seat_it_is_about():
    table = Refereed(("R1 R2", "R4 R5"), "R9", "R7")
    table.do(1, "play R4")
    assert table.asked == "catch 0"
    assert table.ask(0).about == 1
    assert table.ask(0).plays == ()


def test_after_a_draw_the_card_drawn_last_is_named(table):
    table.do(1, "draw")
    assert str(table.ask(1).drawn) == "R7"
    assert [str(card) for card in table.ask(1).plays] == ["R7"]
