"""The committed stubs are complete and load wherever we promise it; `make check` compares their text."""

import importlib
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PROTOS = sorted((ROOT / "proto/arbitro/v1").glob("*.proto"))
every_proto = pytest.mark.parametrize("proto", PROTOS, ids=lambda proto: proto.stem)


def has_service(proto):
    return re.search(r"^service ", proto.read_text(), flags=re.MULTILINE) is not None


def test_every_stub_has_a_proto():
    stubs = {
        path.name for path in (ROOT / "proto/python/arbitro/v1").iterdir() if path.suffix in {".py", ".pyi"}
    }
    messages = {f"{proto.stem}_pb2{kind}" for proto in PROTOS for kind in (".py", ".pyi")}
    services = {
        f"{proto.stem}_pb2_grpc{kind}" for proto in PROTOS if has_service(proto) for kind in (".py", ".pyi")
    }
    assert stubs == messages | services | {"__init__.py"}


@every_proto
def test_stubs_load_without_a_warning(proto):
    for kind in ["pb2", "pb2_grpc"] if has_service(proto) else ["pb2"]:
        assert importlib.import_module(f"arbitro.v1.{proto.stem}_{kind}")


@every_proto
def test_stubs_load_on_the_oldest_protobuf_we_allow(proto):
    needs = tomllib.loads((ROOT / "proto/python/pyproject.toml").read_text())["project"]["dependencies"]
    allowed = next(need.specifier for need in map(Requirement, needs) if need.name == "protobuf")
    generated = (ROOT / f"proto/python/arbitro/v1/{proto.stem}_pb2.py").read_text()
    oldest = re.search(r"^# Protobuf Python Version: (\S+)$", generated, flags=re.MULTILINE)[1]
    assert f">={oldest}" in {str(bound) for bound in allowed}
