"""The bot as a witness: what it is told of each match is kept, to be held to the referee's log later.

One file a match, ``MATCH.RUN.SEAT.arw``: ``docs/reference/log-format.md`` describes it, ``arbitro verify
--witness`` reads it.
"""

from __future__ import annotations

import os
from io import FileIO
from pathlib import Path

from arbitro.codec.witness import excerpt
from arbitro.v1 import play_pb2
from arbitro_engine.log.file import NotALog, read_frames
from arbitro_engine.log.file import frame as framed
from arbitro_engine.log.witness import MAGIC
from arbitro_sdk.seated import Report

__all__ = ["Witness"]


class Witness:
    """Keeps what frames say of matches in a folder; one that cannot be written is reported and left alone.

    Nothing is buffered: a bot that is killed has kept all it was told, up to a record cut by a full disk.
    """

    def __init__(self, folder: Path, report: Report) -> None:
        self._folder = folder
        self._report = report
        self._files: dict[int, FileIO] = {}
        self._failed = False

    def keep(self, frame: play_pb2.PlayResponse) -> None:
        """Keep what a frame says of each match that it names the start of, or that is kept already."""
        if self._failed:
            return
        try:
            for started in frame.started:
                if started.match not in self._files:
                    self._files[started.match] = self._open(started)
            for handle, file in self._files.items():
                if said := excerpt(frame, handle):
                    file.write(framed(said))
            for ended in frame.ended:
                if ended.match in self._files:
                    self._files.pop(ended.match).close()
        except OSError as error:
            self._failed = True
            self._report(
                f"Nothing more is kept as evidence: {error.filename or self._folder}: {error.strerror}."
            )
        except NotALog as error:
            self._failed = True
            self._report(
                f"Nothing more is kept as evidence: move the damaged file out of {self._folder}: {error}."
            )

    def close(self) -> None:
        """Close the files of matches that are not over."""
        for file in self._files.values():
            file.close()
        self._files.clear()

    def _open(self, started: play_pb2.MatchStarted) -> FileIO:
        """Go on behind the last whole record: one that was not written to its end is cut off."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{Path(started.name).name}.{started.run}.{started.seat}.arw"
        frames = read_frames(path.read_bytes() if path.exists() else b"", MAGIC)
        if frames.fault:
            raise NotALog(frames.fault)
        if frames.torn:
            os.truncate(path, path.stat().st_size - frames.torn)
            self._report(f"{path}: its last record was not written to its end and is cut off.")
        file = path.open("ab", buffering=0)
        if file.tell() == 0:
            file.write(MAGIC)
        return file
