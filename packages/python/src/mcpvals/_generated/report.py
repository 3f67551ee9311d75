"""What a JSON report holds. Times are in milliseconds, scores from 0 to 1.

Generated from `schemas/report.schema.json` by `scripts/generate.py`; do not edit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired


Score = float


Revision = Literal['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']


SuiteName = str


SuiteKind = Literal['toolHealth', 'resource', 'prompt', 'completion', 'sampling', 'elicitation', 'roots', 'utility', 'oauth', 'workflow']


MetricName = Literal['Result Correctness', 'Error Correctness', 'Latency', 'Success', 'Discovery', 'Access', 'Template', 'Execution', 'Argument', 'Completion', 'Utility', 'Subscription', 'Capability', 'Request', 'Security', 'Content', 'Performance', 'Flow Completion', 'PKCE Security', 'Token Management', 'Security Validation', 'Resource Indicator', 'Multi-Tenant', 'End-to-End Success', 'Tool Invocation Order', 'Tool Call Health', 'LLM Judge']


CaseId = str


VerdictWord = Literal['passed', 'failed', 'errored', 'skipped']


MismatchKind = Literal['undeclared', 'unknownTool', 'noAnswer', 'protocol', 'unexpectedError', 'missingError', 'error', 'result', 'outputSchema', 'listing', 'mimeType', 'notifications', 'requests', 'disclosure', 'subscription', 'uri', 'argument', 'injection', 'state', 'toolOrder', 'toolHealth', 'oauth', 'passRate', 'judge', 'latency', 'snapshot', 'verify']


class FaultUnreachable(TypedDict):
    """The server could not be started or reached, or did not complete the handshake."""

    kind: Literal['unreachable']
    reason: str
    """The whole story in words."""


class FaultSetup(TypedDict):
    """A setup call of the suite did not succeed."""

    kind: Literal['setup']
    reason: str
    """What happened."""


class FaultCapture(TypedDict):
    """A captured value that it needs was never captured."""

    kind: Literal['capture']
    name: str
    """Its name."""
    reason: str
    """Why it is not there."""


class FaultExpectation(TypedDict):
    """An expectation that cannot be checked, for example a schema that refers to another document."""

    kind: Literal['expectation']
    reason: str
    """Why not."""


class FaultSignIn(TypedDict):
    """Signing in did not come as far as what was to be seen of it: nothing is known."""

    kind: Literal['signIn']
    reason: str
    """Of which rule, and why."""


class FaultModel(TypedDict):
    """The model said nothing, or did not come to an end: nothing is known of the server."""

    kind: Literal['model']
    reason: str
    """Why."""


class FaultUnfinished(TypedDict):
    """The model was there, but did not come to an end with what it had (`maxSteps`, a cut-off, a refusal). In a rate, that is a repetition that did not pass."""

    kind: Literal['unfinished']
    reason: str
    """Why."""


class FaultNotYet(TypedDict):
    """Part of the plan that this version cannot run yet."""

    kind: Literal['notYet']
    reason: str
    """What, and from which milestone on it will."""


class FaultCancelled(TypedDict):
    """The run was stopped first."""

    kind: Literal['cancelled']


class FaultLimit(TypedDict):
    """A limit of ours ended the case: what the server sent is not all in the trace."""

    kind: Literal['limit']
    reason: str
    """Which."""


class FaultInternal(TypedDict):
    """A bug of ours."""

    kind: Literal['internal']
    reason: str
    """What is known of it."""


Fault = Union[FaultUnreachable, FaultSetup, FaultCapture, FaultExpectation, FaultSignIn, FaultModel, FaultUnfinished, FaultNotYet, FaultCancelled, FaultLimit, FaultInternal]


class SkipReasonConfig(TypedDict):
    """The config says so."""

    kind: Literal['config']
    reason: str
    """The reason given there."""


class SkipReasonNotOnly(TypedDict):
    """Other cases have `only`."""

    kind: Literal['notOnly']


class SkipReasonFailFast(TypedDict):
    """`--fail-fast` after a failure."""

    kind: Literal['failFast']


class SkipReasonUndeclared(TypedDict):
    """The server does not declare what the case needs, and the case does not demand it."""

    kind: Literal['undeclared']
    capability: str
    """The capability, for example `resources.subscribe`."""


class SkipReasonRevision(TypedDict):
    """The session's protocol revision has no way to do what the case does."""

    kind: Literal['revision']
    reason: str
    """In words."""


