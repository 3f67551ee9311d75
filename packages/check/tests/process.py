"""Programs, run with a deadline: whatever happens, they and their children have ended when the call returns.

Should the checks themselves be killed, the kernel ends the program (`setpriv --pdeathsig`).
"""

import contextlib
import os
import signal
import subprocess
from pathlib import Path
from typing import Mapping, NamedTuple, Optional, Sequence, Union

SECONDS_MAX = 120

Word = Union[str, Path]

DIES_WITH_US = ("setpriv", "--pdeathsig", "KILL", "--")


class Ended(NamedTuple):
    """How a program ended."""

    code: int
    out: str
    """stdout and stderr, in the order in which they were written."""


def run(command: Sequence[Word], cwd: Optional[Path] = None, env: Optional[Mapping[str, str]] = None) -> Ended:
    """Runs it to its end. `env` is the whole environment; without it, that of the checks.

    Raises TimeoutExpired after SECONDS_MAX.
    """
    process = subprocess.Popen(
        [*DIES_WITH_US, *map(str, command)],
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        out, _ = process.communicate(timeout=SECONDS_MAX)
    finally:
        end(process)
    return Ended(process.returncode, out)


def must(command: Sequence[Word], cwd: Optional[Path] = None, env: Optional[Mapping[str, str]] = None) -> str:
    """The same of a program that must succeed; returns what it prints."""
    ended = run(command, cwd, env)
    assert ended.code == 0, f"{' '.join(map(str, command))} ended with {ended.code}:\n{ended.out}"
    return ended.out


def end(process: "subprocess.Popen[str]") -> None:
    """Ends it with all that it started, and waits for it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
