"""``arbitro play``: a bot on a referee, until it says goodbye."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from arbitro_sdk.cli.figures import counted
from arbitro_sdk.cli.options import BotName, Duration, Verb, referee_option
from arbitro_sdk.cli.output import Output, json_option, remark
from arbitro_sdk.cli.practice import Practice, practice_option
from arbitro_sdk.errors import UsageError
from arbitro_sdk.loading import LoadedBot, load
from arbitro_sdk.referee import Referee
from arbitro_sdk.seated import to_stderr
from arbitro_sdk.terms import Backoff, Terms

if TYPE_CHECKING:
    from arbitro_sdk.frames import Finished
    from arbitro_sdk.play import Client

__all__ = ["command", "play", "terms_option"]


def terms_option(verb: Verb) -> Verb:
    """Add the options that say how a bot plays; the verb gets `Terms` as ``terms``."""

    @click.option(
        "--concurrent",
        type=click.IntRange(1, 1000),
        default=1,
        show_default=True,
        help="Matches side by side. While a bot thinks in one, its clocks run in the others.",
    )
    @click.option("--scope", default="", metavar="TOURNAMENT", help="Play in this tournament alone.")
    @click.option("--wait", is_flag=True, help="Wait for a referee that is not there yet.")
    @click.option(
        "--backoff", type=Duration(), default="5s", show_default=True, help="The longest wait between tries."
    )
    @click.option(
        "--witness",
        type=click.Path(path_type=Path, file_okay=False),
        default="arbitro-witness",
        show_default=True,
        metavar="DIR",
        help="Keep here what the bot is told: evidence for `arbitro verify --witness`.",
    )
    @click.option("--no-witness", is_flag=True, help="Keep no evidence.")
    @wraps(verb)
    def with_terms(
        *args: object,
        concurrent: int,
        scope: str,
        wait: bool,
        backoff: int,
        witness: Path,
        no_witness: bool,
        **options: object,
    ) -> object:
        kept = None if no_witness else witness
        try:
            waits = Backoff(most_us=backoff)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--backoff") from None
        terms = Terms(concurrent, scope, wait=wait, backoff=waits, witness=kept)
        return verb(*args, terms=terms, **options)

    return with_terms  # type: ignore[return-value]


@click.command()
@click.argument("bot", type=BotName())
@click.option("--name", help="What to call the bot in messages. Default: its own name.")
@terms_option
@practice_option
@referee_option
@json_option
def command(
    bot: str, name: str | None, terms: Terms, practice: Practice | None, referee: Referee, out: Output
) -> None:
    """Play on a referee until nothing is left to play. The token decides who the bot is.

    Ctrl-C leaves after the running matches, a second one at once.

    Example: arbitro play greedy --server 127.0.0.1:50051 --token-file greedy.token

    Example: arbitro play my_bot.py --practice --against greedy --matches 10
    """
    if practice is None:
        play(bot, name, referee, terms, out)
    else:
        practice.hold(referee, terms, lambda scoped: play(bot, name, referee, scoped, out))


def play(bot: str, name: str | None, referee: Referee, terms: Terms, out: Output) -> None:
    """Play until the end, and print what came of it."""
    loaded = load(bot)
    shown = name or loaded.name
    finished = _run(_finished(loaded, shown, referee, terms))
    won = sum(one.won for one in finished)
    out.result(
        {"bot": shown, "matches": len(finished), "won": won},
        f"{shown}: {counted(len(finished), 'match', 'matches')} played, {won} won.",
    )


async def _finished(bot: LoadedBot, shown: str, referee: Referee, terms: Terms) -> list[Finished]:
    from arbitro_sdk.play import Client  # a bot's file that plays offline does not wait for gRPC

    def say(text: str) -> None:
        remark(f"{shown}: {text}")

    client = Client(referee, bot, terms, to_stderr(shown), say)
    asking = asyncio.create_task(_learn_pages(client, referee, say))
    try:
        with _stopped_by_signals(client):
            await client.run()
    finally:
        asking.cancel()
    return client.attendance.finished


async def _learn_pages(client: Client, referee: Referee, say: Callable[[str], None]) -> None:
    """Learn where people look at matches, beside playing them: that it is not told stops nobody."""
    import grpc.aio

    from arbitro.v1 import info_pb2, info_pb2_grpc
    from arbitro_sdk.channel import dial
    from arbitro_sdk.hosted import Pages

    with suppress(grpc.aio.AioRpcError, UsageError):  # what keeps a bot from playing, the client says
        async with dial(referee) as channel:
            ask = info_pb2_grpc.InfoServiceStub(channel).GetServerInfo
            answer = await ask(
                info_pb2.GetServerInfoRequest(), metadata=referee.metadata, wait_for_ready=True
            )
        pages = Pages.of(answer.pages, referee.address)
        client.attendance.page = pages.match
        if pages.url:
            say(f"look on at {pages.url}")


def _run(session: Coroutine[None, None, list[Finished]]) -> list[Finished]:
    """Run on uvloop where it is installed: frames cost less on it."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(session)
    return uvloop.run(session)


@contextmanager
def _stopped_by_signals(client: Client) -> Iterator[None]:
    """Leave after the running matches at the first Ctrl-C or SIGTERM; the second interrupts everything."""
    loop = asyncio.get_running_loop()
    asked = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True
        remark("Leaving after the running matches; once more stops at once.")
        loop.call_soon_threadsafe(client.leave)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
