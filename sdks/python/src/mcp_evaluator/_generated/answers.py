"""What the API answers.

Generated from `schemas/openapi.json` by `scripts/generate.py`; do not edit.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional

from .._typing import NotRequired, TypedDict


class Accepted(TypedDict):
    """An evaluation that was just accepted."""

    id: str
    """`eval_…`"""
    status: EvaluationStatus
    """`queued`"""
    serverPath: str
    """What is evaluated."""
    options: Options
    """What was asked for."""
    tags: NotRequired[List[str]]
    """Words that it is marked with."""
    createdAt: str
    """When it was accepted."""
    estimatedDuration: int
    """How long it is likely to run, in milliseconds."""
    queuePosition: int
    """1 is the next."""


class Cancelled(TypedDict):
    """An evaluation that is not wanted any more."""

    id: str
    """`eval_…`"""
    status: EvaluationStatus
    """`cancelled`"""
    message: str
    """In words."""
    cancelledAt: str
    """When it ended."""


class Capabilities(TypedDict):
    """What it can do."""

    staticAnalysis: bool
    """Look at source, documents and metadata."""
    runtimeTesting: bool
    """Start servers and speak to them."""
    observabilityIntegration: bool
    """Tell others how it went."""
    multiFormat: bool
    """Make reports of many formats."""


class ConfigUpdated(TypedDict):
    """What changed."""

    updated: bool
    """Did anything?"""
    changes: List[str]
    """`limits.maxConcurrentEvaluations: 5 → 3`"""
    appliedAt: str
    """When."""


class ConfigView(TypedDict):
    """What this service can do, and its settings."""

    version: str
    """The API's."""
    mcpvalsVersion: str
    """The program's."""
    capabilities: Capabilities
    """What it can do."""
    limits: Limits
    """How much."""
    supportedTransports: List[str]
    """How servers are spoken to."""
    supportedFormats: List[str]
    """How reports may look."""
    hooks: HookNames
    """What judges."""
    observability: Observability
    """Who is told how it went."""


class CreatedKey(TypedDict):
    """A key that was just made, with what is secret of it."""

    id: str
    """`key_…`"""
    name: str
    """What people call it."""
    scopes: List[str]
    """What it may do."""
    priority: int
    """What it asks for is begun before what others of a lesser priority ask for."""
    createdAt: str
    """When it was made."""
    expiresAt: NotRequired[Optional[str]]
    """From when on it is not taken any more."""
    revokedAt: NotRequired[Optional[str]]
    """When it was revoked."""
    good: bool
    """Is it taken now?"""
    key: str
    """The key itself: in this answer, and never again."""


class CreatedWebhook(TypedDict):
    """A webhook that was just made, with what its events are signed with."""

    id: str
    """`hook_…`"""
    url: str
    """Where events are sent to, with `***` instead of its query."""
    events: List[str]
    """Which."""
    createdAt: str
    """When it was made."""
    secret: str
    """With what events are signed: in this answer, and never again."""


class Deleted(TypedDict):
    """It is gone."""

    id: str
    """What was deleted."""
    deleted: bool
    """It was."""


class DocumentList(TypedDict):
    """What is kept of an evaluation."""

    documents: List[DocumentView]
    """By name."""


class DocumentView(TypedDict):
    """A document of an evaluation."""

    name: str
    """Its name."""
    size: int
    """In bytes."""
    url: str
    """Where it is."""


class EvaluationList(TypedDict):
    """A page of a list."""

    evaluations: List[ListedEvaluation]
    """The page."""
    pagination: Pagination
    """Where it is in the list."""
    filters: Filters
    """What was asked for."""


EvaluationStatus = Literal['queued', 'running', 'completed', 'failed', 'cancelled']


class EvaluationSummary(TypedDict):
    """How many requirements came out how."""

    passed: int
    """Passed."""
    warned: int
    """Warned."""
    failed: int
    """Failed."""
    notJudged: int
    """Could not be judged; absent in documents of before."""


