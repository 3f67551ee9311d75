//! `server/discover`: the revision without a handshake, and finding out whether a server speaks it.

use std::time::Instant;

use mcpvals_model::CallEnd;
use mcpvals_model::mcp::{Answer, Revision, ServerFacts};
use serde_json::{Value, json};

use super::ask::{Ask, AtDeadline};
use super::dialect::Dialect;
use super::disagreement::Disagreement;
use super::handshake::{capabilities, facts_of};
use super::usable::Outcome;
use super::wire::Wire;

const STATELESS: Revision = Revision::V2026_07_28;
/// MCP 2026-07-28, `UnsupportedProtocolVersionError`.
const UNSUPPORTED_VERSION: i64 = -32022;

/// What a probe found.
pub(super) enum Probe {
    Stateless(ServerFacts),
    /// It wants a handshake, in one of these revisions if it named any.
    Handshake {
        named: Vec<String>,
    },
    Silent {
        request: u64,
    },
    Died,
}

async fn discover(wire: &Wire, deadline: Instant, at_deadline: AtDeadline) -> (u64, Outcome) {
    let dialect = Dialect::new(STATELESS, &wire.profile);
    let params = json!({});
    let ask = Ask { at_deadline, ..Ask::own("server/discover", &params, deadline) };
    let exchanged = wire.exchange_in(Some(&dialect), ask).await;
    (exchanged.id, Outcome::of(exchanged.done))
}

/// Asks a server that may know nothing of this revision, and does not wait long.
pub(super) async fn probe(wire: &Wire, deadline: Instant) -> Result<Probe, Disagreement> {
    let now = Instant::now();
    let patience = wire.limits.probe.min(deadline.saturating_duration_since(now) / 2);
    let (request, outcome) = discover(wire, now + patience, AtDeadline::LetGo).await;
    match outcome {
        Outcome::Usable(Answer::Result(result)) => discovered(&result),
        // A server of this revision, and a client of it gets no further.
        Outcome::Spoilt(Answer::Result(_), spoil) => Err(Disagreement::spoilt("server/discover", &spoil)),
        // An older server may refuse it as badly as it likes; but a banner on the line of its first message would have
        // spoilt the answer to `initialize`, had that come first.
        Outcome::Spoilt(Answer::Error { .. }, spoil) if spoil.is_of_line => {
            Err(Disagreement::spoilt("server/discover", &spoil))
        }
        Outcome::Usable(Answer::Error { .. }) | Outcome::Spoilt(Answer::Error { .. }, _) => Ok(Probe::handshake()),
        Outcome::Missing(CallEnd::TimedOut { .. }) => Ok(Probe::Silent { request }),
        Outcome::Missing(CallEnd::Closed) => Ok(Probe::Died),
        Outcome::Missing(CallEnd::Refused { status: status @ (401 | 403) }) => Err(Disagreement::unauthorized(status)),
        Outcome::Missing(CallEnd::NotSent { problem }) => Err(Disagreement::unreachable(problem)),
        Outcome::Missing(CallEnd::Answered | CallEnd::Misanswered | CallEnd::Refused { .. } | CallEnd::Cancelled) => {
            Ok(Probe::handshake())
        }
    }
}

/// What a result of `server/discover` says.
pub(super) fn discovered(result: &Value) -> Result<Probe, Disagreement> {
    let named = supported_versions(result);
    if named.iter().any(|version| version == STATELESS.as_str()) {
        Ok(Probe::Stateless(stateless_facts(result)?))
    } else {
        Ok(Probe::Handshake { named })
    }
}

/// A revision that was asked for needs no permission: whether the server speaks it shows in what it answers.
pub(super) async fn forced(wire: &Wire, deadline: Instant) -> Result<ServerFacts, Disagreement> {
    let unknown = || facts_of(STATELESS, Vec::new(), &Value::Null, &Value::Null, Value::Null);
    match discover(wire, deadline, AtDeadline::GiveUp).await.1 {
        Outcome::Usable(Answer::Result(result)) => match supported_versions(&result) {
            versions if versions.is_empty() || versions.iter().any(|version| version == STATELESS.as_str()) => {
                stateless_facts(&result)
            }
            versions => Err(other_revisions(&versions)),
        },
        Outcome::Usable(Answer::Error { code: Some(UNSUPPORTED_VERSION), data, .. }) => {
            Err(other_revisions(&strings(data.as_ref().and_then(|data| data.get("supported")))))
        }
        // MCP 2026-07-28 has servers offer `server/discover`; one that does not may still do everything else.
        Outcome::Usable(Answer::Error { .. }) => Ok(unknown()),
        Outcome::Spoilt(_, spoil) => Err(Disagreement::spoilt("server/discover", &spoil)),
        Outcome::Missing(end) => Err(Disagreement::no_answer("server/discover", &end)),
    }
}

fn stateless_facts(result: &Value) -> Result<ServerFacts, Disagreement> {
    let info = result.pointer("/_meta/io.modelcontextprotocol~1serverInfo").unwrap_or(&Value::Null);
    let capabilities = capabilities(result).map_err(|spoil| Disagreement::spoilt("server/discover", &spoil))?;
    Ok(facts_of(STATELESS, supported_versions(result), info, result, capabilities.clone()))
}

fn supported_versions(result: &Value) -> Vec<String> {
    strings(result.get("supportedVersions"))
}

fn strings(value: Option<&Value>) -> Vec<String> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
}

impl Probe {
    fn handshake() -> Self {
        Self::Handshake { named: Vec::new() }
    }
}

/// The server named its revisions, and none is ours.
pub(super) fn nothing_in_common(named: &[String]) -> Disagreement {
    let named: Vec<String> = named.iter().map(|revision| format!("`{revision}`")).collect();
    Disagreement::revision(format!("names {} in its answer to `server/discover`: none that is known", named.join(", ")))
}

fn other_revisions(versions: &[String]) -> Disagreement {
    Disagreement::revision(format!("does not speak `{STATELESS}`; it names {}", versions.join(", ")))
}
