import pytest

from support.processes import served


@pytest.fixture
def referee(tmp_path):
    """A referee on a free loopback port: its address and its organiser's token."""
    with served(tmp_path) as told:
        yield told
