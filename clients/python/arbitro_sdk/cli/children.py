"""Processes that a verb starts, and ends again whatever happens: a referee and bots."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, Final, Self

from arbitro_sdk.errors import INSTALL_SERVER, UsageError

__all__ = ["Child", "Children", "Served"]

_STOP_S: Final = 15
_ENDS: Final = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
_Handler = Callable[[int, FrameType | None], Any] | int | None
_SHOWN_LINES: Final = 12


class Child:
    """A process whose messages go to a file.

    It is in a session of its own, so that Ctrl-C reaches the verb alone, which then ends everything in order.
    """

    def __init__(
        self, name: str, arguments: Sequence[str], messages: Path, secret: Mapping[str, str]
    ) -> None:
        self.name = name
        self._messages = messages
        try:
            messages.parent.mkdir(parents=True, exist_ok=True)
            messages.touch()
        except OSError as error:
            raise UsageError(
                "A603", f"{messages} cannot be written: {error.strerror}. Use another folder."
            ) from None
        with messages.open("wb") as stderr:
            self.process = subprocess.Popen(  # noqa: S603 - our own modules, with our own arguments
                [sys.executable, "-m", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stderr,
                env={**os.environ, **secret},
                start_new_session=True,
                text=True,
            )

    @property
    def failed(self) -> bool:
        """Whether it has ended, and not well."""
        return self.process.poll() not in {None, 0}

    def last_words(self) -> str:
        """The end of what it wrote to its messages."""
        lines = self._messages.read_text(encoding="utf-8", errors="replace").splitlines()
        return "\n".join(lines[-_SHOWN_LINES:])

    def wait(self, seconds: float = _STOP_S) -> None:
        """Wait for its end; end it by force if that takes too long."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


@dataclass(frozen=True, slots=True)
class Served:
    """A referee of our own: where it listens, its organiser's token, where its pages are if it has any."""

    address: str
    organiser_token: str
    http: str | None


class Children:
    """All processes of a verb, and the folder they leave things in.

    Leaving the block ends them, the bots before the referee they play on. In it, SIGTERM and the end of the
    terminal interrupt the verb as Ctrl-C does: nothing would end its processes otherwise.
    """

    def __init__(self, data: Path) -> None:
        self._data = data
        self.bots: list[Child] = []
        self.referee: Child | None = None
        self._before: dict[signal.Signals, _Handler] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = {one: signal.signal(one, signal.default_int_handler) for one in _ENDS}
        return self

    def __exit__(self, *_: object) -> None:
        for bot in self.bots:
            bot.process.kill()  # those that are still there: they would play their matches to the end
        if self.referee:
            self.referee.process.terminate()
        for child in (*self.bots, *([self.referee] if self.referee else [])):
            child.wait()
        for one, handler in self._before.items():
            signal.signal(one, handler)

    def serve(self, *options: str) -> Served:
        """Start a referee on a free loopback port, with its data in the folder.

        Raises:
            UsageError: A601 if the server is not installed, A602 if it does not start, A603 if the folder
                cannot be written, A604 if it holds a referee's data.
        """
        if importlib.util.find_spec("arbitro_server") is None:
            raise UsageError("A601", f"This needs the referee, which is missing. {INSTALL_SERVER}")
        arguments = (
            "arbitro_server",
            "--listen",
            "127.0.0.1:0",
            "--data",
            str(self._data),
            "--json",
            *options,
        )
        self.referee = Child("referee", arguments, self._data / "referee.txt", {})
        told = self.referee.process.stdout.readline() if self.referee.process.stdout else ""
        if not told:
            self.referee.wait()
            raise UsageError("A602", f"The referee did not start. It said:\n{self.referee.last_words()}")
        served = json.loads(told)
        if not served["organiser_token"]:
            raise UsageError("A604", f"{self._data} holds a referee's data already. Use another --data DIR.")
        return Served(served["listen"], served["organiser_token"], served["http"])

    def play(self, bot: str, name: str, served: Served, token: str, *options: str) -> Child:
        """Let a bot play on the referee."""
        arguments = ("arbitro_sdk", "play", bot, "--name", name, "--server", served.address, *options)
        messages = self._data / "bots" / f"{name}.txt"
        self.bots.append(Child(name, arguments, messages, {"ARBITRO_TOKEN": token}))
        return self.bots[-1]
