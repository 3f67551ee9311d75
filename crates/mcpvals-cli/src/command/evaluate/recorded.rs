//! `--trace DIR` of `evaluate`: one file for each session with the server, in the format of `eval --trace`.

use std::path::Path;
use std::sync::Arc;

use mcpvals_model::{CallRole, Event, RunStart, SessionEnd, SessionStart, Trace};

use crate::exit::Failure;
use crate::target::Named;
use crate::traces::Traces;

/// Where it is written, and since when the evaluation runs.
pub(super) struct Folder {
    traces: Traces,
    started_at: String,
}

/// Makes the folder, before anything is run.
///
/// # Errors
/// Usage, if it cannot be made.
pub(super) fn folder(path: Option<&Path>) -> Result<Option<Folder>, Failure> {
    let open = |path| Ok(Folder { traces: Traces::new(path)?, started_at: jiff::Timestamp::now().to_string() });
    path.map(open).transpose()
}

/// What was recorded, and why no session came about where none did.
#[derive(Default)]
pub(super) struct Recorded {
    pub(super) sessions: Vec<Trace>,
    pub(super) problem: Option<String>,
}

/// Writes it, without secrets; `given` is what was evaluated, as the user named it.
///
/// # Errors
/// Usage, where a file cannot be written.
pub(super) fn write(folder: Folder, recorded: &Recorded, named: &Named, given: &str) -> Result<(), Failure> {
    let Folder { mut traces, started_at } = folder;
    traces.take(&Event::RunStarted(RunStart {
        started_at,
        config: named.redactor.text(given).into_owned(),
        suites: Vec::new(),
        seed: 0,
        notes: Vec::new(),
    }));
    for (trace, session) in recorded.sessions.iter().zip(1..) {
        let trace = Arc::new(named.redactor.trace(trace));
        traces.take(&Event::SessionStarted(start(session, &trace, recorded, named)));
        let server = named.spec.name.clone();
        traces.take(&Event::SessionFinished(Box::new(SessionEnd {
            session,
            server,
            trace,
            violations: Vec::new(),
            covered: None,
        })));
    }
    traces.finish()
}

fn start(session: u64, trace: &Trace, recorded: &Recorded, named: &Named) -> SessionStart {
    SessionStart {
        session,
        server: named.spec.name.clone(),
        transport: named.spec.target.transport().to_owned(),
        profile: named.spec.client.profile.clone(),
        facts: trace.server.clone(),
        offer: Arc::clone(&trace.offer),
        tools: trace.offer.tools.iter().map(|tool| tool.name().to_owned()).collect(),
        problem: recorded.problem.clone(),
        ready_ms: ready_ms(trace),
    }
}

/// Until the last answer of handshake and listing came, as the frames have it.
fn ready_ms(trace: &Trace) -> f64 {
    let own = trace.calls.iter().filter(|call| call.role == CallRole::Session).filter_map(|call| call.answer).max();
    let answered = trace.frames.iter().find(|frame| Some(frame.seq) == own);
    #[expect(clippy::cast_precision_loss, reason = "microseconds of a session")]
    answered.map_or(0.0, |frame| frame.at_us as f64 / 1_000.0)
}
