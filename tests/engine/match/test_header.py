from arbitro_engine.match.header import handle


def test_the_handle_is_derived_as_the_architecture_says():
    assert handle("cup-0-0", 0) == 15421291821899103008  # SHA-256 done by hand, read as u64le


def test_a_replayed_match_has_a_handle_of_its_own():
    handles = {handle(match, run) for match in ("cup-0-0", "cup-0-1", "cup-00") for run in range(3)}
    assert len(handles) == 9
