"""The shell around the machines: everything that reads, writes, waits or listens."""
