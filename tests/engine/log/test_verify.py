"""A log is evidence: what was played verifies, and whatever is changed in it is found and named."""

from dataclasses import replace
from itertools import accumulate

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from arbitro.codec import record_bytes, record_of
from arbitro_engine.log.chain import Chain, fingerprint
from arbitro_engine.log.file import MAGIC, NotALog, file_bytes
from arbitro_engine.log.stored import read_log
from arbitro_engine.log.verify import verify
from arbitro_engine.match.record import (
    HeaderRecord,
    RecordKind,
    RevealRecord,
    SignatureRecord,
    StepRecord,
    UnknownRecord,
)
from arbitro_engine.rules.cards import WILD
from arbitro_engine.rules.events import EventKind, Why
from support.eventful import eventful_match
from support.signing import KEY, is_signed, sealed_by


def verdict_of(records, **options):
    return verify(read_log(file_bytes(map(record_bytes, records)), record_of), **options)


def sealed_again(records):
    """The records with seals that fit them: a forgery that no hash gives away."""
    chain, forged = Chain(), []
    for record in records:
        forged.append(replace(record, head=chain.head) if isinstance(record, SignatureRecord) else record)
        chain.append(record_bytes(forged[-1]))
    return forged


def changed(records, at, **fields):
    record = records[at]
    new = record._replace(**fields) if isinstance(record, StepRecord) else replace(record, **fields)
    return [*records[:at], new, *records[at + 1 :]]


def place(records, kind):
    return next(at for at, record in enumerate(records) if getattr(record, "kind", None) is kind)


@pytest.fixture(scope="module")
def small():
    """A short match in which much happens."""
    return eventful_match(seed=3, target=5, hand_size=4, storm=0.15)


PROFILES = ["official", "traditional", "cumulative", "vintage", "basic", "classic_low"]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("policy", ["strict", "contest", "lenient"])
@pytest.mark.parametrize("profile", PROFILES)
def test_whatever_happened_in_a_match_verifies(profile, policy, seed):
    match = eventful_match(seed, 2 + seed, profile, policy, storm=0.02)
    verdict = verdict_of(match.records)
    assert (verdict.state, verdict.difference) == ("ok", None)
    assert verdict.ended == match.records[-4].end
    assert verdict.records == len(match.records)
    assert verdict.signer is None


def test_the_verdict_names_the_winner(small):
    verdict = verdict_of(small.records)
    assert verdict.header == small.header
    assert verdict.rounds == verdict.ended.rounds
    winner = verdict.ended.winner
    assert verdict.winner_bot == (None if winner is None else f"bot-{winner}")
    assert verdict.head == Chain.over(small.stored).head


def test_duplicate_deals_verify():
    verdict = verdict_of(eventful_match(deals="duplicate", target=100, storm=0.01).records)
    assert (verdict.state, verdict.difference) == ("ok", None)


def test_without_its_secret_a_log_is_sealed():
    match = eventful_match(sealed=True, target=60)
    verdict = verdict_of(match.records)
    assert (verdict.state, verdict.difference) == ("sealed", None)


@pytest.mark.parametrize("sealed", [True, False])
def test_every_cut_is_noticed(sealed):
    match = eventful_match(seed=5, target=5, hand_size=2, sealed=sealed)
    ends = list(accumulate((4 + len(record) for record in match.stored), initial=len(MAGIC)))
    before_reveal = ends[-3] if not sealed else None
    for cut in sorted({*ends[:-1], *(end + 1 for end in ends[:-1]), *(end - 1 for end in ends)}):
        verdict = verify(read_log(match.file[:cut], record_of))
        assert verdict.state == ("sealed" if cut == before_reveal else "incomplete"), cut
        assert bool(verdict.torn) == (cut not in ends), cut


def later_rounds(match) -> list[int]:
    """Where records begin further rounds."""
    return [
        at
        for at, record in enumerate(match.records)
        if isinstance(record, StepRecord) and record.kind is RecordKind.NEXT_ROUND
    ]


def test_a_cut_before_a_round_is_a_cut_like_any_other():
    match = eventful_match(target=500, storm=0.0)
    ends = list(accumulate((4 + len(record) for record in match.stored), initial=len(MAGIC)))
    assert len(later_rounds(match)) > 1
    for at in later_rounds(match):
        verdict = verify(read_log(match.file[: ends[at]], record_of))
        assert (verdict.state, verdict.records) == ("incomplete", at)


def test_a_round_that_was_dropped_is_no_cut():
    match = eventful_match(target=500, storm=0.0, sealed=True)
    assert later_rounds(match)
    for at in later_rounds(match):
        assert verdict_of(match.records[:at] + match.records[at + 1 :]).state == "bad"


def test_flipped_bits_are_found_and_named():
    match = eventful_match(seed=8, target=5, hand_size=2)
    whole = match.file
    for bit in range(
        8 * len(MAGIC), 8 * len(whole), 37
    ):  # 37 and 8 share no factor: every bit of a byte comes up
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        verdict = verify(read_log(bytes(damaged), record_of))
        assert verdict.state in {"bad", "incomplete"}, (bit, verdict)
        assert verdict.difference is not None


