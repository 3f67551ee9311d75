//! Agreeing on a revision, and why there is no session.

use std::time::Duration;

use mcpvals_model::mcp::Revision;
use mcpvals_model::{RevisionChoice, ServerSpec};
use mcpvals_testkit::{Flaw, HttpServer};
use mcpvals_wire::{ConnectErrorKind, connect};
use serde_json::json;

use crate::kit::{ask, command, forced, http, options, refused, session, shell, zoo};

/// The revision agreed on, and that calls work in it.
async fn check(spec: ServerSpec, want: Revision) {
    let session = session(&spec).await;
    assert_eq!(session.facts().protocol_version, want);
    assert!(ask(&session, "add", json!({"a": 1, "b": 2})).await.contains('3'));
    session.close().await;
}

#[tokio::test]
async fn newest_revision_of_both_sides_is_spoken() {
    check(zoo(Flaw::None, &["--era", "dual"]), Revision::V2026_07_28).await;
    check(zoo(Flaw::None, &["--era", "modern"]), Revision::V2026_07_28).await;
    check(zoo(Flaw::None, &["--era", "legacy"]), Revision::V2025_11_25).await;
    for revision in Revision::ALL.into_iter().filter(|revision| !revision.is_stateless()) {
        check(zoo(Flaw::None, &["--era", "legacy", "--revision", revision.as_str()]), revision).await;
    }
}

#[tokio::test]
async fn forced_revision_is_spoken() {
    for revision in Revision::ALL {
        check(forced(zoo(Flaw::None, &[]), revision), revision).await;
    }
}

/// What was asked for and could not be agreed on.
async fn check_unmet(spec: ServerSpec, asked: Revision, spoken: Revision) {
    let session = session(&forced(spec, asked)).await;
    assert_eq!((session.facts().protocol_version, session.facts().asked_version), (spoken, Some(asked)));
    assert!(!session.facts().name.is_empty());
    assert!(ask(&session, "add", json!({"a": 1, "b": 2})).await.contains('3'));
    session.close().await;
}

#[tokio::test]
async fn forced_revision_that_the_server_does_not_speak_is_not_claimed() {
    let newest = Revision::V2026_07_28;
    check_unmet(zoo(Flaw::None, &["--era", "legacy"]), newest, Revision::V2025_11_25).await;
    let old = ["--era", "legacy", "--revision", "2024-11-05"];
    check_unmet(zoo(Flaw::None, &old), newest, Revision::V2024_11_05).await;
    check_unmet(zoo(Flaw::None, &old), Revision::V2025_06_18, Revision::V2024_11_05).await;
    let server = HttpServer::zoo(Flaw::None, &["--era", "legacy"]);
    check_unmet(http(server.url()), newest, Revision::V2025_11_25).await;
    let spec = ServerSpec { startup_timeout: Duration::from_secs(2), ..zoo(Flaw::NeverAnswersDiscover, &[]) };
    check_unmet(spec, newest, Revision::V2025_11_25).await;
}

/// Answers requests of these methods with these results, by number of the line; all else is refused.
fn scripted(answers: &str) -> ServerSpec {
    shell(&format!(
        "id=0; while read -r line; do id=$((id+1)); case \"$line\" in {answers} *) \
         echo '{{\"jsonrpc\":\"2.0\",\"id\":'$id',\"error\":{{\"code\":-32601,\"message\":\"no\"}}}}';; esac; done"
    ))
}

#[tokio::test]
async fn forced_revision_works_without_discover_where_lists_do() {
    let lists = "*tools/list*) echo '{\"jsonrpc\":\"2.0\",\"id\":'$id',\"result\":{\"tools\":[]}}';;";
    let session = session(&forced(scripted(lists), Revision::V2026_07_28)).await;
    assert_eq!((session.facts().protocol_version, session.facts().asked_version), (Revision::V2026_07_28, None));
    session.close().await;
    let error = refused(&forced(scripted(""), Revision::V2026_07_28)).await;
    assert!(error.to_string().contains("answers `initialize` with error -32601"), "{error}");
}

#[tokio::test]
async fn same_over_http() {
    let server = HttpServer::zoo(Flaw::None, &[]);
    check(http(server.url()), Revision::V2026_07_28).await;
    for revision in Revision::ALL.into_iter().filter(|revision| *revision >= Revision::V2025_03_26) {
        check(forced(http(server.url()), revision), revision).await;
    }
}

#[tokio::test]
async fn server_that_ignores_the_probe_is_asked_to_shake_hands() {
    let spec = ServerSpec { startup_timeout: Duration::from_secs(2), ..zoo(Flaw::NeverAnswersDiscover, &[]) };
    check(spec, Revision::V2025_11_25).await;
}

#[tokio::test]
async fn server_that_dies_of_the_probe_is_started_again() {
    let zoo = mcpvals_testkit::Program::Zoo.path();
    let script = format!(
        "read -r first; case \"$first\" in *server/discover*) exit 1;; esac; (printf '%s\\n' \"$first\"; cat) | {} none --era legacy",
        zoo.display()
    );
    check(shell(&script), Revision::V2025_11_25).await;
}

