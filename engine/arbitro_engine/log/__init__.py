"""The chained log of a match or a tournament: writing heads, replaying, verifying."""
