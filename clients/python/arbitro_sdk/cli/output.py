"""What a verb says: text for people, or with ``--json`` one object, the only line of standard output.

Progress and remarks go to standard error. While ``--json`` is on, whatever a bot prints goes there too.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

import click

__all__ = ["Output", "csv_text", "json_option", "remark", "table"]

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
CallableT = TypeVar("CallableT", bound=Callable[..., Any])


class Output:
    """Where a verb's result goes. Made by :func:`json_option`."""

    def __init__(self, ctx: click.Context, *, as_json: bool) -> None:
        self.as_json = as_json
        self._stdout = sys.stdout
        if as_json:
            sys.stdout = sys.stderr
            ctx.call_on_close(self._restore)

    def result(self, value: Mapping[str, object], text: str) -> None:
        """Print the result: the object with ``--json``, else the text."""
        shown = json.dumps(value, ensure_ascii=False) if self.as_json else text
        print(shown, file=self._stdout, flush=True)

    def line(self, text: str = "") -> None:
        """Print a line for people at once; nothing with ``--json``."""
        if not self.as_json:
            print(text, file=self._stdout, flush=True)

    def _restore(self) -> None:
        sys.stdout = self._stdout


def json_option(function: CallableT) -> CallableT:
    """Add ``--json`` to a verb; it gets its `Output` as ``out``."""
    return click.option(
        "--json",
        "out",
        is_flag=True,
        expose_value=True,
        callback=lambda ctx, _, value: Output(ctx, as_json=value),
        help="One object in the last line of stdout, and nothing else there.",
    )(function)


def remark(text: str) -> None:
    """Say something beside the result, on standard error."""
    click.echo(text, err=True)


def table(head: Sequence[str], rows: Iterable[Sequence[object]], left: int = 1) -> str:
    """Lay out rows under a head in columns; the first `left` are ranged left, the others right."""
    cells = [list(head), *([_text(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    )


def csv_text(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Lay out rows as CSV; an apostrophe goes before texts that a spreadsheet would take for formulas."""
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(head)
    for row in rows:
        out.writerow(
            [f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell for cell in row]
        )
    return text.getvalue()


def _text(cell: object) -> str:
    if cell is None:
        return "-"
    return f"{cell:.2f}" if isinstance(cell, float) else str(cell)
