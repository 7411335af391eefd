"""One match as a machine without I/O: decisions, clocks, faults and outcome."""
