"""Where logs go on an author's or an auditor's disk."""

import pytest

from arbitro_sdk.errors import UsageError
from arbitro_sdk.logs import keep


@pytest.mark.parametrize("name", ["cup-0-0.1", "../cup-0-0.1", "/etc/cup-0-0.1"])
def test_a_log_stays_in_its_folder_whatever_a_referee_calls_it(tmp_path, name):
    path = keep(tmp_path / "logs", name, b"ARB1")
    assert path == tmp_path / "logs" / "cup-0-0.1.arb"
    assert path.read_bytes() == b"ARB1"


def test_a_folder_that_cannot_be_is_told(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match=r"A603 .*cannot be written"):
        keep(tmp_path / "file" / "logs", "cup-0-0.0", b"")


def test_of_a_log_that_cannot_be_put_in_its_place_no_half_is_left(tmp_path):
    (tmp_path / "tournament.arb").mkdir()
    with pytest.raises(UsageError, match=r"A603 .*tournament\.arb cannot be written"):
        keep(tmp_path, "tournament", b"ARB1")
    assert [path.name for path in tmp_path.iterdir()] == ["tournament.arb"]
