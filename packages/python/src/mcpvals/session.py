"""A live session with the server of a config.

The program holds it (`mcpvals session`): it starts the server as the config says, speaks the protocol, and ends it. So
every transport, sign-in and client profile that a config can name is at hand, and no server outlives us.
"""

from __future__ import annotations

import warnings
from types import TracebackType
from typing import Any, Dict, Iterator, List, Mapping, Optional, Type

from ._binary import find_binary
from ._config import Config, as_stdin
from ._dialogue import MARGIN, Dialogue
from ._options import StrPath
from .errors import NoAnswerError, ProtocolViolationWarning, ServerError
from .result import ToolResult

# Starting and shaking hands may download a server first; the config has the limit that counts. In seconds.
START_DEADLINE = 3600.0
PAGES_MAX = 1000
# No request waits longer, in seconds.
LONGEST = 1e8


class Session:
    """A live session: `with Session("mcp-eval.config.yaml") as server: server.call_tool("add", {"a": 1, "b": 2})`.

    Several threads may use it: what they ask is open at the same time (64 requests at most), and a request that waits
    holds up no other. Times are in seconds. What breaks the protocol is a `ProtocolViolationWarning`. Requests raise
    `ServerError` where the server answers with an error of JSON-RPC, and `NoAnswerError` where it gives no answer.
    """

    server: Dict[str, Any]
    """What the server said of itself: `name`, `version`, `protocolVersion`, `capabilities`, `instructions` …"""

    def __init__(
        self,
        config: Optional[Config] = None,
        *,
        server: Optional[str] = None,
        timeout: float = 30.0,
        cwd: Optional[StrPath] = None,
        env: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Starts the server, the first of the config or the one with this name, and shakes hands.

        A config is found, or is a path or a dict, as for `mcpvals.evaluate`; it needs no suites. Raises a
        `MCPValsError`, as that does. `timeout` is that of a request which names none.
        """
        self._timeout = timeout
        words, given = as_stdin(config)
        words = ["session", "--error-format=json", *words]
        words += [] if server is None else [f"--server={server}"]
        self._dialogue = Dialogue([find_binary(), *words], cwd, env)
        self.server = self._ready(given)

    def call_tool(
        self, name: str, arguments: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> ToolResult:
        """Calls a tool. A tool that fails (`isError`) raises nothing: `result.is_error` says so."""
        params = {"name": name, "arguments": dict(arguments or {})}
        answer = self._ask("tools/call", params, timeout)
        return ToolResult(answer["result"], answer["tookMs"] / 1000)

    def list_tools(self) -> List[Dict[str, Any]]:
        """All tools, from all pages."""
        return list(self._pages("tools/list", "tools"))

    def list_resources(self) -> List[Dict[str, Any]]:
        """All resources, from all pages."""
        return list(self._pages("resources/list", "resources"))

    def list_resource_templates(self) -> List[Dict[str, Any]]:
        """All templates of resources, from all pages."""
        return list(self._pages("resources/templates/list", "resourceTemplates"))

    def read_resource(self, uri: str) -> List[Dict[str, Any]]:
        """Its contents: each has `uri`, and `text` or (in Base64) `blob`."""
        return self.request("resources/read", {"uri": uri})["contents"]

    def list_prompts(self) -> List[Dict[str, Any]]:
        """All prompts, from all pages."""
        return list(self._pages("prompts/list", "prompts"))

    def get_prompt(self, name: str, arguments: Optional[Mapping[str, str]] = None) -> Dict[str, Any]:
        """The prompt: its `messages`, and perhaps a `description`."""
        return self.request("prompts/get", {"name": name, "arguments": dict(arguments or {})})

    def request(
        self, method: str, params: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> Dict[str, Any]:
        """Any other request: its result, as it came."""
        return self._ask(method, params, timeout)["result"]

    def close(self) -> None:
        """Ends the session, and the server where the program started it. What other threads wait for is answered first,
        if that takes no longer than the session's `timeout`."""
        self._dialogue.end(self._timeout + MARGIN)
        warn_of(self._dialogue.last_words, 3)

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def _ready(self, given: Optional[str]) -> Dict[str, Any]:
        """Gives it the config, where that is in no file, and waits for the server."""
        try:
            if given is not None:
                self._dialogue.say(given)
            return self._dialogue.first(START_DEADLINE)["ready"]["server"]
        except BaseException:
            self._dialogue.end(MARGIN)
            raise

    def _ask(self, method: str, params: Optional[Mapping[str, Any]], timeout: Optional[float]) -> Dict[str, Any]:
        """An answer that has a result."""
        # What is left of a deadline that is over is less than nothing.
        seconds = min(max(self._timeout if timeout is None else timeout, 0.0), LONGEST)
        question = {"method": method, "params": dict(params or {}), "timeoutMs": round(seconds * 1000)}
        answer = self._dialogue.ask(question, seconds)
        warn_of(answer, 4)
        if "fault" in answer:
            raise NoAnswerError(f"{method}: {answer['fault']}")
        if "error" in answer:
            raise ServerError.of(answer["error"])
        return answer

    def _pages(self, method: str, member: str) -> Iterator[Dict[str, Any]]:
        params: Dict[str, Any] = {}
        for _ in range(PAGES_MAX):
            page = self.request(method, params)
            yield from page[member]
            if page.get("nextCursor") is None:
                return
            params = {"cursor": page["nextCursor"]}
        raise NoAnswerError(f"{method}: the list has more than {PAGES_MAX} pages")


def warn_of(line: Mapping[str, Any], level: int) -> None:
    """What broke the protocol, at the place so many frames above."""
    for one in line.get("violations", []):
        warnings.warn(ProtocolViolationWarning.of(one), stacklevel=level)
