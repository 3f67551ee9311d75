"""Tells whether an MCP (Model Context Protocol) server works.

`evaluate` runs the program `mcpvals`, which is installed with this package, on a config, and returns its report;
`evaluate_async` is the same for asyncio. `Session` is a live session with the server of a config.
`python -m mcpvals` is the program itself.
"""

from __future__ import annotations

from ._binary import find_binary
from ._evaluate import evaluate, evaluate_async
from ._options import Options
from .errors import (
    BinaryNotFoundError,
    DeadlineExceededError,
    InternalError,
    InterruptedRunError,
    MCPValsError,
    NoAnswerError,
    NothingToRunError,
    ProtocolViolationWarning,
    ServerError,
    ServerUnreachableError,
    UsageError,
)
from .report import CaseResult, Report, ReportData, SuiteReport
from .result import ToolResult
from .session import Session

__all__ = [
    "BinaryNotFoundError",
    "CaseResult",
    "DeadlineExceededError",
    "InternalError",
    "InterruptedRunError",
    "MCPValsError",
    "NoAnswerError",
    "NothingToRunError",
    "Options",
    "ProtocolViolationWarning",
    "Report",
    "ReportData",
    "ServerError",
    "ServerUnreachableError",
    "Session",
    "SuiteReport",
    "ToolResult",
    "UsageError",
    "evaluate",
    "evaluate_async",
    "find_binary",
]
