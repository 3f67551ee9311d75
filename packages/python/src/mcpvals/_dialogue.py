"""The program as something that answers lines of JSON until its stdin ends: it ends when we do, without a guard."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, cast

from ._options import StrPath
from ._process import apart
from .errors import NoAnswerError, error_of

# What the program takes beyond the server, in seconds.
MARGIN = 10.0


class Dialogue:
    """One question at a time, also from several threads."""

    def __init__(
        self, command: List[str], log: Path, cwd: Optional[StrPath] = None, env: Optional[Mapping[str, str]] = None
    ) -> None:
        """Starts it; `log` is the file for its stderr."""
        self._log = log
        with log.open("wb") as stderr:
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, cwd=cwd, env=env, **apart()
            )
        self._process = cast("subprocess.Popen[bytes]", process)
        self._lines: queue.Queue[Optional[bytes]] = queue.Queue()
        self._lock = threading.Lock()
        self._last = 0
        threading.Thread(target=self._read, daemon=True).start()

    def first(self, seconds: float) -> Dict[str, Any]:
        """What it says unasked. Raises a `MCPValsError` where it ends instead."""
        try:
            return self._next(seconds)
        except EOFError:
            code = self._process.wait(MARGIN)
            raise error_of(code, self._log.read_text(encoding="utf-8", errors="replace")) from None

    def ask(self, question: Mapping[str, Any], seconds: float) -> Dict[str, Any]:
        """Its answer to a question. Raises `NoAnswerError`."""
        with self._lock:
            self._last += 1
            self._say({"id": self._last, **question})
            try:
                while True:
                    answer = self._next(seconds + MARGIN)
                    # Another is the answer to a question for which nobody waits any more.
                    if answer["id"] == self._last:
                        return answer
            except EOFError:
                raise NoAnswerError("the session is closed") from None

    def end(self, seconds: float) -> None:
        """Ends it: in good order, and after this time at once."""
        if self._process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _say(self, line: Mapping[str, Any]) -> None:
        """If it is gone, or was ended, the answer says so."""
        if self._process.stdin is not None:
            with contextlib.suppress(BrokenPipeError, ValueError):
                self._process.stdin.write(json.dumps(line).encode("utf-8") + b"\n")
                self._process.stdin.flush()

    def _read(self) -> None:
        """In a thread of its own, so that whoever waits for a line can stop waiting."""
        if self._process.stdout is not None:
            with self._process.stdout as stdout:
                for line in stdout:
                    self._lines.put(line)
        self._lines.put(None)

    def _next(self, seconds: float) -> Dict[str, Any]:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise NoAnswerError(f"the program says nothing within {seconds:g} s") from None
        if line is None:
            self._lines.put(None)  # For whoever asks next.
            raise EOFError
        return json.loads(line)