class EvaluationTotals(TypedDict):
    """Evaluations of a period."""

    total: int
    """Accepted."""
    completed: int
    """Completed."""
    failed: int
    """Failed."""
    averageScore: Optional[float]
    """0 to 100; null where there is none."""
    averageDuration: Optional[float]
    """In milliseconds; null where there is none."""


class EvaluationView(TypedDict):
    """An evaluation as it stands."""

    id: str
    """`eval_…`"""
    status: EvaluationStatus
    """queued, running, completed, failed, cancelled"""
    serverPath: str
    """What is evaluated."""
    options: NotRequired[Optional[Options]]
    """What was asked for."""
    tags: NotRequired[List[str]]
    """Words that it is marked with."""
    progress: NotRequired[Optional[Progress]]
    """Which phase it is in, and how far."""
    currentTask: NotRequired[Optional[str]]
    """What goes on."""
    createdAt: str
    """When it was accepted."""
    startedAt: NotRequired[Optional[str]]
    """When it was begun for the last time."""
    updatedAt: str
    """When anything of it changed."""
    completedAt: NotRequired[Optional[str]]
    """When it ended."""
    estimatedCompletion: NotRequired[Optional[str]]
    """When it is likely to end."""
    queuePosition: NotRequired[Optional[int]]
    """1 is the next; while it waits."""
    attempt: NotRequired[Optional[int]]
    """How often it was begun, where that is more than once."""
    score: NotRequired[Optional[float]]
    """0 to 100."""
    duration: NotRequired[Optional[int]]
    """From its begin to its end, in milliseconds."""
    summary: NotRequired[Optional[EvaluationSummary]]
    """How many requirements came out how."""
    results: NotRequired[Optional[Results]]
    """What was found; while it runs, so far."""
    error: NotRequired[Optional[RunError]]
    """Why it failed."""


class Filters(TypedDict):
    """What was asked for."""

    status: NotRequired[Optional[str]]
    """In this state."""
    tags: NotRequired[Optional[List[str]]]
    """With all of these."""
    serverPath: NotRequired[Optional[str]]
    """Of this path."""
    dateRange: NotRequired[Optional[str]]
    """`2024-01-01T00:00:00Z to 2024-01-03T23:59:59Z`; an end that was not given is left out."""


class Health(TypedDict):
    """Is the service well?"""

    status: Literal['healthy', 'degraded', 'unhealthy']
    """The worst of the parts that evaluations need: the database, and what runs them."""
    version: str
    """The API's version."""
    uptime: float
    """In seconds."""
    memory: Memory
    """Of the machine."""
    services: Services
    """Its parts."""
    lastCheck: str
    """When it was looked at."""


class HookNames(TypedDict):
    """What judges."""

    available: List[str]
    """The five that a directory asks for. Events also tell of what is judged beside them: `security-code`, `supply-chain`, `privacy`."""
    custom: List[str]
    """The operator's."""


class HookVerdict(TypedDict):
    """What one of the user's hooks says of a requirement."""

    name: str
    """The hook's name."""
    status: RequirementStatus
    """What it says."""
    evidence: NotRequired[List[str]]
    """What it saw, in its own words; empty where evidence was not asked for."""
    failure: NotRequired[Optional[str]]
    """Why it could not be run, or gave no answer; absent where it did."""


class KeyList(TypedDict):
    """The keys that there are."""

    keys: List[KeyView]
    """The newest first."""


class KeyView(TypedDict):
    """A key, without what is secret of it."""

    id: str
    """`key_…`"""
    name: str
    """What people call it."""
    scopes: List[str]
    """What it may do."""
    priority: int
    """What it asks for is begun before what others of a lesser priority ask for."""
    createdAt: str
    """When it was made."""
    expiresAt: NotRequired[Optional[str]]
    """From when on it is not taken any more."""
    revokedAt: NotRequired[Optional[str]]
    """When it was revoked."""
    good: bool
    """Is it taken now?"""


class LeftOut(TypedDict):
    """Something that was not looked at or not tried."""

    name: str
    """What."""
    reason: str
    """Why."""


