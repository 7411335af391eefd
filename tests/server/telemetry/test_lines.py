"""What stands in the line of a match: one for each, with all that an operator asks for first."""

from structlog.testing import capture_logs

from support.floors import House


def test_each_match_is_one_line():
    house = House()
    with capture_logs() as lines:
        house.create("ann", "ben", games=2)
        house.play(house.sit("ann", matches=2), house.sit("ben", matches=2))
    told = {line["match"]: line for line in lines if line["event"] == "match.finished"}
    results = house.director.hosted["cup"].machine.results
    assert len([line for line in lines if line["event"] == "match.finished"]) == len(results) == 2
    for result in results:
        line = told[result.match]
        assert (line["tournament"], line["run"], line["ending"]) == ("cup", 0, "target")
        assert (line["winner"], line["scores"], line["rounds"]) == (
            result.winner,
            result.scores,
            result.rounds,
        )
        assert set(line["bots"]) == {"ann", "ben"}
        assert line["decisions"] > 0
        assert line["duration_ms"] >= 0
