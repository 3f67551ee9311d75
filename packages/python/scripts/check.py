"""Everything that must hold, one after the other: `python scripts/check.py`, with `cargo` in PATH."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
OUT = HERE / ".check"
TOOLS = Path(sys.executable).parent


def run(what: str, *command: str, **environment: str) -> bool:
    """One of them; what it says goes to stderr, and its name with the outcome to stdout."""
    print(f"{what} …", file=sys.stderr, flush=True)
    # What is found beside this Python comes first: `pyright` looks there for what is installed.
    path = os.pathsep.join([str(TOOLS), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, **environment}
    code = subprocess.run(command, cwd=HERE, env=environment, stdout=sys.stderr).returncode
    print(f"{'ok' if code == 0 else 'FAIL'}  {what}", flush=True)
    return code == 0


def python(what: str, *arguments: str, **environment: str) -> bool:
    """One that is a module or script of Python."""
    return run(what, sys.executable, *arguments, **environment)


def wheel() -> bool:
    """Of the debug build that is there: cargo has nothing to do where it is up to date.

    To strip it would be to link it anew, and to compress it takes longer than all tests.
    """
    options = ["--profile=dev", "--strip=false", "--compression-method=stored", "--compatibility=linux"]
    return python("wheel", "-m", "maturin", "build", "--quiet", *options, f"--out={OUT}")


def package() -> list[bool]:
    """The wheel, and what is tested with it."""
    if not wheel():
        return [False]
    path = str(next(OUT.glob("*.whl")))
    install = ["pip", "install", "--quiet", "--python", sys.executable, "--offline", "--no-deps", "--reinstall", path]
    return [
        python("its description", "-m", "twine", "check", "--strict", path),
        run("its files", str(TOOLS / "check-wheel-contents"), "--toplevel", "mcpvals", path),
        run("installs", str(TOOLS / "uv"), *install)
        and python("tests", "-m", "pytest", "-q", "-n", "2", MCPVALS_WHEEL=path),
    ]


def main() -> int:
    """All of them, also after one that fails."""
    shutil.rmtree(OUT, ignore_errors=True)
    outcomes = [
        python("generated files are up to date", "scripts/generate.py", "--check"),
        python("layout", "-m", "ruff", "format", "--check", "."),
        python("lints", "-m", "ruff", "check", "."),
        python("types, strict", "-m", "pyright", "-p", "."),
        run("runs on Python 3.9", str(TOOLS / "vermin"), "--quiet", "--target=3.9-", "--no-tips", "src"),
        *package(),
    ]
    return 0 if all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
