"""What the catalogue lists can be run: nothing that a measurement uses has moved since it was last run."""

from importlib import import_module
from pkgutil import iter_modules

import pytest
from bench.catalogue import MEASUREMENTS, STUDIES

import bench

_APART = {"__main__", "peer_loop"}
"""The command line, which runs when it is loaded; and what needs RLCard, in an environment of its own."""


@pytest.mark.parametrize("name", sorted({module.name for module in iter_modules(bench.__path__)} - _APART))
def test_every_module_loads_and_what_is_listed_can_be_run(name):
    module = import_module(f"bench.{name}")
    if name in MEASUREMENTS:
        assert callable(module.measure)
    if name in STUDIES:
        assert callable(module.main)
