//! Agrees with a server on a revision, as a good client does.
//!
//! `server/discover` first, where nobody has chosen a revision: a server of 2026-07-28 answers it; an older one answers
//! with an error, ignores it, or dies of it. Then `initialize` (MCP 2026-07-28, transports/stdio, backward
//! compatibility). Once `initialize` has been sent, the session is one with a handshake, unless it is refused and
//! `server/discover` succeeded after all.

use std::time::{Duration, Instant};

use mcpvals_model::mcp::{Answer, Revision, ServerFacts};
use mcpvals_model::{CallEnd, RevisionChoice};
use serde_json::{Value, json};

use super::listing::{end_words, error_words};
use super::wire::{Ask, AtDeadline, Dialect, Wire};
use crate::ConnectErrorKind;
use crate::router::{OWN, Rules};

/// The longest wait for the answer to `server/discover`, before `initialize` is tried as well.
const PROBE_PATIENCE: Duration = Duration::from_secs(5);
const STATELESS: Revision = Revision::V2026_07_28;
/// MCP 2026-07-28, `UnsupportedProtocolVersionError`.
const UNSUPPORTED_VERSION: i64 = -32022;

/// What came of it.
pub(crate) enum Agreed {
    /// A session.
    Yes(ServerFacts),
    /// The server died of `server/discover`; a new one should not be asked.
    DiedOfProbe,
}

/// Why there is no session, in words that go on from "the server `name`".
#[derive(Debug)]
pub(crate) struct Disagreement {
    pub(crate) kind: ConnectErrorKind,
    pub(crate) problem: String,
}

/// What a probe found.
enum Probe {
    Stateless(ServerFacts),
    /// It wants a handshake, in one of these revisions if it named any.
    Handshake,
    Silent {
        request: u64,
    },
    Died,
}

/// Agrees on a revision and tells the wire and the router.
pub(crate) async fn negotiate(
    wire: &Wire,
    choice: RevisionChoice,
    probe_allowed: bool,
    deadline: Instant,
) -> Result<Agreed, Disagreement> {
    let facts = match choice {
        RevisionChoice::Forced(revision) if revision.is_stateless() => forced_stateless(wire, deadline).await?,
        RevisionChoice::Forced(revision) => handshake(wire, revision, Some(revision), deadline).await?,
        RevisionChoice::Negotiate if !probe_allowed => newest_handshake(wire, deadline).await?,
        RevisionChoice::Negotiate => match probe(wire, deadline).await? {
            Probe::Stateless(facts) => facts,
            Probe::Handshake => newest_handshake(wire, deadline).await?,
            Probe::Silent { request } => overtake(wire, request, deadline).await?,
            Probe::Died => return Ok(Agreed::DiedOfProbe),
        },
    };
    settle_on(wire, &facts).await;
    Ok(Agreed::Yes(facts))
}

/// Everybody is told what was agreed; a server that shook hands is told that we are ready.
async fn settle_on(wire: &Wire, facts: &ServerFacts) {
    let revision = facts.protocol_version;
    wire.speak(Dialect::new(revision, &wire.profile));
    let server = Some(facts.capabilities.clone()).filter(Value::is_object);
    wire.router.agree(Rules { revision, client: wire.profile.capabilities.clone(), server });
    if !revision.is_stateless() {
        wire.notify(OWN, "notifications/initialized", &Value::Null).await;
    }
    wire.link.ready(revision);
}

// Stateless.

async fn discover(wire: &Wire, deadline: Instant, at_deadline: AtDeadline) -> (u64, Result<Answer, CallEnd>) {
    let dialect = Dialect::new(STATELESS, &wire.profile);
    let params = json!({});
    let ask = Ask { at_deadline, ..Ask::own("server/discover", &params, deadline) };
    let exchanged = wire.exchange_in(Some(&dialect), ask).await;
    let answer = exchanged.done.answer.as_deref().and_then(Answer::read);
    (exchanged.id, answer.ok_or(exchanged.done.end))
}

async fn probe(wire: &Wire, deadline: Instant) -> Result<Probe, Disagreement> {
    let now = Instant::now();
    let patience = PROBE_PATIENCE.min(deadline.saturating_duration_since(now) / 2);
    match discover(wire, now + patience, AtDeadline::LetGo).await {
        (_, Ok(Answer::Result(result))) => Ok(discovered(&result)),
        (_, Ok(Answer::Error { .. })) => Ok(Probe::Handshake),
        (request, Err(CallEnd::TimedOut { .. })) => Ok(Probe::Silent { request }),
        (_, Err(CallEnd::Closed)) => Ok(Probe::Died),
        (_, Err(CallEnd::Refused { status: status @ (401 | 403) })) => Err(unauthorized(status)),
        (_, Err(CallEnd::NotSent { problem })) => Err(unreachable(problem)),
        (_, Err(CallEnd::Answered | CallEnd::Misanswered | CallEnd::Refused { .. } | CallEnd::Cancelled)) => {
            Ok(Probe::Handshake)
        }
    }
}

