"""Engine values for hypothesis: whatever the wire can carry, likely or not."""

from hypothesis import strategies as st

from arbitro_engine.log.chain import RoundHead
from arbitro_engine.match.clock import LONGEST_US, TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.header import Header
from arbitro_engine.match.messages import Ask, Ended, Outcome, Private, Public, Result
from arbitro_engine.match.record import (
    HeaderRecord,
    RecordKind,
    RevealRecord,
    SignatureRecord,
    StepRecord,
)
from arbitro_engine.rules.cards import CARDS, COLORS
from arbitro_engine.rules.events import NOBODY, Event, EventKind, Why
from arbitro_engine.rules.moves import BARE_MOVES, Act, DecisionKind, Move, Refusal, play
from arbitro_engine.rules.profiles import PROFILES
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_engine.rules.view import PublicEvent, SeatEvent
from arbitro_engine.tournament import name_fault

seats = st.integers(0, 9)
seats_or_nobody = st.integers(NOBODY, 9)
cards = st.sampled_from(CARDS)
colors = st.sampled_from(COLORS)
hands = st.lists(cards, max_size=30).map(tuple)
small = st.integers(0, 2**32 - 1)
durations = st.integers(0, 2**63)
per_seat = st.lists(small, max_size=10).map(tuple)
endings = st.sampled_from([why for why in Why if why >= Why.TARGET])
handles = st.integers(0, 2**64 - 1)
hashes = st.binary(min_size=32, max_size=32)
names = st.text(max_size=20).filter(lambda name: not name_fault(name))

moves = st.one_of(
    st.sampled_from(list(BARE_MOVES.values())),
    colors.map(lambda color: Move(Act.COLOR, None, color)),
    st.builds(lambda card, color, uno: play(card, color, uno=uno), cards, st.none() | colors, st.booleans()),
)
some_moves = st.lists(moves, max_size=3).map(tuple)

shared_fields = {
    "kind": st.sampled_from(EventKind),
    "seat": seats_or_nobody,
    "card": st.none() | cards,
    "color": st.none() | colors,
    "count": small,
    "other": seats_or_nobody,
    "why": st.sampled_from(Why),
    "flag": st.booleans(),
    "points": per_seat,
    "scores": per_seat,
}
events = st.builds(Event, cards=hands, **shared_fields)
public_events = st.builds(PublicEvent, **shared_fields)


def seat_events(receiver):
    """What this seat may learn: cards that came to it, or a hand that was shown to it."""
    came = st.builds(
        SeatEvent,
        kind=st.sampled_from([EventKind.DEALT, EventKind.DREW]),
        seat=st.just(receiver),
        other=st.just(NOBODY),
        cards=hands,
    )
    shown = st.builds(
        SeatEvent, kind=st.just(EventKind.REVEALED), seat=seats, other=st.just(receiver), cards=hands
    )
    return came | shown


publics = st.builds(Public, seq=small, events=st.lists(public_events, max_size=5).map(tuple))
privates = seats.flatmap(
    lambda seat: st.builds(
        Private,
        seat=st.just(seat),
        number=small,
        after=small,
        events=st.lists(seat_events(seat), max_size=5).map(tuple),
    )
)
results = st.builds(
    Result,
    seat=seats,
    decision=small,
    attempt=small,
    outcome=st.sampled_from([outcome for outcome in Outcome if outcome is not Outcome.ACCEPTED]),
    charge_us=durations,
    bank_us=durations,
    strikes=small,
    refusal=st.none() | st.sampled_from(Refusal),
    did=some_moves,
)
accepted = results.map(lambda result: result._replace(outcome=Outcome.ACCEPTED, refusal=None, did=()))
asks = st.builds(
    Ask,
    seat=seats,
    decision=small,
    attempt=small,
    kind=st.sampled_from(DecisionKind),
    allowance_us=durations,
    bank_us=durations,
    hand=st.lists(cards, max_size=150).map(tuple),
    counts=st.lists(st.integers(0, 300), max_size=10).map(tuple),
    plays=hands,
    acts=st.lists(st.sampled_from(Act), max_size=4).map(tuple),
    top=cards,
    color=st.none() | colors,
    clockwise=st.booleans(),
    pending=small,
    draw_count=small,
    discard_count=small,
    about=seats_or_nobody,
    drawn=st.none() | cards,
    strikes=small,
)
ends = st.builds(
    Ended,
    ending=endings,
    winner=st.none() | seats,
    scores=per_seat,
    blame=st.none() | seats,
    rounds=small,
    rounds_won=per_seat,
    strikes=per_seat,
    decisions=small,
)
round_heads = st.builds(
    RoundHead, round=small, records=small, head=hashes, signature=st.just(b"") | st.binary()
)

