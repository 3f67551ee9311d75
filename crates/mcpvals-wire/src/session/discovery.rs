//! `server/discover`: the revision without a handshake, and finding out whether a server speaks it.

use std::time::{Duration, Instant};

use mcpvals_model::CallEnd;
use mcpvals_model::mcp::{Answer, Revision, ServerFacts};
use serde_json::{Value, json};

use super::ask::{Ask, AtDeadline};
use super::dialect::Dialect;
use super::disagreement::Disagreement;
use super::handshake::facts_of;
use super::wire::Wire;

/// The longest wait for the answer to `server/discover`, before `initialize` is tried as well.
const PROBE_PATIENCE: Duration = Duration::from_secs(5);
const STATELESS: Revision = Revision::V2026_07_28;
/// MCP 2026-07-28, `UnsupportedProtocolVersionError`.
const UNSUPPORTED_VERSION: i64 = -32022;

/// What a probe found.
pub(super) enum Probe {
    Stateless(ServerFacts),
    /// It wants a handshake, in one of these revisions if it named any.
    Handshake,
    Silent {
        request: u64,
    },
    Died,
}

async fn discover(wire: &Wire, deadline: Instant, at_deadline: AtDeadline) -> (u64, Result<Answer, CallEnd>) {
    let dialect = Dialect::new(STATELESS, &wire.profile);
    let params = json!({});
    let ask = Ask { at_deadline, ..Ask::own("server/discover", &params, deadline) };
    let exchanged = wire.exchange_in(Some(&dialect), ask).await;
    let answer = exchanged.done.answer.as_deref().and_then(Answer::read);
    (exchanged.id, answer.ok_or(exchanged.done.end))
}

/// Asks a server that may know nothing of this revision, and does not wait long.
pub(super) async fn probe(wire: &Wire, deadline: Instant) -> Result<Probe, Disagreement> {
    let now = Instant::now();
    let patience = PROBE_PATIENCE.min(deadline.saturating_duration_since(now) / 2);
    match discover(wire, now + patience, AtDeadline::LetGo).await {
        (_, Ok(Answer::Result(result))) => Ok(discovered(&result)),
        (_, Ok(Answer::Error { .. })) => Ok(Probe::Handshake),
        (request, Err(CallEnd::TimedOut { .. })) => Ok(Probe::Silent { request }),
        (_, Err(CallEnd::Closed)) => Ok(Probe::Died),
        (_, Err(CallEnd::Refused { status: status @ (401 | 403) })) => Err(Disagreement::unauthorized(status)),
        (_, Err(CallEnd::NotSent { problem })) => Err(Disagreement::unreachable(problem)),
        (_, Err(CallEnd::Answered | CallEnd::Misanswered | CallEnd::Refused { .. } | CallEnd::Cancelled)) => {
            Ok(Probe::Handshake)
        }
    }
}

/// What a result of `server/discover` says.
pub(super) fn discovered(result: &Value) -> Probe {
    if supported_versions(result).iter().any(|version| version == STATELESS.as_str()) {
        Probe::Stateless(stateless_facts(result))
    } else {
        Probe::Handshake
    }
}

/// A revision that was asked for needs no permission: whether the server speaks it shows in what it answers.
pub(super) async fn forced(wire: &Wire, deadline: Instant) -> Result<ServerFacts, Disagreement> {
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
        Err(end) => Err(Disagreement::no_answer("server/discover", &end)),
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

fn other_revisions(versions: &[String]) -> Disagreement {
    Disagreement::revision(format!("does not speak `{STATELESS}`; it names {}", versions.join(", ")))
}
