"""Practice: matches of one bot against a house bot, outside every list and standing.

A practice is a tournament of two that the bot starts itself, so that its clocks, logs and restarts are
everybody's; the house's seat is played by the referee. Its name begins with ``practice-``, as no other may.
It gives way when a tournament of its bot runs, and to the bot's next practice.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from arbitro_engine.tournament import Entrant, TournamentSpec, plural
from arbitro_server.runtime.floor import Floor
from arbitro_server.runtime.house import HOUSE, Policy
from arbitro_server.runtime.refusals import RefusedError
from arbitro_server.runtime.sessions import Sessions

if TYPE_CHECKING:
    from arbitro_server.runtime.hosted import Hosted

__all__ = ["MATCHES", "Practice", "author", "is_practice"]

_PREFIX: Final = "practice-"
_HOUSE: Final = "house-"
_DEFAULT: Final = "greedy"
_AT_ONCE: Final = 32
"""Practices side by side, so that the house never is what a referee is busy with."""
MATCHES: Final = 500
"""Practice matches that a bot may begin in all, where the settings say nothing else."""


def is_practice(tournament: str) -> bool:
    """Return whether this is the id of a practice."""
    return tournament.startswith(_PREFIX)


def author(hosted: Hosted) -> str:
    """Return the bot that practises."""
    return hosted.machine.spec.ids[0]


class Practice:
    """Who practises.

    Args:
        hosted: all tournaments by id, practices among them.
        most: practice matches that a bot may begin in all; 0: none.
    """

    def __init__(self, floor: Floor, hosted: Mapping[str, Hosted], sessions: Sessions, most: int) -> None:
        self._floor = floor
        self._hosted = hosted
        self._sessions = sessions
        self._most = most
        self._going: dict[str, Hosted] = {}

    def spec(self, bot: str, against: str, matches: int) -> TournamentSpec:
        """Return the spec of a new practice: so many matches (0: two; an odd number is rounded up).

        Raises:
            RefusedError: if there is no such house bot, the bot plays elsewhere, or it has had its share.
        """
        against = against or _DEFAULT
        if against not in HOUSE:
            text = f"{against!r} is no house bot: choose {', '.join(HOUSE)}"
            raise RefusedError("BAD_FIELD", f"against: {text}.", [("against", text)])
        self._check_free(bot)
        wanted, left = max(2, matches + matches % 2), self._most - self._begun(bot)
        if wanted > left:
            text = f"{bot} may begin {max(0, left)} more of {self._most} practice matches, and wants {wanted}"
            raise RefusedError("WRONG_STATE", f"{text}: ask for fewer, or the organiser for more.")
        house = Entrant(f"{_HOUSE}{against}", f"{against} of the house")
        return TournamentSpec(_PREFIX + secrets.token_hex(6), (Entrant(bot), house), games=wanted)

    def _check_free(self, bot: str) -> None:
        if not self._most:
            raise RefusedError("WRONG_STATE", "This referee offers no practice: `arbitro try` plays offline.")
        for hosted in self._hosted.values():
            machine = hosted.machine
            plays = bot in machine.spec.ids and bot not in machine.gone
            if plays and machine.state == "running" and not is_practice(hosted.id):
                text = f"{bot} plays in {hosted.id}, which runs: practise when it is over or paused."
                raise RefusedError("WRONG_STATE", text)
        if self._sessions.find(bot, "") is not None:
            text = f"Another session of {bot} is open, and would be superseded: stop it before practice."
            raise RefusedError("WRONG_STATE", text)
        others = [one for one in self._going.values() if not one.is_over and author(one) != bot]
        if len(others) >= _AT_ONCE:
            bots = plural(len(others), "bot practises", "bots practise")
            text = f"{len(others)} {bots} already, which is the limit: come back later."
            raise RefusedError("RATE_LIMITED", text, (), 10_000_000)

    def _begun(self, bot: str) -> int:
        """Return how many matches a bot's practices have begun; one for a practice without any."""
        mine = (one for one in self._hosted.values() if is_practice(one.id) and author(one) == bot)
        return sum(max(1, len(one.past) + len(one.runners)) for one in mine)

    def keep(self, hosted: Hosted) -> None:
        """Take note of a practice, in place of the bot's last; after a restart the house sits down again."""
        if not is_practice(hosted.id) or hosted.is_over:
            return
        self._end(author(hosted), "The bot has begun another practice.")
        self._going[author(hosted)] = hosted
        house = self.house(hosted)
        for runner in list(hosted.runners.values()):
            for seat, bot in enumerate(runner.header.bots):
                if bot in house:
                    runner.seat_house(seat, house[bot])

    def house(self, hosted: Hosted) -> dict[str, Policy]:
        """Return the house bots of a tournament by entrant; none but in a practice."""
        if not is_practice(hosted.id):
            return {}
        return {bot: HOUSE[bot.removeprefix(_HOUSE)] for bot in hosted.machine.spec.ids[1:]}

    def give_way(self, hosted: Hosted) -> None:
        """End the practices of those who play in this tournament."""
        if not self._going or is_practice(hosted.id) or hosted.machine.state != "running":
            return
        for bot in self._going.keys() & set(hosted.machine.spec.ids):
            self._floor.soon(partial(self._end, bot, f"The tournament {hosted.id} runs."))

    def _end(self, bot: str, why: str) -> None:
        hosted = self._going.pop(bot, None)
        if hosted is not None and not hosted.is_over:
            hosted.do(hosted.machine.cancel("referee", why))
