"""House bots: whatever they are asked, they do what is legal."""

from collections import Counter
from random import Random

import pytest

from arbitro_engine.match.messages import Ask
from arbitro_engine.rules.cards import Color, parse_card
from arbitro_engine.rules.moves import Act, DecisionKind, Move, play
from arbitro_server.runtime.house import HOUSE, answer, choices


def ask(
    hand: str, plays: str = "", acts: tuple[Act, ...] = (), kind: DecisionKind = DecisionKind.TURN
) -> Ask:
    """A question to a seat with these cards."""
    held, fitting = (tuple(map(parse_card, cards.split())) for cards in (hand, plays))
    return Ask(
        seat=0, decision=0, attempt=0, allowance_us=1, bank_us=0, strikes=0, kind=kind, hand=held,
        counts=(len(held), 7), plays=fitting, acts=acts, top=parse_card("R5"), color=None, clockwise=True,
        pending=0, draw_count=50, discard_count=1, about=0, drawn=None,
    )  # fmt: skip


def test_choices_are_in_the_order_of_the_rulings():
    found = choices(ask("R5 W G1", "R5 W", (Act.DRAW,)))
    assert [str(move) for move in found] == [
        "play R5",
        "play W:R",
        "play W:Y",
        "play W:G",
        "play W:B",
        "draw",
    ]


@pytest.mark.parametrize("name", HOUSE)
@pytest.mark.parametrize(
    "asked",
    [
        ask("R5 W G1", "R5 W", (Act.DRAW,)),
        ask("R5 G1", "", (Act.DRAW,)),
        ask("R5 G1", "", (Act.CATCH, Act.IGNORE), DecisionKind.CATCH),
        ask("R5 G1", "", (Act.COLOR,), DecisionKind.COLOR),
    ],
    ids=["turn", "nothing fits", "poll", "opening wild"],
)
def test_each_does_what_is_legal(name, asked):
    move = answer(HOUSE[name], asked, Random(1))
    assert move._replace(uno=False) in choices(asked)


@pytest.mark.parametrize("name", HOUSE)
def test_each_shouts_with_two_cards_and_not_with_three(name):
    assert answer(HOUSE[name], ask("R5 G1", "R5"), Random(1)) == play(parse_card("R5"), uno=True)
    assert not answer(HOUSE[name], ask("R5 G1 G2", "R5"), Random(1)).uno


def test_the_random_one_plays_whenever_it_can():
    rng, asked = Random(1), ask("R5 R6 G1", "R5 R6", (Act.DRAW,))
    played = Counter(str(answer(HOUSE["random"], asked, rng)) for _ in range(50))
    assert set(played) == {"play R5", "play R6"}


def test_the_first_one_takes_the_first():
    assert str(answer(HOUSE["first"], ask("R1 R9 G1", "R1 R9"), Random(1))) == "play R1"


def test_the_greedy_one_gets_rid_of_points_and_names_what_it_holds():
    def greedy(asked: Ask) -> Move:
        return answer(HOUSE["greedy"], asked, Random(1))

    assert str(greedy(ask("R1 R9 G1", "R1 R9"))) == "play R9"
    assert str(greedy(ask("R9 RS G1", "R9 RS"))) == "play RS"
    assert str(greedy(ask("W G1 G2 B1 RS", "W RS"))) == "play W:G"
    assert greedy(ask("B5 B1 G1", "", (Act.COLOR,), DecisionKind.COLOR)).color is Color.BLUE
