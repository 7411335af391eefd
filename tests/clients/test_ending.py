import pytest

from arbitro_engine.match.messages import Ended
from arbitro_engine.rules.events import Why
from arbitro_sdk.ending import ending_shown
from arbitro_sdk.frames import Finished


@pytest.mark.parametrize(
    "why, blame, told",
    [
        (Why.TARGET, None, "target"),
        (Why.ILLEGAL, 0, "ana left: illegal"),
        (Why.DISCONNECT, 1, "ben left: disconnect"),
        (Why.TIME, 7, "time"),
    ],
)
def test_an_ending_names_who_left_if_that_is_known(why, blame, told):
    ended = Ended(why, 1, (0, 12), blame, 1, (0, 1), (0, 0), 9)
    assert ending_shown(ended, ("ana", "ben")) == told
    assert str(Finished("cup-0-0", ("ana", "ben"), 1, True, ended)) == f"cup-0-0 won ({told}): ana 0, ben 12"
