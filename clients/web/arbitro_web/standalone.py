"""One HTML file that holds the whole replay viewer, for logs looked at without any server, also from a disk.

Browsers load no modules from files, so every module stands in the page as a data address, named by an import
map.
"""

from __future__ import annotations

import base64
import json
import re
from functools import cache
from html import escape
from typing import Final

from arbitro_web.files import read

__all__ = ["standalone"]

_IMPORT: Final = re.compile(r'(from |import )"\./([\w-]+\.(?:js|json))"')
_ENTRY: Final = "drop-page.js"
_MEDIA: Final = {"js": "text/javascript", "json": "application/json"}


@cache
def standalone(language: str = "en", symbols: bytes = b"") -> bytes:
    """Return the page in a language; ``symbols``: another symbol set in place of symbols.svg."""
    texts = json.loads(read("strings.json"))[language]
    modules = {f"arbitro/{name}": _address(name) for name in _needed(_ENTRY)}
    title = escape(texts["drop.title"])
    page = f"""<!doctype html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Arbitro</title>
<link rel="icon" href="{_data("image/svg+xml", read("favicon.svg"))}">
<style>{read("style.css").decode()}{read("table.css").decode()}</style>
<script type="importmap">{json.dumps({"imports": modules})}</script>
</head>
<body>
{(symbols or read("symbols.svg")).decode()}
<main id="main">
<div class="title"><h1>{title}</h1></div>
<div id="drop" class="drop"></div>
<section id="opened"></section>
</main>
<script type="module">import "arbitro/{_ENTRY}";</script>
</body>
</html>
"""
    return page.encode()


def _needed(entry: str) -> list[str]:
    """Return a module and all that it imports, directly or not."""
    found: list[str] = []
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.append(name)
            if name.endswith(".js"):
                waiting += [other for _, other in _IMPORT.findall(read(name).decode())]
    return sorted(found)


def _address(name: str) -> str:
    source = read(name).decode()
    named = _IMPORT.sub(lambda found: f'{found[1]}"arbitro/{found[2]}"', source)
    return _data(_MEDIA[name.rpartition(".")[2]], named.encode())


def _data(media: str, content: bytes) -> str:
    return f"data:{media};base64,{base64.b64encode(content).decode()}"
