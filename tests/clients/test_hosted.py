"""Where people look at a referee's matches, as a client is told."""

import pytest

from arbitro_sdk.hosted import Pages


@pytest.mark.parametrize(
    "url, referee, address",
    [
        ("", "127.0.0.1:50051", ""),
        ("http://127.0.0.1:8080/", "127.0.0.1:50051", "http://127.0.0.1:8080/m/cup-0-0"),
        ("https://0.0.0.0:8443/", "referee.example:50051", "https://referee.example:8443/m/cup-0-0"),
        ("http://[::]:8080/", "[::1]:50051", "http://[::1]:8080/m/cup-0-0"),
    ],
)
def test_a_match_has_an_address_where_pages_are_served(url, referee, address):
    assert Pages.of(url, referee).match("cup-0-0") == address
