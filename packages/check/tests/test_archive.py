"""The archives of a release, made of the programs as they are."""

import hashlib
import re
import shutil
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import archive as maker
import sums
from contents import COMPLETIONS
from places import PACKAGES
from process import must, run
from targets import PROGRAMS, TARGETS, archive_name, named

TRIPLE = "x86_64-unknown-linux-musl"
TRY = PACKAGES / "archive/try.sh"


def make(target: str, binaries: Path, output: Path) -> Path:
    command = [sys.executable, PACKAGES / "archive/archive.py", "--target", target]
    return Path(must([*command, "--binaries", binaries, "--output", output]).strip())


def test_is_the_same_twice(archive: Path, programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Another folder, another time, other modes and owners of the files.
    moved = Path(shutil.copytree(programs, tmp_path / "moved"))
    for file in moved.iterdir():
        file.chmod(0o700)
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    assert maker.make(named(TRIPLE), moved, tmp_path / "output").read_bytes() == archive.read_bytes()


def test_has_the_time_of_the_commit(stub: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    with tarfile.open(make(TRIPLE, stub, tmp_path / "output")) as tar:
        assert {entry.mtime for entry in tar} == {1700000000}


def test_has_what_a_package_needs(archive: Path) -> None:
    with tarfile.open(archive) as tar:
        entries = {entry.name.split("/", 1)[1]: entry for entry in tar}
    assert sorted(name for name, entry in entries.items() if entry.mode == 0o755) == ["mcp-evaluate", "mcpvals"]
    assert {f"completions/{name.format(p)}" for name in COMPLETIONS.values() for p in PROGRAMS} < set(entries)
    assert {"LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md"} < set(entries)
    assert {(entry.uid, entry.gid, entry.uname) for entry in entries.values()} == {(0, 0, "")}


def test_works_in_an_empty_folder(archive: Path) -> None:
    assert "1 of 1 passed" in must(["bash", TRY, archive])


def test_one_that_does_not_work_is_noticed(archive: Path, stub: Path, tmp_path: Path) -> None:
    ended = run(["bash", TRY, make(TRIPLE, stub, tmp_path / "output")])
    assert ended.code != 0
    renamed = tmp_path / archive.name.replace("-x86_64", ".9-x86_64")
    shutil.copy(archive, renamed)
    assert run(["bash", TRY, renamed]).code != 0


def test_windows_has_a_zip(stub: Path, tmp_path: Path) -> None:
    for program in ("mcpvals", "mcp-evaluate"):
        (stub / program).rename(stub / f"{program}.exe")
    first = make("x86_64-pc-windows-msvc", stub, tmp_path / "first")
    second = make("x86_64-pc-windows-msvc", stub, tmp_path / "second")
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as archive:
        assert archive.testzip() is None
        assert "mcpvals-1.2.3-x86_64-pc-windows-msvc/mcpvals.exe" in archive.namelist()


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_completions_are_taken_by_their_shell(unpacked: Path, shell: str, program: str) -> None:
    must([shell, "-n", unpacked / "completions" / COMPLETIONS[shell].format(program)])


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_command_has_a_manual_page(unpacked: Path, program: str) -> None:
    listed = must([unpacked / program, "--help"]).split("Commands:\n")[1].split("\n\n")[0]
    commands = re.findall(r"^  (\S+) ", listed, re.MULTILINE)
    assert len(commands) >= 4
    pages = [f"{program}.1", *(f"{program}-{command}.1" for command in commands if command != "help")]
    assert [page for page in pages if not (unpacked / "man" / page).is_file()] == []


def test_a_missing_program_is_told(programs: Path, tmp_path: Path) -> None:
    shutil.copy(programs / "mcpvals", tmp_path)
    with pytest.raises(FileNotFoundError, match="mcp-evaluate"):
        maker.make(named(TRIPLE), tmp_path, tmp_path / "output")
    assert not (tmp_path / "output").exists()


def test_an_unknown_platform_is_refused() -> None:
    with pytest.raises(ValueError, match=TRIPLE):
        named("sparc-sun-solaris")


def release(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    for target in TARGETS:
        (folder / archive_name("1.2.3", target)).write_text(target.triple)
    return folder


def test_sums_are_what_sha256sum_checks(tmp_path: Path) -> None:
    folder = release(tmp_path / "release")
    must([sys.executable, PACKAGES / "archive/sums.py", folder])
    assert must(["sha256sum", "--check", "SHA256SUMS"], cwd=folder).count(": OK") == len(TARGETS)
    name, digest = next(iter(sums.read(folder / "SHA256SUMS").items()))
    assert digest == hashlib.sha256((folder / name).read_bytes()).hexdigest()


@pytest.mark.parametrize("odd", ["mcpvals-1.2.4-x86_64-apple-darwin.tar.gz", "mcpvals-1.2.3-riscv.tar.gz"])
def test_half_a_release_is_refused(tmp_path: Path, odd: str) -> None:
    folder = release(tmp_path / "release")
    (folder / odd).write_text("")
    assert run([sys.executable, PACKAGES / "archive/sums.py", folder]).code == 1
    (folder / odd).unlink()
    next(folder.glob("*darwin*")).unlink()
    ended = run([sys.executable, PACKAGES / "archive/sums.py", folder])
    assert (ended.code, "missing" in ended.out) == (1, True)
    assert not (folder / "SHA256SUMS").exists()


@pytest.fixture(scope="module")
def unpacked(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    must(["tar", "-xzf", archive, "--strip-components", "1", "-C", folder])
    return folder
