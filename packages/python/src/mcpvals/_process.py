"""The program as a process that never outlives us."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Dict, Mapping, Optional, Sequence, Type, cast

from . import _guard
from ._binary import find_binary
from ._options import StrPath
from .errors import DeadlineExceededError

# How long the guard itself may take, beyond what it gives the program; in seconds.
MARGIN = 10.0


class Process:
    """`mcpvals` with its arguments, under a guard. Leave it with `with`, or `end` it.

    `folder` is private to it: where we are killed and cannot remove it, the guard does.
    """

    def __init__(
        self,
        words: Sequence[str],
        folder: Path,
        *,
        cwd: Optional[StrPath] = None,
        env: Optional[Mapping[str, str]] = None,
        given: Optional[str] = None,
        stdout: Optional[IO[bytes]] = None,
    ) -> None:
        """Starts it. `given` is its stdin, `stdout` a file where it is not ours; its stderr is a file in `folder`."""
        job = {"command": [find_binary(), *words], "input": given, "folder": str(folder.absolute())}
        self._log = folder / "log"
        with self._log.open("wb") as stderr:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", _guard.__file__],
                stdin=subprocess.PIPE,
                stdout=stdout,
                stderr=stderr,
                cwd=cwd,
                env=env,
                **apart(),
            )
        self._lifeline = cast("IO[bytes]", self._process.stdin)
        # If it is gone already, whoever waits for it learns of it.
        with contextlib.suppress(BrokenPipeError):
            self._lifeline.write(json.dumps(job).encode("utf-8") + b"\n")
            self._lifeline.flush()

    def wait(self, deadline: float) -> int:
        """Its exit code, within as many seconds."""
        try:
            return self._process.wait(deadline)
        except subprocess.TimeoutExpired:
            self.end()
            raise DeadlineExceededError(f"the evaluation was ended: it took longer than {deadline:g} s") from None

    def log(self) -> str:
        """What it wrote to stderr."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def end(self) -> None:
        """Ends it, with its servers, if it still runs."""
        with contextlib.suppress(BrokenPipeError):
            self._lifeline.close()
        try:
            self._process.wait(_guard.GRACE + MARGIN)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.end()


def apart() -> Dict[str, Any]:
    """Ctrl-C reaches us, and through the lifeline the program; not both at once, which it takes for a second Ctrl-C."""
    if os.name == "posix":
        return {"start_new_session": True}
    return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