@pytest.mark.parametrize("bit", range(8 * len(MAGIC)))
def test_a_flipped_bit_in_the_beginning_makes_it_no_log(small, bit):
    damaged = bytearray(small.file)
    damaged[bit // 8] ^= 1 << bit % 8
    with pytest.raises(NotALog):
        read_log(bytes(damaged), record_of)


def test_every_dropped_record_is_found(small):
    for at in range(len(small.records)):
        verdict = verdict_of(small.records[:at] + small.records[at + 1 :])
        assert verdict.state in {"bad", "incomplete"}, at
        assert verdict.difference is not None


def test_every_swapped_pair_is_found(small):
    for at in range(len(small.records) - 1):
        one, other = small.records[at : at + 2]
        verdict = verdict_of([*small.records[:at], other, one, *small.records[at + 2 :]])
        assert verdict.state == "bad", at
        assert verdict.difference.record <= len(small.records)


def test_a_doubled_record_is_found(small):
    for at in range(len(small.records)):
        verdict = verdict_of([*small.records[: at + 1], *small.records[at:]])
        assert verdict.state == "bad", at


def forged_fields(records):
    answer = place(records, RecordKind.ANSWER)
    timeout = place(records, RecordKind.TIMEOUT)
    refused = place(records, RecordKind.REFUSED)
    end = place(records, RecordKind.END)
    winner = 1 - (records[end].end.winner or 0)
    return [
        (answer, {"charge_us": records[answer].charge_us + 1}, "charge_us"),
        (answer, {"tolerance_us": 1}, "tolerance_us"),
        (answer, {"read_us": records[answer].read_us + 7}, "charge_us"),
        (answer, {"decision": 99}, "kind"),
        (answer, {"question": None}, "question"),
        (refused, {"refusal": None}, "refusal"),
        (timeout, {"did": ()}, "did[0]"),
        (timeout, {"cause": "lost"}, "cause"),
        (timeout, {"read_us": records[timeout].asked_us}, "input"),
        (end, {"end": records[end].end._replace(winner=winner)}, "end.winner"),
        (end, {"end": records[end].end._replace(strikes=(9, 9))}, "end.strikes[0]"),
    ]


@pytest.mark.parametrize("number", range(11))
def test_a_forged_field_is_named_however_well_the_log_is_sealed(number):
    records = eventful_match(seed=10, target=60, storm=0.1).records
    at, fields, field = forged_fields(records)[number]
    verdict = verdict_of(sealed_again(changed(records, at, **fields)))
    assert verdict.state == "bad"
    assert (verdict.difference.record, verdict.difference.field) == (at, field)


@pytest.mark.parametrize(
    "forged",
    [
        StepRecord(RecordKind.CAP, at_us=10**12),
        StepRecord(RecordKind.RETIRE, 0, ending=Why.DISCONNECT, at_us=10**12),
    ],
)
def test_an_end_that_no_clock_led_to_is_named(small, forged):
    """The match has no cap, and the seat was never lost."""
    at = place(small.records, RecordKind.BEGIN) + 1
    verdict = verdict_of(sealed_again([*small.records[:at], forged, *small.records[at:]]))
    assert (verdict.difference.record, verdict.difference.field) == (at, "input")


def test_a_deck_that_was_not_dealt_by_the_secret_is_named(small):
    at = place(small.records, RecordKind.BEGIN)
    events = list(small.records[at].events)
    number = next(n for n, event in enumerate(events) if event.kind is EventKind.ROUND_STARTED)
    cards = events[number].cards
    events[number] = events[number]._replace(cards=(*cards[:-2], cards[-1], cards[-2]))
    verdict = verdict_of(sealed_again(changed(small.records, at, events=tuple(events))))
    assert str(verdict.difference).startswith(f"record {at}, events[{number}].cards[106]")


def test_a_deck_with_other_cards_is_found_before_the_secret_is_out():
    records = eventful_match(sealed=True, target=30).records
    at = place(records, RecordKind.BEGIN)
    events = list(records[at].events)
    number = next(n for n, event in enumerate(events) if event.kind is EventKind.ROUND_STARTED)
    events[number] = events[number]._replace(cards=(*events[number].cards[:-1], WILD))
    verdict = verdict_of(sealed_again(changed(records, at, events=tuple(events))))
    assert verdict.difference.record == at
    assert verdict.difference.found == "the logged deck is not made of the cards that were shuffled"


@pytest.mark.parametrize("field", ["secret", "nonces"])
def test_a_secret_that_was_not_committed_to_is_named(small, field):
    at = len(small.records) - 2
    forged = {"secret": bytes(32)} if field == "secret" else {"nonces": (b"x", b"y")}
    verdict = verdict_of(sealed_again(changed(small.records, at, **forged)))
    assert (verdict.difference.record, verdict.difference.field) == (at, field)


@pytest.mark.parametrize(
    "fields, field",
    [
        ({"bots": ("bot-0", "bot-0")}, "header.bots"),
        ({"bots": ("bot-0",)}, "header.rules.players_min"),
        ({"commitment": b"short"}, "header.commitment"),
    ],
)
def test_facts_that_cannot_be_are_named(small, fields, field):
    header = HeaderRecord(replace(small.header, **fields))
    verdict = verdict_of(sealed_again([header, *small.records[1:]]))
    assert (verdict.difference.record, verdict.difference.field) == (0, field)


def test_another_header_does_not_fit(small):
    header = HeaderRecord(replace(small.header, bots=("bot-1", "bot-0")))
    verdict = verdict_of(sealed_again([header, *small.records[1:]]))
    assert verdict.state == "bad"


def test_unknown_records_are_chained_and_passed_over(small):
    stranger = UnknownRecord(99, bytes([8, 99]))
    records = [*small.records[:5], stranger, *small.records[5:]]
    assert verdict_of(sealed_again(records)).state == "ok"
    assert verdict_of(records).difference.field == "head"
    assert verdict_of([stranger, *records]).difference == (0, "kind", "a header", "unknown")


def test_an_empty_file_is_an_incomplete_log():
    verdict = verify(read_log(b"", record_of))
    assert (verdict.state, verdict.header, verdict.winner_bot) == ("incomplete", None, None)


OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32))
KEY_NAME = fingerprint(KEY.public_key().public_bytes_raw())


