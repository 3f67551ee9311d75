"""Makes the archive of one platform: `python3 archive.py --target TRIPLE --binaries FOLDER --output FOLDER`.

The same files give the same bytes, wherever and whenever: names are sorted, owners and modes fixed, and every time is
SOURCE_DATE_EPOCH (seconds; 1980-01-01, the first that ZIP knows, where it is not set). Prints the archive's path.
"""

import argparse
import gzip
import io
import os
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path, PurePosixPath
from typing import Dict

from contents import contents, version_of
from targets import PROGRAMS, Target, archive_name, named, stem

EPOCH_MIN = 315532800
LEVEL = 6
"""Of compression: 9 takes three times as long, and its archive is not a hundredth smaller."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes the archive of one platform.")
    parser.add_argument("--target", required=True, type=named, help="Rust's name of the platform")
    parser.add_argument("--binaries", required=True, type=Path, help="the folder with mcpvals and mcp-evaluate")
    parser.add_argument("--output", required=True, type=Path, help="the folder for the archive")
    arguments = parser.parse_args()
    try:
        print(make(arguments.target, arguments.binaries, arguments.output))
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        print(f"error: cannot make the archive of {arguments.target.triple}: {error}", file=sys.stderr)
        return 1
    return 0


def make(target: Target, binaries: Path, output: Path) -> Path:
    """Writes the archive into the folder; returns its path."""
    version = version_of(binaries, target)
    files = {f"{stem(version, target)}/{path}": data for path, data in contents(binaries, target).items()}
    packed = zipped(files, epoch()) if target.is_windows else tarred(files, epoch())
    output.mkdir(parents=True, exist_ok=True)
    archive = output / archive_name(version, target)
    archive.write_bytes(packed)
    return archive


def epoch() -> int:
    """The time of every file, in seconds."""
    return max(EPOCH_MIN, int(os.environ.get("SOURCE_DATE_EPOCH", EPOCH_MIN)))


def mode(path: str) -> int:
    """Programs stand at the top of the archive's folder, and are the only files that may be run."""
    is_program = path.count("/") == 1 and PurePosixPath(path).stem in PROGRAMS
    return 0o755 if is_program else 0o644


def tarred(files: Dict[str, bytes], seconds: int) -> bytes:
    """A gzipped tar."""
    packed = io.BytesIO()
    with (
        # Its header has a time and a name: both are given, so that they are the same everywhere.
        gzip.GzipFile(filename="", mode="wb", compresslevel=LEVEL, fileobj=packed, mtime=seconds) as zipper,
        tarfile.open(fileobj=zipper, mode="w", format=tarfile.USTAR_FORMAT) as tar,
    ):
        for path in sorted(files):
            entry = tarfile.TarInfo(path)
            entry.size, entry.mtime, entry.mode = len(files[path]), seconds, mode(path)
            tar.addfile(entry, io.BytesIO(files[path]))
    return packed.getvalue()


def zipped(files: Dict[str, bytes], seconds: int) -> bytes:
    """A ZIP file, with Unix modes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, time.gmtime(seconds)[:6])
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = (0o100000 | mode(path)) << 16
            archive.writestr(entry, files[path], compresslevel=LEVEL)
    return packed.getvalue()


if __name__ == "__main__":
    sys.exit(main())
