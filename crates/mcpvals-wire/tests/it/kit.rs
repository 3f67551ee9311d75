//! What the tests share: servers, sessions, and traces as short text.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use mcpvals_model::mcp::{Answer, Revision};
use mcpvals_model::profile::ClientProfile;
use mcpvals_model::{CallEnd, CallRole, Direction, Frame, HttpUrl, RevisionChoice, Secret, ServerSpec, Target, Trace};
use mcpvals_testkit::{Flaw, Program};
use mcpvals_wire::{ConnectError, ConnectOptions, Limits, Recording, Session, connect};
use serde_json::{Value, json};

/// A server of the zoo over stdio.
pub(crate) fn zoo(flaw: Flaw, options: &[&str]) -> ServerSpec {
    let args: Vec<&str> = [&[flaw.name()], options].concat();
    command(&Program::Zoo.path().display().to_string(), &args)
}

/// A shell script as a server.
pub(crate) fn shell(script: &str) -> ServerSpec {
    command("sh", &["-c", script])
}

/// A command as a server.
pub(crate) fn command(command: &str, args: &[&str]) -> ServerSpec {
    let target = Target::Stdio {
        command: command.to_owned(),
        args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        env: BTreeMap::from([("API_TOKEN".to_owned(), Secret::new("planted-secret"))]),
        cwd: std::env::temp_dir(),
    };
    spec(target)
}

/// A server that listens.
pub(crate) fn http(url: &str) -> ServerSpec {
    let url = HttpUrl::parse(url).expect("the testkit gives a URL");
    spec(Target::Http { url, headers: Vec::new() })
}

fn spec(target: Target) -> ServerSpec {
    ServerSpec {
        name: "under-test".to_owned(),
        target,
        revision: RevisionChoice::Negotiate,
        client: ClientProfile::full(),
        startup_timeout: Duration::from_secs(20),
        call_timeout: Duration::from_secs(10),
        rate_limit: None,
        auth: None,
    }
}

/// The same server, spoken to in this revision.
pub(crate) fn forced(spec: ServerSpec, revision: Revision) -> ServerSpec {
    ServerSpec { revision: RevisionChoice::Forced(revision), ..spec }
}

/// With short patience, so that no test waits long for what never comes.
pub(crate) fn limits() -> Limits {
    Limits {
        misanswer_patience: Duration::from_millis(100),
        shutdown: Duration::from_millis(300),
        settle_max: Duration::from_secs(2),
        ..Limits::default()
    }
}

/// With the example program as guard.
pub(crate) fn options() -> ConnectOptions {
    ConnectOptions {
        limits: limits(),
        guard: Some(guard_program()),
        environment: std::env::vars().collect(),
        ..ConnectOptions::default()
    }
}

/// `target/PROFILE/examples/guard`, built with these tests.
pub(crate) fn guard_program() -> PathBuf {
    let own = std::env::current_exe().expect("a running test knows its executable");
    let profile = own.parent().and_then(|deps| deps.parent()).expect("tests are in target/PROFILE/deps");
    let program = profile.join("examples/guard");
    assert!(program.exists(), "{} is not built: run the tests of the whole package", program.display());
    program
}

/// A session, or a failed test.
pub(crate) async fn session(spec: &ServerSpec) -> Session {
    connect(spec, &options()).await.unwrap_or_else(|error| panic!("no session: {error}"))
}

/// Why there is none.
pub(crate) async fn refused(spec: &ServerSpec) -> ConnectError {
    connect(spec, &options()).await.err().unwrap_or_else(|| panic!("there should be no session"))
}

/// Calls a tool as the tested call.
pub(crate) async fn call(recording: &mut Recording, tool: &str, arguments: Value, deadline: Duration) -> CallEnd {
    let params = json!({"name": tool, "arguments": arguments});
    recording.call(CallRole::Tested, "tools/call", (&params).into(), deadline).await
}

/// One call in one recording; its answer's text.
pub(crate) async fn ask(session: &Session, tool: &str, arguments: Value) -> String {
    let mut recording = session.begin();
    let end = call(&mut recording, tool, arguments, Duration::from_secs(10)).await;
    recording.last_answer().map_or_else(|| format!("{end:?}"), |answer| Answer::text(&answer))
}

/// One call in one recording; everything that was recorded.
pub(crate) async fn record(session: &Session, tool: &str, arguments: Value, deadline: Duration) -> Trace {
    let mut recording = session.begin();
    call(&mut recording, tool, arguments, deadline).await;
    recording.finish()
}

/// What was received, with what was odd: one line a frame, the answer to the tested call marked.
pub(crate) fn received(trace: &Trace) -> Vec<String> {
    let answer = trace.call(CallRole::Tested).and_then(|call| call.answer);
    let received = trace.frames.iter().filter(|frame| frame.direction == Direction::Received);
    received.map(|frame| line(frame, answer == Some(frame.seq))).collect()
}

fn line(frame: &Frame, is_answer: bool) -> String {
    let what = match (is_answer, frame.message()) {
        (true, _) => "answer".to_owned(),
        (false, Some(message)) => message.get("method").map_or_else(|| "message".to_owned(), Value::to_string),
        (false, None) => "noise".to_owned(),
    };
    let odd = frame.anomalies.iter().map(|anomaly| name(&format!("{anomaly:?}")));
    std::iter::once(what).chain(odd).collect::<Vec<_>>().join(" ")
}

/// `TimedOut { after_ms: 5 }` without its members.
pub(crate) fn name(debug: &str) -> String {
    debug.split([' ', '{']).next().unwrap_or_default().to_owned()
}

/// Waits until something holds, for at most ten seconds.
pub(crate) async fn eventually(what: &str, holds: impl Fn() -> bool) {
    let patience_ends = Instant::now() + Duration::from_secs(10);
    while !holds() {
        assert!(Instant::now() < patience_ends, "{what}: not within ten seconds");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Is there a process with this id that has not ended?
pub(crate) fn is_alive(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.trim().chars().next());
    state.is_some_and(|state| state != 'Z' && state != 'X')
}
