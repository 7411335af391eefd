"""Options that several verbs share. Each decorator gives the verb the one value that its options describe."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import click
from click.shell_completion import CompletionItem

from arbitro_engine.match.clock import NO_TIME, TimeControl, parse_duration
from arbitro_engine.rules.ruleset import RuleFaults, RuleSet
from arbitro_engine.tournament import reason_fault
from arbitro_sdk.bots import BUNDLED
from arbitro_sdk.errors import UsageError
from arbitro_sdk.referee import DEFAULT_ADDRESS, Referee

__all__ = [
    "BotName",
    "Duration",
    "logs_option",
    "referee_option",
    "rule_set",
    "rules_option",
    "said_seed",
    "seed_option",
    "time_option",
    "why_option",
]

Verb = TypeVar("Verb", bound=Callable[..., Any])
P = ParamSpec("P")


class BotName(click.ParamType[str]):
    """What people call a bot; a shell completes bundled names, else files."""

    name = "bot"

    def shell_complete(
        self, _ctx: click.Context, _param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Give the bundled bots that begin so, and files."""
        near = [bot for bot in BUNDLED if bot.startswith(incomplete)]
        return [CompletionItem(bot, help=BUNDLED[bot]) for bot in near] or [
            CompletionItem(incomplete, type="file")
        ]


