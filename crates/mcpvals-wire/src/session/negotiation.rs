//! Agrees with a server on a revision, as a good client does.
//!
//! `server/discover` first, where nobody has chosen an older revision: a server of 2026-07-28 answers it; an older one answers
//! with an error, ignores it, or dies of it. Then `initialize` (MCP 2026-07-28, transports/stdio, backward
//! compatibility). A server that was only slow to answer `server/discover` has heard `initialize` by then: where that
//! matters, it is started again, so that what is agreed on does not depend on how busy the machine is.

use std::time::Instant;

use mcpvals_model::RevisionChoice;
use mcpvals_model::mcp::{Answer, Revision, ServerFacts};
use serde_json::Value;

use super::ask::Ask;
use super::dialect::Dialect;
use super::disagreement::Disagreement;
use super::discovery::{self, Probe};
use super::handshake;
use super::wire::Wire;
use crate::ConnectErrorKind;
use crate::router::Rules;
use crate::transport::Link;

/// What came of it.
pub(super) enum Agreed {
    /// A session.
    Yes(ServerFacts),
    /// The server died of `server/discover`; a new one should not be asked.
    DiedOfProbe,
    /// The server speaks the newest revision, and said so after `initialize` had been sent; a new one should be asked
    /// for that revision at once.
    SaidLate,
}

/// Agrees on a revision and tells the wire and the router.
pub(super) async fn negotiate(wire: &Wire, choice: RevisionChoice, deadline: Instant) -> Result<Agreed, Disagreement> {
    let began = Instant::now();
    let facts = match choice {
        RevisionChoice::Forced(revision) if !revision.is_stateless() => {
            handshake::handshake(wire, revision, Some(revision), deadline).await?
        }
        // HTTP+SSE is older than `server/discover`.
        _ if matches!(wire.link, Link::Sse(_)) => handshake::newest(wire, deadline).await?,
        RevisionChoice::Forced(_) | RevisionChoice::Negotiate => {
            match discovery::probe(wire, choice, deadline).await? {
                Probe::Stateless(facts) => facts,
                // It names what it refuses, so it may take it when it is asked again.
                Probe::Handshake { named } if named.iter().any(|named| named == discovery::STATELESS.as_str()) => {
                    discovery::known(wire, deadline).await?
                }
                Probe::Handshake { named } => instead(wire, choice, &named, deadline).await?,
                Probe::Silent { request } => match overtake(wire, choice, request, began, deadline).await? {
                    Overtaken::Agreed(facts) => facts,
                    Overtaken::SaidLate => return Ok(Agreed::SaidLate),
                },
                Probe::Died => return Ok(Agreed::DiedOfProbe),
            }
        }
    };
    settle_on(wire, &facts, deadline).await?;
    Ok(Agreed::Yes(facts))
}

/// An older revision, since the server did not agree to the newest; where it shakes no hands either, the newest after
/// all, if that was asked for and works.
async fn instead(
    wire: &Wire,
    choice: RevisionChoice,
    named: &[String],
    deadline: Instant,
) -> Result<ServerFacts, Disagreement> {
    match newest_of(wire, named, deadline).await {
        Err(refused) if matches!(choice, RevisionChoice::Forced(_)) && named.is_empty() => {
            discovery::undiscovered(wire, deadline).await.ok_or(refused)
        }
        shaken => shaken,
    }
}

/// A handshake with a server that named these revisions. Where none of them is known and it refuses in other words, that
/// is why.
async fn newest_of(wire: &Wire, named: &[String], deadline: Instant) -> Result<ServerFacts, Disagreement> {
    let refused = match handshake::newest(wire, deadline).await {
        Ok(facts) => return Ok(facts),
        Err(refused) => refused,
    };
    let is_known = |revision: &String| revision.parse::<Revision>().is_ok();
    let is_told = refused.kind == ConnectErrorKind::Revision || named.is_empty() || named.iter().any(is_known);
    Err(if is_told { refused } else { discovery::nothing_in_common(named) })
}

