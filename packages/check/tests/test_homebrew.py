"""The Homebrew formula, made from checksums, and installed and tested by homebrew.rb."""

import hashlib
import sys
from pathlib import Path

import pytest

from places import PACKAGES
from process import Ended, must, run
from targets import TARGETS, archive_name, named

HOMEBREW = Path(__file__).with_name("homebrew.rb")
GNU = "x86_64-unknown-linux-gnu"


@pytest.fixture(scope="module")
def version(archive: Path) -> str:
    return archive.name.split("-")[1]


@pytest.fixture
def formula(archive: Path, version: str, tmp_path: Path) -> Path:
    """The formula of a release in which only this machine's archive is real."""
    digests = {target.triple: hashlib.sha256(target.triple.encode()).hexdigest() for target in TARGETS}
    digests[GNU] = hashlib.sha256(archive.read_bytes()).hexdigest()
    sums = tmp_path / "SHA256SUMS"
    sums.write_text("".join(f"{digests[t.triple]}  {archive_name(version, t)}\n" for t in TARGETS))
    file = tmp_path / "mcpvals.rb"
    file.write_text(must([sys.executable, PACKAGES / "homebrew/formula.py", sums]))
    return file


def brew(formula: Path, archive: Path, prefix: Path) -> Ended:
    return run(["ruby", HOMEBREW, formula, "linux", "intel", archive, prefix])


def test_is_ruby(formula: Path) -> None:
    must(["ruby", "-wc", formula])
    assert "@" not in formula.read_text()


def test_installs_and_tests(formula: Path, archive: Path, tmp_path: Path) -> None:
    ended = brew(formula, archive, tmp_path / "prefix")
    assert ended.code == 0, ended.out
    installed = sorted(
        str(file.relative_to(tmp_path / "prefix")) for file in (tmp_path / "prefix").rglob("*") if file.is_file()
    )
    assert [file for file in installed if not file.startswith("share/man/")] == [
        "bin/mcp-evaluate",
        "bin/mcpvals",
        "etc/bash_completion.d/mcp-evaluate",
        "etc/bash_completion.d/mcpvals",
        "share/fish/vendor_completions.d/mcp-evaluate.fish",
        "share/fish/vendor_completions.d/mcpvals.fish",
        "share/zsh/site-functions/_mcp-evaluate",
        "share/zsh/site-functions/_mcpvals",
    ]
    assert {"share/man/man1/mcpvals.1", "share/man/man1/mcpvals-eval.1", "share/man/man1/mcp-evaluate.1"} < set(
        installed
    )


def test_refuses_another_archive(formula: Path, archive: Path, tmp_path: Path) -> None:
    other = tmp_path / archive.name
    other.write_bytes(archive.read_bytes() + b"\0")
    ended = brew(formula, other, tmp_path / "prefix")
    assert (ended.code != 0, "the checksum is another" in ended.out) == (True, True)


@pytest.mark.parametrize(
    ("words", "broken"),
    [
        ('["mcpvals", "mcp-evaluate"]', '["mcpvals"]'),
        ("completions/_#{program}", "completions/#{program}.absent"),
        ('Dir["man/*.1"]', 'Dir["man/*.7"]'),
        ("1 of 1 passed", "2 of 2 passed"),
    ],
)
def test_a_broken_formula_is_noticed(formula: Path, archive: Path, tmp_path: Path, words: str, broken: str) -> None:
    text = formula.read_text()
    assert words in text
    formula.write_text(text.replace(words, broken))
    assert brew(formula, archive, tmp_path / "prefix").code != 0


@pytest.mark.parametrize(
    ("system", "cpu", "triple"),
    [
        ("macos", "arm", "aarch64-apple-darwin"),
        ("macos", "intel", "x86_64-apple-darwin"),
        ("linux", "arm", "aarch64-unknown-linux-gnu"),
        ("linux", "intel", GNU),
    ],
)
def test_each_platform_fetches_its_archive(formula: Path, version: str, system: str, cpu: str, triple: str) -> None:
    url = must(["ruby", HOMEBREW, formula, system, cpu]).strip()
    assert url.endswith(f"/releases/download/v{version}/{archive_name(version, named(triple))}")


def test_a_release_without_an_archive_has_no_formula(tmp_path: Path) -> None:
    sums = tmp_path / "SHA256SUMS"
    sums.write_text(f"{64 * 'a'}  mcpvals-1.2.3-{GNU}.tar.gz\n")
    ended = run([sys.executable, PACKAGES / "homebrew/formula.py", sums])
    assert (ended.code, "there is no checksum" in ended.out) == (1, True)
