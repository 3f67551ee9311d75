"""What the API is asked with.

Generated from `schemas/openapi.json` by `scripts/generate.py`; do not edit.
"""

from __future__ import annotations

from typing import Dict, List, Literal

from .._typing import NotRequired, TypedDict


class EvaluationOptions(TypedDict):
    """`options` of a request."""

    transport: NotRequired[Literal['stdio', 'sse', 'http']]
    """How the server is spoken to; found out where left out."""
    run_static: NotRequired[bool]
    """Look at source, documents and metadata."""
    run_runtime: NotRequired[bool]
    """Start the server and speak to it."""
    timeout: NotRequired[float]
    """Of one call, in seconds."""
    retries: NotRequired[int]
    """How often connecting, and calls that only read, are tried again."""
    tags: NotRequired[List[str]]
    """Words that the evaluation is marked with."""


class ServerOptions(TypedDict):
    """A server as a config has it, instead of the start that is found in `serverPath`. What it may start is decided by the operator."""

    transport: NotRequired[Literal['stdio', 'sse', 'http', 'shttp']]
    command: NotRequired[str]
    args: NotRequired[List[str]]
    env: NotRequired[Dict[str, str]]
    cwd: NotRequired[str]
    """Where it starts, below an allowed root; the folder of `serverPath` where left out."""
    url: NotRequired[str]
    headers: NotRequired[Dict[str, str]]


class LimitsUpdate(TypedDict):
    """`limits` of a request."""

    max_concurrent_evaluations: NotRequired[int]
    """Of one worker."""
    max_concurrent_per_key: NotRequired[int]
    """0 is no limit."""
    max_concurrent_per_target: NotRequired[int]
    """0 is no limit."""
    max_queued: NotRequired[int]
    max_file_size: NotRequired[int]
    """In bytes."""
    evaluation_timeout: NotRequired[float]
    """Of one evaluation, in seconds."""
    retention_days: NotRequired[int]
    """0 is for ever."""
    report_hours: NotRequired[int]
    requests_per_hour: NotRequired[Dict[str, int]]
    """By `METHOD /path` as in this document; `*` is every other."""


class ObservabilityUpdate(TypedDict):
    """`observability` of a request."""

    enabled: NotRequired[bool]
    endpoint: NotRequired[str]
    """Without a user or password. Its query is shown as `?***`; sent back like that, the address stays as it is."""


Transport = Literal['stdio', 'sse', 'http']


ReportFormat = Literal['json', 'markdown', 'html', 'xml', 'sarif', 'junit']


ReportTemplate = Literal['submission', 'summary', 'ci']


Scope = Literal['evaluate:read', 'evaluate:write', 'evaluate:export', 'evaluate:admin']


SECONDS = frozenset(['evaluation_timeout', 'timeout'])
