"""The `arbitro` command."""
