"""What the referee adds to a decision: from a bot's answer to the next question of its match, the bots' side.

The bots answer at once, so every match always waits for the referee: this is latency under its full load.
"""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator

from bench.figures import Figure
from bench.meter import median
from bench.processes import crowd, referee

__all__ = ["measure"]

_P50_MS, _P99_MS = (3.0, 1.5), (8.0, 5.0)


def measure(*, full: bool) -> Iterator[Figure]:
    """1, 64 and 512 matches at once."""
    runs, seconds = (3, 5.0) if full else (1, 3.0)
    for matches, bots, each in ((1, 2, 1), (64, 8, 16), (512, 8, 128)):
        counted, lags = [], []
        for _ in range(runs):
            with referee(bots, 256, flags=("--http", "127.0.0.1:0")) as server:
                counted.append(crowd(server, matches=each, warm_s=1 + matches / 100, seconds=seconds))
                lags.append(_late(server.http))
        p50, p99 = (_P50_MS, _P99_MS) if matches == 64 else ((None, None), (None, None))
        name = f"{matches} match{'es' if matches > 1 else ''}"
        yield Figure("latency", f"{name}, p50", median(one.p50_us for one in counted) / 1e3, "ms", *p50)
        yield Figure("latency", f"{name}, p99", median(one.p99_us for one in counted) / 1e3, "ms", *p99)
        yield Figure("latency", f"{name}, loop later than 10 ms", 100 * median(lags), "% of probes")


def _late(http: str) -> float:
    """Return which share of the probe's calls came more than 10 ms late."""
    with urllib.request.urlopen(f"http://{http}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    counts = {
        line.split('le="')[1].split('"')[0]: float(line.split()[-1])
        for line in lines
        if line.startswith("arbitro_loop_lag_seconds_bucket")
    }
    return 1 - counts["0.01"] / max(1.0, counts["+Inf"])
