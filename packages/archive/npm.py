"""Makes npm's packages from the archives of a release: `python3 npm.py RELEASE-FOLDER OUTPUT-FOLDER`.

The programs are those of the archives, byte for byte. packages/npm must be built (`npm ci && npm run build`). Prints
the tarballs in the order in which they must be published: those of the platforms, then `mcpvals`, which needs them.
"""

import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import List

import sums
from targets import TARGETS, Target, archive_name, stem

SCRIPT = Path(__file__).resolve().parents[1] / "npm/scripts/platform.mjs"
SECONDS_MAX = 300


def main(arguments: List[str]) -> int:
    if len(arguments) != 2:
        print("usage: python3 npm.py RELEASE-FOLDER OUTPUT-FOLDER", file=sys.stderr)
        return 2
    release, output = Path(arguments[0]), Path(arguments[1])
    version = sums.version_of(sorted(path.name for path in release.iterdir()))
    main_package = ""
    for target in TARGETS:
        with tempfile.TemporaryDirectory() as folder:
            binary = Path(folder) / ("mcpvals" + target.program_suffix)
            binary.write_bytes(program(release, version, target))
            platform_package, main_package = packed(binary, target, output)
            print(platform_package)
    print(main_package)
    return 0


def program(release: Path, version: str, target: Target) -> bytes:
    """The program `mcpvals` in the target's archive."""
    archive = release / archive_name(version, target)
    name = f"{stem(version, target)}/mcpvals{target.program_suffix}"
    if target.is_windows:
        with zipfile.ZipFile(archive) as opened:
            return opened.read(name)
    with tarfile.open(archive) as opened:
        file = opened.extractfile(name)
        if file is None:
            raise ValueError(f"`{name}` in `{archive}` is no file")
        return file.read()


def packed(binary: Path, target: Target, output: Path) -> List[str]:
    """The two tarballs that packages/npm makes for a platform: its own, and that of `mcpvals`."""
    command = ["node", str(SCRIPT), "--binary", str(binary), "--out", str(output), "--platform", target.npm]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=SECONDS_MAX).stdout.split()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
