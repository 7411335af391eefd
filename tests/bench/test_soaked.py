"""Counts are asked of a server that may have died meanwhile."""

import subprocess
import sys

import pytest
from bench.soaked import counts_of


@pytest.mark.parametrize("is_reaped", [True, False])
def test_a_server_that_has_ended_is_told_and_not_waited_for(tmp_path, is_reaped):
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as ended:
        if is_reaped:
            ended.communicate(b"\n")
        # else it ends by the very signal, for which it has no handler, and is a zombie until it is waited for
        with pytest.raises(RuntimeError, match=f"process {ended.pid}.* has ended"):
            counts_of(ended.pid, tmp_path / "counts")


def test_a_server_that_is_stuck_is_not_waited_for_without_an_end(tmp_path, monkeypatch):
    monkeypatch.setattr("bench.soaked._PATIENCE_S", 0)
    deaf = "import signal; signal.signal(signal.SIGUSR1, lambda *_: None); print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", deaf], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as stuck:
        stuck.stdout.readline()
        with pytest.raises(RuntimeError, match=f"server \\({stuck.pid}\\) has not counted"):
            counts_of(stuck.pid, tmp_path / "counts")
        stuck.communicate(b"\n")
