//! The two halves of every case: performing it and judging it.

use mcpvals_model::{Case, CaseId, CaseKind, Channel, Direction, Fault, Frame, Graded, Trace, Verdict, Violation};
use mcpvals_wire::{NO_MODEL, Session};

use crate::{
    Captures, ModelLink, completions, oauth, peer, prompts, resources, tools, utilities, violations, workflow,
};

/// What driving a case gave.
#[derive(Debug, Clone)]
pub struct Driven {
    /// What was recorded; not redacted.
    pub trace: Trace,
    /// What the case captured from the answer to its call.
    pub captures: Captures,
}

/// What some cases need beside their session.
#[derive(Clone, Copy, Default)]
#[expect(missing_debug_implementations, reason = "a session has nothing to show")]
pub struct Beside<'a> {
    /// The server's name in the config.
    pub server: &'a str,
    /// Of a workflow, which is nothing without.
    pub model: Option<ModelLink<'a>>,
    /// A second session with the same server, where [`another_session_is_needed`].
    pub other: Option<&'a Session>,
    /// The sessions with the further servers of a workflow, in its order.
    pub companions: &'a [Companion<'a>],
}

/// A session with a server that has a name.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a session has nothing to show")]
pub struct Companion<'a> {
    /// The server's name in the config.
    pub name: &'a str,
    /// The session.
    pub session: &'a Session,
}

/// Does the case speak with its server over two connections?
pub fn another_session_is_needed(case: &Case, session: &Session) -> bool {
    let revision = session.facts().protocol_version;
    matches!(&case.kind, CaseKind::Utility(utility) if utility.test.needs_another_connection(revision))
}

/// Performs a case on a session and records what happens. Whatever the server does is in the trace.
///
/// # Cancellation
/// Dropping the future tells the server that the running call is cancelled.
pub async fn drive(case: &Case, session: &Session, beside: Beside<'_>) -> Driven {
    match &case.kind {
        CaseKind::Tool(tool) => tools::drive(tool, case.timeout, session).await,
        CaseKind::Resource(resource) => resources::drive(resource, case.timeout, session).await,
        CaseKind::Prompt(prompt) => prompts::drive(prompt, case.timeout, session).await,
        CaseKind::Completion(completion) => completions::drive(completion, case.timeout, session).await,
        CaseKind::Peer(asked) => peer::drive(asked, case.timeout, session).await,
        CaseKind::Utility(utility) => utilities::drive(utility, case.timeout, session, beside.other).await,
        // It needs no session, and makes its own: `drive_oauth`.
        CaseKind::Oauth(_) => Driven { trace: session.begin().finish(), captures: Captures::new() },
        CaseKind::Workflow(workflow) => match beside.model {
            Some(model) => workflow::drive(workflow, case.timeout, session, (model, &beside)).await,
            None => Driven { trace: session.begin().finish(), captures: Captures::new() },
        },
    }
}

/// Judges what a trace shows of a case: verdict, metrics, warnings, and what broke the protocol (with an empty name
/// for the server, which a trace does not know). Pure: the same case and trace give the same verdict.
pub fn grade(case: &Case, trace: &Trace) -> Graded {
    let graded = kept(case, of_kind(case, trace), trace);
    let is_open = matches!(graded.verdict, Verdict::Passed | Verdict::Failed { .. });
    match unasked_model(trace).filter(|_| is_open) {
        Some(reason) => Graded { verdict: Verdict::Errored(Fault::Model { reason }), metrics: Vec::new(), ..graded },
        None => graded,
    }
}

fn of_kind(case: &Case, trace: &Trace) -> Graded {
    let violations = of_all_servers(trace, &case.id);
    match &case.kind {
        CaseKind::Tool(tool) => tools::grade(tool, trace, violations),
        CaseKind::Resource(resource) => resources::grade(resource, trace, violations),
        CaseKind::Prompt(prompt) => prompts::grade(prompt, trace, violations),
        CaseKind::Completion(completion) => completions::grade(completion, trace, violations),
        CaseKind::Peer(asked) => peer::grade(asked, trace, violations),
        CaseKind::Utility(utility) => utilities::grade(utility, trace, violations),
        CaseKind::Oauth(asked) => oauth::grade(asked, trace),
        CaseKind::Workflow(workflow) => workflow::grade(workflow, trace, violations),
    }
}

/// What is asserted of every call of a tool, whatever the test is about: its result is as the tool promised. Tests of tools
/// and workflows see to it themselves.
fn kept(case: &Case, graded: Graded, trace: &Trace) -> Graded {
    if matches!(case.kind, CaseKind::Tool(_) | CaseKind::Oauth(_) | CaseKind::Workflow(_)) {
        return graded;
    }
    let is_open = matches!(graded.verdict, Verdict::Passed | Verdict::Failed { .. });
    match tools::promises_broken_by_the_way(trace).filter(|_| is_open) {
        Some(broken) => {
            let all = graded.verdict.mismatches().cloned().chain([broken]).collect();
            Graded { verdict: Verdict::from_mismatches(all), ..graded }
        }
        None => graded,
    }
}

/// Why a model of ours did not answer a question of the server's. What follows says nothing of the server then.
fn unasked_model(trace: &Trace) -> Option<String> {
    let sent = trace.frames.iter().filter(|frame| frame.direction == Direction::Sent && frame.channel != Channel::Llm);
    let why = |frame: &Frame| {
        let words = match frame.channel {
            Channel::Wire => frame.message()?.pointer("/error/message")?.as_str()?.to_owned(),
            Channel::Process | Channel::Http | Channel::Authorization | Channel::Llm => frame.text().into_owned(),
        };
        words.strip_prefix(NO_MODEL).map(|why| format!("a model was to answer the server, and {why}"))
    };
    sent.filter(|frame| frame.bytes.windows(NO_MODEL.len()).any(|part| part == NO_MODEL.as_bytes())).find_map(why)
}

/// What broke the protocol, with each server for itself: ids and revisions are its own.
fn of_all_servers(trace: &Trace, case: &CaseId) -> Vec<Violation> {
    let name = |server: u16| usize::from(server).checked_sub(1).map_or("", |at| trace.others[at].name.as_str());
    let of_server = |server| violations(&trace.part(server), name(server), Some(case));
    (0..trace.servers()).flat_map(of_server).collect()
}
