"""One tournament as values and pure functions: schedule, results, standings, rating."""
