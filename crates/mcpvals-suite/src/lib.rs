//! What each case does, and what it meant.
//!
//! [`drive`] performs a case on a session and records; it judges nothing. [`grade`] and [`violations`] are pure: they
//! read a case and a trace, so a stored trace can be graded again and gets the same verdict.

mod cache;
mod excerpt;
mod matcher;
mod reply;
mod schema;
#[cfg(test)]
mod testing;
mod wire_shape;

use std::collections::BTreeMap;
use std::time::Duration;

use mcpvals_model::{CallRole, Case, Fault, Graded, ToolCase, Trace, Verdict};
use mcpvals_wire::Session;
use serde_json::Value;

pub use wire_shape::violations;

/// Values that earlier calls gave, by name.
pub type Captures = BTreeMap<String, Value>;

/// What driving a case gave.
#[derive(Debug, Clone)]
pub struct Driven {
    /// What was recorded; not redacted.
    pub trace: Trace,
    /// What the case captured from the answer to its call.
    pub captures: Captures,
}

/// A captured value that is needed and is not there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no value `{name}` was captured before")]
pub struct MissingCapture {
    /// Its name.
    pub name: String,
}

/// Stub.
pub async fn drive(_case: &Case, _session: &Session) -> Driven {
    Driven { trace: Trace::default(), captures: Captures::new() }
}

/// Stub.
pub async fn drive_setup(
    _calls: &[ToolCase],
    _role: fn(usize) -> CallRole,
    _captures: &mut Captures,
    _session: &Session,
    _timeout: Duration,
) -> (Trace, Option<String>) {
    (Trace::default(), None)
}

/// Stub.
pub fn grade(_case: &Case, _trace: &Trace) -> Graded {
    let fault = Fault::NotYet { reason: "grading is not there yet".to_owned() };
    Graded { verdict: Verdict::Errored(fault), metrics: Vec::new(), warnings: Vec::new(), violations: Vec::new() }
}

/// Stub.
///
/// # Errors
/// The name of the first value that is not there.
pub fn resolve(case: &Case, _captures: &Captures) -> Result<Case, MissingCapture> {
    Ok(case.clone())
}

/// Stub.
pub fn answer_excerpt(_trace: &Trace) -> Option<String> {
    None
}

/// Stub.
pub fn snapshot_values(_case: &Case, _trace: &Trace) -> Vec<(String, Value)> {
    Vec::new()
}
