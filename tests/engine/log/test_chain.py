"""Golden values of the chain, worked out by hand from the page on the log's format."""

from hashlib import sha256

from arbitro_engine.log.chain import Chain, RoundHead, head_claim, seal_claim


def test_each_head_covers_everything_before_it():
    chain = Chain()
    first = sha256(b"arbitro/log/1" + b"header").digest()
    second = sha256(first + b"record").digest()
    assert chain.append(b"header") == first
    assert chain.append(b"record") == second
    assert (chain.head, chain.count) == (second, 2)


def test_the_golden_chain_never_changes():
    chain = Chain()
    for record in (b"a", b"b", b""):
        chain.append(record)
    assert chain.head.hex() == "3a0eb5cf3c897829ff593e4819d9d777b7892a162af71042bdacad826f80106a"


def test_a_seal_signs_the_head_with_its_purpose():
    assert seal_claim(b"\x01" * 32) == b"arbitro/seal/1" + b"\x01" * 32


def test_a_round_head_signs_match_round_records_and_head():
    claim = head_claim(0x0807060504030201, RoundHead(2, 258, b"\xff" * 32))
    assert claim == b"arbitro/head/1" + bytes(range(1, 9)) + b"\0\0\0\2" + b"\0\0\1\2" + b"\xff" * 32
