"""Checks what is released beside crates and npm's and Python's packages: `MCPVALS_BINARY=… python check.py`.

Needs what tools.py lists, and fails where something of it is missing. More arguments are pytest's (`-k action`). The
last line is `N passed, M failed`.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import List

import pytest

import tools

HERE = Path(__file__).resolve().parent
OURS = (HERE, *(HERE.parent / name for name in ("archive", "homebrew", "schemastore")))
"""Folders with Python of ours; packages/python has checks of its own."""


class Count:
    """A plugin of pytest that counts outcomes, so that the last line has the form that all our checks end with."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test counts once: when it was called, or when what it needs could not be set up or taken down."""
        if report.failed:
            self.failed += 1
        elif report.when == "call" and report.passed:
            self.passed += 1


def lints() -> int:
    """How many of the linters of our Python found something."""
    ruff_words = ["--config", str(HERE / "pyproject.toml"), *map(str, OURS)]
    commands = (
        ["ruff", "format", "--check", *ruff_words],
        ["ruff", "check", *ruff_words],
        ["pyright", "--project", str(HERE), "--pythonpath", sys.executable],
    )
    return sum(subprocess.run(command, cwd=HERE, stdout=sys.stderr).returncode != 0 for command in commands)


def main(arguments: List[str]) -> int:
    """Runs all of it; 0 where all passed, 2 where something is missing."""
    faults = tools.missing()
    if faults:
        print("\n".join(f"error: {fault}" for fault in faults), file=sys.stderr)
        return 2
    # As Ctrl-C does: pytest then ends what a test has started.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    os.environ["PATH"] = tools.path()
    # What tests import would leave folders of bytecode in the project.
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    count = Count()
    failed_lints = 0 if arguments else lints()
    code = pytest.main([str(HERE / "tests"), "-c", str(HERE / "pyproject.toml"), *arguments], plugins=[count])
    print(f"{count.passed} passed, {count.failed + failed_lints} failed", flush=True)
    return 1 if failed_lints else int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
