"""The marathon: every profile plays seeded matches to its target, and every log is audited.

    python -m bench.profiles [MATCHES] [--jobs N]

MATCHES (1000) for each profile, shared by tables of 2, 3, 4, 7 and 10 seats, of 4, 6 and 10 for pairs, with
the bundled bots taking turns at the seats. Each log is verified from its bytes, and each card followed
through it. A row tells what was played; the exit code is 1 if anything was wrong with any match.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context

from arbitro.codec import record_of
from arbitro_engine.log.stored import read_log
from arbitro_engine.log.verify import verify
from arbitro_engine.rules.profiles import PROFILES
from arbitro_engine.rules.ruleset import RuleSet
from arbitro_sdk.arena import Conditions, Played, Scheduled, play
from arbitro_sdk.bots import BUNDLED
from arbitro_sdk.loading import load
from bench.card_audit import CardAudit, CardFault

__all__ = ["Figures", "Task", "main", "run"]

TABLES = (2, 3, 4, 7, 10)
TABLES_OF_PAIRS = (4, 6, 10)
COLUMNS = (
    "profile",
    "seats",
    "matches",
    "rounds",
    "decisions",
    "reshuffles",
    "target",
    "cap",
    "shared",
    "faults",
    "seconds",
)


@dataclass(frozen=True, slots=True)
class Task:
    """Matches of one profile at one size of table."""

    profile: str
    seats: int
    matches: int


@dataclass(slots=True)
class Figures:
    """What a task's matches came to; `seconds` of processor time, `faults` in words."""

    profile: str
    seats: int
    matches: int = 0
    rounds: int = 0
    decisions: int = 0
    reshuffles: int = 0
    target: int = 0
    cap: int = 0
    shared: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)


def tasks(matches: int) -> Iterator[Task]:
    """Share so many matches of every profile among its tables."""
    for profile in PROFILES:
        tables = TABLES_OF_PAIRS if RuleSet.of(profile).teams == "pairs" else TABLES
        for place, seats in enumerate(tables):
            yield Task(profile, seats, (matches + place) // len(tables))


def run(task: Task) -> Figures:
    """Play and audit all matches of a task."""
    began = time.process_time()
    figures = Figures(task.profile, task.seats)
    conditions = Conditions(RuleSet.of(task.profile), seed=f"{task.profile}/{task.seats}")
    bots = [load(name) for name in BUNDLED]
    for number in range(task.matches):
        name = f"{task.profile.replace('_', '-')}-{task.seats}-{number}"
        seated = [bots[(number + seat) % len(bots)] for seat in range(task.seats)]
        entrants = tuple(f"{bot.name}-{seat}" for seat, bot in enumerate(seated))
        reports: list[str] = []
        played = play(
            conditions, Scheduled(name, name, "marathon", entrants), seated, [reports.append] * task.seats
        )
        figures.faults += [f"{name}: {text}" for text in [*reports, *audit(played, figures)]]
    figures.seconds = time.process_time() - began
    return figures


def audit(played: Played, figures: Figures) -> Iterator[str]:
    """Add one match to the figures, and yield what is wrong with it."""
    log = read_log(played.log, record_of)
    verdict = verify(log)
    if verdict.state != "ok" or verdict.ended != played.ended:
        yield f"the log is {verdict.state}: {verdict.difference}"
    cards = CardAudit(played.header)
    try:
        for _, step in log.steps:
            cards.follow(step.events)
    except CardFault as fault:
        yield str(fault)
    ended = played.ended
    if (cards.rounds, tuple(cards.scores)) != (ended.rounds, ended.scores):
        yield f"the rounds add up to {cards.scores}, the match says {ended.scores}"
    ending = ended.ending.text
    if ending not in {"target", "round_cap"} or any(ended.strikes):
        yield f"it ended by {ending}, strikes {ended.strikes}"
    figures.matches += 1
    figures.rounds += ended.rounds
    figures.decisions += sum(played.decisions)
    figures.reshuffles += cards.reshuffles
    figures.target += ending == "target"
    figures.cap += ending == "round_cap"
    figures.shared += ended.winner is None


def main(arguments: list[str] | None = None) -> int:
    """Play, print, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.profiles", description="Every profile, audited.")
    parser.add_argument("matches", nargs="?", type=int, default=1000, help="matches of each profile (1000)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one a core)")
    given = parser.parse_args(arguments)
    print(row(dict(zip(COLUMNS, COLUMNS, strict=True))))
    total = Counter[str]()
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        for figures in pool.map(run, tasks(given.matches)):
            told = asdict(figures) | {"faults": len(figures.faults), "seconds": round(figures.seconds, 1)}
            print(row(told), *(f"  {fault}" for fault in figures.faults[:5]), sep="\n", flush=True)
            total.update({name: told[name] for name in COLUMNS if name not in {"profile", "seats"}})
    print(json.dumps({**total, "seconds": round(total["seconds"])}))
    return 1 if total["faults"] else 0


def row(told: Mapping[str, object]) -> str:
    """Return one line of the table."""
    return " ".join(f"{told[name]!s:<15}" if name == "profile" else f"{told[name]!s:>10}" for name in COLUMNS)


if __name__ == "__main__":
    sys.exit(main())
