"""The plugin of pytest: each case of a config is a test, and a session with its server is a fixture.

`pytest -p no:mcpvals` does without it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Generator, Optional

import pytest

from ._fixtures import mcp_config, mcp_server
from ._items import CaseItem, ConfigFile, ConfigItem, GatesItem
from ._settings import Settings, add_options
from ._workers import tell_worker

__all__ = ["CaseItem", "ConfigFile", "GatesItem", "mcp_config", "mcp_server"]

MARKERS = ["mcpvals: a case of a config of mcpvals; its tags are markers, too"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """What can be said on the command line and in the configuration."""
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Registers the markers, and has the files collected that are named."""
    for line in MARKERS:
        config.addinivalue_line("markers", line)
    config.args += Settings(config).arguments_to_add()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Optional[ConfigFile]:
    """A config of mcpvals."""
    settings = Settings(parent.config)
    if file_path in settings.named_files():
        return ConfigFile.at(file_path, parent, parent.config.invocation_params.dir)
    if settings.collects(file_path):
        return ConfigFile.at(file_path, parent, file_path.parent)
    return None


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    """What pytest cannot know of a case."""
    outcome = yield
    if isinstance(item, ConfigItem):
        item.tell(outcome.get_result())


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Of pytest-xdist: what its workers must know."""
    tell_worker(node)
