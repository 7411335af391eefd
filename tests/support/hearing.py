"""What a bot knows of its matches by the frames that it was sent."""

from arbitro.v1 import play_pb2 as pb


class Heard:
    """A bot's memory, by the handles of matches.

    Attributes:
        started: the facts of each match.
        open: the questions that wait for an answer.
        results: what became of answers, in order.
        ended: how matches ended.
        seen: the next public and the next private event.
    """

    def __init__(self) -> None:
        self.started: dict[int, pb.MatchStarted] = {}
        self.open: dict[int, pb.Decision] = {}
        self.results: list[pb.AnswerResult] = []
        self.ended: dict[int, pb.MatchEnded] = {}
        self.seen: dict[int, tuple[int, int]] = {}

    def hear(self, frame: pb.PlayResponse) -> None:
        """Take a frame in, in the order of its parts."""
        for started in frame.started:
            self.started[started.match] = started
        for public in frame.public:
            seen = self.seen.get(public.match, (0, 0))
            self.seen[public.match] = public.seq + len(public.events), seen[1]
        for private in frame.private:
            seen = self.seen.get(private.match, (0, 0))
            self.seen[private.match] = seen[0], private.number + len(private.events)
        for result in frame.results:
            self.results.append(result)
            asked = self.open.get(result.match)
            if asked and (result.decision, result.attempt) == (asked.decision, asked.attempt):
                del self.open[result.match]
        for asked in frame.decisions:
            self.open[asked.match] = asked
        for ended in frame.ended:
            self.ended[ended.match] = ended
            self.open.pop(ended.match, None)
