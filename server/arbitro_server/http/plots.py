"""Plots as SVG: intervals, and curves such as the race to the target. Styled by the page's CSS alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from arbitro_server.http.html import Html, tag

__all__ = ["Curve", "Span", "curves", "intervals"]

_WIDTH = 640
_NAME = 150
_ROW = 26


class Span(NamedTuple):
    """A mean with its interval; without one the ends are None."""

    name: str
    mean: float
    low: float | None = None
    high: float | None = None


class Curve(NamedTuple):
    """A named line through points (x, y)."""

    name: str
    points: tuple[tuple[float, float], ...]


def intervals(spans: Sequence[Span], title: str) -> Html:
    """Return dots with bars, one row a name, on one scale with a line at zero."""
    values = [value for span in spans for value in (span.mean, span.low, span.high, 0.0) if value is not None]
    low, high = min(values), max(values)
    room = (high - low) or 1.0
    left, right = _NAME + 10, _WIDTH - 16

    def x(value: float) -> float:
        return round(left + (value - low) / room * (right - left), 1)

    height = _ROW * len(spans) + 30
    parts = [tag("line", x1=x(0), x2=x(0), y1=4, y2=height - 22, class_="zero")]
    for row, span in enumerate(spans):
        y = row * _ROW + 18
        parts.append(tag("text", _short(span.name), x=_NAME, y=y + 4, text_anchor="end"))
        if span.low is not None and span.high is not None:
            parts.append(tag("line", x1=x(span.low), x2=x(span.high), y1=y, y2=y, class_="bar"))
        parts.append(tag("circle", tag("title", _told(span)), cx=x(span.mean), cy=y, r=5.5, class_="dot"))
    for value in sorted({low, 0.0, high}):
        if value in (low, high) and abs(x(value) - x(0)) < 40 and value != 0:
            continue
        parts.append(
            tag("text", _figure(value), x=x(value), y=height - 6, text_anchor="middle", class_="soft")
        )
    label = f"{title}: {'; '.join(map(_told, spans))}"
    return _framed(parts, height, label)


def curves(lines: Sequence[Curve], title: str, goal: float | None = None) -> Html:
    """Return lines over a common x from 0; ``goal``: a level to mark."""
    points = [point for line in lines for point in line.points]
    levels = [y for _, y in points] + [0.0 if goal is None else goal]
    high, low = max(levels), min([*levels, 0.0])
    far = max((x for x, _ in points), default=1.0) or 1.0
    room = (high - low) or 1.0
    left, right, top, bottom = 46, _WIDTH - _NAME, 14, 200

    def at(x: float, y: float) -> tuple[float, float]:
        return round(left + x / far * (right - left), 1), round(bottom - (y - low) / room * (bottom - top), 1)

    parts = list(_axis(at, (low, high) if goal is None else (low, goal), far))
    if goal is not None:
        (x1, y), (x2, _) = at(0, goal), at(far, goal)
        parts.append(tag("line", x1=x1, x2=x2, y1=y, y2=y, class_="zero"))
    ends: list[float] = []
    for number, line in enumerate(sorted(lines, key=lambda line: -line.points[-1][1])):
        x, y = at(*line.points[-1])
        ends.append(max(y + 4, ends[-1] + 15) if ends else y + 4)
        label = f"{_short(line.name, 14)} {_figure(line.points[-1][1])}"
        leader = tag("line", x1=x, x2=right, y1=y, y2=ends[-1] - 4, class_="leader") if x < right else None
        parts.append(
            tag(
                "g",
                tag(
                    "polyline",
                    points=" ".join(f"{x},{y}" for x, y in (at(*point) for point in line.points)),
                    class_="lane",
                ),
                leader,
                tag("circle", cx=x, cy=y, r=4, class_="lane-dot"),
                tag("text", label, x=right + 9, y=ends[-1]),
                class_=f"is-{number % 4}",
            )
        )
    told = "; ".join(f"{line.name} {_figure(line.points[-1][1])}" for line in lines)
    height = max(bottom + 26, max(ends, default=0) + 10)
    return _framed(parts, round(height), f"{title}: {told}")


def _framed(parts: Sequence[Html], height: int, label: str) -> Html:
    plot = tag("svg", *parts, class_="plot", viewBox=f"0 0 {_WIDTH} {height}", role="img", aria_label=label)
    return tag("div", plot, class_="scroll", tabindex=0, role="group", aria_label=label.partition(":")[0])


def _axis(
    at: Callable[[float, float], tuple[float, float]], levels: tuple[float, float], far: float
) -> Iterator[Html]:
    for level in levels:
        x, y = at(0, level)
        yield tag("text", _figure(level), x=x - 8, y=y + 4, text_anchor="end", class_="soft")
    (x1, y), (x2, _) = at(0, levels[0]), at(far, levels[0])
    yield tag("line", x1=x1, x2=x2, y1=y, y2=y, class_="axis")
    yield tag("text", _figure(far), x=x2, y=y + 18, text_anchor="end", class_="soft")


def _told(span: Span) -> str:
    if span.low is None or span.high is None:
        return f"{span.name} {_figure(span.mean)}"
    return f"{span.name} {_figure(span.mean)} ({_figure(span.low)} – {_figure(span.high)})"


def _figure(value: float) -> str:
    text = f"{value:.2f}" if abs(value) < 10 and value != round(value) else f"{value:.0f}"
    return text.replace("-", "−")


def _short(name: str, most: int = 20) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
