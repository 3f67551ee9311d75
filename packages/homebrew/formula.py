"""Makes the Homebrew formula of a release: `python3 formula.py SHA256SUMS > mcpvals.rb`.

The version and the archives' checksums are those of the file, which sums.py wrote; what does not change is in
mcpvals.rb.in.
"""

import re
import sys
from pathlib import Path
from typing import Dict, List

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "archive"))

import sums  # noqa: E402
from targets import archive_name, named  # noqa: E402

TEMPLATE = HERE / "mcpvals.rb.in"
HOLE = re.compile(r"@([a-z0-9_-]+)@")


def main(arguments: List[str]) -> int:
    if len(arguments) != 1:
        print("usage: python3 formula.py SHA256SUMS", file=sys.stderr)
        return 2
    try:
        sys.stdout.write(formula(TEMPLATE.read_text(encoding="utf-8"), sums.read(Path(arguments[0]))))
    except (OSError, ValueError) as error:
        print(f"error: cannot make the formula: {error}", file=sys.stderr)
        return 1
    return 0


def formula(template: str, digests: Dict[str, str]) -> str:
    """The template with `@version@` and, for each platform that it names, `@TRIPLE@` filled in: SHA-256 of the archive.

    Raises ValueError where the release has no such archive.
    """
    version = sums.version_of(list(digests))

    def filled(hole: "re.Match[str]") -> str:
        if hole[1] == "version":
            return version
        name = archive_name(version, named(hole[1]))
        if name not in digests:
            raise ValueError(f"there is no checksum of `{name}`")
        return digests[name]

    return HOLE.sub(filled, template)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
