"""Runs the page's modules in Node, without a browser. Where Node is missing and may be, it is installed."""

import json
import subprocess
from pathlib import Path

from support.debian import install, program

WEB = Path(__file__).parent.parent / "web"


def node(script: str, *arguments: str, stdin: str = "") -> str:
    """Run a script of tests/web; returns what it prints. Fails with what it complains about."""
    install("node")
    done = subprocess.run(
        [program("node"), "--no-warnings", str(WEB / script), *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def look(tmp_path: Path, log: bytes, **request) -> dict:
    """Return what the page makes of a log file: see tests/web/look.mjs."""
    file = tmp_path / "log"
    file.write_bytes(log)
    asked = tmp_path / "request.json"
    asked.write_text(json.dumps({"log": str(file), **request}))
    return json.loads(node("look.mjs", str(asked)))
