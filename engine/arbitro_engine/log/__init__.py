"""The log as evidence: what a match or a tournament left behind, chained, sealed, and checked by anybody.

- :mod:`~arbitro_engine.log.chain`: the hash over everything, and what a referee signs
- :mod:`~arbitro_engine.log.file`: the file that records stand in
- :mod:`~arbitro_engine.log.stored`: a log as it was read
- :mod:`~arbitro_engine.log.replay`: a match played again from its log
- :mod:`~arbitro_engine.log.verify`: the audit of a match
- :mod:`~arbitro_engine.log.export`, :mod:`~arbitro_engine.log.views`, :mod:`~arbitro_engine.log.tables`: as JSON Lines,
  as a seat saw it, as lines for grep and rows for a spreadsheet
"""
