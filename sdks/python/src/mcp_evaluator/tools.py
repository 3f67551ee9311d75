"""Tools of an MCP server: listed, and tried one at a time."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from ._call import Call
from ._generated.answers import ToolListView, ToolTestView
from ._generated.requests import ServerOptions, Transport
from ._group import AsyncGroup, Group, async_method, method
from ._wire import to_api

SERVICE_TIMEOUT = 30.0
"""How long the service tries where nothing else is asked for, in seconds."""
GRACE = 15.0
"""What it takes beside: a process, a sandbox."""


def call_tool(
    server_path: Optional[str] = None,
    tool_name: str = "",
    arguments: Optional[Mapping[str, Any]] = None,
    *,
    server: Optional[ServerOptions] = None,
    transport: Optional[Transport] = None,
    timeout: Optional[float] = None,
) -> Call[ToolTestView]:
    """Calls one tool, and says what to think of the answer.

    Arguments are made from the tool's schema where none are given; `timeout` is of start and call, in seconds.
    """
    given = {"server_path": server_path, "server": to_api(server), "transport": transport, "timeout": timeout}
    body = to_api({**given, "tool_name": tool_name, "arguments": arguments})
    return Call("POST", "/tools/test", body=body, timeout_min=patience(timeout))


def list_tools(
    server_path: Optional[str] = None,
    *,
    server: Optional[ServerOptions] = None,
    transport: Optional[Transport] = None,
    timeout: Optional[float] = None,
) -> Call[ToolListView]:
    """The tools of a server, with their schemas; `timeout` is of start and list, in seconds."""
    given = {"server_path": server_path, "server": to_api(server), "transport": transport, "timeout": timeout}
    return Call("POST", "/tools/list", body=to_api(given), timeout_min=patience(timeout))


def patience(timeout: Optional[float]) -> float:
    """A request must outlast what it asks for, or its answer is never seen."""
    return (SERVICE_TIMEOUT if timeout is None else timeout) + GRACE


class Tools(Group):
    """`client.tools`."""

    test = method(call_tool)
    list = method(list_tools)


class AsyncTools(AsyncGroup):
    """`client.tools`, to be awaited."""

    test = async_method(call_tool)
    list = async_method(list_tools)
