"""Why a request is refused, and what became of an answer, in words: one table for server, SDK and docs.

Each reason has one canonical gRPC code, a sentence that says what happened, and one that says what to do. An
error carries the reason's name as an ErrorInfo of domain ``arbitro.v1``; texts may change between versions,
names never do.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from arbitro.v1 import errors_pb2
from arbitro_engine.match.messages import Outcome
from arbitro_engine.rules.moves import Refusal

__all__ = ["DOMAIN", "REASONS", "CodeName", "Reason", "reason_of", "sentence"]

DOMAIN: Final = "arbitro.v1"

CodeName = Literal[
    "INVALID_ARGUMENT",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "FAILED_PRECONDITION",
    "UNAUTHENTICATED",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "UNAVAILABLE",
    "ABORTED",
    "UNIMPLEMENTED",
    "INTERNAL",
]
"""The names of the gRPC status codes in use (``grpc.StatusCode[name]``)."""


class Reason(NamedTuple):
    """One reason: its number and name in ErrorReason, its code, what happened, what to do."""

    number: int
    name: str
    code: CodeName
    happened: str
    advice: str

    def __str__(self) -> str:
        return f"{self.happened} {self.advice}"


_TABLE: Final[tuple[tuple[str, CodeName, str, str], ...]] = (
    (
        "BAD_FIELD",
        "INVALID_ARGUMENT",
        "A field has a value that is not allowed.",
        "Correct the fields named.",
    ),
    (
        "MALFORMED",
        "INVALID_ARGUMENT",
        "The message cannot be read.",
        "Send messages of arbitro.v1 as protobuf.",
    ),
    (
        "TOO_LARGE",
        "RESOURCE_EXHAUSTED",
        "The message is larger than the limit.",
        "Send less at once: Welcome states the limits.",
    ),
    (
        "NOT_FOUND",
        "NOT_FOUND",
        "There is no such thing here.",
        "Check the name; the List methods give all there are.",
    ),
    ("ALREADY_EXISTS", "ALREADY_EXISTS", "It exists already, with other content.", "Choose another id."),
    (
        "WRONG_STATE",
        "FAILED_PRECONDITION",
        "The present state does not allow this.",
        "Look at the state and do what it allows.",
    ),
    (
        "TOKEN_MISSING",
        "UNAUTHENTICATED",
        "No token was shown.",
        "Send the metadata `authorization: Bearer TOKEN`.",
    ),
    ("TOKEN_UNKNOWN", "UNAUTHENTICATED", "The token is not accepted.", "Ask the organiser for a token."),
    ("TOKEN_EXPIRED", "UNAUTHENTICATED", "The token has expired.", "Ask the organiser for a new token."),
    (
        "ROLE_MISSING",
        "PERMISSION_DENIED",
        "The token's role does not allow this.",
        "Use a token of the role named.",
    ),
    (
        "NOT_YOUR_MATCH",
        "PERMISSION_DENIED",
        "The bot has no seat in this match.",
        "Use the handle that MatchStarted told.",
    ),
    (
        "HELLO_EXPECTED",
        "FAILED_PRECONDITION",
        "The first frame must carry Hello.",
        "Send Hello first, at once.",
    ),
    ("HELLO_REPEATED", "FAILED_PRECONDITION", "Hello was sent twice.", "Send Hello once per session."),
    (
        "RATE_LIMITED",
        "RESOURCE_EXHAUSTED",
        "Too much came too fast.",
        "Wait for the time given, then try again.",
    ),
    (
        "TOO_MANY_SESSIONS",
        "RESOURCE_EXHAUSTED",
        "Too many sessions or streams are open.",
        "Close those that are not needed.",
    ),
    ("DRAINING", "UNAVAILABLE", "The referee is stopping.", "Come back after the time given."),
    (
        "SUPERSEDED",
        "ABORTED",
        "Another session of this bot took over.",
        "Run one session of a bot at a time.",
    ),
    (
        "RULES_UNKNOWN",
        "INVALID_ARGUMENT",
        "There is no such profile or option.",
        "`arbitro rules` lists the profiles, `arbitro rules PROFILE` the options.",
    ),
    (
        "RULES_CONTRADICTORY",
        "INVALID_ARGUMENT",
        "The rule set contradicts itself.",
        "Change one side of each contradiction named.",
    ),
    (
        "VARIANT_UNSUPPORTED",
        "UNIMPLEMENTED",
        "This variant of the game is known but not played here.",
        "Choose the variant classic.",
    ),
    (
        "LOG_SEALED",
        "FAILED_PRECONDITION",
        "The log is shut until its set is closed.",
        "Ask again when all matches of the set are over.",
    ),
    (
        "LOG_REMOVED",
        "NOT_FOUND",
        "The log was removed: this referee keeps logs for a time only.",
        "Ask who fetched it in time; the tournament's log tells the head that it ended with.",
    ),
    ("NOT_READY", "FAILED_PRECONDITION", "The match waits for Ready.", "Send Ready for it, then answer."),
    (
        "UNSOLICITED",
        "FAILED_PRECONDITION",
        "Nothing was asked that this answers.",
        "Answer decisions, each with its own number and attempt.",
    ),
    (
        "CLAIM_UNPROVED",
        "FAILED_PRECONDITION",
        "The bot claims to have seen more than the log holds, without a head signed by this referee.",
        "Go on from what the log holds, or show the newest signed head.",
    ),
    ("INTERNAL", "INTERNAL", "The referee failed.", "Tell the operator the incident id."),
)

REASONS: Final = {
    name: Reason(errors_pb2.ErrorReason.Value(f"ERROR_REASON_{name}"), name, code, happened, advice)
    for name, code, happened, advice in _TABLE
}
"""Every reason by the name that ErrorInfo carries."""

_BY_NUMBER: Final = {reason.number: reason for reason in REASONS.values()}


def reason_of(number: int) -> Reason | None:
    """Return the reason with this number in ErrorReason; None for numbers of later versions and 0."""
    return _BY_NUMBER.get(number)


_OUTCOMES: Final = {
    Outcome.ACCEPTED: "",
    Outcome.REFUSED: "The rules refuse it; the decision is open with the next attempt.",
    Outcome.SUBSTITUTED: "The default was done in your place.",
    Outcome.LATE: "It came after its time; nothing was done with it.",
    Outcome.STALE: "It answers a decision or attempt that is no longer open; nothing was done with it.",
    Outcome.FINED: "The card may not be played: it was fined and the decision is closed.",
    Outcome.UNKNOWN: "It answers a decision that was never put to you; nothing was done with it.",
}
_REFUSALS: Final = {
    Refusal.NOT_YOUR_TURN: "You are not asked now.",
    Refusal.NOT_THIS_DECISION: "That is no answer to what is asked.",
    Refusal.NOT_IN_HAND: "You do not hold that card.",
    Refusal.NO_MATCH: "The card matches neither colour nor number nor symbol.",
    Refusal.COLOR_MISSING: "A wild needs a colour named with it.",
    Refusal.COLOR_NOT_ALLOWED: "Only a wild names a colour.",
    Refusal.WILD_DRAW_FOUR_NOT_ALLOWED: "The rest of your hand does not allow a Wild Draw Four.",
    Refusal.ONLY_DRAWN_CARD: "After drawing only the drawn card may be played.",
    Refusal.MUST_TAKE_OR_STACK: "Cards are pending: take them, or stack where that is allowed.",
    Refusal.DRAW_NOT_ALLOWED: "You may not draw now.",
    Refusal.KEEP_NOT_ALLOWED: "The drawn card must be played.",
    Refusal.NOTHING_TO_DRAW: "There is no card to draw.",
    Refusal.PASS_NOT_ALLOWED: "You may not pass now.",
    Refusal.NUMBER_NEEDS_NO_COLOR: "A number fits another colour only without a card of the colour in force.",
    Refusal.ALREADY_ANSWERED: "You have answered this poll.",
    Refusal.UNKNOWN_ACT: "That is no move.",
}


def sentence(outcome: Outcome, refusal: Refusal | None = None) -> str:
    """Return what people are told about an answer; empty when it was accepted."""
    return f"{_REFUSALS[refusal]} {_OUTCOMES[outcome]}" if refusal else _OUTCOMES[outcome]