terms = st.integers(0, LONGEST_US)
times = st.just(TimeControl(0, 0, unlimited=True)) | st.builds(
    TimeControl,
    allowance_us=st.integers(1, LONGEST_US),
    bank_us=terms,
    increment_us=terms,
    match_cap_us=terms,
)
policies = st.builds(
    FaultPolicy,
    name=st.sampled_from(["strict", "contest", "lenient"]),
    strikes=small,
    grace_us=terms,
    setup_us=terms,
    absence_us=terms,
)
rule_sets = st.builds(
    RuleSet.of,
    st.sampled_from(sorted(PROFILES)),
    st.fixed_dictionaries({}, optional={"target": st.integers(1, 9999), "max_rounds": st.integers(1, 500)}),
)
headers = st.builds(
    Header,
    match=names,
    bots=st.lists(names, min_size=2, max_size=10).map(tuple),
    rules=rule_sets,
    commitment=hashes,
    set_id=names,
    run=small,
    tournament=names,
    time=times,
    faults=policies,
    deals=st.sampled_from(["fresh", "duplicate"]),
    seeded=st.booleans(),
    engine=names,
    started_unix=durations,
)
answer_fields = {
    "attempt": small,
    "question": st.sampled_from(DecisionKind),
    "asked_us": durations,
    "read_us": durations,
    "lag_us": durations,
    "tolerance_us": durations,
    "charge_us": durations,
    "events": st.lists(events, max_size=4).map(tuple),
}
own_fields = {"seat": seats, "decision": small, "move": moves, "cause": st.sampled_from(["", "crash"])}
answers = st.fixed_dictionaries(answer_fields | own_fields).map(
    lambda fields: StepRecord(RecordKind.ANSWER, **fields)
)
other_kinds = [
    kind
    for kind in RecordKind
    if kind not in {RecordKind.HEADER, RecordKind.ANSWER, RecordKind.REVEAL, RecordKind.SIGNATURE}
]
steps = st.builds(
    StepRecord,
    **(answer_fields | {"question": st.none() | st.sampled_from(DecisionKind)}),
    kind=st.sampled_from(other_kinds),
    seat=seats_or_nobody,
    decision=st.integers(-1, 2**32 - 1),
    move=st.none() | moves,
    refusal=st.none() | st.sampled_from(Refusal),
    text=names,
    cause=st.sampled_from(["", "late", "lost", "refusals"]),
    did=some_moves,
    ending=st.just(Why.NONE) | endings,
    nonces=st.lists(st.binary(max_size=32), max_size=3).map(tuple),
    arbiter=st.sampled_from(["", "fine", "retire", "void"]),
    cards=small,
    who=names,
    why=names,
    at_us=durations,
    end=st.none() | ends,
).filter(lambda record: record.arbiter or record.kind not in {RecordKind.ORDER, RecordKind.ARBITER})
records = st.one_of(
    answers,
    steps,
    st.builds(HeaderRecord, headers),
    st.builds(RevealRecord, st.binary(), st.lists(st.binary(max_size=32), max_size=3).map(tuple)),
    st.builds(SignatureRecord, hashes, st.binary(), st.binary()),
)
