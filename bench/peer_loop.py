"""RLCard's UNO in a loop, run by an interpreter that has RLCard: for each number read, so many games.

Two seats, RLCard's own random agents, its default state: what `env.run` does. It prints decisions and CPU
seconds as a line of JSON.
"""

from __future__ import annotations

import json
import sys
import time

import rlcard  # type: ignore[import-not-found] # in an environment of its own
from rlcard.agents import RandomAgent  # type: ignore[import-not-found]


def main() -> None:
    """Answer each line of input."""
    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    for line in sys.stdin:
        begun, before, games = time.process_time(), env.timestep, int(line)
        for _ in range(games):
            env.run(is_training=False)
        spent = time.process_time() - begun
        print(json.dumps({"decisions": env.timestep - before, "rounds": games, "cpu_s": spent}), flush=True)


main()
