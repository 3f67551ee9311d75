//! A made-up run that has every verdict, warning, and a violation of its own for each place they are shown.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use mcpvals_model::mcp::{Malformed, Offer, Revision, ServerFacts, Tool};
use mcpvals_model::{
    Anomaly, Attempt, Call, CallEnd, CallRole, Case, CaseId, CaseKind, CaseResult, Channel, Direction, Event,
    Expectation, Fault, Frame, HttpHead, Latency, Metric, MetricName, Mismatch, MismatchKind, Played, ProcessEnd,
    Report, RunEnd, RunStart, Score, SessionEnd, SessionStart, SkipReason, SourcePlace, SuiteKind, SuiteName,
    SuiteStart, ToolCall, ToolCase, Trace, Verdict, VerdictWord, Violation, ViolationKind, Warning, WarningKind,
};
use serde_json::{Value, json};

/// Text as a hostile server sends it: colour, a new title, marks of Markdown, XML and GitHub.
pub(crate) const HOSTILE: &str = "\u{1b}]0;title\u{7}\u{1b}[31mred|`code`\u{202e}<b>\n::error::no\r\n]]>";

pub(crate) fn report() -> Report {
    Report::fold(&events())
}

pub(crate) fn events() -> Vec<Event> {
    let mut events = vec![Event::RunStarted(run_start())];
    events.push(Event::SessionStarted(session_start(1)));
    events.push(Event::SessionStarted(unreachable_session()));
    for result in results() {
        events.push(Event::CaseStarted(result.id.clone()));
        events.push(Event::CaseFinished(Box::new(result)));
    }
    events.push(Event::SessionFinished(Box::new(session_end())));
    events.push(Event::RunFinished(RunEnd { duration_ms: 1234.5, interrupted: false }));
    events
}

fn suite_start(name: &str, kind: SuiteKind, cases: usize) -> SuiteStart {
    SuiteStart { name: SuiteName::new(name), kind, combination: None, cases }
}

pub(crate) fn run_start() -> RunStart {
    RunStart {
        started_at: "2026-08-01T12:00:00Z".to_owned(),
        config: "mcp-eval.config.yaml".to_owned(),
        suites: vec![
            suite_start("Calculator", SuiteKind::ToolHealth, 5),
            suite_start("Edges | of `text`", SuiteKind::ToolHealth, 5),
            suite_start("Workflows", SuiteKind::Workflow, 2),
        ],
        seed: 42,
        notes: vec!["judge not run: `--llm-judge` is not given".to_owned()],
    }
}

pub(crate) fn session_start(session: u64) -> SessionStart {
    let offer = offer();
    SessionStart {
        session,
        server: "server".to_owned(),
        transport: "stdio".to_owned(),
        profile: "full".to_owned(),
        facts: Some(Arc::new(facts())),
        tools: offer.tools.iter().map(|tool| tool.name().to_owned()).collect(),
        offer: Arc::new(offer),
        problem: None,
        ready_ms: 87.25,
    }
}

fn unreachable_session() -> SessionStart {
    SessionStart {
        session: 2,
        server: "remote".to_owned(),
        transport: "http".to_owned(),
        profile: "full".to_owned(),
        facts: None,
        offer: Arc::default(),
        tools: Vec::new(),
        problem: Some("connection refused".to_owned()),
        ready_ms: 12.0,
    }
}

pub(crate) fn facts() -> ServerFacts {
    ServerFacts {
        protocol_version: Revision::V2025_11_25,
        asked_version: None,
        supported_versions: vec!["2025-06-18".to_owned(), "2025-11-25".to_owned()],
        name: "calculator".to_owned(),
        version: "1.2.0".to_owned(),
        more_info: Box::default(),
        capabilities: json!({"tools": {"listChanged": true}, "logging": {}}),
        instructions: Some("Add before you divide.\nNever by zero.".to_owned()),
    }
}

