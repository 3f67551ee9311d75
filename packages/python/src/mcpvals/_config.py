"""How the program is told of a config."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, List, Mapping, Optional, Tuple, Union

from ._options import StrPath

Config = Union[StrPath, Mapping[str, Any]]
"""The path of a config file, or a config as a dict, with the names that a config file has."""


def as_stdin(config: Optional[Config]) -> Tuple[List[str], Optional[str]]:
    """Its arguments, and its stdin: a dict is one line there, and in no file, for it may have secrets."""
    if isinstance(config, Mapping):
        return ["--config=-"], json.dumps(config, allow_nan=False)
    return path(config), None


def path(config: Optional[StrPath]) -> List[str]:
    """A file, or none: then one is found."""
    return [] if config is None else [f"--config={Path(config)}"]
