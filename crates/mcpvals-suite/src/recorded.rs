//! What models were asked and said, as cassettes have it.

use mcpvals_model::{Case, CaseKind, Exchange, Trace};
use serde_json::Value;

use crate::{peer, workflow};

/// The exchanges of a test that has a cassette, as they are to be recorded.
pub fn exchanges(case: &Case, trace: &Trace) -> Vec<Exchange> {
    match &case.kind {
        CaseKind::Peer(peer) => peer::exchanges(&case.id, peer, trace),
        CaseKind::Workflow(_) => workflow::exchanges(&case.id, trace),
        _ => Vec::new(),
    }
}

/// The recorded exchange that is most like a request; the last of several.
pub(crate) fn nearest<'a>(exchanges: &'a [Exchange], request: &Value) -> Option<&'a Exchange> {
    exchanges.iter().rev().max_by_key(|exchange| likeness(&exchange.request, request))
}

/// How many leaves are the same at the same place.
fn likeness(recorded: &Value, request: &Value) -> usize {
    match (recorded, request) {
        (Value::Object(recorded), Value::Object(request)) => {
            recorded.iter().filter_map(|(name, value)| Some(likeness(value, request.get(name)?))).sum()
        }
        (Value::Array(recorded), Value::Array(request)) => {
            recorded.iter().zip(request).map(|(recorded, request)| likeness(recorded, request)).sum()
        }
        (recorded, request) => usize::from(recorded == request),
    }
}