#[tokio::test]
async fn server_that_is_slow_only_the_first_time_is_spoken_to_in_its_newest_revision() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let started = folder.path().join("started");
    let zoo = mcpvals_testkit::Program::Zoo.path();
    let (started, zoo) = (started.display(), zoo.display());
    let spec = shell(&format!("[ -e {started} ] || {{ touch {started}; sleep 0.5; }}; exec {zoo} none"));
    let mut options = options();
    options.limits.probe = Duration::from_millis(100);
    let session = connect(&spec, &options).await.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(session.facts().protocol_version, Revision::V2026_07_28);
    let trace = session.close().await;
    assert!(trace.frames.iter().all(|frame| frame.anomalies.is_empty()), "{:?}", trace.frames);
    let methods: Vec<&str> = trace.calls.iter().map(|call| call.method.as_str()).collect();
    assert_eq!(methods, ["server/discover", "initialize", "server/discover", "tools/list"]);
}

#[tokio::test]
async fn slow_answer_to_the_probe_is_no_fault() {
    let options = ["--era", "legacy", "--on", "server/discover", "--delay-ms", "700"];
    let spec = ServerSpec { startup_timeout: Duration::from_secs(1), ..zoo(Flaw::SlowAnswer, &options) };
    let session = session(&spec).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let trace = session.close().await;
    let odd: Vec<_> = trace.frames.iter().filter(|frame| !frame.anomalies.is_empty()).collect();
    assert!(odd.is_empty(), "{odd:?}");
}

/// The kind of the failure and its words.
async fn check_refused(spec: ServerSpec, kind: ConnectErrorKind, words: &str) {
    let error = refused(&spec).await;
    assert_eq!(error.kind, kind, "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

#[tokio::test]
async fn unusable_handshakes_are_told_in_words() {
    let revision = "protocol version `1999-01-01`";
    check_refused(zoo(Flaw::UnsupportedRevision, &[]), ConnectErrorKind::Revision, revision).await;
    check_refused(zoo(Flaw::RevisionMissing, &[]), ConnectErrorKind::Handshake, "without a `protocolVersion`").await;
    check_refused(zoo(Flaw::HandshakeRefused, &[]), ConnectErrorKind::Handshake, "error -32603: no").await;
    check_refused(zoo(Flaw::ContentLengthFraming, &[]), ConnectErrorKind::Handshake, "`Content-Length: ").await;
    check_refused(command("cat", &[]), ConnectErrorKind::Handshake, "a request that no server may send").await;
}

#[tokio::test]
async fn newer_revision_than_asked_for_is_refused() {
    let spec = forced(zoo(Flaw::None, &["--era", "legacy", "--revision", "2025-11-25"]), Revision::V2024_11_05);
    check_refused(spec, ConnectErrorKind::Revision, "newer than the `2024-11-05` that was asked for").await;
}

#[tokio::test]
async fn servers_that_are_not_there_are_told_in_words() {
    check_refused(command("no-such-command", &[]), ConnectErrorKind::Spawn, "is not in PATH").await;
    check_refused(zoo(Flaw::ExitsAtStart, &[]), ConnectErrorKind::Died, "exit code 3").await;
    check_refused(zoo(Flaw::ExitsAfterInitialize, &[]), ConnectErrorKind::Died, "before it answered `tools/list`")
        .await;
    let error = refused(&zoo(Flaw::ExitsAtStart, &[])).await;
    assert_eq!(error.stderr_tail(), "fatal: cannot read the configuration\n");
    assert!(error.trace().calls.len() >= 2);
}

async fn check_silence(spec: &ServerSpec, words: &str) {
    let error = refused(spec).await;
    assert_eq!(error.kind, ConnectErrorKind::TimedOut, "{error}");
    let told: Vec<String> = error.to_string().split(' ').map(without_number).collect();
    assert!(told.join(" ").contains(words), "{error}");
}

fn without_number(word: &str) -> String {
    if word.parse::<u64>().is_ok() { "#".to_owned() } else { word.to_owned() }
}

#[tokio::test]
async fn silence_is_told_after_the_deadline() {
    let silent = zoo(Flaw::NeverAnswersInitialize, &[]);
    let spec = ServerSpec { startup_timeout: Duration::from_millis(600), ..silent };
    let with_probe = "did not answer `initialize` within # ms, nor `server/discover` within # ms before that \
                      (`startupTimeout` is # ms)";
    check_silence(&spec, with_probe).await;
    let alone = "did not answer `initialize` within # ms (`startupTimeout` is # ms)";
    check_silence(&forced(spec, Revision::V2025_11_25), alone).await;
}

#[tokio::test]
async fn bare_profile_declares_nothing() {
    let spec = ServerSpec {
        client: mcpvals_model::profile::ClientProfile::bare(),
        revision: RevisionChoice::Forced(Revision::V2025_11_25),
        ..zoo(Flaw::None, &[])
    };
    let session = session(&spec).await;
    let answer = ask(&session, "ask_sampling", json!({})).await;
    assert!(answer.contains("does not support sampling"), "{answer}");
    session.close().await;
}