class Duration(click.ParamType[int]):
    """A duration such as ``500ms`` or ``5s``, given to the verb in microseconds."""

    name = "duration"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the text form; a number is one already."""
        if isinstance(value, int):
            return value
        try:
            return parse_duration(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


def rules_option(verb: Verb) -> Verb:
    """Add ``--rules P`` and ``--set OPTION=VALUE``; the verb gets a `RuleSet` as ``rules``."""

    @click.option(
        "--rules",
        "profile",
        default="official",
        show_default=True,
        metavar="P",
        help="The profile: see `arbitro rules`.",
    )
    @click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="OPTION=VALUE",
        help="Change one option of the rules; repeatable.",
    )
    @wraps(verb)
    def with_rules(*args: object, profile: str, settings: tuple[str, ...], **options: object) -> object:
        return verb(*args, rules=rule_set(profile, settings), **options)

    return with_rules  # type: ignore[return-value]


def rule_set(profile: str, settings: tuple[str, ...] = ()) -> RuleSet:
    """Return the rule set of a profile with some options changed, each ``OPTION=VALUE``.

    Raises:
        UsageError: A501, with all faults at once.
    """
    overrides = {}
    for setting in settings:
        option, equals, value = setting.partition("=")
        if not equals:
            raise UsageError("A501", f"--set {setting} names no value. Write OPTION=VALUE: --set target=200.")
        overrides[option] = value
    try:
        return RuleSet.of(profile, overrides)
    except RuleFaults as error:
        faults = "\n".join(f"  {option}: {message}" for option, message in error.faults)
        raise UsageError("A501", f"These rules cannot be played:\n{faults}", faults=error.faults) from None


def seed_option(verb: Verb) -> Verb:
    """Add ``--seed S``; the verb gets it, or a new one, as ``seed``."""
    option = click.option(
        "--seed",
        default=lambda: str(secrets.randbelow(10**8)),
        metavar="S",
        callback=said_seed,
        help="Deal by this seed: the same each time. Default: a new one, which is shown.",
    )
    return option(verb)


def said_seed(_ctx: click.Context, _param: click.Parameter, seed: str | None) -> str | None:
    """Refuse an empty seed: whoever writes one means that something is decided by it."""
    if seed is not None and not seed.strip():
        raise click.BadParameter("it is empty: write a number or a word, or leave the option out")
    return seed


def time_option(verb: Verb) -> Verb:
    """Add ``--time 1s+30s`` and ``--no-time``; the verb gets a `TimeControl` as ``time_control``."""

    @click.option(
        "--time",
        "clocks",
        default="1s+30s",
        show_default=True,
        metavar="ALLOWANCE+BANK[+INCREMENT]",
        callback=lambda _ctx, _param, value: _time_control(value),
        help="The clocks.",
    )
    @click.option("--no-time", is_flag=True, help="No clocks at all: for debuggers.")
    @wraps(verb)
    def with_time(*args: object, clocks: TimeControl, no_time: bool, **options: object) -> object:
        return verb(*args, time_control=NO_TIME if no_time else clocks, **options)

    return with_time  # type: ignore[return-value]


def _time_control(text: str) -> TimeControl:
    try:
        return TimeControl.parse(text)
    except ValueError as error:
        raise click.BadParameter(f"{error}. Clocks are ALLOWANCE+BANK, e.g. 1s+30s.") from None


def referee_option(verb: Verb) -> Verb:
    """Add ``--server``, ``--token-file``, and how to encrypt; the verb gets a `Referee` as ``referee``."""

    @click.option(
        "--server",
        envvar="ARBITRO_SERVER",
        default=DEFAULT_ADDRESS,
        show_default=True,
        metavar="H:P",
        callback=lambda _ctx, _param, value: _address(value),
        help="The referee. Or set ARBITRO_SERVER.",
    )
    @click.option(
        "--token-file",
        type=click.Path(path_type=Path),
        metavar="F",
        help="The file that holds the token. Or set ARBITRO_TOKEN to the token itself.",
    )
    @click.option(
        "--ca",
        envvar="ARBITRO_CA",
        type=click.Path(path_type=Path),
        metavar="F",
        help="Encrypt, and trust the certificates in this file. Or set ARBITRO_CA.",
    )
    @click.option("--tls", is_flag=True, help="Encrypt, and trust what this machine trusts.")
    @click.option(
        "--cert",
        envvar="ARBITRO_CERT",
        type=click.Path(path_type=Path),
        metavar="F",
        help="Encrypt, and show this certificate where the referee asks for one. Or set ARBITRO_CERT.",
    )
    @click.option(
        "--cert-key",
        envvar="ARBITRO_CERT_KEY",
        type=click.Path(path_type=Path),
        metavar="F",
        help="The private key of --cert, unless it is in the same file. Or set ARBITRO_CERT_KEY.",
    )
    @wraps(verb)
    def with_referee(
        *args: object,
        server: str,
        token_file: Path | None,
        ca: Path | None,
        tls: bool,
        cert: Path | None,
        cert_key: Path | None,
        **options: object,
    ) -> object:
        if cert_key and not cert:
            raise click.UsageError("--cert-key goes with --cert: name the certificate that it belongs to")
        return verb(*args, referee=Referee(server, _token(token_file), ca, tls, cert, cert_key), **options)

    return with_referee  # type: ignore[return-value]


def _address(text: str) -> str:
    host, _, port = text.rpartition(":")
    if not host or "://" in host or not port.isdecimal() or int(port) > 65_535:
        raise click.BadParameter(f"{text!r} is no address: write HOST:PORT, e.g. {DEFAULT_ADDRESS}")
    return text


def _token(file: Path | None) -> str:
    try:
        token = file.read_text(encoding="ascii") if file else os.environ.get("ARBITRO_TOKEN", "")
    except (OSError, UnicodeError):
        token = ""
    words = token.split()
    if len(words) > 1 or not token.isascii() or (file and not words):
        where, what = (f"{file} holds", "--token-file") if file else ("ARBITRO_TOKEN is", "it")
        raise UsageError("A504", f"{where} no token that can be read. Check {what}.")
    return "".join(words)


def logs_option(text: str, default: str | None = None) -> Callable[[Verb], Verb]:
    """Give a verb a folder for logs, as ``logs``; `text`: what it is for."""
    return click.option(
        "--logs",
        type=click.Path(path_type=Path, file_okay=False),
        default=default,
        show_default=default is not None,
        metavar="DIR",
        help=text,
    )


def why_option(verb: Callable[P, None]) -> Callable[P, None]:
    """Give the verb the reason for what is done, as ``why``: a line of text that a referee takes."""
    return click.option(
        "--why",
        required=True,
        callback=lambda _ctx, _param, value: _reason(value),
        help="The reason: it stands in the log.",
    )(verb)


def _reason(text: str) -> str:
    reason = text.strip()
    if fault := reason_fault(reason):
        raise click.BadParameter(fault)
    return reason
