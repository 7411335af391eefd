"""Spectator pages, JSON and health over HTTP, in the referee's own event loop. Read in this order.

- :mod:`.ports`: what the pages read of the referee; :mod:`.referee`: where that is taken from
- :mod:`.site`: all addresses; :mod:`.access`: who may open which; :mod:`.security`: headers on every answer;
  :mod:`.observing`: a line and a count for every request
- :mod:`.matches`: one match, and what of it may be seen by now; :mod:`.tables`, :mod:`.live`,
  :mod:`.stream`: live tables
- :mod:`.lookup`: what an address names; :mod:`.rendering`: pages, :mod:`.kept` for a second for all who ask;
  :mod:`.downloads`: data; :mod:`.answers`: languages, queries, caching
- :mod:`.summary`: standings as JSON; :mod:`.plots`: plots as SVG
- :mod:`.pages`: how pages look; :mod:`.html`, :mod:`.words`, :mod:`.sentences`: what they are made of
- :mod:`.server`: the port
"""
