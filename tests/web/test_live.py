"""A page's connection to the referee."""

import json

from support.node import node


def test_a_connection_rests_while_the_page_is_away_and_is_gone_once_it_was_closed():
    assert json.loads(node("live.mjs")) == [1, 0, 1, 0, 0]
