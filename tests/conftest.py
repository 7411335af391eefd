"""Settings all tests share: how far they search, and that Ctrl-C can be tried."""

import os
import signal

from hypothesis import HealthCheck, settings

# No deadline: a test never asserts wall time.
# CI tries the same examples at each run, so that a red run is about the change;
# other machines go on searching.
settings.register_profile("local", deadline=None, max_examples=50)
settings.register_profile(
    "ci", deadline=None, max_examples=50, derandomize=True, print_blob=True, database=None
)
settings.register_profile(
    "deep", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "local"))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that runs the tests in the background lets them ignore Ctrl-C, and so would all they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser):
    parser.addoption(
        "--walks",
        type=int,
        default=1000,
        help="how many random walks the oracle and the engine play together",
    )
    parser.addoption(
        "--kills",
        type=int,
        default=0,
        help="kill a referee so often, at random commits of a larger tournament",
    )
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="write what happens into the scripts of tests/scripts, to be read as a diff",
    )
