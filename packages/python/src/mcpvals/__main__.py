"""`python -m mcpvals`: the program, with the arguments, streams and exit code of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NoReturn

from ._binary import find_binary
from .errors import BinaryNotFoundError


def main() -> NoReturn:
    """Becomes the program where the system can do that, and waits for it elsewhere."""
    try:
        command = [find_binary(), *sys.argv[1:]]
    except BinaryNotFoundError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    if os.name == "posix":
        os.execv(command[0], command)
    sys.exit(wait_for(command))


def wait_for(command: list[str]) -> int:
    """Its exit code. Ctrl-C reaches the program, too: it ends by itself, in good order."""
    with subprocess.Popen(command) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue


if __name__ == "__main__":
    main()