class SkipReasonNotOffered(TypedDict):
    """Nothing of what the case tries can be tried here, and the case does not demand it."""

    kind: Literal['notOffered']
    reason: str
    """In words."""


SkipReason = Union[SkipReasonConfig, SkipReasonNotOnly, SkipReasonFailFast, SkipReasonUndeclared, SkipReasonRevision, SkipReasonNotOffered]


WarningKind = Literal['nothingAsserted', 'hardlyAsserted', 'errorShapedSuccess', 'invalidArguments', 'unusableSchema', 'snapshotStored', 'otherUri', 'otherErrorCode', 'unclearRefusal', 'plainUrl', 'urlInForm', 'doubledChoice', 'undeclaredContext', 'unlistedTool', 'judgeUnheard', 'unusedRecording', 'oauthRule', 'notTried', 'traceCut']


ViolationKind = Literal['noise-on-stdout', 'invalid-json', 'invalid-utf8', 'byte-order-mark', 'split-message', 'shared-line', 'missing-newline', 'cut-off-message', 'oversized-message', 'deep-nesting', 'batch', 'not-a-message', 'jsonrpc-version', 'id-type', 'missing-id', 'unknown-id', 'duplicate-answer', 'result-and-error', 'neither-result-nor-error', 'error-shape', 'unknown-member', 'result-shape', 'content-shape', 'malformed-entry', 'duplicate-name', 'endless-pages', 'reused-request-id', 'undeclared-request', 'forbidden-request', 'request-shape', 'undeclared-notification', 'notification-shape', 'handshake-shape', 'late-answer', 'http-transport', 'ignores-shutdown']


Dimension = Literal['model', 'server']


Difference = Literal['different', 'notShown']


SandboxLevel = Literal['L1', 'L2', 'L3']


class Summary(TypedDict):
    """How many cases ended how."""

    total: int
    """All."""
    passed: int
    """Passed."""
    failed: int
    """Failed."""
    errored: int
    """Errored."""
    skipped: int
    """Skipped."""
    flaky: int
    """Of those that passed or failed, those that did not always."""


class SessionStart(TypedDict):
    """A session with a server."""

    session: int
    """Number of the session in the run, from 1."""
    server: str
    """The server's name in the plan."""
    transport: str
    """`stdio`, `http` or `sse`."""
    profile: str
    """The client profile that was declared."""
    facts: NotRequired[Optional[ServerFacts]]
    """What the server said of itself; `None` where no session came about."""
    tools: List[str]
    """Names of the tools offered at first."""
    problem: NotRequired[Optional[str]]
    """Why no session came about."""
    readyMs: float
    """From the start of the process (or the first connection) to the end of the first listing."""


class ServerFacts(TypedDict):
    """What the server said of itself in the handshake (or in `server/discover`)."""

    protocolVersion: Revision
    """The revision that this session speaks."""
    askedVersion: NotRequired[Optional[Revision]]
    """The revision that was asked for, where the server did not agree to it and this session speaks another."""
    supportedVersions: NotRequired[List[str]]
    """Every revision that the server named; empty where it names none."""
    name: str
    """`serverInfo.name`, empty where absent."""
    version: str
    """`serverInfo.version`, empty where absent."""
    moreInfo: NotRequired[Dict[str, Any]]
    """The other members of `serverInfo`, as they came: clients show them, and models may read them."""
    capabilities: Any
    """`capabilities` as they came."""
    instructions: NotRequired[Optional[str]]
    """`instructions`."""


