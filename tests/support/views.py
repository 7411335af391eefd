"""A match and a question as a bot sees them, made up."""

from random import Random

from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.messages import Ask
from arbitro_engine.rules.cards import Color, parse_card, parse_cards
from arbitro_engine.rules.moves import Act, DecisionKind
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.view import MatchView


def make_view(bots=("ana", "ben"), seat=0, profile="official", **options):
    return MatchView(
        match="cup-0-0",
        run=0,
        tournament="cup",
        seat=seat,
        bots=bots,
        rules=RuleSet.of(profile, options),
        time=TimeControl(),
        faults=FaultPolicy(),
        deals="fresh",
        rng=Random(1),
    )


def ask(**changes):
    asked = Ask(
        seat=0,
        decision=3,
        attempt=0,
        kind=DecisionKind.TURN,
        allowance_us=1_000_000,
        bank_us=30_000_000,
        hand=tuple(parse_cards(["R7", "B2", "W"])),
        counts=(3, 5),
        plays=tuple(parse_cards(["R7", "W"])),
        acts=(Act.DRAW,),
        top=parse_card("R1"),
        color=Color.RED,
        clockwise=True,
        pending=0,
        draw_count=60,
        discard_count=9,
        about=-1,
        drawn=None,
        strikes=1,
    )
    return asked._replace(**changes)
