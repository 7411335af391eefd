"""The pages for operators: commands that exist, settings that work, metrics and alerts as they are."""

import re
import shlex
import ssl
import subprocess
from pathlib import Path

import click
import httpx
import pytest
import yaml

from arbitro_sdk.cli.verbs import command as arbitro
from support.debian import program
from support.processes import run
from support.promql import exposed
from support.serving import serving

ROOT = Path(__file__).parents[2]
HOW_TO = ROOT / "docs/how-to"
METRICS = ROOT / "docs/reference/metrics.md"
ALERTS = ROOT / "deploy/prometheus/rules/arbitro.yml"
FENCE = re.compile(r"^( *)```(\w+)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)


def blocks(page, kind):
    """The blocks of a page, without the indent of the list they stand in."""
    found = [(indent, text) for indent, of, text in FENCE.findall(page) if of == kind]
    return [re.sub(f"^{indent}", "", text, flags=re.MULTILINE) for indent, text in found]


def commands():
    """All calls of `arbitro` in the pages, without what is for the shell."""
    for page in sorted(HOW_TO.glob("*.md")):
        text = page.read_text()
        lines = [line for block in blocks(text, "sh") for line in block.replace("\\\n", " ").splitlines()]
        for line in [*lines, *re.findall(r"`(arbitro [^`]*)`", text)]:
            if line.startswith("arbitro "):
                yield f"{page.stem}: {line}", shlex.split(re.split(r" [|>] ", line)[0])[1:]


def named(text):
    """The metrics, or alerts, named in the first cells of a page's tables, each with its other cells."""
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| `")]
    return {name: cells for first, *cells in rows for name in re.findall(r"`(\w+)`", first)}


@pytest.mark.parametrize("words", [pytest.param(words, id=name) for name, words in commands()])
def test_every_command_is_one(words):
    command, context = arbitro, click.Context(arbitro)
    while isinstance(command, click.Group) and words:
        name, *words = words
        command = command.get_command(context, name)
        assert command is not None
    # options are looked up, their values are not: files are not here, tokens are made up
    command.make_parser(click.Context(command)).parse_args(list(words))


def test_a_command_that_is_none_would_be_found():
    with pytest.raises(click.NoSuchOption):
        test_every_command_is_one(["token", "issue", "--forever"])


def test_the_pages_have_commands():
    assert len(list(commands())) > 20


def test_a_classroom_that_does_as_the_page_says_talks_encrypted(tmp_path):
    program("openssl")
    page = (HOW_TO / "tls-for-a-classroom.md").read_text()
    subprocess.run(["sh", "-e", "-c", blocks(page, "sh")[0]], cwd=tmp_path, capture_output=True, check=True)
    assert (tmp_path / "key.pem").stat().st_mode & 0o077 == 0
    (settings,) = blocks(page, "toml")
    (tmp_path / "classroom.toml").write_text(re.sub(r"0\.0\.0\.0:\d+", "127.0.0.1:0", settings))
    trusting = ssl.create_default_context(cafile=tmp_path / "certificate.pem")
    with serving(tmp_path, "--config", "classroom.toml") as referee:
        for host in ("localhost", "127.0.0.1"):
            address, web = (f"{host}:{each.rpartition(':')[2]}" for each in (referee.grpc, referee.pages))
            done = run("health", "--server", address, "--ca", "certificate.pem", folder=tmp_path)
            assert (done.returncode, done.stdout) == (0, "serving\n")
            assert httpx.get(f"https://{web}/healthz", verify=trusting, timeout=30).is_success
        plain = run("health", "--server", referee.grpc, folder=tmp_path)
    assert (plain.returncode, plain.stderr[:4]) == (3, "A103")


def test_every_metric_is_explained_with_its_labels(exposition):
    metrics = {name: labels - {"le"} for name, labels in exposed(exposition).items()}
    suffixes = ("_created", "_count", "_sum")
    families = {name.removesuffix("_bucket") for name in metrics if not name.endswith(suffixes)}
    page = {
        name: cells for name, cells in named(METRICS.read_text()).items() if not name.startswith("Arbitro")
    }
    assert families <= page.keys()
    for name, (_kind, labels, *_rest) in page.items():
        told = set(re.findall(r"`(\w+)`", labels))
        if "the same" in labels:
            told |= {"grpc_type", "grpc_service", "grpc_method"}
        if name in families:
            assert told == metrics.get(name, metrics.get(f"{name}_count"))


def test_every_metric_that_is_explained_exists(exposition):
    families = set(re.findall(r"^# TYPE (\w+) ", exposition, re.MULTILINE))
    page = {name for name in named(METRICS.read_text()) if not name.startswith("Arbitro")}
    assert page - families == set()


def test_every_alert_says_what_to_do():
    groups = yaml.safe_load(ALERTS.read_text())["groups"]
    alerts = {rule["alert"]: rule["labels"]["severity"] for group in groups for rule in group["rules"]}
    page = {name: cells for name, cells in named(METRICS.read_text()).items() if name.startswith("Arbitro")}
    assert {name: severity for name, (severity, _what) in page.items()} == alerts