/// Agrees with a server that must not be probed.
pub(super) async fn shake_hands(wire: &Wire, deadline: Instant) -> Result<Agreed, Disagreement> {
    let facts = handshake::newest(wire, deadline).await?;
    settle_on(wire, &facts, deadline).await?;
    Ok(Agreed::Yes(facts))
}

/// Agrees with a server that is known to speak the newest revision.
pub(super) async fn speak_stateless(wire: &Wire, deadline: Instant) -> Result<Agreed, Disagreement> {
    let facts = discovery::known(wire, deadline).await?;
    settle_on(wire, &facts, deadline).await?;
    Ok(Agreed::Yes(facts))
}

/// Everybody is told what was agreed; a server that shook hands is told that we are ready.
async fn settle_on(wire: &Wire, facts: &ServerFacts, deadline: Instant) -> Result<(), Disagreement> {
    let revision = facts.protocol_version;
    wire.speak(Dialect::new(revision, &wire.profile));
    let server = Some(facts.capabilities.clone()).filter(Value::is_object);
    wire.router.agree(Rules { revision, client: wire.profile.capabilities.clone(), server });
    if !revision.is_stateless() {
        const INITIALIZED: &str = "notifications/initialized";
        ping_early(wire, deadline).await;
        let taken = Box::pin(wire.notify_by(INITIALIZED, deadline)).await;
        taken.map_err(|after_ms| Disagreement::not_taken(INITIALIZED, after_ms, &wire.link))?;
    }
    wire.link.ready(revision);
    Ok(())
}

/// What becomes of it is in the session's own trace.
async fn ping_early(wire: &Wire, deadline: Instant) {
    let Some(patience) = wire.early_ping else { return };
    let left = deadline.saturating_duration_since(Instant::now());
    // Half of it, so that the session can come about all the same.
    let until = Instant::now() + patience.min(left / 2);
    Box::pin(wire.exchange(Ask::own("ping", &Value::Null, until))).await;
}

/// What came of `initialize` after a silence.
enum Overtaken {
    Agreed(ServerFacts),
    /// See [`Agreed::SaidLate`].
    SaidLate,
}

/// `initialize` while `server/discover` may still be answered. Servers answer in order, so that a late answer to the
/// probe is there by the time that `initialize` is answered.
async fn overtake(
    wire: &Wire,
    choice: RevisionChoice,
    probe: u64,
    began: Instant,
    deadline: Instant,
) -> Result<Overtaken, Disagreement> {
    let probed = began.elapsed();
    let shaken = handshake::newest(wire, deadline).await.map_err(|refused| refused.after_a_silence(probed));
    let late = wire.router.late_answer(probe);
    let stateless = late.as_deref().and_then(Answer::read).and_then(|answer| discovered_late(&answer, choice));
    match (stateless, shaken) {
        (None, shaken) => shaken.map(Overtaken::Agreed),
        // Nothing that was said before counts for a request over HTTP, and a refusal has changed nothing.
        (Some(facts), Err(_)) => Ok(Overtaken::Agreed(facts)),
        (Some(facts), Ok(_)) if matches!(wire.link, Link::Http(_)) => Ok(Overtaken::Agreed(facts)),
        (Some(_), Ok(older)) => {
            // A new start may take as long as this one did.
            let has_time = deadline.saturating_duration_since(Instant::now()) > began.elapsed();
            Ok(if has_time { Overtaken::SaidLate } else { Overtaken::Agreed(older) })
        }
    }
}

fn discovered_late(answer: &Answer, choice: RevisionChoice) -> Option<ServerFacts> {
    let Answer::Result(result) = answer else { return None };
    match discovery::discovered(result, choice) {
        Ok(Probe::Stateless(facts)) => Some(facts),
        Ok(Probe::Handshake { .. } | Probe::Silent { .. } | Probe::Died) | Err(_) => None,
    }
}
