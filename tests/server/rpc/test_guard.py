"""Nothing unexpected leaves: an error of ours is an incident id outside, and the rest stands in the log."""

import json
from io import StringIO

import pytest
import structlog
from grpc import StatusCode, aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from structlog.testing import capture_logs

from arbitro.v1 import play_pb2, tournament_pb2
from arbitro_server.telemetry import logging
from support.hosting import host
from support.raw import raw_bot


@pytest.fixture(autouse=True)
def restored():
    yield
    structlog.reset_defaults()


@pytest.fixture
async def referee(tmp_path):
    async with host(tmp_path / "data") as running:
        yield running


async def test_an_unexpected_error_leaves_as_an_incident(referee, monkeypatch):
    def broken(_name):
        raise KeyError("hand of ben: R7 W+4, in /home/referee/secret")

    monkeypatch.setattr(referee.app.director, "find", broken)
    with capture_logs() as lines, pytest.raises(aio.AioRpcError) as caught:
        await referee.get()
    assert caught.value.code() is StatusCode.INTERNAL
    told = caught.value.details()
    failed = next(line for line in lines if line["event"] == "rpc.failed")
    assert failed["incident"] in told
    for secret in ("KeyError", "hand", "R7", "/home", "Traceback"):
        assert secret not in told
        assert secret not in str(caught.value.trailing_metadata())


async def test_an_unexpected_error_in_a_stream_ends_that_stream_alone(referee, monkeypatch):
    await referee.create("ann", "ben", start=False)

    def broken(*_):
        raise ValueError("secret path")

    monkeypatch.setattr(referee.app.director.lobby, "leave", broken)
    async with (
        raw_bot(referee.address, referee.tokens["ann"]) as ann,
        raw_bot(referee.address, referee.tokens["ben"]) as ben,
    ):
        await ann.hello()
        await ben.hello()
        await ann.send(leave=play_pb2.Leave())
        assert await ann.reason() == "INTERNAL"
        assert "secret" not in ann.status.details()
        assert referee.app.director.lobby.sessions.of("ben")


async def test_a_peer_that_vanishes_as_it_is_written_to_is_no_error_of_ours(referee, monkeypatch):
    async def vanished(*_):
        raise aio.InternalError("Failed execute_batch")

    monkeypatch.setattr("arbitro_server.rpc.play._Stream._write", vanished)
    await referee.create("ann", "ben", start=False)
    with capture_logs() as lines:
        async with raw_bot(referee.address, referee.tokens["ann"]) as ann:
            await ann.send(hello=play_pb2.Hello())
            assert await ann.reason() == ""
    assert "rpc.failed" not in [line["event"] for line in lines]
    handled = [line for line in lines if line["event"] == "rpc.handled"]
    assert handled[-1]["grpc_code"] == "CANCELLED"


async def test_calls_are_counted_by_conventional_names(referee):
    await referee.create("ann", start=False)
    with pytest.raises(aio.AioRpcError):
        await referee.start()
    text = referee.app.floor.metrics.exposition().decode()
    labels = 'grpc_method="CreateTournament",grpc_service="arbitro.v1.TournamentService",grpc_type="unary"'
    assert f"grpc_server_started_total{{{labels}}} 1.0" in text
    assert 'grpc_code="OK",grpc_method="CreateTournament"' in text
    assert 'grpc_code="FAILED_PRECONDITION",grpc_method="StartTournament"' in text


async def test_messages_of_calls_and_streams_are_counted(referee):
    await referee.create("ann", "ben", start=False)
    watch = referee.tournaments.WatchTournament(tournament_pb2.WatchTournamentRequest(name="cup"))
    await watch.read()
    watch.cancel()
    service, metrics = "arbitro.v1.TournamentService", referee.app.floor.metrics
    for kind, name in (("unary", "CreateTournament"), ("server_stream", "WatchTournament")):
        for messages in (metrics.received, metrics.sent):
            assert messages.labels(kind, service, name)._value.get() == 1


async def test_a_traceparent_is_taken_up_into_the_log(referee):
    stream = StringIO()
    logging.configure("json", "debug", stream)
    trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    await referee.tournaments.ListTournaments(
        tournament_pb2.ListTournamentsRequest(), metadata=[*referee.metadata, ("traceparent", trace)]
    )
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    handled = next(line for line in lines if line["event"] == "rpc.handled")
    assert handled["trace_id"] == "0af7651916cd43dd8448eb211c80319c"
    assert handled["span_id"] == "b7ad6b7169203331"
    assert handled["grpc_code"] == "OK"
    assert not any(referee.organiser in line for line in stream.getvalue().splitlines())


async def test_each_call_is_one_line_that_says_who_and_probes_are_quiet(referee):
    stream = StringIO()
    logging.configure("json", "info", stream)
    await referee.create("ann", start=False)
    with pytest.raises(aio.AioRpcError):
        await referee.tournaments.GetTournament(tournament_pb2.GetTournamentRequest(name="none"))
    await health_pb2_grpc.HealthStub(referee.channel).Check(health_pb2.HealthCheckRequest())
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    handled = [line for line in lines if line["event"] == "rpc.handled"]
    assert [line["grpc_method"].rpartition("/")[2] for line in handled] == [
        "CreateTournament",
        "GetTournament",
    ]
    assert [line["grpc_code"] for line in handled] == ["OK", "NOT_FOUND"]
    assert [line["who"] for line in handled] == [f"organiser {referee.organiser[:16]}", ""]
