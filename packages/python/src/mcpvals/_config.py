"""How the program is told of a config."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, List, Mapping, Optional, Tuple, Union

from ._options import StrPath

Config = Union[StrPath, Mapping[str, Any]]
"""The path of a config file, or a config as a dict, with the names that a config file has."""


def as_stdin(config: Optional[Config]) -> Tuple[List[str], Optional[str]]:
    """Its arguments, and its stdin."""
    if isinstance(config, Mapping):
        return ["--config=-"], json.dumps(config)
    return path(config), None


def as_file(config: Optional[Config], folder: Path) -> List[str]:
    """Its arguments, where its stdin is for something else. A dict is written into `folder`."""
    if isinstance(config, Mapping):
        file = folder / "mcp-eval.config.json"
        file.write_text(json.dumps(config), encoding="utf-8")
        return path(file)
    return path(config)


def path(config: Optional[StrPath]) -> List[str]:
    """A file, or none: then one is found."""
    return [] if config is None else [f"--config={Path(config)}"]
