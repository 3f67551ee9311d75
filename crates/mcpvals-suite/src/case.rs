//! The two halves of every case: performing it and judging it.

use mcpvals_model::{Case, CaseKind, Graded, Trace};
use mcpvals_wire::Session;

use crate::{Captures, ModelLink, completions, peer, prompts, resources, tools, utilities, violations, workflow};

/// What driving a case gave.
#[derive(Debug, Clone)]
pub struct Driven {
    /// What was recorded; not redacted.
    pub trace: Trace,
    /// What the case captured from the answer to its call.
    pub captures: Captures,
}

/// Performs a case on a session and records what happens. Whatever the server does is in the trace.
///
/// A workflow is nothing without a `model`.
///
/// # Cancellation
/// Dropping the future tells the server that the running call is cancelled.
pub async fn drive(case: &Case, session: &Session, model: Option<ModelLink<'_>>) -> Driven {
    match &case.kind {
        CaseKind::Tool(tool) => tools::drive(tool, case.timeout, session).await,
        CaseKind::Resource(resource) => resources::drive(resource, case.timeout, session).await,
        CaseKind::Prompt(prompt) => prompts::drive(prompt, case.timeout, session).await,
        CaseKind::Completion(completion) => completions::drive(completion, case.timeout, session).await,
        CaseKind::Peer(asked) => peer::drive(asked, case.timeout, session).await,
        CaseKind::Utility(utility) => utilities::drive(utility, case.timeout, session).await,
        CaseKind::Workflow(workflow) => match model {
            Some(model) => workflow::drive(workflow, case.timeout, session, model).await,
            None => Driven { trace: session.begin().finish(), captures: Captures::new() },
        },
    }
}

/// Judges what a trace shows of a case: verdict, metrics, warnings, and what broke the protocol (with an empty name
/// for the server, which a trace does not know). Pure: the same case and trace give the same verdict.
pub fn grade(case: &Case, trace: &Trace) -> Graded {
    let violations = violations(trace, "", Some(&case.id));
    match &case.kind {
        CaseKind::Tool(tool) => tools::grade(tool, trace, violations),
        CaseKind::Resource(resource) => resources::grade(resource, trace, violations),
        CaseKind::Prompt(prompt) => prompts::grade(prompt, trace, violations),
        CaseKind::Completion(completion) => completions::grade(completion, trace, violations),
        CaseKind::Peer(asked) => peer::grade(asked, trace, violations),
        CaseKind::Utility(utility) => utilities::grade(utility, trace, violations),
        CaseKind::Workflow(workflow) => workflow::grade(workflow, trace, violations),
    }
}