class SuiteReport(TypedDict):
    """One suite."""

    name: SuiteName
    """Its name."""
    kind: SuiteKind
    """Its kind."""
    combination: NotRequired[Optional[Combination]]
    """Which workflow it plays, with which model and on which server, where the config varies them."""
    passed: bool
    """Did every case that ran pass, and did at least one run?"""
    score: Score
    """Passed cases of those that ran."""
    summary: Summary
    """Counts."""
    averageLatencyMs: NotRequired[Optional[float]]
    """Mean of the tested calls' latencies."""
    metrics: List[SuiteMetric]
    """The metrics about which its cases assert something."""
    cases: List[CaseResult]
    """The cases in the order of the config."""


class Combination(TypedDict):
    """Which workflow a suite plays, with which model and on which server, where the config varies them."""

    workflow: str
    """The workflow's name in the config."""
    model: str
    """The model's name."""
    server: str
    """The server's name."""
    replayed: NotRequired[bool]
    """What the model says is replayed from a recording: the repetitions are all the same one, and only the first counts."""


class SuiteMetric(TypedDict):
    """One metric of one suite."""

    name: MetricName
    """Which."""
    score: Score
    """Mean of the cases that assert something about it."""
    evidence: List[Evidence]
    """Those cases, in the order of the config."""


class Evidence(TypedDict):
    """What one case shows of a metric."""

    case: CaseId
    """`suite/title`."""
    score: Score
    """The case's own."""
    frames: NotRequired[List[int]]
    """The frames of the case that show it, as the case's own metric names them."""


class CaseResult(TypedDict):
    """A case and its verdict."""

    id: CaseId
    """`suite/title`."""
    suite: SuiteName
    """Its suite."""
    title: str
    """Its title."""
    tool: NotRequired[Optional[str]]
    """The tool that it calls, where it calls one."""
    place: SourcePlace
    """Where it stands in the config."""
    verdict: VerdictWord
    mismatches: NotRequired[List[Mismatch]]
    fault: NotRequired[Optional[Fault]]
    skipped: NotRequired[Optional[SkipReason]]
    metrics: List[Metric]
    """The four metrics, over all repetitions."""
    score: NotRequired[Optional[Score]]
    """Its overall score: the arithmetic mean of the metrics about which something was asserted (seed 004, 5.6)."""
    warnings: NotRequired[List[CaseWarning]]
    """Warnings."""
    violations: NotRequired[List[Violation]]
    """What broke the protocol in its frames."""
    unchecked: NotRequired[int]
    """Messages of the server's that were not checked against the protocol, since they came after the trace was full."""
    latency: NotRequired[Optional[Latency]]
    """Of the tested call, in the attempts that counted."""
    attempts: List[Attempt]
    """Every attempt of every repetition, in order; one, where nothing was repeated or retried."""
    passRate: NotRequired[Optional[PassRate]]
    """How often its repetitions passed, where there were several."""
    flaky: NotRequired[bool]
    """Some attempts passed and some failed, whatever the verdict is."""
    durationMs: float
    """From its start to its verdict."""
    workflow: NotRequired[List[WorkflowFacts]]
    """What a workflow took, in each attempt that counted."""
    answer: NotRequired[Optional[str]]
    """What the server answered in the attempt that counted, cut to a readable length; for reports."""
    stderrTail: NotRequired[str]
    """The last lines of the server's stderr, where the case did not pass."""
    rerun: str
    """The command that shows it again."""


class SourcePlace(TypedDict):
    """A place in the config file; line and column count from 1, both 0 where unknown."""

    file: str
    """The file."""
    line: int
    """The line."""
    column: int
    """The column, in characters."""


