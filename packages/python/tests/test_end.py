"""No process outlives whoever wanted its result."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, Tuple

import pytest
from conftest import adds, config, is_running, server, until

import mcpvals

HANGING = "import json, sys, mcpvals; mcpvals.evaluate(json.loads(sys.argv[1]))"


def hanging(folder: Path) -> Tuple[Dict[str, Any], Path]:
    """A config whose server never answers, and the file with the server's process."""
    return config([adds()], server("hang", str(folder / "log"))), folder / "log"


def server_of(log: Path) -> int:
    """Its process, as soon as it was called."""
    assert until(lambda: log.exists() and "add" in log.read_text())
    return int(log.read_text().split()[0])


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_when_we_are_ended_so_is_the_server_and_nothing_stays_behind(end: signal.Signals, tmp_path: Path) -> None:
    given, log = hanging(tmp_path)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", HANGING, json.dumps(given)],
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(scratch)},
    ) as ours:
        process = server_of(log)
        assert is_running(process)
        assert list(scratch.iterdir())
        os.kill(ours.pid, end)
        assert ours.wait(60) != 0
    assert until(lambda: not is_running(process))
    assert until(lambda: not list(scratch.iterdir()))


def test_a_task_that_is_cancelled_ends_the_server_first(tmp_path: Path) -> None:
    given, log = hanging(tmp_path)

    async def main() -> int:
        task = asyncio.create_task(mcpvals.evaluate_async(given))
        process = await asyncio.to_thread(server_of, log)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return process

    assert not is_running(asyncio.run(main()))


def test_a_deadline_ends_the_server(tmp_path: Path) -> None:
    given, log = hanging(tmp_path)
    began = time.monotonic()
    with pytest.raises(mcpvals.DeadlineExceededError, match="longer than 1 s"):
        mcpvals.evaluate(given, deadline=1)
    assert time.monotonic() - began < 20
    if log.exists():
        assert not is_running(int(log.read_text().split()[0]))


def test_a_program_that_is_stopped_by_others_is_told(tmp_path: Path) -> None:
    given, log = hanging(tmp_path)

    async def main() -> None:
        task = asyncio.create_task(mcpvals.evaluate_async(given))
        process = await asyncio.to_thread(server_of, log)
        os.kill(program_of(process), signal.SIGTERM)
        with pytest.raises(mcpvals.InterruptedRunError):
            await task

    asyncio.run(main())


def program_of(process: int) -> int:
    """The `mcpvals` above a server."""
    while True:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
        process = int(stat.rpartition(")")[2].split()[1])
        words = Path(f"/proc/{process}/cmdline").read_text(encoding="utf-8").split("\0")
        if "eval" in words:
            return process
