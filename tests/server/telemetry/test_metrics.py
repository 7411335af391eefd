"""Metrics: names, and no label that could grow without bound."""

import re

from prometheus_client.parser import text_string_to_metric_families

from arbitro_server.telemetry.metrics import Metrics

GRPC = {"grpc_type", "grpc_service", "grpc_method", "grpc_code"}
HTTP = {"http_request_method", "http_route", "http_response_status_code"}
BOUNDED = GRPC | HTTP | {"ending", "reason", "version", "le"}


def families(metrics: Metrics) -> dict:
    return {one.name: one for one in text_string_to_metric_families(metrics.exposition().decode())}


def test_think_times_are_one_histogram_and_one_counter():
    metrics = Metrics("1.2.3")
    for us in (500, 1_000, 2_000, 40_000_000):
        metrics.thinking.answered(us)
    found = families(metrics)
    buckets = {s.labels["le"]: s.value for s in found["arbitro_turn_seconds"].samples if "le" in s.labels}
    assert buckets["0.001"] == 2
    assert buckets["0.003"] == 3
    assert buckets["30.0"] == 3
    assert buckets["+Inf"] == 4
    assert next(s.value for s in found["arbitro_turn_seconds"].samples if s.name.endswith("_sum")) == 40.0035
    assert found["arbitro_decisions"].samples[0].value == 4


def test_every_label_is_bounded_and_every_name_is_ours_or_conventional():
    metrics = Metrics("1.2.3")
    metrics.matches.labels("target").inc()
    metrics.refusals.labels("no_match").inc()
    metrics.rpc_handled.labels("unary", "arbitro.v1.InfoService", "GetServerInfo", "OK").inc()
    metrics.http_seconds.labels("GET", "/m/{match}", 200).observe(0.01)
    for name, family in families(metrics).items():
        assert re.match(r"(arbitro|grpc_server|http_server|process)_[a-z_]+", name)
        assert family.documentation
        for sample in family.samples:
            assert set(sample.labels) <= BOUNDED


def test_the_build_is_told():
    assert families(Metrics("1.2.3"))["arbitro_build_info"].samples[0].labels["version"] == "1.2.3"