class Mismatch(TypedDict):
    """One thing that the server did wrong."""

    kind: MismatchKind
    """What kind of expectation it broke."""
    expected: str
    """What was expected, for example `text that contains "8"`."""
    actual: str
    """What came, for example `text "7"`."""
    pointer: NotRequired[Optional[str]]
    """JSON pointer into the answer's result, where the fault has a place there."""
    frame: NotRequired[Optional[int]]
    """The frame that shows it."""
    diff: NotRequired[Optional[str]]
    """Expected and actual line by line, where both are long."""
    rule: NotRequired[Optional[str]]
    """The rule that is broken, where it has a name: of `oauth2Suites`."""


class Metric(TypedDict):
    """One metric of one case."""

    name: MetricName
    """Which."""
    score: Optional[Score]
    """`None`: nothing was asserted about it, and it counts in no mean."""
    frames: NotRequired[List[int]]
    """The first hundred of the frames that show it: the answers, what the server asked and announced, and what the mismatches name; of a call without an answer, the request."""


class CaseWarning(TypedDict):
    """Something that the user should know though the verdict does not rest on it."""

    kind: WarningKind
    """What kind."""
    message: str
    """In words."""


class Violation(TypedDict):
    """One breach of the protocol."""

    kind: ViolationKind
    """Which rule."""
    message: str
    """In words, with the names and values at hand."""
    frame: NotRequired[Optional[int]]
    """The frame that shows it, where one does."""
    case: NotRequired[Optional[CaseId]]
    """The case in which it was seen; none for the session's own frames."""
    server: NotRequired[str]
    """The name of the server, as the plan has it."""
    spec: str
    """The page of the specification."""
    spoilsAnswer: bool
    """Could a client not use the answer because of it? Then the case fails."""
    count: int
    """How often the same was seen; the frame is the first."""


class Latency(TypedDict):
    """Latencies of the tested call in milliseconds."""

    count: int
    """How many were measured."""
    meanMs: float
    """The mean."""
    minMs: float
    """The least."""
    p50Ms: float
    """Half were no longer than this."""
    p95Ms: float
    """95 of 100 were no longer than this."""
    p99Ms: float
    """99 of 100 were no longer than this."""
    maxMs: float
    """The greatest."""


class Attempt(TypedDict):
    """One attempt in short."""

    repetition: int
    """Which repetition, from 1."""
    attempt: int
    """Which attempt, from 1."""
    verdict: VerdictWord
    """How it ended."""
    latencyMs: NotRequired[Optional[float]]
    """Of the tested call."""
    problem: NotRequired[Optional[str]]
    """Why it did not pass, in one line."""
    unfinished: NotRequired[bool]
    """Did a model come to no end in it (`crate::Fault::Unfinished`)?"""


class PassRate(TypedDict):
    """How often repetitions passed. Those that errored told nothing and are not counted."""

    runs: int
    """Repetitions that passed or failed."""
    passed: int
    """Those that passed."""
    rate: float
    """Their part, 0 to 1."""
    interval: List[Any]
    """Where the true rate lies with 95 % confidence (Wilson 1927, the score interval)."""
    passAtK: Dict[str, Any]
    """By `k`: how likely at least one of `k` of these repetitions passes (Chen et al. 2021, the unbiased estimate)."""
    passHatK: Dict[str, Any]
    """By `k`: how likely all of `k` of these repetitions pass (Yao et al. 2024, the unbiased estimate)."""


