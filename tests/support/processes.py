"""The command and the referee as processes of their own."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager

ARBITRO = [sys.executable, "-m", "arbitro_sdk"]


def environment(**extra):
    """This process's environment without settings of Arbitro's, and some more."""
    return {name: value for name, value in os.environ.items() if not name.startswith("ARBITRO_")} | extra


def run(*arguments, folder, **extra):
    """Run the command to its end; `extra` goes into its environment."""
    command = [*ARBITRO, *arguments]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env=environment(**extra)
    )


@contextmanager
def served(folder, data="data"):
    """A referee on a free loopback port: its address and its organiser's token."""
    command = [sys.executable, "-m", "arbitro_server", "--listen", "127.0.0.1:0", "--data", data, "--json"]
    with (
        (folder / "referee.txt").open("w") as messages,
        subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=messages, text=True, env=environment()
        ) as process,
    ):
        told = json.loads(process.stdout.readline())
        yield told["listen"], told["organiser_token"]
        process.terminate()
        assert process.wait(15) == 0
