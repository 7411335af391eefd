"""Acts as text (scenarios.md): `play W+4:B uno`, `draw`, `color G`. No other spelling counts."""

import re

PLAY = re.compile(r"play ((?:[RYGB](?:[0-9SR]|\+2))|W|W\+4)(?::([RYGB]))?( uno)?")
COLOR = re.compile(r"color ([RYGB])")
WORDS = ["draw", "keep", "pass", "take", "challenge", "accept", "catch", "ignore", "self"]


def read_act(text):
    """Return {"kind", "card", "color", "uno"} or None when the text is not an act.

    `play R5:G` and `play W` are acts (wrong ones): their refusals have codes of their own.
    """
    play = PLAY.fullmatch(text)
    if play:
        return {"kind": "play", "card": play[1], "color": play[2], "uno": play[3] is not None}
    color = COLOR.fullmatch(text)
    if color:
        return {"kind": "color", "card": None, "color": color[1], "uno": False}
    if text in WORDS:
        return {"kind": text, "card": None, "color": None, "uno": False}
    return None
