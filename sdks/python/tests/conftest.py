"""What several tests share: both kinds of client behind one face, and a real service."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Iterator, Protocol

import pytest

from mcp_evaluator import AsyncMCPEvaluatorClient, MCPEvaluatorClient

HERE = Path(__file__).resolve().parent


class Ask(Protocol):
    """Has a client of the service at `url` do something."""

    def __call__(self, url: str, what: Callable[[Any], Any], **options: Any) -> Any: ...


def ask_sync(url: str, what: Callable[[Any], Any], **options: Any) -> Any:
    """Has the sync client do it."""
    with MCPEvaluatorClient(url, "key", **options) as client:
        return what(client)


def ask_async(url: str, what: Callable[[Any], Any], **options: Any) -> Any:
    """Has the client of asyncio do it."""

    async def main() -> Any:
        async with AsyncMCPEvaluatorClient(url, "key", **options) as client:
            return await what(client)

    return asyncio.run(main())


@pytest.fixture(params=[ask_sync, ask_async], ids=["sync", "async"])
def ask(request: pytest.FixtureRequest) -> Ask:
    """One of the two."""
    return request.param


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backs off for milliseconds; how long it really is, the tests of `_retry` say."""
    monkeypatch.setattr("mcp_evaluator._retry.BACKOFF_BASE", 0.01)
    monkeypatch.setattr("mcp_evaluator._retry.JITTER_MAX", 0.01)
    monkeypatch.setattr("mcp_evaluator._retry.RECONNECT_DELAY_MAX", 0.1)


@dataclass
class Service:
    """A real service, a key for everything, and a server that it may start."""

    url: str
    key: str
    server: str
    folder: Path
    mcpvals: str

    def client(self, **options: Any) -> MCPEvaluatorClient:
        """One of each."""
        return MCPEvaluatorClient(self.url, self.key, **options)

    def async_client(self, **options: Any) -> AsyncMCPEvaluatorClient:
        """One of each."""
        return AsyncMCPEvaluatorClient(self.url, self.key, **options)


def binary() -> str:
    """The program that is tested against."""
    path = os.environ.get("MCPVALS_BINARY")
    if not path:
        pytest.fail("set MCPVALS_BINARY to the program `mcpvals`: these tests need a real service")
    if not Path(path).is_file():
        pytest.fail(f"MCPVALS_BINARY is `{path}`, where there is no file")
    return path


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that ends with the tests."""
    mcpvals, folder = binary(), tmp_path_factory.mktemp("service")
    (folder / "servers").mkdir()
    shutil.copy(HERE / "server.py", folder / "servers" / "server.py")
    environment = {**os.environ, "MCPVALS_SECRET": "of tests, and of nothing else " * 2}
    data = ["--data-dir", str(folder / "data")]
    made = [mcpvals, "keys", "create", "--scope", "evaluate:admin", *data]
    key = subprocess.run(made, env=environment, check=True, capture_output=True, text=True, timeout=120).stdout.strip()
    log = (folder / "log").open("wb")
    allowed = ["--allow-root", str(folder / "servers"), "--allow-command", "python3", "--allow-private"]
    process = subprocess.Popen([mcpvals, "serve", "--port", "0", *data, *allowed], env=environment, stderr=log)
    try:
        url = address(folder / "log", process)
        yield Service(url, key, str(folder / "servers" / "server.py"), folder, mcpvals)
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        log.close()


def address(log: Path, process: subprocess.Popen[bytes]) -> str:
    """Where it listens, as soon as it says so."""
    until = time.monotonic() + 120
    while time.monotonic() < until and process.poll() is None:
        found = re.search(r"serves on (http://[\d.:]+)", log.read_text())
        if found:
            return found[1]
        time.sleep(0.05)
    pytest.fail(f"the service does not serve: {log.read_text()}")