pub(crate) fn offer() -> Offer {
    let tools = [
        json!({"name": "add", "description": "Adds two numbers.\nSecond line.", "inputSchema": {"type": "object",
            "properties": {"a": {"type": "number"}, "b": {"type": "number"}, "round": {"type": "boolean"}},
            "required": ["a", "b"]}, "annotations": {"readOnlyHint": true, "idempotentHint": true}}),
        json!({"name": "divide", "title": "Division", "inputSchema": {"type": "object"}}),
        json!({"name": "delete_all", "description": HOSTILE, "inputSchema": {"type": "object"},
            "annotations": {"readOnlyHint": false, "destructiveHint": true, "openWorldHint": true}}),
    ];
    Offer {
        tools: tools.iter().map(|raw| Arc::new(Tool::read(raw).unwrap())).collect(),
        resources: vec![json!({"uri": "memo://1", "name": "memo", "mimeType": "text/plain", "description": "A note"})],
        resource_templates: vec![json!({"uriTemplate": "memo://{id}", "name": "memos"})],
        prompts: vec![json!({"name": "greet", "description": "Says hello",
            "arguments": [{"name": "who", "required": true}, {"name": "style"}]})],
        malformed: vec![Malformed {
            method: "tools/list".to_owned(),
            index: 3,
            name: Some("broken".to_owned()),
            problem: "`inputSchema` is missing".to_owned(),
            usable: true,
            raw: Value::Null,
        }],
        unread: vec![("prompts/list".to_owned(), "the pages never end".to_owned())],
    }
}

fn results() -> Vec<CaseResult> {
    let calculator = ["add", "divide", "multiply", "power", "root"];
    let mut results = vec![
        passed("Calculator", calculator[0]),
        failed("Calculator", calculator[1]),
        with_diff("Calculator", calculator[2]),
        repeated("Calculator", calculator[3]),
        skipped("Calculator", calculator[4], SkipReason::Config { reason: "needs a licence".to_owned() }),
    ];
    let edges = "Edges | of `text`";
    results.push(warned(edges, "warns"));
    results.push(hostile(edges, "hostile"));
    let unreachable = Fault::Unreachable { reason: "connection refused by http://127.0.0.1:1/mcp".to_owned() };
    results.push(errored(edges, "gone", unreachable.clone()));
    results.push(errored(edges, "gone too", unreachable));
    results.push(errored(
        edges,
        "capture",
        Fault::Capture { name: "id".to_owned(), reason: "`id` was never captured".to_owned() },
    ));
    results.push(errored("Workflows", "plan a trip", Fault::NotYet { reason: "workflows run from M3 on".to_owned() }));
    results.push(skipped("Workflows", "book it", SkipReason::NotOnly));
    results
}

pub(crate) fn result(suite: &str, title: &str, verdict: Verdict) -> CaseResult {
    let name = SuiteName::new(suite);
    let word = verdict.word();
    let ran = matches!(word, VerdictWord::Passed | VerdictWord::Failed);
    let attempt =
        Attempt { repetition: 1, attempt: 1, verdict: word, latency_ms: Some(12.0), problem: None, unfinished: false };
    CaseResult {
        id: CaseId::new(&name, title),
        suite: name,
        title: title.to_owned(),
        tool: Some(title.to_owned()),
        place: SourcePlace { file: "mcp-eval.config.yaml".to_owned(), line: 12, column: 5 },
        score: None,
        metrics: if ran { metrics(word == VerdictWord::Passed) } else { Vec::new() },
        verdict,
        warnings: Vec::new(),
        violations: Vec::new(),
        workflow: Vec::new(),
        pass_rate: None,
        flaky: false,
        latency: ran.then(|| latency(1)),
        attempts: if word == VerdictWord::Skipped { Vec::new() } else { vec![attempt] },
        duration_ms: if ran { 12.5 } else { 0.0 },
        answer: None,
        stderr_tail: String::new(),
        unchecked: 0,
        snapshots: Vec::new(),
        covered: None,
        rerun: format!("mcpvals eval mcp-eval.config.yaml --filter '{suite}/{title}'"),
    }
}

fn metrics(right: bool) -> Vec<Metric> {
    let score = |right| Some(Score::all_or_nothing(right));
    vec![
        Metric { name: MetricName::Result, score: score(right), frames: (3..=if right { 4 } else { 17 }).collect() },
        Metric { name: MetricName::Error, score: None, frames: Vec::new() },
        Metric { name: MetricName::Latency, score: score(true), frames: Vec::new() },
        Metric { name: MetricName::Success, score: score(true), frames: Vec::new() },
    ]
}

fn latency(count: u32) -> Latency {
    Latency { count, mean_ms: 12.0, min_ms: 3.25, p50_ms: 11.0, p95_ms: 30.0, p99_ms: 41.0, max_ms: 1500.0 }
}

fn passed(suite: &str, title: &str) -> CaseResult {
    CaseResult { answer: Some("text \"8\"".to_owned()), ..result(suite, title, Verdict::Passed) }
}