class WorkflowFacts(TypedDict):
    """What a workflow took."""

    model: str
    """The model's name."""
    turns: int
    """Turns of the model."""
    calls: int
    """Calls of tools that it asked for."""
    repeatedCalls: int
    """Of these, calls with the same tool and arguments as one before."""
    unknownTools: int
    """Calls of tools that do not exist."""
    illArguments: int
    """Calls whose arguments break the tool's schema."""
    usage: Usage
    """The model's tokens."""
    judgeUsage: NotRequired[Usage]
    """The judge's."""
    cost: NotRequired[Optional[float]]
    """What all tokens cost in US dollars; `None` where a price is not known."""
    modelMs: float
    """How long the model took for all its turns, in milliseconds; waits for the provider to have time not counted."""
    tookMs: float
    """From the first request to the model to its last answer, in milliseconds."""
    firstCallMs: NotRequired[Optional[float]]
    """From the first request to the model to the first call of a tool, in milliseconds."""
    replayed: NotRequired[bool]
    """Were model and judge replayed from a cassette? Then tokens, cost and times are those of the recording."""
    judgement: NotRequired[Optional[Judgement]]
    """What the judge said."""


class Usage(TypedDict):
    """The tokens of one turn, or of many."""

    input: int
    """Read, those of the cache included."""
    cached: NotRequired[int]
    """Of these, read from the provider's cache."""
    cacheWritten: NotRequired[int]
    """Of these, written to the provider's cache."""
    output: int
    """Written, thoughts included."""


class Judgement(TypedDict):
    """What a judge made of a workflow."""

    model: str
    """The judge's name."""
    prompt: str
    """Version and hash of the words that it was asked with, for example `1:9f86d081884c`."""
    score: Score
    """The mean of the votes."""
    passThreshold: Score
    """The least that passes."""
    spread: List[Any]
    """The lowest and the highest vote."""
    votes: List[Vote]
    """In order."""


class Vote(TypedDict):
    """What a judge said once."""

    score: Score
    """Where there is a rubric, the mean of its criteria by their weights."""
    reason: str
    """Why."""
    criteria: NotRequired[List[CriterionScore]]
    """In the order of the rubric."""


class CriterionScore(TypedDict):
    """What a judge said of one criterion."""

    name: str
    """Its name."""
    score: Score
    """How well it is met."""
    reason: str
    """Why."""


class Coverage(TypedDict):
    """Which of what the servers of a run offer was exercised."""

    percent: float
    """`covered` of `items`, rounded down to a tenth; 100 where nothing is offered."""
    covered: int
    """How many items were exercised."""
    items: int
    """How many items are offered."""
    servers: List[ServerCoverage]
    """Each server with which a session was held, by name."""


class ServerCoverage(TypedDict):
    """One server. What it offers stands in the order of its own lists, over all sessions."""

    server: str
    """The server's name in the plan."""
    percent: float
    """`covered` of `items`, rounded down to a tenth; 100 where nothing is offered."""
    covered: int
    """How many items were exercised."""
    items: int
    """How many items are offered."""
    cut: NotRequired[bool]
    """Does it offer more than was counted? Ten thousand items are, with names of up to 2,048 bytes, and of a list that could not be read to its end its beginning."""
    tools: List[ToolCoverage]
    """Its tools."""
    resources: List[ResourceCoverage]
    """Its resources."""
    resourceTemplates: List[ResourceTemplateCoverage]
    """Its resource templates."""
    prompts: List[PromptCoverage]
    """Its prompts."""


class ToolCoverage(TypedDict):
    """A tool."""

    name: str
    """Its name."""
    exercised: bool
    """Was a call to it answered? An error is an answer, too."""
    parameters: List[ParameterCoverage]
    """What its `inputSchema` lets a caller give."""


class ParameterCoverage(TypedDict):
    """A parameter of a tool."""

    name: str
    """Its name; `a.b` for the member `b` of the object `a`."""
    exercised: bool
    """Was it given in a call that was answered?"""
    values: List[ValueCoverage]
    """The values among which a caller chooses, where the schema says which."""


class ValueCoverage(TypedDict):
    """A value that a parameter can have."""

    value: Any
    """The value."""
    exercised: bool
    """Was it given in a call that was answered?"""


class ResourceCoverage(TypedDict):
    """A resource."""

    uri: str
    """Where it is."""
    exercised: bool
    """Was it read, and was that answered?"""


