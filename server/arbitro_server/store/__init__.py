"""Where records are kept.

- :mod:`.interface`: what every store does, and the rows of its tables
- :mod:`.sqlite`, :mod:`.schema`: the embedded store; :mod:`.database`: its file; :mod:`.check`: is it sound
- :mod:`.folder`: the data directory with log files and the signing key; :mod:`.notes`: what bots noted
"""
