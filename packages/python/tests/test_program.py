"""The program as users get it: installed into a fresh environment, on a machine that has only Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import List

import pytest
from conftest import CALCULATOR, EXAMPLES, VERSION

WHOLE_SEED = ["eval", "mcp-eval.config.ts", "--llm-judge", "--reporter", "json"]


class Machine:
    """A folder with a `PATH` of its own, in which there is Python and, for seed 001, something called `node`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        self.bin.mkdir()
        (self.bin / "python3").symlink_to(sys.executable)
        self.script("node", f'exec "{sys.executable}" "{CALCULATOR}"')
        for name in ("mcp-eval.config.ts", "mcp-eval.config.ts.cassette.json"):
            shutil.copy(EXAMPLES / "seed" / name, folder / name)

    def script(self, name: str, text: str) -> None:
        """A program that is in its `PATH`."""
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)

    def run(self, command: List[str]) -> subprocess.CompletedProcess[str]:
        """Runs a program there."""
        environment = {"PATH": str(self.bin), "HOME": str(self.folder), "UV_OFFLINE": "1", "UV_PYTHON": sys.executable}
        return subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=280)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A fresh one."""
    return Machine(tmp_path)


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of a fresh environment, with the wheel."""
    home = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True, timeout=120)
    path = str(home / ("Scripts" if os.name == "nt" else "bin") / "python")
    subprocess.run([path, "-m", "pip", "install", "--quiet", "--no-index", str(wheel)], check=True, timeout=120)
    return path


def check_seed(ran: subprocess.CompletedProcess[str]) -> None:
    """All of seed 001's config passed: its two tests, and its workflow with the judge, from the recording."""
    assert ran.returncode == 0, ran.stdout + ran.stderr
    report = json.loads(ran.stdout)
    assert report["summary"]["passed"] == report["summary"]["total"] == 3
    assert report["suites"][1]["cases"][0]["workflow"][0]["judgement"]["score"] == 1


def test_uvx_runs_the_seed(wheel: Path, machine: Machine) -> None:
    uvx = str(Path(sys.executable).parent / "uvx")
    check_seed(machine.run([uvx, "--from", str(wheel), "mcpvals", *WHOLE_SEED]))


def test_the_module_runs_the_seed(python: str, machine: Machine) -> None:
    check_seed(machine.run([python, "-m", "mcpvals", *WHOLE_SEED]))


def test_the_seed_fails_with_a_server_that_is_wrong(python: str, machine: Machine) -> None:
    wrong = "import calculator; calculator.TOOLS['add'] = ('Adds two numbers', lambda a, b: 9); calculator.main()"
    machine.script("node", f'PYTHONPATH="{CALCULATOR.parent}" exec "{sys.executable}" -c "{wrong}"')
    ran = machine.run([python, "-m", "mcpvals", "eval", "mcp-eval.config.ts", "--tool-health-only"])
    assert (ran.returncode, "FAIL  Calculator Health Tests/add" in ran.stdout) == (1, True), ran.stdout


def test_both_programs_are_installed(python: str, machine: Machine) -> None:
    for name in ("mcpvals", "mcp-evaluate"):
        ran = machine.run([str(Path(python).parent / name), "--version"])
        assert (ran.returncode, ran.stdout.split()[-1]) == (0, VERSION), ran.stderr


def test_the_module_passes_exit_codes_on(python: str, machine: Machine) -> None:
    assert machine.run([python, "-m", "mcpvals", "eval", "missing.yaml"]).returncode == 2


def test_the_program_is_found(python: str, machine: Machine) -> None:
    ran = machine.run([python, "-c", "import mcpvals; print(mcpvals.find_binary())"])
    assert ran.stdout.strip() == str(Path(python).parent / "mcpvals")


def test_a_program_that_is_missing_is_told(wheel: Path, machine: Machine) -> None:
    shutil.unpack_archive(wheel, machine.folder / "lib", "zip")
    code = f"import sys; sys.path.insert(0, {str(machine.folder / 'lib')!r}); import mcpvals.__main__ as m; m.main()"
    ran = machine.run([bare_python(machine), "-S", "-c", code])
    assert ran.returncode == 2
    assert ran.stderr.startswith("error: the program `mcpvals` is missing: looked in `")


def bare_python(machine: Machine) -> str:
    """A Python beside which no program of ours is."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(machine.folder / "bare")], check=True)
    return str(machine.folder / "bare" / "bin" / "python")
