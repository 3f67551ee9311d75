"""The platforms that are released: the release workflow, the formula and cargo-binstall have these and no others."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """One platform."""

    triple: str
    """Rust's name of it, which is in the names of its archives, too."""
    npm: str
    """The name of its npm package below `@mcpvals/`."""

    @property
    def is_windows(self) -> bool:
        return "windows" in self.triple

    @property
    def suffix(self) -> str:
        """The end of its archive's name: each system opens its own without another program."""
        return ".zip" if self.is_windows else ".tar.gz"

    @property
    def program_suffix(self) -> str:
        return ".exe" if self.is_windows else ""


TARGETS = (
    Target("x86_64-unknown-linux-gnu", "linux-x64"),
    Target("x86_64-unknown-linux-musl", "linux-x64-musl"),
    Target("aarch64-unknown-linux-gnu", "linux-arm64"),
    Target("aarch64-unknown-linux-musl", "linux-arm64-musl"),
    Target("x86_64-apple-darwin", "darwin-x64"),
    Target("aarch64-apple-darwin", "darwin-arm64"),
    Target("x86_64-pc-windows-msvc", "win32-x64"),
)

PROGRAMS = ("mcpvals", "mcp-evaluate")
"""What every package installs."""


def named(triple: str) -> Target:
    """The target with this name.

    Raises ValueError, which lists all of them, where there is none.
    """
    for target in TARGETS:
        if target.triple == triple:
            return target
    raise ValueError(f"`{triple}` is not released; these are: {', '.join(target.triple for target in TARGETS)}")


def stem(version: str, target: Target) -> str:
    """The archive's name without its end, and the name of the one folder in it."""
    return f"mcpvals-{version}-{target.triple}"


def archive_name(version: str, target: Target) -> str:
    """The archive's name."""
    return stem(version, target) + target.suffix
