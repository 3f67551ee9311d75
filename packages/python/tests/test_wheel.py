"""What is in the wheel."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

from conftest import HERE, VERSION

SOURCES = HERE.parent / "src"
DIST = f"mcpvals-{VERSION}.dist-info"


def expected() -> set[str]:
    """Every module, both programs, and what describes them."""
    modules = [path for path in SOURCES.rglob("*") if path.suffix == ".py" or path.name == "py.typed"]
    programs = [f"mcpvals-{VERSION}.data/scripts/{name}" for name in ("mcpvals", "mcp-evaluate")]
    licenses = [f"licenses/LICENSE-{name}" for name in ("MIT", "APACHE")]
    bill = "sboms/mcpvals-cli.cyclonedx.json"
    about = [f"{DIST}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", bill, *licenses)]
    return {*(path.relative_to(SOURCES).as_posix() for path in modules), *programs, *about}


def test_it_has_modules_programs_and_licenses_and_nothing_else(wheel: Path) -> None:
    assert set(zipfile.ZipFile(wheel).namelist()) == expected()


def test_its_programs_may_be_run(wheel: Path) -> None:
    programs = [info for info in zipfile.ZipFile(wheel).infolist() if ".data/scripts/" in info.filename]
    assert [stat.S_IMODE(info.external_attr >> 16) for info in programs] == [0o755, 0o755]


def test_it_says_what_it_needs(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    metadata = archive.read(f"{DIST}/METADATA").decode()
    assert "Requires-Python: >=3.9" in metadata
    assert "License-Expression: MIT OR Apache-2.0" in metadata
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist:")]
    assert needed == ["Requires-Dist: pytest>=7.0 ; extra == 'pytest'"]
    assert archive.read(f"{DIST}/entry_points.txt").decode().split() == ["[pytest11]", "mcpvals=mcpvals.pytest_plugin"]
    assert "Tag: py3-none-" in archive.read(f"{DIST}/WHEEL").decode()
