"""Tournaments as messages: what is asked for, what one looks like, a line of the standings."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Final

from arbitro.codec import (
    CodecError,
    deals_message,
    deals_of,
    ending_number,
    faults_message,
    faults_of,
    rules_message,
    rules_of,
    time_message,
    time_of,
)
from arbitro.v1 import match_pb2
from arbitro.v1 import tournament_pb2 as pb
from arbitro_engine.match.clock import TimeControl
from arbitro_engine.match.faults import FaultPolicy
from arbitro_engine.match.header import handle
from arbitro_engine.rules.events import Why
from arbitro_engine.rules.ruleset import OPTIONS, RuleFaults, RuleSet, faults
from arbitro_engine.tournament import ScheduledMatch, SpecError, Standing, State, TournamentSpec
from arbitro_engine.tournament.rating import Rating
from arbitro_server.runtime.director import Plan
from arbitro_server.runtime.hindrances import Hindrance, Reason
from arbitro_server.runtime.hosted import Hosted
from arbitro_server.runtime.ranking import Ranking
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.sessions import Sessions

__all__ = [
    "STATES",
    "hindrance_message",
    "match_message",
    "plan_of",
    "standing_messages",
    "tournament_message",
]

STATES: Final[dict[State, pb.TournamentState.ValueType]] = {
    "draft": pb.TOURNAMENT_STATE_DRAFT,
    "open": pb.TOURNAMENT_STATE_OPEN,
    "running": pb.TOURNAMENT_STATE_RUNNING,
    "paused": pb.TOURNAMENT_STATE_PAUSED,
    "finished": pb.TOURNAMENT_STATE_FINISHED,
    "cancelled": pb.TOURNAMENT_STATE_CANCELLED,
}
_FIELDS: Final = {
    "id": "name",
    "name": "title",
    "entrants": "entrants",
    "format": "schedule",
    "games": "games",
    "seats": "seats",
    "champion": "champion",
    "deals": "deals",
    "scoring": "rules.overrides",
    "teams": "rules.overrides",
    "target": "rules.overrides",
}
"""What the spec calls what has a field of its own in the message, and so is no further setting."""
_REASONS: Final[dict[Reason, pb.HindranceReason.ValueType]] = {
    "not_connected": pb.HINDRANCE_REASON_NOT_CONNECTED,
    "not_ready": pb.HINDRANCE_REASON_NOT_READY,
    "lost": pb.HINDRANCE_REASON_LOST,
}


def plan_of(message: pb.Tournament) -> Plan:
    """Return what a message asks for.

    Raises:
        RefusedError: BAD_FIELD, RULES_UNKNOWN or RULES_CONTRADICTORY, naming every fault.
    """
    violations: list[tuple[str, str]] = []
    rules = _rules(message, violations)
    time, policy = TimeControl(), FaultPolicy()
    try:
        time = time_of(message.time) if message.HasField("time") else time
    except CodecError as error:
        violations.append((f"tournament.time.{error.field}", error.reason))
    try:
        policy = faults_of(message.faults) if message.HasField("faults") else policy
    except CodecError as error:
        violations.append((f"tournament.faults.{error.field}", error.reason))
    for name in sorted(_FIELDS.keys() & message.settings.keys()):
        text = f"is no further setting: give it in the field {_FIELDS[name]}"
        violations.append((f"tournament.settings.{name}", text))
    fields: dict[str, Any] = {
        **message.settings,
        "id": message.name,
        "name": message.title,
        "entrants": [{"id": one.bot, "name": one.name} for one in message.entrants],
        "format": message.schedule or "round_robin",
        "seats": message.seats or 2,
        "games": message.games or 2,
        "champion": message.champion,
    }
    try:
        fields["deals"] = deals_of(message.deals)
        if rules is not None:
            fields |= {"scoring": rules.scoring, "teams": rules.teams, "target": rules.target}
            seats = [(f"rules.{option}", text) for option, text in faults(rules, fields["seats"])]
            violations += [(f"tournament.{field}", text) for field, text in seats]
        spec = TournamentSpec.from_fields(fields)
    except SpecError as error:
        violations += [(f"tournament.{fault.path}", fault.message) for fault in error.faults]
    except CodecError as error:
        violations.append((f"tournament.{error.field}", error.reason))
    if violations or rules is None:
        reason = _reason([field for field, _ in violations])
        text = "; ".join(f"{field}: {what}" for field, what in violations)
        raise RefusedError(reason, f"The tournament cannot be played as asked: {text}", violations)
    return Plan(spec, rules, time, policy)


def _reason(fields: list[str]) -> str:
    """Return the reason for faults in these fields: rules have reasons of their own."""
    options = {field.removeprefix("tournament.rules.") for field in fields}
    if options == {"variant"}:
        return "VARIANT_UNSUPPORTED"
    if not all(field.startswith("tournament.rules.") for field in fields):
        return "BAD_FIELD"
    return "RULES_CONTRADICTORY" if options <= OPTIONS.keys() else "RULES_UNKNOWN"


def _rules(message: pb.Tournament, violations: list[tuple[str, str]]) -> RuleSet | None:
    try:
        return rules_of(message.rules)
    except RuleFaults as error:
        violations += [(f"tournament.rules.{option}", text) for option, text in error.faults]
    except CodecError as error:
        violations.append((f"tournament.rules.{error.field}", error.reason))
    return None


def tournament_message(
    hosted: Hosted, sessions: Sessions, house: Container[str], *, entrants: bool
) -> pb.Tournament:
    """Return a tournament as everybody may see it; `house`: entrants that the referee itself plays."""
    machine, header = hosted.machine, hosted.header
    spec = machine.spec
    connected = {bot for bot in spec.ids if sessions.find(bot, spec.id) is not None}
    return pb.Tournament(
        name=spec.id,
        title=spec.name,
        rules=rules_message(header.rules),
        time=time_message(header.time),
        faults=faults_message(header.faults),
        deals=deals_message(spec.deals),  # type: ignore[arg-type]
        schedule=spec.format,
        games=spec.games_per_pairing,
        seats=spec.seats,
        entrants=[
            pb.Entrant(
                bot=one.id, name=str(one), connected=one.id in connected, standing=_standing(hosted, one.id)
            )
            for one in spec.entrants
            if entrants
        ],
        state=STATES[machine.state],
        played=machine.played,
        running=len(hosted.runners),
        total=machine.total,
        connected=len(connected),
        commitment=header.commitment,
        time_left_us=hosted.time_left_us(sessions, house) or 0,
        decisions=hosted.counts.decisions.total(),
        rounds=machine.rounds,
        champion=spec.champion,
        settings=spec.settings,
    )


def match_message(hosted: Hosted, match: ScheduledMatch) -> match_pb2.Match:
    """Return a match, in its newest run, as everybody may see it."""
    run = hosted.newest_run(match)
    number = handle(match.id, run)
    message = match_pb2.Match(
        name=match.id,
        run=run,
        tournament=hosted.id,
        bots=match.seats,
        state=match_pb2.MATCH_STATE_SCHEDULED,
        handle=number,
    )
    runner = hosted.runners.get(f"{match.id}.{run}")
    if runner is not None:
        waiting = runner.state == "waiting"
        message.state = match_pb2.MATCH_STATE_WAITING if waiting else match_pb2.MATCH_STATE_RUNNING
        message.scores.extend(runner.match.scores)
        message.rounds = runner.match.rounds_played
        message.seq = runner.table.seq
    elif (result := hosted.result(match, run)) is not None:
        message.state = match_pb2.MATCH_STATE_FINISHED
        message.scores.extend(result.scores)
        message.rounds = result.rounds
        message.ending = ending_number(result.ending)  # type: ignore[assignment]
        if result.winner is not None:
            message.winner = result.winner
        if len(result.forfeits) == 1:
            message.blame = result.forfeits[0].seat
    elif hosted.was_begun(match):  # and cut off
        message.state = match_pb2.MATCH_STATE_FINISHED
        message.ending = ending_number(Why.CANCELLED)  # type: ignore[assignment]
    return message


def hindrance_message(one: Hindrance) -> pb.Hindrance:
    """Return what a tournament waits for."""
    return pb.Hindrance(
        bot=one.bot, reason=_REASONS[one.reason], matches=one.matches, match=one.match, wait_us=one.wait_us
    )


def standing_messages(ranking: Ranking, hosted: Hosted) -> list[pb.Standing]:
    """Return the lines of the standings, best first."""
    return [
        _line_message(line, ranking.ratings.get(line.entrant), hosted) for line in ranking.standings.lines
    ]


def _line_message(line: Standing, rating: Rating | None, hosted: Hosted) -> pb.Standing:
    message = pb.Standing(
        rank=line.rank,
        bot=line.entrant,
        played=line.played,
        won=line.won,
        points=line.points,
        difference=line.difference,
        rounds_won=line.rounds_won,
        forfeits=line.forfeits,
        strikes=hosted.counts.strikes[line.entrant],
        faults=dict(hosted.counts.faults.get(line.entrant, {})),
        standing=_standing(hosted, line.entrant),
    )
    if rating is not None:
        message.rating = rating.strength.mean
        message.rank_low, message.rank_high = rating.rank_low, rating.rank_high
        if rating.strength.low is not None and rating.strength.high is not None:
            message.rating_low, message.rating_high = rating.strength.low, rating.strength.high
    if line.margin is not None:
        message.margin = line.margin.mean
        if line.margin.low is not None and line.margin.high is not None:
            message.margin_low, message.margin_high = line.margin.low, line.margin.high
    return message


def _standing(hosted: Hosted, bot: str) -> str:
    return {"withdraw": "withdrawn", "disqualify": "disqualified"}.get(hosted.machine.gone.get(bot, ""), "in")
