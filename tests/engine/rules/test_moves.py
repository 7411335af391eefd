import pytest

from arbitro_engine.rules.cards import CARDS, COLORS, WILD, Color, parse_card
from arbitro_engine.rules.moves import BARE_MOVES, PLAYS, Act, DecisionKind, Move, parse_move, play

EVERY_MOVE = [
    *BARE_MOVES.values(),
    *(Move(Act.COLOR, None, color) for color in COLORS),
    *(
        Move(Act.PLAY, card, color, uno)
        for card in CARDS
        for color in (None, *COLORS)
        for uno in (False, True)
    ),
]


def test_every_move_has_a_text_with_an_exact_inverse():
    texts = [str(move) for move in EVERY_MOVE]
    assert len(set(texts)) == len(EVERY_MOVE)
    assert [parse_move(text) for text in texts] == EVERY_MOVE


@pytest.mark.parametrize(
    "text, move",
    [
        ("play R7", play(parse_card("R7"))),
        ("play W+4:B uno", play(parse_card("W+4"), Color.BLUE, uno=True)),
        ("draw", BARE_MOVES[Act.DRAW]),
        ("color G", Move(Act.COLOR, None, Color.GREEN)),
    ],
)
def test_text_forms(text, move):
    assert parse_move(text) == move
    assert str(move) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "shuffle",
        "play",
        "play R7 ",
        " play R7",
        "play  R7",
        "Play R7",
        "PLAY R7",
        "play R7 UNO",
        "play R7 uno uno",
        "play R7 Y7",
        "play W:",
        "play W:X",
        "play W:G:G",
        "color",
        "color g",
        "color GG",
        "color G uno",
        "draw uno",
        "draw 2",
        "uno",
        "DRAW",
        "color:G",
        "play R7\n",
        "unset",
    ],
)
def test_what_is_no_move_is_told_so(text):
    with pytest.raises(ValueError, match="is no move: write 'play CARD"):
        parse_move(text)


def test_plays_are_interned_by_card():
    assert [str(move) for move in PLAYS[WILD]] == ["play W:R", "play W:Y", "play W:G", "play W:B"]
    assert PLAYS[parse_card("R7")] == (play(parse_card("R7")),)
    assert play(parse_card("R7")) is parse_move("play R7")


def test_words_of_decisions_and_acts():
    assert [kind.text for kind in DecisionKind] == [
        "turn",
        "after_draw",
        "stack",
        "challenge",
        "catch",
        "color",
    ]
    assert Act.CHALLENGE.text == "challenge"
