"""A session with the server of a config, for tests that are written in Python."""

from __future__ import annotations

from typing import Iterator, Optional

import pytest

from .._config import Config
from ..session import Session
from ._settings import Settings


@pytest.fixture(scope="session")
def mcp_config(pytestconfig: pytest.Config) -> Optional[Config]:
    """The config of `mcp_server`: the one that `--mcpvals-config` names, or the one that is found from pytest's root
    upwards. A `conftest.py` may say otherwise: a path, or a dict."""
    named = Settings(pytestconfig).named_files()
    return named[0] if named else None


@pytest.fixture(scope="session")
def mcp_server(mcp_config: Optional[Config], pytestconfig: pytest.Config) -> Iterator[Session]:
    """A live session with the server of `mcp_config`: one for all tests, started when the first of them asks for it."""
    folder = pytestconfig.invocation_params.dir if Settings(pytestconfig).named_files() else pytestconfig.rootpath
    with Session(mcp_config, cwd=folder) as session:
        yield session
