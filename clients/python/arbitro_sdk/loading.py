"""From what people call a bot (``greedy``, ``mybot.py``, ``module:name``) to one that can sit down."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import re
import sys
import traceback
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FunctionType, ModuleType, TracebackType
from typing import Final, cast

from arbitro_sdk import bots
from arbitro_sdk.bot import Bot, Chooser, is_bot
from arbitro_sdk.choice import Choice
from arbitro_sdk.errors import CheckFailedError, UsageError
from arbitro_sdk.turn import Turn

__all__ = ["LoadedBot", "load", "names"]

_SLUG_MAX: Final = 63


@dataclass(frozen=True, slots=True)
class LoadedBot:
    """A bot that can sit down: `spec` is what it was called, `seat` makes one for a match or raises A702."""

    spec: str
    name: str
    seat: Callable[[], Chooser]


class _Function:
    """A bot that is a function: it remembers nothing."""

    def __init__(self, choose: Callable[[Turn], Choice | str]) -> None:
        self.choose = choose


def load(spec: str) -> LoadedBot:
    """Return the bot of this name, file or ``module:name``.

    Raises:
        UsageError: A401 no such bot or file, A402 it does not import (with the author's traceback), A403 it
            holds no bot, A404 it holds several.
    """
    if spec in bots.BUNDLED:
        return _seated(spec, spec, bots.load(spec))
    if spec.endswith(".py") or "/" in spec:
        path = Path(spec)
        if not path.is_file():
            raise UsageError(
                "A401", f"There is no file {spec}. Check the path, or list bundled bots with `arbitro bots`."
            )
        return _seated(spec, path.stem, _only_bot(spec, _import_file(path)))
    module, colon, name = spec.partition(":")
    if not colon:
        raise _unknown(spec)
    found = getattr(_import_module(spec, module), name, None)
    if found is None:
        raise UsageError(
            "A403", f"The module {module} has nothing called {name}. Name the function or class of the bot."
        )
    return _seated(spec, name, found)


def _unknown(spec: str) -> UsageError:
    file = f"{spec}.py"
    near = [file] if Path(file).is_file() else difflib.get_close_matches(spec, bots.BUNDLED, 1)
    meant = f"Did you mean {near[0]}? " if near else ""
    return UsageError(
        "A401",
        f"There is no bundled bot {spec!r}: there are {', '.join(bots.BUNDLED)}. {meant}"
        "A bot is one of these names, a file (mybot.py), or module:name.",
    )


def names(loaded: Iterable[str]) -> list[str]:
    """Return an id (a slug) for each name, made unique by numbers: ``greedy``, ``greedy-2``."""
    given: list[str] = []
    for name in loaded:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        slug = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:_SLUG_MAX] or "bot"
        unique, copy = slug, 1
        while unique in given:
            copy += 1
            unique = f"{slug[: _SLUG_MAX - len(str(copy)) - 1]}-{copy}"
        given.append(unique)
    return given


def _seated(spec: str, name: str, found: object) -> LoadedBot:
    if isinstance(found, type) and callable(choose := getattr(found, "choose", None)):
        if choose is Bot.choose:
            raise UsageError(
                "A403", f"The class {found.__name__} in {spec} has no choose(self, turn): is it misspelt?"
            )
        return LoadedBot(spec, name, partial(_made, spec, cast("type[Chooser]", found)))
    if isinstance(found, FunctionType):
        return LoadedBot(spec, name, lambda: _Function(found))
    raise UsageError(
        "A403", f"{spec} is no bot: a bot is a function choose(turn) or a class with that method."
    )


def _made(spec: str, found: type[Chooser]) -> Chooser:
    """Make a bot for a match. Raises A702 where the author's constructor does not do it."""
    try:
        return found()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the author's code does
        raise CheckFailedError(
            "A702", f"{spec} could not be made, without arguments, for a match. Repair this:\n{_shown(error)}"
        ) from None


def _only_bot(spec: str, module: ModuleType) -> object:
    marked = {name: value for name, value in vars(module).items() if is_bot(value)}
    own = {name: value for name, value in marked.items() if value.__module__ == module.__name__} or marked
    if not own:
        raise UsageError("A403", f"{spec} holds no bot. Put @bot above its choose(turn), or above its class.")
    if len(own) > 1:
        raise UsageError(
            "A404",
            f"{spec} holds {len(own)} bots: {', '.join(own)}. Name one as module:name, or mark one alone.",
        )
    return next(iter(own.values()))


def _import_file(path: Path) -> ModuleType:
    """Load a file as a module of its own; its neighbours can be imported by it, as when it is run."""
    path = path.resolve()
    name = path.stem
    known = sys.modules.get(name)
    if known is not None and getattr(known, "__file__", None) == str(path):
        return known
    if known is not None or not name.isidentifier():
        name = "bot" + re.sub(r"\W", "_", str(path))
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError("A402", f"{path} cannot be loaded as Python. A bot's file ends in .py.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the author's file does
        del sys.modules[name]
        raise _does_not_import(str(path), error) from None
    return module


def _import_module(spec: str, name: str) -> ModuleType:
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the author's file does
        raise _does_not_import(spec, error) from None


def _does_not_import(spec: str, error: BaseException) -> UsageError:
    return UsageError("A402", f"{spec} does not import. Repair this and try again:\n{_shown(error)}")


def _shown(error: BaseException) -> str:
    own = _without_ours(error.__traceback__)
    return "".join(traceback.format_exception(type(error), error, own)).rstrip()


def _without_ours(trace: TracebackType | None) -> TracebackType | None:
    """Drop the frames of the SDK and of the import system: the author's own remain."""
    while trace and (
        trace.tb_frame.f_code.co_filename == __file__ or "importlib" in trace.tb_frame.f_code.co_filename
    ):
        trace = trace.tb_next
    return trace
