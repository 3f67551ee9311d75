"""Everything that must hold, one after the other: `MCPVALS_BINARY=… python scripts/check.py`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
OUT = HERE / ".check"


def run(what: str, *command: str) -> bool:
    """One of them; what it says goes to stderr, and its name with the outcome to stdout."""
    print(f"{what} …", file=sys.stderr, flush=True)
    # What is found beside this Python comes first: `pyright` looks there for what is installed.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    code = subprocess.run(command, cwd=HERE, env={**os.environ, "PATH": path}, stdout=sys.stderr).returncode
    print(f"{'ok' if code == 0 else 'FAIL'}  {what}", flush=True)
    return code == 0


def python(what: str, *arguments: str) -> bool:
    """One that is a module or script of Python."""
    return run(what, sys.executable, *arguments)


def main() -> int:
    """All of them, also after one that fails."""
    if not os.environ.get("MCPVALS_BINARY"):
        print("set MCPVALS_BINARY to the program `mcpvals`: the tests need a real service", file=sys.stderr)
        return 2
    shutil.rmtree(OUT, ignore_errors=True)
    outcomes = [
        python("generated files are up to date", "scripts/generate.py", "--check"),
        python("layout", "-m", "ruff", "format", "--check", "."),
        python("lints", "-m", "ruff", "check", "."),
        python("types, strict", "-m", "pyright", "-p", "."),
        python("tests", "-m", "pytest", "-q"),
        python("package", "-m", "build", "--no-isolation", "--outdir", str(OUT)),
    ]
    built = [str(path) for path in sorted(OUT.glob("*"))]
    outcomes.append(python("its description", "-m", "twine", "check", "--strict", *built))
    return 0 if all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
