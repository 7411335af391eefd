"""Figures: what a measurement says, as a JSON line for machines and a row of a table for people."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

__all__ = ["Figure", "table"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value.

    Attributes:
        bench: the measurement that it comes from.
        name: what was measured, and where.
        value: the median of the runs.
        unit: what one of it is: ``us``, ``1/s``, ``kB`` ...; ``ratio`` for a figure against another one.
        hold: what it must keep, None: no goal.
        aim: what it should reach; above ``hold`` where more is better, else below.
        note: how it was measured where the name does not say so.
    """

    bench: str
    name: str
    value: float
    unit: str
    hold: float | None = None
    aim: float | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        """How it stands to its goals: ``aim``, ``holds`` or ``MISSED``; empty without any."""
        if self.hold is None or self.aim is None:
            return ""
        more_is_better = self.aim > self.hold
        if (self.value >= self.aim) if more_is_better else (self.value <= self.aim):
            return "aim"
        return (
            "holds"
            if ((self.value >= self.hold) if more_is_better else (self.value <= self.hold))
            else "MISSED"
        )

    def line(self) -> str:
        """Return it as a line of JSON."""
        fields: dict[str, Any] = {
            "bench": self.bench,
            "name": self.name,
            "value": float(f"{self.value:.4g}"),
            "unit": self.unit,
        }
        if self.verdict:
            fields |= {"hold": self.hold, "aim": self.aim, "verdict": self.verdict}
        if self.note:
            fields["note"] = self.note
        return json.dumps(fields)


def table(figures: Iterable[Figure]) -> str:
    """Return the figures as a table."""
    rows = [("", "", "value", "unit", "hold", "aim", "")]
    before = ""
    for figure in figures:
        bench, before = (figure.bench if figure.bench != before else ""), figure.bench
        goals = (
            ("", "") if figure.hold is None or figure.aim is None else (_text(figure.hold), _text(figure.aim))
        )
        rows.append((bench, figure.name, _text(figure.value), figure.unit, *goals, figure.verdict))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if 2 <= place <= 5 and place != 3 else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _text(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
