"""The README: its config, and every piece of Python in it, run as written."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import List

import pytest
from conftest import CALCULATOR, HERE

README = (HERE.parent / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> List[str]:
    """What stands in it in this language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with its config, and a server that fits."""
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=":")
    (config,) = blocks("yaml")
    (pytester.path / "mcp-eval.config.yaml").write_text(config, encoding="utf-8")
    shutil.copy(CALCULATOR, pytester.path / "server.py")
    return pytester.path


PROGRAMS = [block for block in blocks("python") if not block.startswith("def test_")]
TESTS = [block for block in blocks("python") if block.startswith("def test_")]


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_run(program: str, folder: Path, pytester: pytest.Pytester) -> None:
    ran = pytester.run(sys.executable, "-c", f"import mcpvals\n{program}", timeout=120)
    assert (ran.ret, ran.stderr.str()) == (0, "")


def test_tests_pass(folder: Path, pytester: pytest.Pytester) -> None:
    pytester.makepyfile("\n".join(TESTS))
    ran = pytester.runpytest_subprocess("-p", "no:cacheprovider", timeout=120)
    ran.assert_outcomes(passed=2 + len(TESTS))


def test_nothing_is_left_out() -> None:
    assert (len(PROGRAMS), len(TESTS)) == (3, 1)
