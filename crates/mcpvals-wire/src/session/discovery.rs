//! `server/discover`: the revision without a handshake, and finding out whether a server speaks it.

use std::time::Instant;

use mcpvals_model::mcp::{Answer, Revision, ServerFacts};
use mcpvals_model::{CallEnd, RevisionChoice};
use serde_json::{Value, json};

use super::ask::{Ask, AtDeadline};
use super::dialect::Dialect;
use super::disagreement::Disagreement;
use super::handshake::{capabilities, facts_of};
use super::listing::error_words;
use super::usable::Outcome;
use super::wire::Wire;

pub(super) const STATELESS: Revision = Revision::V2026_07_28;
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
pub(super) async fn probe(wire: &Wire, choice: RevisionChoice, deadline: Instant) -> Result<Probe, Disagreement> {
    let now = Instant::now();
    let patience = wire.limits.probe.min(deadline.saturating_duration_since(now) / 2);
    let (request, outcome) = discover(wire, now + patience, AtDeadline::LetGo).await;
    match outcome {
        Outcome::Usable(Answer::Result(result)) => discovered(&result, choice),
        // A server of this revision, and a client of it gets no further.
        Outcome::Spoilt(Answer::Result(_), spoil) => Err(Disagreement::spoilt("server/discover", &spoil)),
        // An older server may refuse it as badly as it likes; but a banner on the line of its first message would have
        // spoilt the answer to `initialize`, had that come first.
        Outcome::Spoilt(Answer::Error { .. }, spoil) if spoil.is_of_line => {
            Err(Disagreement::spoilt("server/discover", &spoil))
        }
        Outcome::Usable(Answer::Error { code: Some(UNSUPPORTED_VERSION), data: Some(data), .. }) => {
            Ok(Probe::Handshake { named: strings(data.get("supported")) })
        }
        Outcome::Usable(Answer::Error { .. }) | Outcome::Spoilt(Answer::Error { .. }, _) => Ok(Probe::handshake()),
        Outcome::Missing(CallEnd::TimedOut { .. }) => Ok(Probe::Silent { request }),
        Outcome::Missing(CallEnd::Closed) => Ok(Probe::Died),
        Outcome::Missing(CallEnd::Refused { status: status @ (401 | 403) }) => {
            Err(Disagreement::unauthorized(status, wire.signs_in()))
        }
        Outcome::Missing(CallEnd::NotSent { problem }) => {
            Err(Disagreement::unreachable(format!("could not be asked: {problem}")))
        }
        Outcome::Missing(CallEnd::Answered | CallEnd::Misanswered | CallEnd::Refused { .. } | CallEnd::Cancelled) => {
            Ok(Probe::handshake())
        }
    }
}

/// What a result of `server/discover` says. One that names no revision is of the one that was asked for, if one was.
pub(super) fn discovered(result: &Value, choice: RevisionChoice) -> Result<Probe, Disagreement> {
    let named = supported_versions(result);
    let is_meant = named.is_empty() && choice == RevisionChoice::Forced(STATELESS);
    if is_meant || named.iter().any(|version| version == STATELESS.as_str()) {
        Ok(Probe::Stateless(stateless_facts(result)?))
    } else {
        Ok(Probe::Handshake { named })
    }
}

/// Asks a server that is known to speak this revision.
pub(super) async fn known(wire: &Wire, deadline: Instant) -> Result<ServerFacts, Disagreement> {
    match discover(wire, deadline, AtDeadline::GiveUp).await.1 {
        Outcome::Usable(Answer::Result(result)) => stateless_facts(&result),
        Outcome::Usable(Answer::Error { code, message, .. }) => {
            Err(Disagreement::handshake(format!("answers `server/discover` with {}", error_words(code, &message))))
        }
        Outcome::Spoilt(_, spoil) => Err(Disagreement::spoilt("server/discover", &spoil)),
        Outcome::Missing(end) => Err(Disagreement::no_answer("server/discover", &end, wire.signs_in())),
    }
}

/// MCP 2026-07-28 has servers offer `server/discover`; one that does not may still do everything else. A list shows
/// whether it does, though not what it says of itself.
pub(super) async fn undiscovered(wire: &Wire, deadline: Instant) -> Option<ServerFacts> {
    let dialect = Dialect::new(STATELESS, &wire.profile);
    let params = json!({});
    let listed = wire.exchange_in(Some(&dialect), Ask::own("tools/list", &params, deadline)).await;
    match Outcome::of(listed.done) {
        Outcome::Usable(Answer::Result(_)) => {
            Some(facts_of(STATELESS, Vec::new(), &Value::Null, &Value::Null, Value::Null))
        }
        Outcome::Usable(Answer::Error { .. }) | Outcome::Spoilt(..) | Outcome::Missing(_) => None,
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
