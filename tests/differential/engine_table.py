"""The engine behind the words of the oracle's table: texts in, texts out."""

from arbitro_engine.rules.legal import legal, refusal
from arbitro_engine.rules.moves import Refusal, parse_move
from arbitro_engine.rules.scenario import begin, play_step, snapshot
from arbitro_engine.rules.step import default


class EngineTable:
    """A round of the engine, from a scenario."""

    def __init__(self, story):
        self.round, self.events = begin(story)

    def take(self, step):
        """Play one step; return the refusal's code or None."""
        why, self.events = play_step(self.round, step)
        return why and why.value

    def state(self):
        """All there is to know of the round."""
        return round_state(self.round, self.events)

    def refusal(self, seat, text):
        """The code of what would be refused."""
        try:
            move = parse_move(text)
        except ValueError:
            return Refusal.UNKNOWN_ACT.value
        why = refusal(self.round, seat, move)
        return why and why.value


def round_state(at, events=()):
    """All there is to know of a round of the engine; `drew`, `forgiven` and `sees` are of these events."""
    fields = snapshot(at, events)
    del fields["refused"], fields["legal"]
    asked = [seat for seat in at.to_act if seat not in at.answers]
    return fields | {
        "draw_pile": texts(reversed(at.pile)),
        "discard": texts(reversed(at.discard)),
        "removed": sorted(texts(at.removed)),
        "legal by seat": [sorted(texts(legal(at, seat))) for seat in range(at.seats)],
        "default by seat": {seat: str(default(at, seat)) for seat in asked},
        "passes": at.passes,
    }


def texts(values):
    return [str(value) for value in values]
