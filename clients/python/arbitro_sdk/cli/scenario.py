"""``arbitro scenario``: rules as data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from arbitro_engine.rules.scenario import NotAScenario, ScenarioResult, run
from arbitro_sdk.cli.folders import below
from arbitro_sdk.cli.output import Output, json_option
from arbitro_sdk.errors import UsageError

__all__ = ["command"]


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE/DIR...")
@json_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], out: Output) -> None:
    """Run scenario files against the rules: exit 1 when one fails, 2 when one is no scenario.

    Example: arbitro scenario tests/conformance
    """
    results = [(path, _result(path)) for path in below(paths, ".json", "scenario")]
    failed = sum(not result.ok for _, result in results)
    told = [
        {
            "file": str(path),
            "ok": result.ok,
            "step": result.step,
            "field": result.field,
            "expected": result.expected,
            "got": result.got,
        }
        for path, result in results
    ]
    lines = [str(result) for _, result in results]
    passed = len(results) - failed
    out.result(
        {"passed": passed, "failed": failed, "files": told},
        "\n".join([*lines, f"{passed} passed, {failed} failed"]),
    )
    ctx.exit(1 if failed else 0)


def _result(path: Path) -> ScenarioResult:
    try:
        scenario: Any = json.loads(path.read_text(encoding="utf-8"))
        return run(scenario)
    except OSError as error:
        raise UsageError("A504", f"{path} cannot be read: {error.strerror}. Check the path.") from None
    except (UnicodeError, RecursionError, json.JSONDecodeError) as error:
        raise UsageError(
            "A502", f"{path} is not a scenario: it is no JSON ({error}). Repair the file."
        ) from None
    except NotAScenario as error:
        raise UsageError(
            "A502", f"{path} is not a scenario: {error}. See docs/reference/scenarios.md."
        ) from None
