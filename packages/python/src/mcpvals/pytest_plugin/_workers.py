"""pytest-xdist: how the cases of a config are spread over its workers.

A worker knows all cases, but not which of them will come to it, unless whole files are (`--dist loadfile`). So it plays
each case in a run of its own where they are not.
"""

from __future__ import annotations

from typing import Any, Dict, Optional, cast

import pytest

KEY = "mcpvals_dist"
WHOLE_FILES = frozenset(["loadfile", "each"])


def tell_worker(node: Any) -> None:
    """Tells a worker how tests are spread; pytest-xdist itself does not."""
    node.workerinput[KEY] = node.config.getoption("dist", "no")


def plays_whole_files(config: pytest.Config) -> bool:
    """Does everything of a file that is selected come to this process?"""
    given = cast("Optional[Dict[str, Any]]", getattr(config, "workerinput", None))
    return given is None or given.get(KEY) in WHOLE_FILES
