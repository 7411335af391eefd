"""Prometheus's settings, the alerts, and the metrics themselves, by promtool."""

import json
import subprocess

import pytest
import yaml

from support.debian import program
from support.promql import exposed, grouped, selected

SCRAPED = {"job", "instance"}
"""Labels that Prometheus adds."""


def promtool(*arguments, stdin=""):
    command = [program("promtool"), *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def alerts(deploy):
    groups = yaml.safe_load((deploy / "prometheus/rules/arbitro.yml").read_text())["groups"]
    return {rule["alert"]: rule for group in groups for rule in group["rules"]}


@pytest.fixture(scope="module")
def trials(deploy):
    return yaml.safe_load((deploy / "prometheus/tests/arbitro.yml").read_text())["tests"]


def test_an_expression_tells_what_it_selects():
    asked = 'sum by (le) (rate(a_bucket{job="x", le!="1"}[5m])) > 0.2 * b and on (c) d:e{f=~"g{h}"} offset 1m'
    assert selected(asked) == {"a_bucket": {"job", "le"}, "b": set(), "d:e": {"f"}}
    assert grouped(asked) == {"le", "c"}


def test_the_settings_are_valid(deploy):
    done = promtool("check", "config", deploy / "prometheus/prometheus.yml")
    assert done.returncode == 0, done.stderr
    assert "1 rule files found" in done.stdout


def test_every_alert_fires_when_it_should_and_else_is_quiet(deploy):
    done = promtool("test", "rules", deploy / "prometheus/tests/arbitro.yml")
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_alert_is_tried_both_ways(alerts, trials):
    tried = [
        (one["alertname"], bool(one.get("exp_alerts")))
        for trial in trials
        for one in trial["alert_rule_test"]
    ]
    assert set(tried) == {(name, fires) for name in alerts for fires in (True, False)}


def test_every_alert_says_what_it_is_about_and_how_urgent(alerts):
    for alert in alerts.values():
        assert alert["labels"].keys() == {"severity"}
        assert alert["labels"]["severity"] in {"page", "ticket"}
        assert alert["annotations"].keys() == {"summary", "description"}


def test_alerts_ask_for_what_the_referee_exposes(alerts, trials, exposition):
    metrics = exposed(exposition) | {"up": set()}
    tried = [one["series"] for trial in trials for one in trial["input_series"]]
    for expression in [alert["expr"] for alert in alerts.values()] + tried:
        for metric, labels in selected(expression).items():
            assert metric in metrics
            assert labels | grouped(expression) <= metrics[metric] | SCRAPED


def test_the_real_metrics_please_promtool(exposition):
    done = promtool("check", "metrics", stdin=exposition)
    assert (done.returncode, done.stderr) == (0, "")


def test_no_metric_has_a_label_without_bound(exposition):
    labels = set().union(*exposed(exposition).values())
    assert labels == {
        "ending",
        "reason",
        "version",
        "le",
        "grpc_type",
        "grpc_service",
        "grpc_method",
        "grpc_code",
        "http_request_method",
        "http_route",
        "http_response_status_code",
    }


def test_an_expression_that_means_nothing_is_refused(tmp_path):
    rules = {"groups": [{"name": "g", "rules": [{"alert": "A", "expr": "sum by (le"}]}]}
    (tmp_path / "rules.yml").write_text(json.dumps(rules))
    assert promtool("check", "rules", tmp_path / "rules.yml").returncode != 0
