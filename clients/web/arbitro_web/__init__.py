"""The spectator page and replay viewer: files only, served as they are. There is no build step.

- :mod:`.files`: ``names`` of all files, ``read`` for their bytes
- :mod:`.standalone`: the viewer as one file that needs no server

The modules of the page, from the inside out: ``wire.js``, ``arb.js``, ``jsonl.js``, ``logfile.js`` read
logs into ``events.js`` and ``cards.js``; ``telling.js`` is the order in which everybody learns, ``clocks.js``
what time was left; ``replay.js`` is a match as steps, ``table.js`` folds steps into what is seen;
``board.js`` with ``faces.js``, ``moves.js``, ``transport.js``, ``textmode.js``, ``keys.js`` show it,
``viewer.js`` holds them together, ``address.js`` names its moments, ``watched.js`` is a board alone;
``live.js`` and ``refresh.js`` keep pages fresh; each ``*-page.js`` is what one page loads, ``facts.js`` what
a file tells beside. ``dom.js`` makes elements, ``words.js`` and ``sentences.js`` texts, which stand in
``strings.json``; signs stand in ``symbols.svg``.
"""

from arbitro_web.files import names, read
from arbitro_web.standalone import standalone

__all__ = ["names", "read", "standalone"]
