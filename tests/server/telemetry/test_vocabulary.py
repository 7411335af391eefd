"""Names of events are those on the page about log lines, and no others."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from arbitro_engine.tournament.record import State

ROOT = Path(__file__).parents[3]


def is_log(called: ast.expr) -> bool:
    """Whether something that is called is a method of the logger, by itself or chosen by a condition."""
    if isinstance(called, ast.IfExp):
        return is_log(called.body)
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Call):
        return ast.unparse(called.value.func) == "logger"
    return isinstance(called, ast.Name) and called.id == "log"


def events() -> Iterator[str]:
    """Every name that is logged; one that is made holds `{...}`."""
    for path in (ROOT / "server/arbitro_server").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and is_log(node.func):
                yield ast.unparse(node.args[0]).strip("f'\"")


def test_the_page_about_log_lines_has_every_event_and_no_other():
    made = "tournament.{record.state}"
    used = set(events())
    assert made in used
    expected = used - {made} | {f"tournament.{state}" for state in get_args(State)}
    page = (ROOT / "docs/reference/log-lines.md").read_text()
    cells = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    assert set(re.findall(r"`([a-z._]+)`", " ".join(cells))) == expected