class Limits(TypedDict):
    """How much."""

    maxConcurrentEvaluations: int
    """Evaluations at once, of one worker."""
    maxConcurrentPerKey: int
    """Evaluations at once, of one key; 0 is no limit."""
    maxConcurrentPerTarget: int
    """Evaluations at once, of one server; 0 is no limit."""
    maxQueued: int
    """Evaluations that wait."""
    maxFileSize: int
    """Of a file of a server, in bytes."""
    evaluationTimeout: int
    """Of one evaluation, in milliseconds."""
    retentionDays: int
    """How long evaluations are kept, in days; 0 is for ever."""
    reportHours: int
    """How long reports are kept, in hours."""
    requestsPerHour: Dict[str, int]
    """Requests in an hour, by `METHOD /path`; `*` is every other."""


class ListedEvaluation(TypedDict):
    """An evaluation in a list."""

    id: str
    """`eval_…`"""
    status: EvaluationStatus
    """queued, running, completed, failed, cancelled"""
    serverPath: str
    """What is evaluated."""
    score: NotRequired[Optional[float]]
    """0 to 100."""
    createdAt: str
    """When it was accepted."""
    updatedAt: str
    """When anything of it changed."""
    completedAt: NotRequired[Optional[str]]
    """When it ended."""
    duration: NotRequired[Optional[int]]
    """From its begin to its end, in milliseconds."""
    tags: List[str]
    """Words that it is marked with."""


class Memory(TypedDict):
    """Memory, in bytes."""

    used: int
    """By this process."""
    total: int
    """Of the machine."""
    percentage: float
    """Of one in the other."""


class Meta(TypedDict):
    """What is known of the request."""

    requestId: str
    timestamp: str
    version: Literal['1.0.0']
    rateLimit: NotRequired[Dict[str, Any]]


class MetricsView(TypedDict):
    """What the last day came to."""

    evaluations: EvaluationTotals
    """Of all nodes."""
    performance: Performance2
    """Of this node."""
    resources: Resources
    """Of this machine, in percent."""
    period: str
    """`24h`"""
    generatedAt: str
    """When it was made."""


class Observability(TypedDict):
    """Who is told how it went."""

    enabled: bool
    """Is anybody?"""
    endpoint: NotRequired[Optional[str]]
    """Where events are posted to; shown with `***` instead of its query."""


class Options(TypedDict):
    """How it is evaluated, as the seed has it."""

    transport: NotRequired[Optional[str]]
    """stdio, sse, http"""
    runStatic: NotRequired[Optional[bool]]
    """Look at source, documents and metadata."""
    runRuntime: NotRequired[Optional[bool]]
    """Start the server and speak to it."""
    timeout: NotRequired[Optional[int]]
    """Of one call, in milliseconds."""
    retries: NotRequired[Optional[int]]
    """How often connecting, and calls that only read, are tried again."""


class Pagination(TypedDict):
    """Where a page is in its list."""

    total: int
    """How many there are."""
    totalIsAtLeast: NotRequired[bool]
    """Are there more than `total`? They were not counted."""
    limit: int
    """How many a page has at most."""
    offset: int
    """How many are before this page."""
    hasNext: bool
    """Is there a page after this one?"""
    hasPrev: bool
    """Is there a page before this one?"""


class Percentiles(TypedDict):
    """Percentiles, in milliseconds."""

    p50: float
    """Half were as fast."""
    p95: float
    """Of 100, 95."""
    p99: float
    """Of 100, 99."""


class Performance(TypedDict):
    """How fast it is; times in milliseconds."""

    startup: float
    """From the start to the end of the handshake."""
    min: float
    """Of `tools/list`, the least."""
    avg: float
    """The mean."""
    max: float
    """The greatest."""
    count: int
    """How often."""
    status: RuntimeStatus
    """What the mean came to."""


class Performance2(TypedDict):
    """Requests of a period."""

    requestsPerMinute: float
    """In the mean."""
    responseTime: Percentiles
    """In milliseconds."""
    errorRate: float
    """The share that failed by our fault, 0 to 1."""


