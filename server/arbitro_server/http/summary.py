"""Standings as JSON: the same keys as ``arbitro tournament standings --json`` (commands.md)."""

from __future__ import annotations

from typing import Any

from arbitro_server.http.ports import TournamentState
from arbitro_server.runtime.ranking import Ranking

__all__ = ["standings_summary"]


def standings_summary(state: TournamentState, ranking: Ranking) -> dict[str, Any]:
    """Return a tournament and its standings."""
    return {
        "tournament": state.spec.id,
        "title": state.spec.name or state.spec.id,
        "state": state.state,
        "played": state.played,
        "running": len(state.running),
        "total": state.total,
        "rules": state.rules.profile,
        "standings": [
            {
                "rank": line.rank,
                "bot": line.entrant,
                "played": line.played,
                "won": line.won,
                "points": line.points,
                "difference": line.difference,
                "margin": line.margin.mean if line.margin else None,
                "low": line.margin.low if line.margin else None,
                "high": line.margin.high if line.margin else None,
                "rounds_won": line.rounds_won,
                "forfeits": line.forfeits,
                "faults": dict(state.fault_counts.get(line.entrant, {})),
            }
            for line in ranking.standings.lines
        ],
        "wins": ranking.standings.wins,
    }
