"""Writes SHA256SUMS of the archives in a folder, as `sha256sum` does: `python3 sums.py FOLDER`.

Fails where an archive of a released platform is missing, or of another version than the others: half a release is none.
"""

import hashlib
import sys
from pathlib import Path
from typing import Dict, List

from targets import TARGETS, archive_name

FILE = "SHA256SUMS"


def main(arguments: List[str]) -> int:
    if len(arguments) != 1:
        print("usage: python3 sums.py FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    try:
        text = "".join(f"{digest}  {name}\n" for name, digest in sums(folder).items())
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    (folder / FILE).write_bytes(text.encode())
    return 0


def sums(folder: Path) -> Dict[str, str]:
    """SHA-256 in hexadecimal, by the archive's name, in order of name."""
    names = sorted(path.name for path in folder.iterdir() if path.name.startswith("mcpvals-"))
    expected = sorted(archive_name(version_of(names), target) for target in TARGETS)
    if names != expected:
        missing, odd = sorted(set(expected) - set(names)), sorted(set(names) - set(expected))
        raise ValueError(f"`{folder}` is not a whole release: missing {missing}, not expected {odd}")
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}


def version_of(names: List[str]) -> str:
    """The version in the first name."""
    for name in names:
        for target in TARGETS:
            end = f"-{target.triple}{target.suffix}"
            if name.endswith(end):
                return name[len("mcpvals-") : -len(end)]
    raise ValueError("there is no archive of a released platform")


def read(path: Path) -> Dict[str, str]:
    """What is in such a file: SHA-256 by name."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
