"""Where things are in the project."""

from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
PACKAGES = PROJECT / "packages"
WORKFLOWS = PROJECT / ".github" / "workflows"
EXAMPLES = PROJECT / "examples"
