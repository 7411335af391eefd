"""Files of bots, as authors write them."""

FIVE_LINES = """from arbitro_sdk import bot

@bot
def choose(turn):
    return turn.legal[0]
"""


def bot_file(folder, text=FIVE_LINES, name="mybot"):
    """Write a bot's file and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.py"
    path.write_text(text)
    return path
