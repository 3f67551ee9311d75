"""The package as users get it: built, installed into a fresh environment, and the seed's example run with it."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import List

import pytest
from conftest import HERE, Service

ROOT = HERE.parent
# As seed 003 has it, and once each: what no example can know.
PLACES = ("http://localhost:3457", "your-api-key", "/path/to/server")


def run(command: List[str], where: Path) -> str:
    """Runs a program that must succeed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True, timeout=280)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, made of the sdist."""
    out = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)], out)
    return next(out.glob("*.whl"))


def test_the_wheel_has_types_and_licenses_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "mcp_evaluator/py.typed" in names
    assert "mcp_evaluator/_generated/answers.py" in names
    assert [name for name in names if name.endswith("LICENSE-MIT")]
    assert not [name for name in names if not name.startswith(("mcp_evaluator/", "mcp_evaluator-"))]
    metadata = next(name for name in names if name.endswith("METADATA"))
    text = zipfile.ZipFile(wheel).read(metadata).decode()
    assert "License-Expression: MIT OR Apache-2.0" in text
    assert "Requires-Python: >=3.9" in text


def test_the_seed_s_example_runs_as_written(wheel: Path, service: Service, tmp_path: Path) -> None:
    home = tmp_path / "venv"
    venv.create(home, with_pip=True)
    python = str(home / ("Scripts" if os.name == "nt" else "bin") / "python")
    run([python, "-m", "pip", "install", "--quiet", str(wheel)], tmp_path)
    example = (HERE / "seed_example.py").read_text(encoding="utf-8")
    assert [example.count(place) for place in PLACES] == [1, 1, 1]
    for place, real in zip(PLACES, (service.url, service.key, service.server)):
        example = example.replace(place, real)
    (tmp_path / "example.py").write_text(example, encoding="utf-8")
    told = run([python, "example.py"], tmp_path)
    started, score = told.splitlines()
    assert started.startswith("Evaluation started: eval_")
    assert 0 < float(score.removeprefix("Score: ")) <= 100
    assert (tmp_path / "evaluation-report.md").read_text().startswith("# Evaluation:")
