"""Programs that come from Debian: installed where they are missing and may be, else their tests say so.

`install` belongs into a conftest's ``pytest_collection_finish``, so that no test's time is spent on it;
`program` into the test or fixture that runs the program.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

_PACKAGES = {
    "chromium": "chromium",
    "nginx": "nginx-light",
    "node": "nodejs",
    "openssl": "openssl",
    "promtool": "prometheus",
    "systemd-analyze": "systemd",
}
_SERVICES = {"nginx", "promtool"}
"""Their packages start a service where an init system runs: there it is for people to install them."""
_APT = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=1"]


def install(*names: str) -> None:
    """Install the programs that are missing, where that is possible without asking anybody."""
    packages = [_PACKAGES[name] for name in names if not _path(name) and _may_install(name)]
    if packages:
        _apt("update")
        _apt("install", "--yes", "--no-install-recommends", *packages)


def program(name: str) -> str:
    """Return the path of a program; the test is skipped where there is none."""
    found = _path(name)
    if found is None:
        why = "cannot be installed from here" if _may_install(name) else "is not for a test to install here"
        pytest.skip(f"{name} is missing and {why}: apt-get install {_PACKAGES[name]}")
    return found


def _path(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")


def _may_install(name: str) -> bool:
    is_quiet = name not in _SERVICES or not Path("/run/systemd/system").exists()
    return os.geteuid() == 0 and shutil.which("apt-get") is not None and is_quiet


def _apt(*arguments: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(
        [*_APT, *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
