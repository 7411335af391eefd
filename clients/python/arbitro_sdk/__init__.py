"""Write a bot, try it offline, play it on a referee.

    from arbitro_sdk import bot

    @bot
    def choose(turn):
        return turn.legal[0]

=========================================  ===================================================================
what                                       module
=========================================  ===================================================================
the bot: `bot`, `Bot`                      `bot`, `unmarked`, `loading`, `bots` (the bundled ones)
what it sees: `Turn`, `MatchView`          `turn`, `view`
what it answers: `Choice`                  `choice`
matches offline                            `arena`, `duel`, `logs`
matches on a referee                       `play`, `frames`, `witness`, `terms`
how a referee is reached                   `referee`, `channel`, `credentials`
between the author's code and any match    `seated`
what may go wrong: `ArbitroError`          `errors`
organising from a program                  `admin`, `hosted`
the `arbitro` command                      `cli`
=========================================  ===================================================================
"""

from arbitro_sdk.bot import Bot, bot
from arbitro_sdk.choice import Choice
from arbitro_sdk.errors import ArbitroError
from arbitro_sdk.turn import Player, Turn
from arbitro_sdk.view import Heard, MatchEnd, MatchView

__all__ = ["ArbitroError", "Bot", "Choice", "Heard", "MatchEnd", "MatchView", "Player", "Turn", "bot"]
