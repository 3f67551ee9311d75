"""What the WebSocket tells.

Generated from `schemas/asyncapi.json` by `scripts/generate.py`; do not edit.
"""

from __future__ import annotations

from typing import Any, List, Literal, Optional, Union

from .._typing import NotRequired, TypedDict


class EvaluationStartedData(TypedDict):
    """What `evaluation:started` tells."""

    id: str
    serverPath: str
    timestamp: str
    attempt: NotRequired[int]


class EvaluationStartedEvent(TypedDict):
    """`evaluation:started`."""

    type: Literal['evaluation:started']
    eventId: str
    """To come again with, as `lastEventId`."""
    data: EvaluationStartedData


class EvaluationProgressProgress(TypedDict):
    """`EvaluationProgressProgress`."""

    current: float
    total: float
    percentage: float


class EvaluationProgressData(TypedDict):
    """What `evaluation:progress` tells."""

    id: str
    phase: Literal['static', 'runtime', None]
    progress: EvaluationProgressProgress
    currentTask: NotRequired[str]
    estimatedCompletion: str


class EvaluationProgressEvent(TypedDict):
    """`evaluation:progress`."""

    type: Literal['evaluation:progress']
    eventId: str
    """To come again with, as `lastEventId`."""
    data: EvaluationProgressData


class EvaluationCompletedSummary(TypedDict):
    """`EvaluationCompletedSummary`."""

    passed: float
    warned: float
    failed: float
    notJudged: float


class EvaluationCompletedError(TypedDict):
    """`EvaluationCompletedError`."""

    code: str
    message: str
    details: Any


class EvaluationCompletedData(TypedDict):
    """What `evaluation:completed` tells."""

    id: str
    score: Optional[float]
    status: Literal['completed', 'failed', 'cancelled']
    duration: float
    completedAt: str
    summary: EvaluationCompletedSummary
    error: NotRequired[EvaluationCompletedError]


class EvaluationCompletedEvent(TypedDict):
    """`evaluation:completed`."""

    type: Literal['evaluation:completed']
    eventId: str
    """To come again with, as `lastEventId`."""
    data: EvaluationCompletedData


class EvaluationFailedSummary(TypedDict):
    """`EvaluationFailedSummary`."""

    passed: float
    warned: float
    failed: float
    notJudged: float


class EvaluationFailedError(TypedDict):
    """`EvaluationFailedError`."""

    code: str
    message: str
    details: Any


class EvaluationFailedData(TypedDict):
    """What `evaluation:failed` tells."""

    id: str
    score: Optional[float]
    status: Literal['completed', 'failed', 'cancelled']
    duration: float
    completedAt: str
    summary: EvaluationFailedSummary
    error: NotRequired[EvaluationFailedError]


class EvaluationFailedEvent(TypedDict):
    """`evaluation:failed`."""

    type: Literal['evaluation:failed']
    eventId: str
    """To come again with, as `lastEventId`."""
    data: EvaluationFailedData


class EvaluationCancelledSummary(TypedDict):
    """`EvaluationCancelledSummary`."""

    passed: float
    warned: float
    failed: float
    notJudged: float


class EvaluationCancelledError(TypedDict):
    """`EvaluationCancelledError`."""

    code: str
    message: str
    details: Any


class EvaluationCancelledData(TypedDict):
    """What `evaluation:cancelled` tells."""

    id: str
    score: Optional[float]
    status: Literal['completed', 'failed', 'cancelled']
    duration: float
    completedAt: str
    summary: EvaluationCancelledSummary
    error: NotRequired[EvaluationCancelledError]


class EvaluationCancelledEvent(TypedDict):
    """`evaluation:cancelled`."""

    type: Literal['evaluation:cancelled']
    eventId: str
    """To come again with, as `lastEventId`."""
    data: EvaluationCancelledData


class HookRunningData(TypedDict):
    """What `hook:running` tells."""

    evaluationId: str
    hook: str
    requirement: str
    startedAt: str


class HookRunningEvent(TypedDict):
    """`hook:running`."""

    type: Literal['hook:running']
    eventId: str
    """To come again with, as `lastEventId`."""
    data: HookRunningData


class HookCompletedData(TypedDict):
    """What `hook:completed` tells."""

    evaluationId: str
    hook: str
    score: Optional[float]
    status: str
    duration: float
    evidence: List[str]
    recommendations: List[str]


class HookCompletedEvent(TypedDict):
    """`hook:completed`."""

    type: Literal['hook:completed']
    eventId: str
    """To come again with, as `lastEventId`."""
    data: HookCompletedData


class ToolTestingData(TypedDict):
    """What `tool:testing` tells."""

    evaluationId: str
    toolName: str
    arguments: Any
    startedAt: str


class ToolTestingEvent(TypedDict):
    """`tool:testing`."""

    type: Literal['tool:testing']
    eventId: str
    """To come again with, as `lastEventId`."""
    data: ToolTestingData


class ToolResultResult(TypedDict):
    """`ToolResultResult`."""

    success: bool
    data: Any


class ToolResultData(TypedDict):
    """What `tool:result` tells."""

    evaluationId: str
    toolName: str
    status: str
    responseTime: NotRequired[float]
    result: NotRequired[ToolResultResult]


class ToolResultEvent(TypedDict):
    """`tool:result`."""

    type: Literal['tool:result']
    eventId: str
    """To come again with, as `lastEventId`."""
    data: ToolResultData


class ErrorOccurredError(TypedDict):
    """`ErrorOccurredError`."""

    code: str
    message: str
    details: Any


class ErrorOccurredData(TypedDict):
    """What `error:occurred` tells."""

    evaluationId: str
    error: ErrorOccurredError
    timestamp: str


class ErrorOccurredEvent(TypedDict):
    """`error:occurred`."""

    type: Literal['error:occurred']
    eventId: str
    """To come again with, as `lastEventId`."""
    data: ErrorOccurredData


class SystemStatusData(TypedDict):
    """What `system:status` tells."""

    activeEvaluations: float
    queueLength: float
    systemLoad: float
    timestamp: str


class SystemStatusEvent(TypedDict):
    """`system:status`."""

    type: Literal['system:status']
    data: SystemStatusData


EvaluationEvent = Union[EvaluationStartedEvent, EvaluationProgressEvent, EvaluationCompletedEvent, EvaluationFailedEvent, EvaluationCancelledEvent, HookRunningEvent, HookCompletedEvent, ToolTestingEvent, ToolResultEvent, ErrorOccurredEvent]


Event = Union[EvaluationStartedEvent, EvaluationProgressEvent, EvaluationCompletedEvent, EvaluationFailedEvent, EvaluationCancelledEvent, HookRunningEvent, HookCompletedEvent, ToolTestingEvent, ToolResultEvent, ErrorOccurredEvent, SystemStatusEvent]


EventName = Literal['evaluation:started', 'evaluation:progress', 'evaluation:completed', 'evaluation:failed', 'evaluation:cancelled', 'hook:running', 'hook:completed', 'tool:testing', 'tool:result', 'error:occurred', 'system:status']


EvaluationPattern = Literal['evaluation:started', 'evaluation:progress', 'evaluation:completed', 'evaluation:failed', 'evaluation:cancelled', 'hook:running', 'hook:completed', 'tool:testing', 'tool:result', 'error:occurred', 'evaluation:*', 'hook:*', 'tool:*', 'error:*', 'started', 'progress', 'completed', 'failed', 'cancelled', 'running', 'testing', 'result', 'occurred', 'error']