Phase = Literal['static', 'runtime']


class Progress(TypedDict):
    """How far an evaluation is. At its end, what is completed of each phase is its total."""

    phase: NotRequired[Optional[Phase]]
    """The phase that goes on; absent before the first."""
    static: Tally
    """Requirements and hooks."""
    runtime: Tally
    """Tests."""
    currentTask: NotRequired[Optional[str]]
    """What goes on, for people; absent before anything does."""


class ReportList(TypedDict):
    """The reports that there are."""

    reports: List[ReportView]
    """The newest first."""


class ReportView(TypedDict):
    """A report that was made."""

    reportId: str
    """`rpt_…`"""
    evaluationId: str
    """Of which evaluation."""
    format: str
    """How it looks."""
    template: NotRequired[Optional[str]]
    """What it is for."""
    downloadUrl: str
    """Where it is."""
    expiresAt: str
    """From when on it is gone."""
    size: int
    """In bytes."""
    createdAt: str
    """When it was made."""


Requirement = Literal['functionality-match', 'prompt-injection', 'tool-naming', 'working-examples', 'error-handling', 'security-code', 'supply-chain', 'privacy']


class RequirementResult(TypedDict):
    """What came of one requirement. Its title is the key under which it stands."""

    requirement: NotRequired[Optional[Requirement]]
    """Which; absent for a custom hook's own."""
    score: Optional[float]
    """0 to 1; absent where it could not be judged."""
    status: RequirementStatus
    """Pass, warn, fail, or that it could not be judged."""
    evidence: List[str]
    """What was seen, good and bad."""
    recommendations: List[str]
    """What to do."""
    hooks: NotRequired[List[HookVerdict]]
    """What the user's hooks say of it, each by its name."""


RequirementStatus = Literal['pass', 'warn', 'fail', 'need-more-info']


class Resources(TypedDict):
    """Of the machine, in percent."""

    cpuUsage: float
    """Of all processors."""
    memoryUsage: float
    """Of its memory."""
    diskUsage: float
    """Of the disk with the data."""


class Results(TypedDict):
    """What each phase found."""

    static: NotRequired[Optional[Dict[str, RequirementResult]]]
    """By title, as `Functionality Match`; absent where the phase was not run."""
    runtime: NotRequired[Optional[RuntimeResults]]
    """Absent where the phase was not run."""


class RunError(TypedDict):
    """Why an evaluation failed."""

    code: str
    """A code of the API."""
    message: str
    """In one line."""
    details: NotRequired[Optional[str]]
    """What there is to say beside."""


class RuntimeResults(TypedDict):
    """What the running server did, test by test."""

    score: Optional[float]
    """0 to 1; absent where nothing could be tried."""
    unreachable: NotRequired[Optional[str]]
    """Why the server could not be reached; nothing else is here then."""
    protocolVersion: NotRequired[Optional[str]]
    """The protocol revision that was spoken."""
    toolTests: List[ToolTest]
    """One for each tool, in the server's order."""
    resourceTests: List[TestedItem]
    """One for each resource that was read."""
    promptTests: List[TestedItem]
    """One for each prompt that was got."""
    errorTests: List[RuntimeTest]
    """What the server does with what is wrong: unknown tools, methods, arguments."""
    exampleTests: List[RuntimeTest]
    """What the documentation shows, tried."""
    securityTests: List[RuntimeTest]
    """What can be looked at without an attack: leaks, changing lists, what it asks its client for."""
    performance: NotRequired[Optional[Performance]]
    """How fast it is."""
    leftOut: List[LeftOut]
    """Tools that were not called, and why."""


RuntimeStatus = Literal['passed', 'warned', 'failed', 'skipped']


class RuntimeTest(TypedDict):
    """One thing tried."""

    test: str
    """What was tried, stable, in kebab case, for example `missing-required`."""
    status: RuntimeStatus
    """How it went."""
    expected: str
    """What was expected, in words."""
    actual: str
    """What came, in words."""
    responseTime: NotRequired[Optional[float]]
    """In milliseconds."""
    rerun: NotRequired[Optional[str]]
    """The command that shows it again."""


