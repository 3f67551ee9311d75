"""What most tests need: the programs, and the archive that is made of them."""

import os
import shutil
from pathlib import Path
from typing import Generator

import pytest

import archive as maker
import tools
from places import EXAMPLES
from process import must
from targets import PROGRAMS, named

STATIC = named("x86_64-unknown-linux-musl")


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both programs and nothing else: without what a debugger wants, which is most of them."""
    folder = tmp_path_factory.mktemp("programs")
    built = Path(os.environ[tools.BINARY]).resolve().parent
    for name in PROGRAMS:
        must(["strip", "-o", folder / name, built / name])
    return folder


@pytest.fixture(scope="session")
def lightly() -> Generator[None, None, None]:
    """Archives that are made in this process are packed lightly: it saves a minute, and all else is the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(maker, "LEVEL", 1)
        yield


@pytest.fixture(scope="session")
def archive(programs: Path, lightly: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of a release. The static program cannot be made on every machine: that of this one is in it."""
    return maker.make(STATIC, programs, tmp_path_factory.mktemp("archive"))


@pytest.fixture
def stub(tmp_path: Path) -> Path:
    """A folder with programs that say what is asked of them when an archive is made, and do nothing else."""
    folder = tmp_path / "stub"
    folder.mkdir()
    for name in PROGRAMS:
        (folder / name).write_text(f'#!/bin/sh\n[ "$1" != eval ] || exit 1\necho "{name} 1.2.3"\n')
        (folder / name).chmod(0o755)
    return folder


@pytest.fixture
def with_programs(programs: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The programs, found through PATH."""
    monkeypatch.setenv("PATH", str(programs), prepend=os.pathsep)
    return programs


@pytest.fixture
def passing(tmp_path: Path) -> Path:
    """A folder with a config whose tests all pass."""
    return example("quickstart", tmp_path)


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    """A folder with a config of which two of three tests fail."""
    return example("failing", tmp_path)


def example(name: str, folder: Path) -> Path:
    """A copy of an example."""
    return Path(shutil.copytree(EXAMPLES / name, folder / name))
