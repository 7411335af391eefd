"""Compose and Kubernetes: valid by their schemas, and agreed with the image and with each other."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from arbitro_server.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
KUBERNETES = DEPLOY / "kubernetes/arbitro.yaml"
IMAGE = "arbitro:" + (ROOT / "VERSION").read_text().strip()


def check(tool, *arguments):
    command = [Path(sys.executable).parent / tool, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def services():
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]


@pytest.fixture(scope="module")
def objects():
    return {one["kind"]: one for one in yaml.safe_load_all(KUBERNETES.read_text())}


@pytest.fixture(scope="module")
def pod(objects):
    return objects["StatefulSet"]["spec"]["template"]["spec"]


@pytest.mark.parametrize(
    "path", sorted(DEPLOY.rglob("*.y*ml")), ids=lambda path: str(path.relative_to(DEPLOY))
)
def test_yaml_is_clean(path):
    style = "{extends: default, rules: {line-length: {max: 140}, document-start: disable, braces: disable}}"
    done = check("yamllint", "--strict", "--config-data", style, path)
    assert (done.returncode, done.stdout) == (0, "")


def test_compose_is_valid():
    done = check("check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")
    assert done.returncode == 0, done.stdout


def test_compose_opens_no_port_to_others(services):
    ports = [port for service in services.values() for port in service["ports"]]
    assert ports
    assert [port for port in ports if not port.startswith("127.0.0.1:")] == []


def test_compose_mounts_what_is_there(services):
    sources = [volume.split(":")[0] for service in services.values() for volume in service["volumes"]]
    assert [source for source in sources if source.startswith(".") and not (DEPLOY / source).exists()] == []


def test_compose_starts_the_referee_alone_unless_asked(services):
    assert [name for name, service in services.items() if "profiles" not in service] == ["arbitro"]
    assert {tuple(service["profiles"]) for service in services.values() if "profiles" in service} == {
        ("observe",)
    }
    assert services["arbitro"]["image"] == IMAGE
    assert services["arbitro"]["build"] == {"context": "..", "dockerfile": "deploy/Dockerfile"}


def test_prometheus_scrapes_the_service_by_its_name(services):
    (scraped,) = yaml.safe_load((DEPLOY / "prometheus/prometheus.yml").read_text())["scrape_configs"]
    assert scraped["static_configs"] == [{"targets": ["arbitro:8080"]}]
    assert "127.0.0.1:8080:8080" in services["arbitro"]["ports"]


def test_kubernetes_manifests_are_valid():
    done = check("kubernetes-validate", "--strict", "--quiet", KUBERNETES)
    assert done.returncode == 0, done.stdout + done.stderr


def test_kubernetes_objects_belong_together(objects, pod):
    labels = objects["StatefulSet"]["spec"]["template"]["metadata"]["labels"]
    assert objects["StatefulSet"]["spec"]["selector"]["matchLabels"] == labels
    assert objects["Service"]["spec"]["selector"] == labels
    assert objects["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    assert objects["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"] == labels
    namespace = objects["Namespace"]["metadata"]["name"]
    assert {one["metadata"].get("namespace", namespace) for one in objects.values()} == {namespace}
    assert pod["serviceAccountName"] == objects["ServiceAccount"]["metadata"]["name"]
    assert objects["StatefulSet"]["spec"]["serviceName"] == objects["Service"]["metadata"]["name"]


def test_kubernetes_runs_one_referee_that_is_asked_by_grpc(objects, pod):
    assert objects["StatefulSet"]["spec"]["replicas"] == 1
    (container,) = pod["containers"]
    assert container["image"] == IMAGE
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    assert ports == {"grpc": 50051, "http": 8080}
    assert {port["targetPort"] for port in objects["Service"]["spec"]["ports"]} == set(ports)
    probes = [container[f"{kind}Probe"] for kind in ("startup", "readiness", "liveness")]
    assert [probe["grpc"]["port"] for probe in probes] == [ports["grpc"]] * 3


def test_nobody_calls_from_the_pod_and_few_may_call_it(objects):
    policy = objects["NetworkPolicy"]["spec"]
    assert policy["policyTypes"] == ["Ingress", "Egress"]
    assert policy["egress"] == []
    assert all(rule["from"] and rule["ports"] for rule in policy["ingress"])


def test_the_data_directory_is_the_only_thing_that_stays(objects, pod):
    (container,) = pod["containers"]
    (claim,) = objects["StatefulSet"]["spec"]["volumeClaimTemplates"]
    mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
    assert mounts[claim["metadata"]["name"]] == "/var/lib/arbitro"
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    assert pod["securityContext"]["runAsNonRoot"] is True
    user = f"{pod['securityContext']['runAsUser']}:{pod['securityContext']['runAsGroup']}"
    assert f"USER {user}\n" in (DEPLOY / "Dockerfile").read_text()


def test_variables_are_settings(services, pod):
    (container,) = pod["containers"]
    names = {*services["arbitro"]["environment"], *(variable["name"] for variable in container["env"])}
    assert names
    assert {name.removeprefix("ARBITRO_").lower() for name in names} <= Settings.model_fields.keys()


def test_a_stop_is_given_the_time_it_takes(services, pod):
    drain_s = Settings.load(None, {}).drain / 1e6
    assert pod["terminationGracePeriodSeconds"] > drain_s + 5
    assert int(services["arbitro"]["stop_grace_period"].removesuffix("s")) > drain_s + 5
