"""What the referee tells its operator.

- :mod:`.logging`: log lines, and what never stands in them
- :mod:`.metrics`: what is counted
"""
