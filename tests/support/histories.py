"""Logs that stay: written once for each version of the format, and read by every later version.

Write those of this version with `python -m support.histories` from the folder tests/; a released one never
changes.
"""

import json
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arbitro.codec import record_of
from arbitro_engine.log.stored import read_log
from arbitro_engine.log.verify import verify
from support.eventful import eventful_match
from support.signing import sealed_by

FOLDER = Path(__file__).parents[1] / "histories"
VERSION = "1"
KEY = Ed25519PrivateKey.from_private_bytes(b"a key for tests, known to anyone")

MATCHES = {
    "official": {"seed": 1, "target": 150, "storm": 0.03},
    "official-signed": {"seed": 2, "seats": 3, "target": 100, "seal": sealed_by(KEY)},
    "official-sealed": {"seed": 3, "target": 100, "sealed": True},
    "traditional-strict": {
        "seed": 4,
        "seats": 4,
        "profile": "traditional",
        "policy": "strict",
        "storm": 0.005,
    },
    "vintage-pairs": {"seed": 5, "seats": 4, "profile": "vintage_pairs", "target": 150, "storm": 0.02},
    "cumulative-lenient": {"seed": 6, "seats": 3, "profile": "cumulative", "policy": "lenient", "target": 2},
    "basic-duplicate": {"seed": 7, "profile": "basic", "deals": "duplicate", "target": 100, "storm": 0.01},
}


def summary(data):
    """What a history must still say, whoever reads it."""
    verdict = verify(read_log(data, record_of))
    return {
        "state": verdict.state,
        "records": verdict.records,
        "rounds": verdict.rounds,
        "ending": verdict.ended.ending.text,
        "winner": verdict.winner_bot,
        "scores": list(verdict.ended.scores),
        "signer": verdict.signer,
        "head": verdict.head.hex(),
    }


def write():
    folder = FOLDER / VERSION
    folder.mkdir(exist_ok=True)
    said = {}
    for name, facts in MATCHES.items():
        data = eventful_match(**facts).file
        (folder / f"{name}.arb").write_bytes(data)
        said[name] = summary(data)
    (folder / "said.json").write_text(json.dumps(said, indent=2) + "\n")


if __name__ == "__main__":
    write()
