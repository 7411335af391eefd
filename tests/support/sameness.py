"""Print a digest of a match's records, stamps apart: played alone, or among others. It is run as a process.

``python -m support.sameness 50`` plays the match with 50 matches of other bots beside it.
"""

import hashlib
import sys

from arbitro.codec import record_of
from arbitro_engine.match.record import SignatureRecord, StepRecord
from arbitro_engine.rules.ruleset import RuleSet
from support.floors import House

RULES = RuleSet.of("vintage", {"target": 100})


def digest(others: int) -> str:
    """Play a seeded match of two bots that answer at once; return SHA-256 over what its log says."""
    house = House()
    house.create("ann", "ben", rules=RULES)
    for n in range(others):
        house.create(f"x{n}", f"y{n}", name=f"other-{n}", rules=RULES)
    crowd = [house.sit(bot) for n in range(others) for bot in (f"x{n}", f"y{n}")]
    house.play(house.sit("ann"), house.sit("ben"), *crowd)
    said = hashlib.sha256()
    name = next(name for tournament, name in house.files if tournament == "cup" and name != "tournament")
    for data in house.store.records(name):
        record = record_of(data)
        if isinstance(record, StepRecord):
            record = record._replace(asked_us=0, read_us=0, lag_us=0, charge_us=0, tolerance_us=0, at_us=0)
        if not isinstance(record, SignatureRecord):  # it seals the stamps too
            said.update(repr(record).encode())
    return said.hexdigest()


if __name__ == "__main__":
    sys.stdout.write(digest(int(sys.argv[1])) + "\n")
