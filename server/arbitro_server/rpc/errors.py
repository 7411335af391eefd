"""Refusals as gRPC statuses: a code, one ErrorInfo with the reason, the fields at fault, when to retry."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.protobuf.message import Message
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from arbitro.reasons import DOMAIN, REASONS
from arbitro_engine.tournament import SpecError, plural
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.telemetry.logging import logger

__all__ = ["failure", "refusal_of", "status_of"]

_TEXT: Final = 800
_FIELD: Final = 200
_FIELDS: Final = 2_800
"""Bytes of a message, of a field or what is wrong with it, and of all these: a status travels in trailers of
8 kB, its message twice, and once percent-encoded. Clients see nothing at all of a longer one."""


def status_of(refused: RefusedError) -> grpc.Status:
    """Return the status that tells a client why, and what to do.

    What is too long for the way is cut: texts repeat what somebody sent, and that may have any length.
    """
    reason = REASONS[refused.reason]
    info = error_details_pb2.ErrorInfo(reason=reason.name, domain=DOMAIN)
    details: list[Message] = [info]
    if refused.violations:
        violations = [
            error_details_pb2.BadRequest.FieldViolation(field=field, description=text)
            for field, text in _fitting(refused.violations)
        ]
        details.append(error_details_pb2.BadRequest(field_violations=violations))
    if refused.retry_after_us:
        seconds, us = divmod(refused.retry_after_us, 1_000_000)
        delay = duration_pb2.Duration(seconds=seconds, nanos=us * 1_000)
        details.append(error_details_pb2.RetryInfo(retry_delay=delay))
    status = status_pb2.Status(code=code_pb2.Code.Value(reason.code), message=_cut(refused.message, _TEXT))
    for detail in details:
        packed = any_pb2.Any()
        packed.Pack(detail)
        status.details.append(packed)
    made: grpc.Status = rpc_status.to_status(status)
    return made


def failure(method: str, error: BaseException) -> RefusedError:
    """Log an error of ours, and return the refusal that tells no more than where it stands in the log."""
    incident = secrets.token_hex(6)
    logger().error("rpc.failed", incident=incident, grpc_method=method, exc_info=error)
    return RefusedError("INTERNAL", f"The referee failed: tell the operator incident {incident}.")


def _fitting(violations: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return as many faults as there is room for, and how many are left out."""
    told: list[tuple[str, str]] = []
    room = _FIELDS
    for field, text in violations:
        fault = _cut(field, _FIELD), _cut(text, _FIELD)
        room -= sum(len(part.encode()) for part in fault)
        if room < 0:
            more = len(violations) - len(told)
            return [*told, ("", f"and {more} {plural(more, 'fault')} more: mend these first")]
        told.append(fault)
    return told


def _cut(text: str, size: int) -> str:
    return text if len(text.encode()) <= size else text.encode()[:size].decode(errors="ignore") + "…"


def refusal_of(error: Exception) -> RefusedError | None:
    """Return the refusal that a fault of the request means; None for everything else."""
    if isinstance(error, RefusedError):
        return error
    if isinstance(error, SpecError):
        faults = [(f"tournament.{fault.path}", fault.message) for fault in error.faults]
        return RefusedError("BAD_FIELD", str(error), faults)
    return None
