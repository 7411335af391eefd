"""The server's verbs of the ``arbitro`` command, joined to it by the entry point group ``arbitro.verbs``.

- :mod:`.serve`: the referee
- :mod:`.store`: what an operator does with a referee's data, on its machine
- :mod:`.failures`: what went wrong with a store, by its code
"""

from arbitro_server.verbs.serve import serve
from arbitro_server.verbs.store import backup, store

__all__ = ["backup", "serve", "store"]
