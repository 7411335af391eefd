"""RLCard, the peer that the engine is measured beside, in an environment of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path
from types import TracebackType
from typing import Final, Self

__all__ = ["RlCard", "Spent"]

_REQUIREMENT: Final = "rlcard==1.2.0"
_HOME: Final = Path(__file__).parent.parent / ".venv-rlcard"
_LOOP: Final = Path(__file__).with_name("peer_loop.py")


class Spent(dict[str, float]):
    """What was played, and the CPU it took: ``decisions``, ``rounds``, ``cpu_s``."""

    @property
    def rate(self) -> float:
        """Decisions in a second of CPU."""
        return self["decisions"] / self["cpu_s"]


class RlCard:
    """A process that plays RLCard's UNO. Its environment is made at the first use.

    Raises:
        subprocess.CalledProcessError: if RLCard cannot be installed.
    """

    def __init__(self) -> None:
        python = _HOME / "bin" / "python"
        if not (_HOME / ".ready").exists():
            print(f"making {_HOME.name} with {_REQUIREMENT} ...", file=sys.stderr)
            venv.create(_HOME, with_pip=True, clear=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", _REQUIREMENT], check=True)
            (_HOME / ".ready").touch()
        self._process = subprocess.Popen(
            [python, _LOOP], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def run(self, rounds: int) -> Spent:
        """Play so many rounds."""
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("the process was started without pipes")
        self._process.stdin.write(f"{rounds}\n")
        self._process.stdin.flush()
        return Spent(json.loads(self._process.stdout.readline()))