fn discovered(result: &Value) -> Probe {
    if supported_versions(result).iter().any(|version| version == STATELESS.as_str()) {
        Probe::Stateless(stateless_facts(result))
    } else {
        Probe::Handshake
    }
}

/// A revision that was asked for needs no permission: whether the server speaks it shows in what it answers.
async fn forced_stateless(wire: &Wire, deadline: Instant) -> Result<ServerFacts, Disagreement> {
    let unknown = || facts_of(STATELESS, Vec::new(), &Value::Null, &Value::Null, Value::Null);
    match discover(wire, deadline, AtDeadline::GiveUp).await.1 {
        Ok(Answer::Result(result)) => match supported_versions(&result) {
            versions if versions.is_empty() || versions.iter().any(|version| version == STATELESS.as_str()) => {
                Ok(stateless_facts(&result))
            }
            versions => Err(other_revisions(&versions)),
        },
        Ok(Answer::Error { code: Some(UNSUPPORTED_VERSION), data, .. }) => {
            Err(other_revisions(&strings(data.as_ref().and_then(|data| data.get("supported")))))
        }
        // MCP 2026-07-28 has servers offer `server/discover`; one that does not may still do everything else.
        Ok(Answer::Error { .. }) => Ok(unknown()),
        Err(end) => Err(no_answer("server/discover", &end)),
    }
}

fn stateless_facts(result: &Value) -> ServerFacts {
    let info = result.pointer("/_meta/io.modelcontextprotocol~1serverInfo").unwrap_or(&Value::Null);
    let capabilities = result.get("capabilities").cloned().unwrap_or_default();
    facts_of(STATELESS, supported_versions(result), info, result, capabilities)
}

fn supported_versions(result: &Value) -> Vec<String> {
    strings(result.get("supportedVersions"))
}

fn strings(value: Option<&Value>) -> Vec<String> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
}

// With a handshake.

async fn newest_handshake(wire: &Wire, deadline: Instant) -> Result<ServerFacts, Disagreement> {
    handshake(wire, Revision::NEWEST_WITH_HANDSHAKE, None, deadline).await
}

/// `initialize` while `server/discover` may still be answered.
async fn overtake(wire: &Wire, probe: u64, deadline: Instant) -> Result<ServerFacts, Disagreement> {
    let refused = match newest_handshake(wire, deadline).await {
        Ok(facts) => return Ok(facts),
        Err(refused) => refused,
    };
    let late = wire.router.late_answer(probe);
    match late.as_deref().and_then(Answer::read).map(|answer| discovered_late(&answer)) {
        Some(Some(facts)) => Ok(facts),
        Some(None) | None => Err(refused),
    }
}

fn discovered_late(answer: &Answer) -> Option<ServerFacts> {
    let Answer::Result(result) = answer else { return None };
    match discovered(result) {
        Probe::Stateless(facts) => Some(facts),
        Probe::Handshake | Probe::Silent { .. } | Probe::Died => None,
    }
}

async fn handshake(
    wire: &Wire,
    offered: Revision,
    most: Option<Revision>,
    deadline: Instant,
) -> Result<ServerFacts, Disagreement> {
    let profile = &wire.profile;
    let params = json!({
        "protocolVersion": offered.as_str(),
        "capabilities": profile.capabilities,
        "clientInfo": {"name": profile.name, "version": profile.version},
    });
    let done = wire.exchange_in(None, Ask::own("initialize", &params, deadline)).await.done;
    match done.answer.as_deref().and_then(Answer::read) {
        Some(Answer::Result(result)) => accept(&result, most),
        Some(Answer::Error { code, message, .. }) => {
            Err(Disagreement::handshake(format!("answers `initialize` with {}", error_words(code, &message))))
        }
        None => Err(no_answer("initialize", &done.end)),
    }
}

