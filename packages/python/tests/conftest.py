"""What several tests share. The wheel is built and installed by `scripts/check.py`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional

import pytest

import mcpvals

pytest_plugins = ["pytester"]

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent.parent.parent
VERSION = re.findall(r'^version = "(.*)"$', (PROJECT / "Cargo.toml").read_text(encoding="utf-8"), re.MULTILINE)[0]
EXAMPLES = PROJECT / "examples"
# Real servers, beside the checkout.
CORPUS = PROJECT.parent / "shared" / "corpus" / "corpus.py"
CALCULATOR = HERE / "calculator.py"


def pytest_configure() -> None:
    """What is tested is what is installed, not what stands beside the tests."""
    assert "site-packages" in mcpvals.__file__, "install the wheel first: run scripts/check.py"


@pytest.fixture(scope="session")
def wheel() -> Path:
    """The wheel that is tested."""
    path = os.environ.get("MCPVALS_WHEEL", "")
    assert path.endswith(".whl"), "set MCPVALS_WHEEL to the wheel: scripts/check.py does it"
    return Path(path)


@pytest.fixture
def everything() -> Dict[str, Any]:
    """`server-everything` from npm, as a config has it."""
    assert CORPUS.exists(), f"the corpus of real servers is missing: {CORPUS} is not there"
    told = subprocess.run([sys.executable, str(CORPUS), "launch", "server-everything"], capture_output=True, check=True)
    launch = json.loads(told.stdout)
    command, *args = launch["command"]
    assert Path(args[0]).exists(), f"not installed: {args[0]} (run `cargo xtask setup`)"
    started = {"transport": "stdio", "command": command, "args": args, "env": launch["env"], "cwd": launch["cwd"]}
    return {**started, "startupTimeout": 60_000}


def server(*args: str) -> Dict[str, Any]:
    """The calculator, as a config has a server."""
    return {"transport": "stdio", "command": sys.executable, "args": [str(CALCULATOR), *args]}


def adds(expected: int = 8, **more: Any) -> Dict[str, Any]:
    """A test of its tool `add`, which gives 8."""
    return {"name": "add", "args": {"a": 5, "b": 3}, "expectedResult": expected, **more}


def config(tests: List[Dict[str, Any]], started: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
    """A config with one suite, `S`."""
    return {"server": started or server(), "toolHealthSuites": [{"name": "S", "tests": tests}]}


def write(folder: Path, given: Dict[str, Any], name: str = "mcp-eval.config.json") -> Path:
    """A config as a file."""
    path = folder / name
    path.write_text(json.dumps(given), encoding="utf-8")
    return path


def until(holds: Callable[[], bool], seconds: float = 60) -> bool:
    """Does it come to hold within this time?"""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.02)
    return holds()


def is_running(process: int) -> bool:
    """Is there such a process, and is it no mere entry in the table of processes?"""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
