//! What the tests share: sessions with the zoo, cases, and what was found out as short text.

use std::collections::BTreeMap;
use std::time::Duration;

use mcpvals_model::mcp::Revision;
use mcpvals_model::profile::ClientProfile;
use mcpvals_model::{
    Case, CaseId, CaseKind, Graded, HttpUrl, RevisionChoice, ServerSpec, SourcePlace, SuiteName, Target, Verdict,
    Violation,
};
use mcpvals_testkit::{Flaw, Program};
use mcpvals_wire::{ConnectOptions, Limits, Session, connect};
use serde::Serialize;
use serde_json::{Value, json};

/// A server of the zoo over stdio.
pub(crate) fn zoo(flaw: Flaw, options: &[&str]) -> ServerSpec {
    let args: Vec<&str> = [&[flaw.name()], options].concat();
    spec(Target::Stdio {
        command: Program::Zoo.path().display().to_string(),
        args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        env: BTreeMap::new(),
        cwd: std::env::temp_dir(),
    })
}

/// A server that listens.
pub(crate) fn http(url: &str) -> ServerSpec {
    spec(Target::Http { url: HttpUrl::parse(url).expect("the testkit gives a URL"), headers: Vec::new() })
}

fn spec(target: Target) -> ServerSpec {
    ServerSpec {
        name: "zoo".to_owned(),
        target,
        revision: RevisionChoice::Forced(Revision::V2025_11_25),
        client: ClientProfile::full(),
        startup_timeout: Duration::from_secs(20),
        call_timeout: Duration::from_secs(10),
        rate_limit: None,
        auth: None,
    }
}

/// A session, with short patience, so that no test waits long for what never comes.
pub(crate) async fn session(spec: &ServerSpec) -> Session {
    let limits = Limits {
        misanswer_patience: Duration::from_millis(200),
        shutdown: Duration::from_millis(300),
        settle_max: Duration::from_millis(500),
        ..Limits::default()
    };
    let options = ConnectOptions { limits, environment: std::env::vars().collect(), ..ConnectOptions::default() };
    connect(spec, &options).await.unwrap_or_else(|error| panic!("no session: {error}"))
}

/// A case that calls a tool, with these members beside the call.
pub(crate) fn case(tool: &str, args: &Value, members: &Value) -> Case {
    let mut kind = json!({"call": {"tool": tool, "args": args}});
    for (key, value) in members.as_object().expect("members") {
        kind[key] = value.clone();
    }
    Case {
        id: CaseId::new(&SuiteName::new("suite"), "case"),
        title: "case".to_owned(),
        tags: Vec::new(),
        skip: None,
        only: false,
        timeout: Duration::from_secs(2),
        retries: 0,
        repeat: 1,
        min_pass_rate: None,
        kind: CaseKind::Tool(serde_json::from_value(kind).expect("the case is well-formed")),
        place: SourcePlace::default(),
    }
}

/// The verdict in a line: its word, and the first mismatch.
pub(crate) fn verdict(graded: &Graded) -> String {
    match &graded.verdict {
        Verdict::Passed => "passed".to_owned(),
        Verdict::Failed { first, .. } => format!("{}: {}", name(&first.kind), first.actual),
        Verdict::Errored(fault) => format!("errored: {fault}"),
        Verdict::Skipped(reason) => format!("skipped: {reason}"),
    }
}

/// The kinds of the violations, those that spoil the answer marked.
pub(crate) fn kinds(violations: &[Violation]) -> String {
    let kind =
        |violation: &Violation| format!("{}{}", name(&violation.kind), if violation.spoils_answer { "!" } else { "" });
    violations.iter().map(kind).collect::<Vec<_>>().join(" ")
}

/// A kind by the name that reports use.
pub(crate) fn name(kind: &impl Serialize) -> String {
    serde_json::to_value(kind).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}
