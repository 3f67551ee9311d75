"""The checker itself: what is missing is named, and what fails is counted."""

import os
import sys
from pathlib import Path

import pytest

import tools
from places import PACKAGES
from process import Ended, run

CHECK = PACKAGES / "check/check.py"


def check(**env: str) -> Ended:
    return run([sys.executable, CHECK], env={"PATH": os.environ["PATH"], **env})


def test_a_missing_program_is_named(tmp_path: Path) -> None:
    (tmp_path / "mcpvals").touch()
    ended = check(MCPVALS_BINARY=str(tmp_path / "mcpvals"))
    assert (ended.code, ended.out) == (
        2,
        f"error: `{tmp_path}/mcp-evaluate` is missing: cargo build --bins (MCPVALS_BINARY says where)\n",
    )


def test_a_missing_variable_is_named() -> None:
    ended = check()
    assert (ended.code, "MCPVALS_BINARY is not set" in ended.out) == (2, True)


@pytest.mark.parametrize(("program", "package"), tools.DEBIAN.items())
def test_a_missing_tool_is_named(program: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert f"`{program}` is missing: apt-get install {package}" in tools.missing()


SUITE = """
import pytest

@pytest.fixture
def broken():
    raise OSError

def test_good(): pass
def test_bad(): assert False
def test_without_what_it_needs(broken): pass
"""

COUNT = """
import check, pytest, sys
count = check.Count()
pytest.main([sys.argv[1], "-p", "no:cacheprovider"], plugins=[count])
print(f"counted {count.passed} and {count.failed}")
"""


def test_each_outcome_counts_once(tmp_path: Path) -> None:
    (tmp_path / "test_suite.py").write_text(SUITE)
    ended = run([sys.executable, "-c", COUNT, tmp_path], cwd=CHECK.parent)
    assert ended.out.splitlines()[-1] == "counted 1 and 2"