class ResourceTemplateCoverage(TypedDict):
    """A resource template."""

    uriTemplate: str
    """The template."""
    exercised: bool
    """Was a URI read that it could have made, and was that answered?"""


class PromptCoverage(TypedDict):
    """A prompt."""

    name: str
    """Its name."""
    exercised: bool
    """Was it got, and was that answered?"""
    arguments: List[ArgumentCoverage]
    """What it takes."""


class ArgumentCoverage(TypedDict):
    """An argument of a prompt."""

    name: str
    """Its name."""
    exercised: bool
    """Was it given when the prompt was got?"""


class Matrix(TypedDict):
    """Workflows with several models and on several servers."""

    workflows: List[str]
    """The workflows, in the order of the config."""
    models: List[str]
    """The models."""
    servers: List[str]
    """The servers."""
    cells: List[MatrixCell]
    """What was played, in the order of the config."""
    byModel: List[MatrixTotal]
    """Each model, over all that it played."""
    byServer: List[MatrixTotal]
    """Each server, over all that was played on it."""
    comparisons: List[PairedComparison]
    """Each two models, then each two servers, over what both played."""


class MatrixCell(TypedDict):
    """One workflow with one model on one server."""

    workflow: str
    """The workflow's name in the config."""
    model: str
    """The model's name."""
    server: str
    """The server's name."""
    replayed: NotRequired[bool]
    """What the model says is replayed from a recording: the repetitions are all the same one, and only the first counts."""
    runs: int
    """Repetitions that passed or failed."""
    passed: int
    """Those that passed."""
    errored: int
    """Repetitions that errored: they told nothing."""
    rate: NotRequired[Optional[float]]
    """The part that passed, 0 to 1."""
    interval: NotRequired[Optional[List[Any]]]
    """Where the true rate lies with 95 % confidence (Wilson 1927, the score interval)."""
    medianMs: NotRequired[Optional[float]]
    """Half of the conversations took no longer, in milliseconds."""
    tokens: int
    """Tokens of the model and of the judge, of all repetitions."""
    cost: NotRequired[Optional[float]]
    """What they cost in US dollars; `None` where a price is not known."""


class MatrixTotal(TypedDict):
    """A model or a server."""

    name: str
    """Its name."""
    runs: int
    """Repetitions that passed or failed."""
    passed: int
    """Those that passed."""
    errored: int
    """Repetitions that errored: they told nothing."""
    rate: NotRequired[Optional[float]]
    """The part that passed, 0 to 1."""
    interval: NotRequired[Optional[List[Any]]]
    """Where the true rate lies with 95 % confidence (Wilson 1927, the score interval)."""
    medianMs: NotRequired[Optional[float]]
    """Half of the conversations took no longer, in milliseconds."""
    tokens: int
    """Tokens of the model and of the judge, of all repetitions."""
    cost: NotRequired[Optional[float]]
    """What they cost in US dollars; `None` where a price is not known."""


class PairedComparison(TypedDict):
    """Two models or two servers. A repetition with the one makes a pair with that of the same workflow, the same server or model, and the same number with the other."""

    dimension: Dimension
    """What they are."""
    a: str
    """The first."""
    b: str
    """The second."""
    pairs: int
    """Pairs of which both passed or failed."""
    onlyA: int
    """Of these, those in which only `a` passed."""
    onlyB: int
    """Those in which only `b` passed."""
    leftOut: int
    """Pairs that are left out, because one of them errored."""
    pValue: float
    """How likely they fall out so unevenly where neither is better (McNemar's exact test, two-sided)."""
    correctedPValue: float
    """The same after Holm's correction over all comparisons of the report."""
    difference: Difference
    """What is made of it."""