fn mismatch(kind: MismatchKind, expected: &str, actual: &str) -> Mismatch {
    let (expected, actual) = (expected.to_owned(), actual.to_owned());
    Mismatch { kind, expected, actual, pointer: None, frame: None, diff: None, rule: None }
}

fn failed(suite: &str, title: &str) -> CaseResult {
    let first = mismatch(MismatchKind::MissingError, "error containing \"division by zero\"", "result \"Infinity\"");
    let late = mismatch(MismatchKind::Latency, "an answer within 10 ms", "an answer after 12 ms");
    let verdict = Verdict::Failed { first: Mismatch { frame: Some(7), ..first }, rest: vec![late] };
    CaseResult {
        answer: Some("Infinity".to_owned()),
        stderr_tail: "warning: division by zero\nwarning: again\n".to_owned(),
        ..result(suite, title, verdict)
    }
}

fn with_diff(suite: &str, title: &str) -> CaseResult {
    let first = mismatch(MismatchKind::Snapshot, "the stored snapshot `table`", "another table");
    let pointer = Some("/structuredContent/rows/0".to_owned());
    let diff = Some(" {\n-  \"a\": 1\n+  \"a\": 2\n }".to_owned());
    let verdict = Verdict::failed(Mismatch { pointer, diff, ..first });
    CaseResult {
        answer: Some("{\n  \"a\": 2\n}".to_owned()),
        violations: vec![violation(ViolationKind::DuplicateAnswer, "the request with id 4 was answered twice", true)],
        ..result(suite, title, verdict)
    }
}

fn repeated(suite: &str, title: &str) -> CaseResult {
    let attempt = |n: u32, verdict| Attempt {
        repetition: 1 + n / 2,
        attempt: 1 + n % 2,
        verdict,
        latency_ms: Some(11.0),
        problem: (verdict == VerdictWord::Failed).then(|| "expected text \"8\", got text \"9\"".to_owned()),
        unfinished: false,
    };
    let words = [VerdictWord::Failed, VerdictWord::Passed, VerdictWord::Passed];
    CaseResult {
        latency: Some(latency(2)),
        attempts: (0..).zip(words).map(|(n, word)| attempt(n, word)).collect(),
        ..result(suite, title, Verdict::Passed)
    }
}

fn skipped(suite: &str, title: &str, reason: SkipReason) -> CaseResult {
    result(suite, title, Verdict::Skipped(reason))
}

fn errored(suite: &str, title: &str, fault: Fault) -> CaseResult {
    CaseResult { tool: None, ..result(suite, title, Verdict::Errored(fault)) }
}

fn warned(suite: &str, title: &str) -> CaseResult {
    let kinds = [
        (WarningKind::NothingAsserted, "nothing is asserted but success"),
        (WarningKind::ErrorShapedSuccess, "a success that says \"Error: no such file\""),
        (WarningKind::InvalidArguments, "/a is a string, not a number"),
        (WarningKind::UnusableSchema, "`outputSchema` is no JSON Schema"),
        (WarningKind::SnapshotStored, "the snapshot `table` was stored"),
        (WarningKind::TraceCut, "3 frames were not kept"),
    ];
    let warnings = kinds.map(|(kind, message)| Warning { kind, message: message.to_owned() }).to_vec();
    CaseResult { warnings, ..result(suite, title, Verdict::Passed) }
}

fn hostile(suite: &str, title: &str) -> CaseResult {
    let verdict = Verdict::failed(mismatch(MismatchKind::Result, "text \"ok\"", HOSTILE));
    CaseResult {
        answer: Some(format!("{HOSTILE}!")),
        stderr_tail: HOSTILE.to_owned(),
        warnings: vec![Warning { kind: WarningKind::InvalidArguments, message: HOSTILE.to_owned() }],
        violations: vec![violation(ViolationKind::NoiseOnStdout, HOSTILE, false)],
        ..result(suite, title, verdict)
    }
}

fn violation(kind: ViolationKind, message: &str, spoils_answer: bool) -> Violation {
    Violation {
        kind,
        message: message.to_owned(),
        frame: Some(8),
        case: Some(CaseId::new(&SuiteName::new("Calculator"), "multiply")),
        server: "server".to_owned(),
        spec: "https://modelcontextprotocol.io/specification/2025-11-25/basic".to_owned(),
        spoils_answer,
        count: 1,
    }
}

