"""A referee as a process of its own, with its pages."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from support.processes import environment


@dataclass(frozen=True)
class Referee:
    """Where bots go, where browsers go, and who may organise (on the first start).

    Attributes:
        messages: the file of its log lines.
    """

    grpc: str
    pages: str
    token: str | None
    messages: Path


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Referee]:
    """A referee whose data lies in a folder, as `serve` runs it with options; it must end well."""
    command = [sys.executable, "-m", "arbitro_server", "--json", "--data", "data", *options]
    messages = folder / "referee.txt"
    with (
        messages.open("w") as file,
        subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=file, text=True, env=environment()
        ) as process,
    ):
        told = json.loads(process.stdout.readline())
        yield Referee(told["listen"], told["http"], told["organiser_token"], messages)
        process.terminate()
        assert process.wait(15) == 0