class Comparison(TypedDict):
    """What is another than in the baseline. Cases that were skipped in either are in neither of the lists."""

    file: str
    """The file of the baseline."""
    better: List[CaseId]
    """Passed now, and did not then."""
    worse: List[CaseId]
    """Did not pass now, and did then; or failed then, and cannot even be played now."""
    rate: List[Moved]
    """Of its repetitions, another part passed. A hint, but where Fisher's exact test says that it is no chance (p < 0.05): then the case is in `worse` or `better`, too."""
    flaky: List[CaseId]
    """Flaky now, and not then."""
    slower: List[Moved]
    """Half as long again in the middle, and 20 ms at least. A hint: no test says that it is no chance."""
    dearer: List[Moved]
    """A fifth dearer at least, in US dollars."""
    new: List[CaseId]
    """Not in the baseline."""
    newFailing: List[CaseId]
    """Of these, those that did not pass."""
    gone: List[CaseId]
    """Only in the baseline."""


Moved = TypedDict("Moved", {"case": "CaseId", "from": float, "to": float})


class SandboxFacts(TypedDict):
    """The sandbox of a run."""

    requested: str
    """What was asked for: `auto`, `l1`, `l2` or `l3`."""
    level: NotRequired[Optional[SandboxLevel]]
    """What was had; absent where nothing was started here, or this system has none."""
    guarantees: NotRequired[List[SandboxGuarantee]]
    """What was promised, and whether it held: each was tried from inside before the server was started."""
    baits: NotRequired[List[BaitOpened]]
    """Files that were laid out as bait and that the server opened."""
    egress: NotRequired[List[Egress]]
    """Where the server wanted to connect to. None of it left this machine where the network is held."""


class SandboxGuarantee(TypedDict):
    """One promise of a sandbox."""

    name: str
    """`filesystem`, `home`, `network`, `processes`, `system-calls`, `privileges`, `limits` or `ending`."""
    held: bool
    """Did it hold?"""
    how: str
    """How, or why not."""


class BaitOpened(TypedDict):
    """A bait that was opened."""

    bait: str
    """The file, as `~/.ssh/id_rsa`."""
    during: str
    """What the server was doing: the request, in words."""


class Egress(TypedDict):
    """A place that the server wanted to connect to."""

    protocol: str
    """`tcp`, `udp`, `dns`, `http`, `tls` or `icmp`."""
    to: str
    """A name where one was said, or an address."""
    port: int
    """0 where there is none."""
    said: NotRequired[Optional[str]]
    """The first line of what was said, where it could be read."""
    during: str
    """What the server was doing: the request, in words."""


class ReportData(TypedDict):
    """What a run of mcpvals found out."""

    formatVersion: Literal[1]
    """`FORMAT_VERSION`."""
    mcpvals: str
    """The version of mcpvals."""
    passed: bool
    """Did every case that ran pass, and did at least one run?"""
    score: Score
    """Passed cases of those that ran."""
    summary: Summary
    """Counts."""
    startedAt: str
    """RFC 3339, UTC."""
    config: str
    """The config file as the user named it."""
    seed: int
    """The seed of everything random."""
    notes: NotRequired[List[str]]
    """What the user should know of the plan."""
    durationMs: float
    """Wall time."""
    interrupted: bool
    """Was it stopped by the user?"""
    sessions: List[SessionStart]
    """The sessions that were held, or could not be."""
    suites: List[SuiteReport]
    """The suites in the order of the config."""
    violations: List[Violation]
    """Every violation seen, in cases and between them."""
    unchecked: NotRequired[int]
    """Messages of the server's that were not checked against the protocol, since they came after their trace was full."""
    coverage: NotRequired[Optional[Coverage]]
    """Which of what the servers offer was exercised; where coverage was asked for."""
    matrix: NotRequired[Optional[Matrix]]
    """Workflows with several models and on several servers, side by side; where the config varies them."""
    baseline: NotRequired[Optional[Comparison]]
    """What is another than in an earlier run, where one was given."""
    sandbox: NotRequired[Optional[SandboxFacts]]
    """In which sandbox the servers ran that were started, and what was seen of them there; absent where in none."""