pub(crate) fn session_end() -> SessionEnd {
    let message = "\"Starting server...\" on stdout is no message";
    let noise = Violation { case: None, count: 12, ..violation(ViolationKind::NoiseOnStdout, message, false) };
    let trace = Trace { process_end: Some(ProcessEnd::Killed), ..trace() };
    SessionEnd {
        session: 1,
        server: "server".to_owned(),
        trace: Arc::new(trace),
        violations: vec![noise],
        covered: None,
    }
}

/// A trace with each channel, an answer, a call without one, and odd frames.
pub(crate) fn trace() -> Trace {
    let frame = |seq, at_us, direction, message: &Value| {
        Frame::new(seq, at_us, direction, Channel::Wire, message.to_string().into_bytes())
    };
    let args = json!({"a": 5, "b": 3});
    let call = json!({"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "add", "arguments": args}});
    let answer = json!({"jsonrpc": "2.0", "id": 4, "result": {"content": [{"type": "text", "text": "8"}]}});
    let silent = json!({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "divide"}});
    let log = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": HOSTILE}});
    let mut again = frame(7, 1_300_000, Direction::Received, &answer);
    again.anomalies = vec![Anomaly::DuplicateAnswer, Anomaly::LateAnswer];
    let mut noise = Frame::new(10, 2_000_400, Direction::Received, Channel::Wire, b"Starting\xff server...".to_vec());
    let stderr = Frame::new(11, 2_000_500, Direction::Received, Channel::Process, HOSTILE.as_bytes().to_vec());
    let mut head = Frame::new(12, 2_000_600, Direction::Received, Channel::Http, Vec::new());
    let headers = vec![("content-type".to_owned(), "text/html".to_owned())];
    head.http = Some(Box::new(HttpHead { request: None, status: Some(502), headers }));
    let problem = "expected value at line 1 column 1".to_owned();
    noise.anomalies = vec![Anomaly::NotJson { problem }, Anomaly::NotUtf8];
    Trace {
        server: Some(Arc::new(facts())),
        offer: Arc::new(offer()),
        full_client_tools: None,
        others: Vec::new(),
        frames: vec![
            frame(5, 1_000_000, Direction::Sent, &call),
            frame(6, 1_002_500, Direction::Received, &answer),
            again,
            frame(8, 1_300_100, Direction::Sent, &silent),
            frame(9, 2_000_300, Direction::Received, &log),
            noise,
            stderr,
            head,
        ],
        calls: vec![
            Call {
                role: CallRole::Tested,
                method: "tools/call".to_owned(),
                request: Some(5),
                answer: Some(6),
                end: CallEnd::Answered,
            },
            Call {
                role: CallRole::Verify(0),
                method: "tools/call".to_owned(),
                request: Some(8),
                answer: None,
                end: CallEnd::TimedOut { after_ms: 1500 },
            },
        ],
        stderr_tail: format!("{HOSTILE}\n"),
        process_end: None,
        frames_not_kept: 2,
        messages_not_kept: 1,
    }
}

pub(crate) fn played(title: &str, attempt: u32, verdict: Verdict) -> Played {
    let suite = SuiteName::new("Calculator");
    let mut args = serde_json::Map::new();
    args.insert("a".to_owned(), json!(0.1 + 0.2));
    let call = ToolCall { tool: "add".to_owned(), args };
    let tool = ToolCase {
        call,
        expect: vec![Expectation::Result(json!(8)), Expectation::Latency(Duration::from_millis(500))],
        capture: BTreeMap::new(),
        verify: Vec::new(),
        invalid_args: false,
    };
    let case = Case {
        id: CaseId::new(&suite, title),
        title: title.to_owned(),
        tags: vec!["fast".to_owned()],
        skip: None,
        only: false,
        timeout: Duration::from_secs(30),
        retries: 1,
        repeat: 1,
        min_pass_rate: None,
        kind: CaseKind::Tool(tool),
        place: SourcePlace { file: "mcp-eval.config.yaml".to_owned(), line: 12, column: 5 },
    };
    let full_client_tools = Some(["add".to_owned(), "ask".to_owned()].into());
    let trace = Arc::new(Trace { full_client_tools, ..trace() });
    Played { case: Arc::new(case), session: 1, repetition: 1, attempt, trace, verdict }
}

pub(crate) fn a_mismatch() -> Mismatch {
    mismatch(MismatchKind::Result, "8", "text \"9\"")
}
