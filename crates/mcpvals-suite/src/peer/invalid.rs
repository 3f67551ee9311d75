//! Answers of a test that are meant to break the form (`invalidContent`): where the form takes them, the test is mistaken.

use mcpvals_model::mcp::is_by_url;
use mcpvals_model::profile::PeerReply;
use mcpvals_model::{Fault, Mismatch, MismatchKind, PeerCase, Trace};
use serde_json::Value;

use super::asked::Asked;
use super::outcome;
use crate::excerpt;
use crate::judge::Judged;
use crate::schema;
use crate::wire_shape::value_problem;

/// What is wrong with the answers to the triggers; that a server took what its form takes is not.
///
/// # Errors
/// As [`outcome::mismatches`]; that the test's content breaks no form, where nothing else is wrong with the server.
pub(super) fn outcome(case: &PeerCase, asked: &[Asked<'_>], trace: &Trace, is_wrong: bool) -> Judged {
    let found = outcome::mismatches(case, asked, trace)?;
    let blamed = |found: &Mismatch| found.kind == MismatchKind::MissingError;
    match taken(case, asked).filter(|_| found.iter().any(blamed)) {
        None => Ok(found),
        Some(content) if !is_wrong && found.iter().all(blamed) => Err(fault(&content)),
        Some(_) => Ok(found.into_iter().filter(|found| !blamed(found)).collect()),
    }
}

fn fault(content: &Value) -> Fault {
    let reason = format!(
        "the test's `invalidContent` {} breaks nothing of the form that the server asked, so the server was right to take it",
        excerpt::json(content)
    );
    Fault::Expectation { reason }
}

/// The content, where every form that it was given takes it.
fn taken(case: &PeerCase, asked: &[Asked<'_>]) -> Option<Value> {
    let PeerReply::Invalid(content) = &case.client.answers.elicitation.first()?.reply else { return None };
    let content = Value::Object(content.clone());
    let mut forms = asked.iter().filter(|asked| !is_by_url(asked.params)).peekable();
    forms.peek()?;
    forms.all(|form| takes(form.params, &content)).then_some(content)
}

fn takes(params: &Value, content: &Value) -> bool {
    let Some(form) = params.get("requestedSchema") else { return false };
    let fields = form.get("properties").and_then(Value::as_object);
    let is_broken = |(name, value): (&String, &Value)| {
        fields.and_then(|fields| fields.get(name)).is_some_and(|field| value_problem(field, value).is_some())
    };
    let breaks_field = content.as_object().into_iter().flatten().any(is_broken);
    !breaks_field && meets(form, content)
}

/// By the whole schema: what is required, patterns. What cannot be checked is not taken for met.
fn meets(form: &Value, content: &Value) -> bool {
    let usable = schema::of_matcher(form);
    let Ok(compiled) = usable.as_ref() else { return false };
    compiled.faults(content).is_ok_and(|faults| faults.is_empty())
}
