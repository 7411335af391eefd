"""Engine enums and the contract's enums have the same numbers for the same names."""

import pytest

from arbitro.codec import ending_number
from arbitro.v1 import cards_pb2, events_pb2, log_pb2, moves_pb2, play_pb2
from arbitro_engine.match.messages import Outcome
from arbitro_engine.match.record import RecordKind
from arbitro_engine.rules.cards import CARDS, Color
from arbitro_engine.rules.events import EventKind, Why
from arbitro_engine.rules.moves import Act, DecisionKind

SYMBOLS = {"S": "SKIP", "R": "REVERSE", "+2": "DRAW_TWO", "W": "WILD", "W+4": "WILD_DRAW_FOUR"}


@pytest.mark.parametrize(
    "ours, theirs, prefix",
    [
        (Color, cards_pb2.Color, "COLOR"),
        (EventKind, events_pb2.EventKind, "EVENT_KIND"),
        (Act, moves_pb2.Act, "ACT"),
        (DecisionKind, moves_pb2.DecisionKind, "DECISION_KIND"),
        (Outcome, play_pb2.Outcome, "OUTCOME"),
    ],
)
def test_the_same_names_have_the_same_numbers(ours, theirs, prefix):
    assert {f"{prefix}_{kind.name}": int(kind) for kind in ours} | {f"{prefix}_UNSPECIFIED": 0} == dict(
        theirs.items()
    )


def test_kinds_of_match_records_are_the_contracts_first_ones():
    assert {f"RECORD_KIND_{kind.name}": int(kind) for kind in RecordKind}.items() <= dict(
        log_pb2.RecordKind.items()
    ).items()


def test_causes_are_the_contracts_with_none_for_unset():
    assert {f"WHY_{why.name}": int(why) for why in Why if why} | {"WHY_UNSPECIFIED": 0} == dict(
        events_pb2.Why.items()
    )


def test_endings_are_the_last_causes():
    numbers = {f"ENDING_{why.name}": ending_number(why) for why in Why if why >= Why.TARGET}
    assert numbers | {"ENDING_UNSPECIFIED": 0} == dict(moves_pb2.Ending.items())


def test_cards_have_the_canonical_numbers():
    def name(card):
        symbol = SYMBOLS.get(card.symbol, card.symbol)
        return f"CARD_{card.color.name}_{symbol}" if card.color else f"CARD_{symbol}"

    assert {name(card): int(card) for card in CARDS} | {"CARD_UNSPECIFIED": 0} == dict(cards_pb2.Card.items())
