"""``python -m arbitro_sdk`` is the `arbitro` command."""

from arbitro_sdk.cli import main

if __name__ == "__main__":
    main()
