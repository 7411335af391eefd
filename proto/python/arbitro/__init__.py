"""The wire contract in Python: generated messages (`arbitro.v1`) and the codec to engine values."""
