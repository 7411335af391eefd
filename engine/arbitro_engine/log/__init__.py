"""The log as evidence: what a match or a tournament left behind, chained, sealed, checked by anybody.

- :mod:`~arbitro_engine.log.chain`: the hash over everything, and what a referee signs
- :mod:`~arbitro_engine.log.file`: the file that records stand in
- :mod:`~arbitro_engine.log.stored`: a log as it was read
- :mod:`~arbitro_engine.log.replay`: a match played again from its log
- :mod:`~arbitro_engine.log.verify`: the audit of a match, and of a tournament:
  :mod:`~arbitro_engine.log.tournament`; they share :mod:`~arbitro_engine.log.stages` and
  :mod:`~arbitro_engine.log.seals`
- :mod:`~arbitro_engine.log.export`: as JSON Lines; :mod:`~arbitro_engine.log.views`: as a seat saw it;
  :mod:`~arbitro_engine.log.tables`: as lines for grep and rows for a spreadsheet
"""
