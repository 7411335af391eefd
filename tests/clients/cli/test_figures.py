from arbitro_sdk.cli.figures import counted


def test_one_of_a_kind_is_no_plural():
    assert [counted(count, "round") for count in (0, 1, 2)] == ["0 rounds", "1 round", "2 rounds"]
    assert [counted(count, "match", "matches") for count in (1, 30)] == ["1 match", "30 matches"]
