"""Every reason of the contract has its words, and every code is one that gRPC knows."""

import grpc
import pytest

from arbitro.reasons import REASONS, reason_of, sentence
from arbitro.v1 import errors_pb2
from arbitro_engine.match.messages import Outcome
from arbitro_engine.rules.moves import Refusal


def test_the_table_holds_every_reason_of_the_contract():
    names = {name.removeprefix("ERROR_REASON_") for name, _ in errors_pb2.ErrorReason.items()}
    assert set(REASONS) == names - {"UNSPECIFIED"}


@pytest.mark.parametrize("reason", REASONS.values(), ids=lambda reason: reason.name)
def test_a_reason_says_what_happened_and_what_to_do(reason):
    assert reason.code in grpc.StatusCode.__members__
    assert reason.happened.endswith(".")
    assert reason.advice.endswith(".")
    assert str(reason) == f"{reason.happened} {reason.advice}"
    assert reason_of(reason.number) is reason


def test_numbers_of_later_versions_have_no_words_yet():
    assert reason_of(0) is None
    assert reason_of(9999) is None


@pytest.mark.parametrize("refusal", Refusal)
def test_a_refused_answer_is_told_why_and_what_became_of_it(refusal):
    text = sentence(Outcome.REFUSED, refusal)
    assert text.endswith("open with the next attempt.")
    assert text != sentence(Outcome.REFUSED)


def test_only_an_accepted_answer_goes_without_a_word():
    assert [outcome for outcome in Outcome if not sentence(outcome)] == [Outcome.ACCEPTED]
