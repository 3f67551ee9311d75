"""What is in an archive: the programs, what they say of themselves, and what must go with them."""

import subprocess
import tempfile
from pathlib import Path
from typing import Dict

from targets import PROGRAMS, Target

PROJECT = Path(__file__).resolve().parents[2]
DOCUMENTS = ("README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE")
SECONDS_MAX = 60

COMPLETIONS = {
    "bash": "{}.bash",
    "elvish": "{}.elv",
    "fish": "{}.fish",
    "powershell": "_{}.ps1",
    "zsh": "_{}",
}
"""Shells, and the names that they look for."""


def contents(binaries: Path, target: Target) -> Dict[str, bytes]:
    """Every file of the archive, by its path in the archive's folder.

    `binaries` is the folder with the programs. `mcpvals` is asked for completions and manual pages, so it must run on
    this machine.
    """
    mcpvals = binaries / ("mcpvals" + target.program_suffix)
    files = {name: (PROJECT / name).read_bytes() for name in DOCUMENTS}
    for program in PROGRAMS:
        name = program + target.program_suffix
        files[name] = (binaries / name).read_bytes()
    return {**files, **completions(mcpvals), **manual(mcpvals)}


def completions(mcpvals: Path) -> Dict[str, bytes]:
    """What each shell completes of each program."""
    return {
        f"completions/{name.format(program)}": said_by(mcpvals, "completions", shell, "--program", program)
        for program in PROGRAMS
        for shell, name in COMPLETIONS.items()
    }


def manual(mcpvals: Path) -> Dict[str, bytes]:
    """A page for each program and each of its commands."""
    with tempfile.TemporaryDirectory() as folder:
        said_by(mcpvals, "man", "--dir", folder)
        return {f"man/{page.name}": page.read_bytes() for page in sorted(Path(folder).iterdir())}


def version_of(binaries: Path, target: Target) -> str:
    """The version that the program itself says: no other source can disagree with what is shipped."""
    name, _, version = (
        said_by(binaries / ("mcpvals" + target.program_suffix), "--version").decode().strip().partition(" ")
    )
    if name != "mcpvals" or not version:
        raise ValueError(f"`{binaries}` has a `mcpvals` that does not say `mcpvals VERSION`")
    return version


def said_by(program: Path, *arguments: str) -> bytes:
    """What the program prints on stdout; ValueError with what it says on stderr where it fails."""
    ended = subprocess.run([program, *arguments], capture_output=True, timeout=SECONDS_MAX)
    if ended.returncode != 0:
        said = ended.stderr.decode(errors="replace").strip()
        raise ValueError(f"`{program.name} {' '.join(arguments)}` ended with {ended.returncode}: {said}")
    return ended.stdout
