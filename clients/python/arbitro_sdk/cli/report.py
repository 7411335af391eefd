"""A tournament as one page of HTML that needs nothing else: ranks, intervals, crosstable, faults, matches.

Colour is never the only sign, tables have heads, and the page says what its picture says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final

from arbitro_sdk.cli.figures import counted, interval_shown
from arbitro_sdk.cli.standings import FIGURES, named
from arbitro_sdk.hosted import HostedMatch, Line, Table

__all__ = ["page"]

_STYLE: Final = """
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
body{color:#111;background:#fff}
table{border-collapse:collapse;margin:1rem 0}
th,td{padding:.25rem .6rem;border-bottom:1px solid #bbb;text-align:right}
th:first-child,td:first-child,.name{text-align:left}
svg{max-width:100%;height:auto}
@media(prefers-color-scheme:dark){body{color:#eee;background:#111}th,td{border-color:#555}}
"""
_WIDTH: Final = 640
_LEFT: Final = 180
_ROW: Final = 26


def page(table: Table, names: Mapping[str, str], matches: Sequence[HostedMatch]) -> str:
    """Return the page. `names` gives the entrants' names by id."""
    status = table.status
    title = escape(status.tournament)
    state = "provisional: matches are still played" if table.provisional else status.state
    played = (
        f"{status.played} of {counted(status.total, 'match', 'matches')}, {counted(status.rounds, 'round')}"
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{title}</h1>
<p>{played}; {escape(state)}.</p>
<h2>Standings</h2>
{_standings(table.lines, names)}
<h2>Points a round</h2>
<p>The mean margin a round with its 95 % interval: where two overlap, nobody knows who is better.</p>
{_intervals(table.lines, names)}
<h2>Who won against whom</h2>
{_crosstable(table, names)}
<h2>Faults</h2>
{_faults(table.lines, names)}
<h2>Matches</h2>
{_matches(matches, names, status.tournament)}
</body>
</html>
"""


def _rows(head: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    heads = "".join(f'<th scope="col">{escape(str(cell))}</th>' for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>\n" for row in rows)
    return f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table>"


def _standings(lines: Sequence[Line], names: Mapping[str, str]) -> str:
    return _rows(
        ("bot", "rank", *(head for head, _ in FIGURES), "rating's 95 % interval"),
        (
            (
                named(line, names.get(line.bot, line.bot)),
                line.rank,
                *(figure(line) for _, figure in FIGURES),
                interval_shown(line.rating, line.rating_low, line.rating_high),
            )
            for line in lines
        ),
    )


def _intervals(lines: Sequence[Line], names: Mapping[str, str]) -> str:
    """A bar from low to high for each bot, a dot at the mean, a line at 0."""
    told = [line for line in lines if line.margin is not None]
    if not told:
        return "<p>Nothing to show yet.</p>"
    ends = [
        end for line in told for end in (line.margin, line.margin_low, line.margin_high) if end is not None
    ]
    low, high = min(0.0, *ends), max(0.0, *ends)
    scale = (_WIDTH - _LEFT - 20) / ((high - low) or 1.0)

    def at(value: float) -> float:
        return round(_LEFT + 10 + (value - low) * scale, 1)

    height = _ROW * len(told) + 10
    parts = [
        f'<line x1="{at(0)}" y1="0" x2="{at(0)}" y2="{height}" stroke="currentColor" stroke-dasharray="3 3"/>'
    ]
    for place, line in enumerate(told):
        y = _ROW * place + 18
        parts.append(
            f'<text x="0" y="{y + 5}" fill="currentColor">{escape(names.get(line.bot, line.bot))}</text>'
        )
        if line.margin_low is not None and line.margin_high is not None:
            ends_at = f'x1="{at(line.margin_low)}" y1="{y}" x2="{at(line.margin_high)}" y2="{y}"'
            parts.append(f'<line {ends_at} stroke="currentColor" stroke-width="3"/>')
        parts.append(f'<circle cx="{at(line.margin or 0)}" cy="{y}" r="5" fill="currentColor"/>')
    label = "Mean margin a round and its interval, bot by bot; the table of standings has the same numbers."
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"'
    return f'<svg {size} role="img" aria-label="{label}">{"".join(parts)}</svg>'


def _crosstable(table: Table, names: Mapping[str, str]) -> str:
    bots = [line.bot for line in table.lines]
    rows = (
        (names.get(bot, bot), *("–" if row == column else won for column, won in enumerate(table.wins[row])))
        for row, bot in enumerate(bots)
    )
    return _rows(("won against", *(names.get(bot, bot) for bot in bots)), rows)


def _faults(lines: Sequence[Line], names: Mapping[str, str]) -> str:
    reasons = sorted({reason for line in lines for reason in line.faults})
    rows = [
        (
            names.get(line.bot, line.bot),
            line.strikes,
            line.forfeits,
            *(line.faults.get(one, 0) for one in reasons),
        )
        for line in lines
        if line.faults or line.strikes or line.forfeits
    ]
    return _rows(("bot", "strikes", "forfeits", *reasons), rows) if rows else "<p>None.</p>"


def _matches(matches: Sequence[HostedMatch], names: Mapping[str, str], tournament: str) -> str:
    """A row for each match with a link to its log, for a page that lies beside the folder `logs`."""
    rows = []
    for one in matches:
        name = escape(f"{one.match}.{one.run}")
        link = f'<a href="logs/{escape(tournament)}/{name}.arb">{name}</a>'
        log = link if one.state == "finished" else name
        winner = "nobody" if one.winner is None else names.get(one.bots[one.winner], one.bots[one.winner])
        cells = (
            " – ".join(names.get(bot, bot) for bot in one.bots),
            " – ".join(map(str, one.scores)),
            winner if one.state == "finished" else "",
            one.ending or one.state,
            one.rounds,
        )
        rows.append(f"<tr><td>{log}</td>{''.join(f'<td>{escape(str(cell))}</td>' for cell in cells)}</tr>")
    heads = "".join(
        f'<th scope="col">{head}</th>' for head in ("log", "bots", "scores", "winner", "ending", "rounds")
    )
    body = "\n".join(rows)
    return f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
