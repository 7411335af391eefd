"""Promises the repository makes as a whole: one version, locks without hosts, modules one can read."""

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
VERSION = (ROOT / "VERSION").read_text().strip()
DISTRIBUTIONS = {
    "engine": "arbitro-engine",
    "proto/python": "arbitro-proto",
    "server": "arbitro-server",
    "clients/python": "arbitro-sdk",
    "clients/web": "arbitro-web",
}
# Run-time requirements of whoever writes a bot: small, and in no conflict with what learning frameworks pin.
SDK_REQUIREMENTS = {"arbitro-engine", "arbitro-proto", "click", "grpcio", "grpcio-status", "protobuf"}
NOT_A_NOUN = re.compile(r"(^|_)(managers?|helpers?|utils?|utilities|commons?|misc|base)(_|$)")
LONGEST_MODULE = 400
every_distribution = pytest.mark.parametrize("folder", DISTRIBUTIONS)


@cache
def project(folder):
    return tomllib.loads((ROOT / folder / "pyproject.toml").read_text())


def requirements(folder):
    extras = project(folder)["project"].get("optional-dependencies", {}).values()
    return [Requirement(line) for line in chain(project(folder)["project"].get("dependencies", []), *extras)]


def handwritten(*folders):
    """Python files of the given folders that people wrote; all five sources when none is named."""
    for folder in folders or DISTRIBUTIONS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not path.is_relative_to(ROOT / "proto/python/arbitro/v1"):
                yield path


def shown(path):
    return str(path.relative_to(ROOT))


def test_version_is_three_numbers():
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)


@every_distribution
def test_distributions_read_the_one_version(folder):
    hatch = project(folder)["tool"]["hatch"]["version"]
    assert project(folder)["project"]["name"] == DISTRIBUTIONS[folder]
    assert project(folder)["project"]["dynamic"] == ["version"]
    assert (ROOT / folder / hatch["path"]).resolve() == ROOT / "VERSION"
    assert re.search(hatch["pattern"], (ROOT / "VERSION").read_text())["version"] == VERSION


@every_distribution
def test_distributions_need_each_other_in_the_same_version(folder):
    siblings = [need for need in requirements(folder) if need.name.startswith("arbitro-")]
    assert {str(need.specifier) for need in siblings} <= {f"=={VERSION}"}
    assert {need.name for need in siblings} <= set(DISTRIBUTIONS.values())


@every_distribution
def test_distributions_carry_the_licence(folder):
    assert (ROOT / folder / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert project(folder)["project"]["license"] == "Apache-2.0"


def test_newest_entry_of_the_changelog_is_this_version():
    entries = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)
    assert entries[0] == VERSION


def test_a_bot_needs_little():
    needs = project("clients/python")["project"]["dependencies"]
    assert {Requirement(line).name for line in needs} == SDK_REQUIREMENTS


def test_the_engine_needs_nothing():
    assert project("engine")["project"]["dependencies"] == []


def test_the_engine_imports_nothing_but_the_standard_library():
    foreign = {}
    for path in handwritten("engine"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module]
            for name in names:
                top = name.partition(".")[0]
                if top not in sys.stdlib_module_names and top != "arbitro_engine":
                    foreign.setdefault(top, set()).add(shown(path))
    assert foreign in ({}, {"numpy": {"engine/arbitro_engine/tournament/rating.py"}})


@pytest.mark.parametrize("lock", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda lock: lock.name)
def test_locks_name_no_host_and_pin_by_hash(lock):
    text = lock.read_text()
    assert "://" not in text
    assert not re.search(r"^\s*-", text.replace("    --hash=", ""), flags=re.MULTILINE)
    pins = [entry for entry in re.split(r"\n(?=\S)", text) if not entry.startswith("#")]
    assert pins
    assert [entry for entry in pins if "==" not in entry or "--hash=sha256:" not in entry] == []


def test_every_verb_has_a_help_line():
    makefile = (ROOT / "Makefile").read_text()
    verbs = set(re.search(r"^\.PHONY: (.*)$", makefile, flags=re.MULTILINE)[1].split()) - {"help"}
    helped = set(re.findall(r"^([a-z]+):.*?## \S", makefile, flags=re.MULTILINE))
    assert verbs == helped
    assert verbs >= {"setup", "demo", "test", "check", "proto", "bench", "wheels", "clean"}
    listed = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"^make (\S+)", listed, flags=re.MULTILINE)) == verbs


def test_the_first_page_says_what_one_needs_to_know():
    page = (ROOT / "README.md").read_text()
    assert len(page.splitlines()) < 80
    for needed in ("make demo", "make test", "pip install ./engine ./proto/python", "## What it does not do"):
        assert needed in page
    assert "UNO is a trademark" in page
    assert "not affiliated with" in page


def test_modules_can_be_read_in_one_sitting():
    lengths = {shown(path): len(path.read_text().splitlines()) for path in handwritten()}
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_modules_are_named_by_what_they_hold():
    modules = [path for path in handwritten() if path.stem != "__init__"]
    packages = [path.parent for path in handwritten() if path.stem == "__init__"]
    assert [shown(path) for path in [*modules, *packages] if NOT_A_NOUN.search(path.stem)] == []


def test_every_import_package_says_what_it_is():
    maps = [path for path in handwritten() if path.name == "__init__.py"]
    assert [shown(path) for path in maps if not ast.get_docstring(ast.parse(path.read_text()))] == []


def test_typed_packages_say_so():
    wheels = {
        folder: project(folder)["tool"]["hatch"]["build"]["targets"]["wheel"] for folder in DISTRIBUTIONS
    }
    packages = [ROOT / folder / name for folder, wheel in wheels.items() for name in wheel["packages"]]
    assert [shown(package) for package in packages if not (package / "py.typed").exists()] == []


@pytest.mark.parametrize("page", sorted(chain(ROOT.glob("*.md"), (ROOT / "docs").rglob("*.md"))), ids=shown)
def test_links_between_pages_lead_somewhere(page):
    prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    targets = re.findall(r"\]\((?!\w+:)([^)#\s]+)[^)]*\)", prose)
    assert [target for target in targets if not (page.parent / target).exists()] == []