/// An older revision than the one offered is a server's right; a newer one than was asked for is not what was asked.
fn accept(result: &Value, most: Option<Revision>) -> Result<ServerFacts, Disagreement> {
    let Some(version) = result.get("protocolVersion").and_then(Value::as_str) else {
        return Err(Disagreement::handshake("answers `initialize` without a `protocolVersion`".to_owned()));
    };
    let known = version.parse().ok().filter(|revision: &Revision| !revision.is_stateless());
    match (known, most) {
        (Some(revision), Some(most)) if revision > most => Err(Disagreement::revision(format!(
            "answers `initialize` with protocol version `{version}`, which is newer than the `{most}` that was asked for"
        ))),
        (Some(revision), _) => {
            let info = result.get("serverInfo").unwrap_or(&Value::Null);
            let capabilities = result.get("capabilities").cloned().unwrap_or_default();
            Ok(facts_of(revision, Vec::new(), info, result, capabilities))
        }
        (None, _) => Err(Disagreement::revision(format!(
            "answers `initialize` with protocol version `{version}`, which is none of those that can be agreed on so: {}",
            known_revisions()
        ))),
    }
}

fn known_revisions() -> String {
    let known = Revision::ALL.into_iter().filter(|revision| !revision.is_stateless());
    known.map(Revision::as_str).collect::<Vec<_>>().join(", ")
}

fn facts_of(
    protocol_version: Revision,
    supported_versions: Vec<String>,
    info: &Value,
    result: &Value,
    capabilities: Value,
) -> ServerFacts {
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    ServerFacts {
        protocol_version,
        supported_versions,
        name: text(info, "name").unwrap_or_default(),
        version: text(info, "version").unwrap_or_default(),
        capabilities,
        instructions: text(result, "instructions"),
    }
}

// Why not.

fn other_revisions(versions: &[String]) -> Disagreement {
    Disagreement::revision(format!("does not speak `{STATELESS}`; it names {}", versions.join(", ")))
}

fn unauthorized(status: u16) -> Disagreement {
    let problem = format!("answers with HTTP status {status}: it wants credentials that it did not get");
    Disagreement { kind: ConnectErrorKind::Unreachable, problem }
}

fn unreachable(problem: String) -> Disagreement {
    Disagreement { kind: ConnectErrorKind::Unreachable, problem }
}

fn no_answer(method: &str, end: &CallEnd) -> Disagreement {
    match end {
        CallEnd::TimedOut { after_ms } => {
            let problem = format!("did not answer `{method}` within {after_ms} ms");
            Disagreement { kind: ConnectErrorKind::TimedOut, problem }
        }
        CallEnd::Closed => {
            let problem = format!("was gone before it answered `{method}`");
            Disagreement { kind: ConnectErrorKind::Died, problem }
        }
        CallEnd::Refused { status: status @ (401 | 403) } => unauthorized(*status),
        CallEnd::Refused { status } => {
            let problem = format!("answers `{method}` with HTTP status {status}: there is no MCP endpoint");
            Disagreement { kind: ConnectErrorKind::Unreachable, problem }
        }
        CallEnd::NotSent { problem } => unreachable(problem.clone()),
        CallEnd::Answered | CallEnd::Misanswered | CallEnd::Cancelled => {
            Disagreement::handshake(format!("did not answer `{method}`: {}", end_words(end)))
        }
    }
}

impl Disagreement {
    pub(crate) fn died(method: &str) -> Self {
        no_answer(method, &CallEnd::Closed)
    }

    fn handshake(problem: String) -> Self {
        Self { kind: ConnectErrorKind::Handshake, problem }
    }

    fn revision(problem: String) -> Self {
        Self { kind: ConnectErrorKind::Revision, problem }
    }
}

#[cfg(test)]
mod tests {
    use mcpvals_model::mcp::Revision;
    use serde_json::{Value, json};

    use super::accept;

    #[track_caller]
    fn check(result: &Value, only: Option<Revision>, want: &str) {
        let got = match accept(result, only) {
            Ok(facts) => format!("{} {} {}", facts.protocol_version, facts.name, facts.capabilities),
            Err(disagreement) => format!("{:?}: {}", disagreement.kind, disagreement.problem),
        };
        assert_eq!(got, want);
    }

    #[test]
    fn older_revision_is_accepted_and_a_newer_than_was_asked_for_is_not() {
        let result = json!({"protocolVersion": "2025-03-26", "serverInfo": {"name": "x"}, "capabilities": {}});
        check(&result, None, "2025-03-26 x {}");
        check(&result, Some(Revision::V2025_06_18), "2025-03-26 x {}");
        check(
            &result,
            Some(Revision::V2024_11_05),
            "Revision: answers `initialize` with protocol version `2025-03-26`, which is newer than the `2024-11-05` \
             that was asked for",
        );
    }

    #[test]
    fn unknown_or_missing_revision_is_refused_in_words() {
        check(
            &json!({"protocolVersion": "1999-01-01"}),
            None,
            "Revision: answers `initialize` with protocol version `1999-01-01`, which is none of those that can be \
             agreed on so: 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25",
        );
        check(&json!({}), None, "Handshake: answers `initialize` without a `protocolVersion`");
    }
}
