"""What users say to the plugin."""

from __future__ import annotations

import os
from pathlib import Path
from typing import List, cast

import pytest

EXTENSIONS = frozenset(["ts", "mts", "js", "mjs", "json", "jsonc", "yaml", "yml", "toml"])
"""What configs end in: what is beside them (`….ts.cassette.json`) is none."""

STEMS = ["mcp-eval.config", "mcpvals.config"]


def add_options(parser: pytest.Parser) -> None:
    """The options, in the group of their own."""
    group = parser.getgroup("mcpvals", "MCP servers (mcpvals)")
    group.addoption(
        "--mcpvals-config",
        action="append",
        default=[],
        metavar="FILE",
        help="collect this config of mcpvals, too; may be repeated; its servers start in the working folder, as with "
        "`mcpvals eval FILE`",
    )
    parser.addini(
        "mcpvals_stems",
        type="args",
        default=STEMS,
        help="names, without their extension, of the files that are collected as configs of mcpvals; none: only those "
        "that --mcpvals-config names",
    )
    parser.addini("mcpvals_args", type="args", default=[], help="more arguments for `mcpvals eval`")
    parser.addini("mcpvals_deadline", default="3600", help="how long one run of `mcpvals eval` may take, in seconds")


class Settings:
    """They, as they stand in a run of pytest."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._folder = config.invocation_params.dir

    def named_files(self) -> List[Path]:
        """What `--mcpvals-config` names."""
        named = cast("List[str]", self._config.getoption("--mcpvals-config"))
        return [Path(os.path.abspath(self._folder / file)) for file in named]

    def arguments_to_add(self) -> List[str]:
        """Those of the named files that pytest does not come to anyway; before its version 9 it loses the others of a
        folder and a file in it."""
        paths = (argument.partition("::")[0] for argument in self._config.args)
        roots = {Path(os.path.abspath(self._folder / path)) for path in paths}
        return [str(file) for file in self.named_files() if roots.isdisjoint([file, *file.parents])]

    def collects(self, file: Path) -> bool:
        """Is it a config by its name?"""
        return file.suffix[1:] in EXTENSIONS and file.stem in self._config.getini("mcpvals_stems")

    @property
    def args(self) -> List[str]:
        """More arguments."""
        return list(self._config.getini("mcpvals_args"))

    @property
    def deadline(self) -> float:
        """In seconds. Raises `pytest.UsageError` where it is no number."""
        text: str = self._config.getini("mcpvals_deadline")
        try:
            return float(text)
        except ValueError:
            raise pytest.UsageError(f"mcpvals_deadline = {text}: it takes a number of seconds") from None

    @property
    def deselects(self) -> bool:
        """Is something said that takes cases out? `--last-failed` and node ids only name others."""
        return any(self._config.getoption(name) for name in ("keyword", "markexpr", "deselect"))

    @property
    def is_fail_fast(self) -> bool:
        """Does pytest stop after the first failure?"""
        return self._config.getoption("maxfail") == 1
