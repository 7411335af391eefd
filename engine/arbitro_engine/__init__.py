"""The pure part of Arbitro: rules, match, tournament, log."""
