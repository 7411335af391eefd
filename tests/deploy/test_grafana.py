"""The dashboard: each of its queries, played by promtool over what a real referee exposes, has an answer."""

import json
import subprocess
from functools import cache
from pathlib import Path

import pytest
import yaml

from support.debian import program
from support.promql import exposed, grouped, selected, series

GRAFANA = Path(__file__).parents[2] / "deploy/grafana"


@cache
def dashboard():
    return json.loads((GRAFANA / "dashboards/arbitro.json").read_text())


def queries():
    """All queries, with Grafana's variables filled in."""
    asked = [target["expr"] for panel in dashboard()["panels"] for target in panel.get("targets", [])]
    marks = [mark["expr"] for mark in dashboard()["annotations"]["list"]]
    return [each.replace("$job", "arbitro").replace("$__rate_interval", "5m") for each in asked + marks]


def panels():
    return [panel for panel in dashboard()["panels"] if panel["type"] != "row"]


def test_every_query_names_what_the_referee_exposes(exposition):
    metrics = exposed(exposition)
    for query in queries():
        assert selected(query)
        for metric, labels in selected(query).items():
            assert metric in metrics
            assert "job" in labels
            assert labels | grouped(query) <= metrics[metric] | {"job"}


def test_every_query_has_an_answer(exposition, tmp_path):
    scraped = [{"series": name, "values": "0+60x60"} for name in series(exposition, job="arbitro")]
    one = [{"labels": "{}", "value": 1}]
    trials = [
        {"expr": f"count({query}) > bool 0", "eval_time": "30m", "exp_samples": one} for query in queries()
    ]
    test = {"interval": "1m", "input_series": scraped, "promql_expr_test": trials}
    (tmp_path / "trial.yml").write_text(json.dumps({"evaluation_interval": "1m", "tests": [test]}))
    done = subprocess.run(
        [program("promtool"), "test", "rules", "trial.yml"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_metric_of_ours_is_shown(exposition):
    shown = {name.removesuffix("_bucket") for query in queries() for name in selected(query)}
    ours = {name for name in exposed(exposition) if name.startswith("arbitro_")}
    parts = ("_created", "_bucket", "_count", "_sum")
    families = {name for name in ours if not name.endswith(parts)} | {
        name.removesuffix("_bucket") for name in ours if name.endswith("_bucket")
    }
    assert families - shown == set()


def test_panels_lie_side_by_side_within_the_page():
    cells = set()
    for panel in dashboard()["panels"]:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        covered = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not covered & cells
        cells |= covered


def test_panels_have_ids_and_titles_of_their_own():
    every = dashboard()["panels"]
    assert len({panel["id"] for panel in every}) == len({panel["title"] for panel in every}) == len(every)


def test_panels_ask_the_source_that_the_reader_chose():
    sources = {panel["datasource"]["uid"] for panel in panels()}
    sources |= {target["datasource"]["uid"] for panel in panels() for target in panel["targets"]}
    assert sources == {"${datasource}"}
    assert [one["name"] for one in dashboard()["templating"]["list"]] == ["datasource", "job"]


@pytest.mark.parametrize("kind", ["datasources/prometheus.yaml", "dashboards/arbitro.yaml"])
def test_provisioning_files_are_of_the_version_that_grafana_reads(kind):
    assert yaml.safe_load((GRAFANA / "provisioning" / kind).read_text())["apiVersion"] == 1


def test_provisioning_leads_to_the_services_of_compose():
    services = yaml.safe_load((GRAFANA.parent / "compose.yaml").read_text())["services"]
    (source,) = yaml.safe_load((GRAFANA / "provisioning/datasources/prometheus.yaml").read_text())[
        "datasources"
    ]
    (provider,) = yaml.safe_load((GRAFANA / "provisioning/dashboards/arbitro.yaml").read_text())["providers"]
    assert source["url"] == "http://prometheus:9090"
    assert "prometheus" in services
    mounted = [volume.split(":")[1] for volume in services["grafana"]["volumes"]]
    assert {"/etc/grafana/provisioning", provider["options"]["path"]} == set(mounted)
    home = services["grafana"]["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]
    assert home == provider["options"]["path"] + "/arbitro.json"