class Services(TypedDict):
    """The parts of the service: healthy, degraded, unhealthy, disabled."""

    database: str
    """The store."""
    inspector: str
    """Those who run evaluations."""
    hooks: str
    """What judges."""
    observability: str
    """Who is told how it went."""


class Tally(TypedDict):
    """How far a phase is: `passed` and `failed` together are at most `completed` (the others warn, are skipped or could not be judged), and that is at most `total`."""

    total: int
    """How many there will be, as far as is known."""
    completed: int
    """How many are done."""
    passed: int
    """How many of them passed."""
    failed: int
    """How many of them failed."""


class TestedItem(TypedDict):
    """A resource or prompt, and what came of it."""

    name: str
    """URI or name."""
    test: str
    """What was tried, stable, in kebab case, for example `missing-required`."""
    status: RuntimeStatus
    """How it went."""
    expected: str
    """What was expected, in words."""
    actual: str
    """What came, in words."""
    responseTime: NotRequired[Optional[float]]
    """In milliseconds."""
    rerun: NotRequired[Optional[str]]
    """The command that shows it again."""


class ToolAnswer(TypedDict):
    """What a tool answered."""

    success: bool
    """Is it a result that is no error?"""
    data: Any
    """Its structured content, else its text, else all of it; of an error its code and words."""


class ToolGrades(TypedDict):
    """What to think of an answer; `none` where none came."""

    responseTime: Literal['excellent', 'good', 'acceptable', 'slow', 'none']
    """Up to 500 ms, 1 s, 3 s, and more."""
    errorHandling: Literal['good', 'fair', 'poor']
    """Does an error say what was wrong, and is a success one?"""
    dataFormat: Literal['valid', 'invalid', 'none']
    """Is the answer what the protocol and the tool's schemas promise?"""


class ToolListView(TypedDict):
    """The tools of a server."""

    tools: List[Any]
    """As the server lists them, in its order."""
    listedAt: str
    """When they were listed."""


class ToolResult(TypedDict):
    """What a call came to."""

    success: bool
    """No error of the protocol, and no `isError`."""
    data: Any
    """What came, cut short."""


class ToolTest(TypedDict):
    """One tool, and what was tried with it."""

    name: str
    """The tool."""
    status: RuntimeStatus
    """Failed where one test failed; skipped where none was played."""
    responseTime: NotRequired[Optional[float]]
    """Of the first call with good arguments, in milliseconds."""
    result: NotRequired[Optional[ToolResult]]
    """What that call came to."""
    tests: List[RuntimeTest]
    """What was tried."""


class ToolTestView(TypedDict):
    """What a call of a tool came to."""

    testId: str
    """`test_…`"""
    toolName: str
    """The tool."""
    status: Literal['passed', 'failed']
    """What the call came to."""
    executionTime: float
    """In milliseconds."""
    result: ToolAnswer
    """What it answered."""
    validation: ToolGrades
    """Grades, whose thresholds the reference has."""
    testedAt: str
    """When it was called."""


class WebhookList(TypedDict):
    """Webhooks."""

    webhooks: List[WebhookView]
    """The oldest first."""


class WebhookView(TypedDict):
    """A webhook, without what its events are signed with."""

    id: str
    """`hook_…`"""
    url: str
    """Where events are sent to, with `***` instead of its query."""
    events: List[str]
    """Which."""
    createdAt: str
    """When it was made."""


ErrorCode = Literal['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED', 'INSUFFICIENT_PERMISSIONS', 'RESOURCE_NOT_FOUND', 'RATE_LIMIT_EXCEEDED', 'SERVER_UNREACHABLE', 'EVALUATION_TIMEOUT', 'CONCURRENT_LIMIT', 'INTERNAL_SERVER_ERROR', 'METHOD_NOT_ALLOWED', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'REQUEST_TIMEOUT', 'VERSION_GONE', 'SANDBOX_UNAVAILABLE', 'HOOK_EXECUTION_FAILED']
