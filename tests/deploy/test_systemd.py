"""The unit and its settings: systemd reads it without a word, and finds it well fenced."""

import configparser
import subprocess
import sys
from pathlib import Path

import pytest

from arbitro_server.settings import Settings
from support.debian import program
from support.processes import environment

DEPLOY = Path(__file__).parents[2] / "deploy"
UNIT = DEPLOY / "systemd/arbitro.service"
PROGRAM = "/opt/arbitro/bin/arbitro"
EXPOSURE = 20
"""At most, in tenths: systemd calls up to 2 safe, and a service without any fence 9.6."""


@pytest.fixture
def unit(tmp_path):
    """The unit with a program that is there."""
    text = UNIT.read_text()
    assert PROGRAM in text
    path = tmp_path / UNIT.name
    path.write_text(text.replace(PROGRAM, str(Path(sys.executable).parent / "arbitro")))
    return path


def analyze(*arguments):
    command = [program("systemd-analyze"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def service():
    # a key may be given twice, and stands apart from what is commented
    settings = configparser.ConfigParser(strict=False, delimiters=("=",), interpolation=None)
    settings.optionxform = str
    settings.read(UNIT)
    return dict(settings["Service"])


def test_systemd_reads_it_without_a_word(unit):
    done = analyze("verify", str(unit))
    # unknown keys are told of, and leave the exit code 0
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_systemd_tells_of_what_it_does_not_know(unit):
    unit.write_text(unit.read_text() + "\n[Service]\nProtectEverything=yes\n")
    assert "ProtectEverything" in analyze("verify", str(unit)).stderr


def test_it_is_well_fenced(unit):
    done = analyze("security", "--offline=true", f"--threshold={EXPOSURE}", "--no-pager", str(unit))
    assert done.returncode == 0, done.stdout


def test_the_program_takes_what_the_unit_tells_it(unit):
    command = service()["ExecStart"].split()
    assert command[0] == PROGRAM
    config = command[command.index("--config") + 1]
    done = subprocess.run(
        [sys.executable, "-m", "arbitro_sdk", *command[1:-1], DEPLOY / Path(config).name, "--print-config"],
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
    )
    assert done.returncode == 0, done.stderr
    assert f'"data": "/var/lib/{service()["StateDirectory"]}"' in done.stdout


def test_a_stop_is_given_the_time_it_takes():
    assert int(service()["TimeoutStopSec"]) > Settings.load(None, {}).drain / 1e6 + 5


def test_a_mistake_in_the_settings_is_not_tried_again(tmp_path):
    (tmp_path / "wrong.toml").write_text('listen = "everywhere"\n')
    command = [sys.executable, "-m", "arbitro_sdk", "serve", "--config", "wrong.toml"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, env=environment())
    assert str(done.returncode) == service()["RestartPreventExitStatus"]


def test_the_settings_that_are_commented_out_are_settings_too(tmp_path):
    text = (DEPLOY / "arbitro.toml").read_text()
    for name in ("certificate.pem", "key.pem"):
        (tmp_path / name).touch()
    start = text.index("# listen = ")
    block = text[start : text.index("\n\n", start)].replace("# ", "")
    kept = [line for line in text.splitlines() if not line.startswith(("listen", "http"))]
    serving_tls = "\n".join([*kept, block.replace("/run/credentials/arbitro.service", str(tmp_path))])
    (tmp_path / "tls.toml").write_text(serving_tls)
    settings = Settings.load(tmp_path / "tls.toml", {})
    assert settings.tls_key == tmp_path / "key.pem"
    assert settings.listen == "0.0.0.0:50051"
    assert "LoadCredential=key.pem:/etc/arbitro/key.pem" in UNIT.read_text()