def test_a_signed_log_names_its_signer():
    match = eventful_match(target=30, seal=sealed_by(KEY))
    verdict = verdict_of(match.records, check=is_signed, key=KEY_NAME.upper())
    assert (verdict.state, verdict.difference, verdict.signer) == ("ok", None, KEY_NAME)


@pytest.mark.parametrize("seal", [Chain.seal, sealed_by(OTHER)])
def test_a_forgery_signed_by_somebody_else_is_named(seal):
    records = eventful_match(target=30, seal=seal).records
    assert verdict_of(records, check=is_signed).state == "ok"
    verdict = verdict_of(records, check=is_signed, key=KEY_NAME)
    assert (verdict.difference.record, verdict.difference.field) == (len(records) - 3, "signer")
    assert verdict.difference.expected == KEY_NAME


@pytest.mark.parametrize("part", ["signature", "signer"])
def test_a_signature_that_does_not_fit_is_named(part):
    """Another's signature, or one that is nobody's."""
    records = eventful_match(target=30, seal=sealed_by(KEY)).records
    at = len(records) - 3
    other = sealed_by(OTHER)(Chain.over(map(record_bytes, records[:at])))
    forged = changed(
        records, at, **{"signature": other.signature} if part == "signature" else {"signer": b""}
    )
    verdict = verdict_of(forged[: at + 1], check=is_signed)
    assert (verdict.difference.record, verdict.difference.field) == (at, "signature")


def test_the_reveal_must_be_signed_by_the_same_key():
    records = eventful_match(target=30, seal=sealed_by(KEY)).records
    last = sealed_by(OTHER)(Chain.over(map(record_bytes, records[:-1])))
    verdict = verdict_of([*records[:-1], last], check=is_signed)
    assert (verdict.difference.record, verdict.difference.field) == (len(records) - 1, "signer")


@given(st.data())
def test_no_bytes_crash_the_audit(small, data):
    stored = list(small.stored)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(stored) - 1))
        match data.draw(st.sampled_from(["flip", "drop", "move", "double", "noise"])):
            case "flip":
                damaged = bytearray(stored[at])
                bit = data.draw(st.integers(0, 8 * len(damaged) - 1))
                damaged[bit // 8] ^= 1 << bit % 8
                stored[at] = bytes(damaged)
            case "drop" if len(stored) > 1:
                del stored[at]
            case "move":
                stored.insert(data.draw(st.integers(0, len(stored))), stored[at])
            case "double":
                stored[at] += stored[at]
            case "noise":
                stored[at] = data.draw(st.binary(min_size=1, max_size=50))
    verdict = verify(read_log(file_bytes(stored), record_of))
    assert verdict.difference is not None or verdict.state in {"ok", "sealed"}


@given(st.data())
def test_no_values_crash_the_audit(small, data):
    """Records that can be read and were never written: the machine is driven with what cannot be."""
    records = list(small.records)
    at = data.draw(st.integers(1, len(records) - 1))
    record = records[at]
    if isinstance(record, StepRecord):
        number = st.integers(0, 2**32 - 1) | st.integers(0, 12)
        record = record._replace(
            kind=data.draw(st.sampled_from([record.kind, *RecordKind])),
            seat=data.draw(st.just(record.seat) | st.integers(-1, 12)),
            decision=data.draw(st.just(record.decision) | number),
            cards=data.draw(st.just(record.cards) | number),
            arbiter=data.draw(st.sampled_from(["fine", "retire", "void"])),
            read_us=data.draw(st.just(record.read_us) | st.integers(0, 2**63)),
            nonces=data.draw(
                st.just(record.nonces) | st.lists(st.binary(max_size=40), max_size=3).map(tuple)
            ),
        )
        records[at] = record
    elif isinstance(record, RevealRecord):
        records[at] = replace(record, nonces=(b"x" * 33,) * 2)
    assert verdict_of(sealed_again(records)).state in {"ok", "bad", "incomplete"}
