"""What the checks need: programs of Debian's, programs from requirements.txt, and the two that are checked."""

import os
import shutil
import sys
from pathlib import Path
from typing import List

DEBIAN = {
    "bash": "bash",
    "buildah": "buildah",
    "busybox": "busybox-static",
    "curl": "curl",
    "git": "git",
    "jq": "jq",
    "ruby": "ruby",
    "strip": "binutils",
    "setpriv": "util-linux",
    "zsh": "zsh",
}
"""Programs, and the Debian packages that bring them."""

PYTHON = ("check-jsonschema", "hadolint", "pre-commit", "pyright", "ruff", "shellcheck", "zizmor")
"""Programs of the packages in requirements.txt."""

BINARY = "MCPVALS_BINARY"


def path() -> str:
    """PATH with what is installed beside this Python in front."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])


def missing() -> List[str]:
    """What is missing, each with what to do about it."""
    faults = [
        f"`{program}` is missing: apt-get install {package}"
        for program, package in DEBIAN.items()
        if shutil.which(program, path=path()) is None
    ]
    faults += [
        f"`{program}` is missing: pip install -r packages/check/requirements.txt"
        for program in PYTHON
        if shutil.which(program, path=path()) is None
    ]
    return faults + missing_binaries(os.environ.get(BINARY, ""))


def missing_binaries(mcpvals: str) -> List[str]:
    """The same of the programs that are checked."""
    if not mcpvals:
        return [f"{BINARY} is not set: it must be the path of the program `mcpvals`"]
    both = (Path(mcpvals), Path(mcpvals).with_name("mcp-evaluate"))
    return [
        f"`{program}` is missing: cargo build --bins ({BINARY} says where)" for program in both if not program.is_file()
    ]
