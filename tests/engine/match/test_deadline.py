"""Answers around the deadline: each is done or late, none is lost or hits the next decision (T07)."""

import random
from collections import Counter

from arbitro_engine.match.clock import Stamps
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.inputs import Answer, Begin, TimeUp
from arbitro_engine.match.match import Match
from arbitro_engine.match.messages import Outcome, Result
from support.chaos import chance_for, legal_move
from support.refereed import Refereed


class Busy(Refereed):
    """A shell that sometimes sees the deadline first and sometimes the answer."""

    def __init__(self) -> None:
        super().__init__(
            policy=FaultPolicy("lenient"), time="50ms", begin=False, target=10**6, max_rounds=10**6
        )
        self.match = Match(self.header, chance_for(self.header))
        self.give(Begin(()))


def test_ten_thousand_answers_around_the_deadline():
    table, rng, outcomes = Busy(), random.Random(7), Counter()
    for _ in range(10_000):
        seat = next(iter(table.asks))
        ask, asked = table.asks[seat]
        limit, lag = table.limits[seat], rng.choice((0, rng.randrange(3_000)))
        read = max(asked, asked + limit + lag + rng.randrange(-2_000, 2_000))
        table.now = max(table.now, read)
        answer = Answer(seat, ask.decision, ask.attempt, legal_move(ask, rng), Stamps(asked, read, lag))
        if read - asked - lag >= limit and rng.random() < 0.5:
            table.give(TimeUp(seat, ask.decision, answer.stamps))
            refusal = Outcome.STALE if len(table.step.records) > 1 else Outcome.LATE  # a new round forgets
            opened = table.match.asks()
            table.give(answer)
            assert table.step.records == ()
            assert table.match.asks() == opened
            assert [message.outcome for message in table.step.messages] == [refusal]
        else:
            table.give(answer)
            assert table.step.records[0][1:4] == (seat, ask.decision, ask.attempt)
        (result,) = (message for message in table.step.messages if type(message) is Result)
        assert (result.seat, result.decision, result.attempt) == (seat, ask.decision, ask.attempt)
        assert result.outcome is Outcome.ACCEPTED or read - asked - lag >= limit
        outcomes[result.outcome] += 1
    assert sum(outcomes.values()) == 10_000
    assert min(outcomes[kind] for kind in (Outcome.ACCEPTED, Outcome.SUBSTITUTED, Outcome.LATE)) > 1_000
