//! The one way in which an evaluation tells what goes on, and the gate that all of it passes: secrets are masked, what is long is
//! cut, and after each end it is told how far everything is.

use std::sync::{Mutex, PoisonError};

use mcpvals_model::{EvaluationEvent, Progress, ToolResult};
use mcpvals_wire::Redactor;
use serde_json::Value;

use crate::runtime::quoted;

/// Names and addresses are cut here, in characters.
const NAME_CHARS_MAX: usize = 300;
/// Lines of evidence, messages and their details are cut here, in characters.
const LINE_CHARS_MAX: usize = 1_000;
/// More lines of evidence are not told.
const LINES_MAX: usize = 100;
/// Values that are longer as JSON are told as a text, cut short.
pub(crate) const VALUE_BYTES_MAX: usize = 4_000;

/// Is told what goes on.
pub type Watch<'a> = &'a (dyn Fn(&EvaluationEvent) + Sync);

/// What phases and hooks are to be watched by: it hands on what they tell, without secrets and cut short, and the progress after
/// each end.
pub fn gate(redactor: &Redactor, watch: impl Fn(&EvaluationEvent) + Sync) -> impl Fn(&EvaluationEvent) + Sync {
    let progress = Mutex::new(Progress::default());
    move |event| {
        let event = sealed(event.clone(), redactor);
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.apply(&event);
        watch(&event);
        if event.is_end() {
            watch(&EvaluationEvent::Progress(progress.clone()));
        }
    }
}

fn sealed(mut event: EvaluationEvent, redactor: &Redactor) -> EvaluationEvent {
    let name = |text: &mut String| *text = clean(text, NAME_CHARS_MAX, redactor);
    let line = |text: &mut String| *text = clean(text, LINE_CHARS_MAX, redactor);
    match &mut event {
        EvaluationEvent::HookRunning { hook, requirement } => [hook, requirement].into_iter().for_each(name),
        EvaluationEvent::HookCompleted { hook, requirement, evidence, recommendations, .. } => {
            [hook, requirement].into_iter().for_each(name);
            for lines in [evidence, recommendations] {
                lines.truncate(LINES_MAX);
                lines.iter_mut().for_each(line);
            }
        }
        EvaluationEvent::ToolTesting { tool_name, arguments } => {
            name(tool_name);
            value(arguments, redactor);
        }
        EvaluationEvent::ToolResult { tool_name, result, .. } => {
            name(tool_name);
            if let Some(ToolResult { data, .. }) = result {
                value(data, redactor);
            }
        }
        EvaluationEvent::TestStarted { name: test, place, .. } => std::iter::once(test).chain(place).for_each(name),
        EvaluationEvent::TestCompleted { name: test, .. } => name(test),
        EvaluationEvent::ErrorOccurred { message, details, .. } => {
            std::iter::once(message).chain(details).for_each(line);
        }
        EvaluationEvent::PhaseStarted { .. } | EvaluationEvent::Progress(_) => {}
    }
    event
}

/// Masked first: what is cut in the middle of a secret shows a part of it.
fn clean(text: &str, chars_max: usize, redactor: &Redactor) -> String {
    let text = redactor.text(text);
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}

fn value(value: &mut Value, redactor: &Redactor) {
    redactor.value(value);
    let text = value.to_string();
    if text.len() > VALUE_BYTES_MAX {
        *value = Value::from(quoted(&text, redactor));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use mcpvals_model::{
        EvaluationEvent, EvaluationFault, Phase, RequirementStatus, RuntimeStatus, Secret, SecretValue, TestGroup,
        ToolResult,
    };
    use mcpvals_wire::Redactor;
    use serde_json::json;

    use super::gate;

    const SECRET: &str = "q7Zp2LwX9vKd4";

    /// What comes out of the gate, a line for each event.
    fn told(events: &[EvaluationEvent]) -> Vec<String> {
        let redactor = Redactor::new(&[SecretValue { name: "KEY".to_owned(), value: Secret::new(SECRET.to_owned()) }]);
        let lines = Mutex::new(Vec::new());
        let gate = gate(&redactor, |event| lines.lock().unwrap().push(serde_json::to_string(event).unwrap()));
        events.iter().for_each(&gate);
        drop(gate);
        lines.into_inner().unwrap()
    }

    /// One of each kind, with this text in every place.
    fn all(text: &str) -> Vec<EvaluationEvent> {
        // Of a long text a few lines are enough to be cut, and a thousand would fill the memory.
        let lines = if text.len() > 1_000 { 2 } else { 1_000 };
        let text = || text.to_owned();
        vec![
            EvaluationEvent::PhaseStarted { phase: Phase::Static, total: 1 },
            EvaluationEvent::HookRunning { hook: text(), requirement: text() },
            EvaluationEvent::ErrorOccurred {
                code: EvaluationFault::HookExecutionFailed,
                message: text(),
                details: Some(text()),
            },
            EvaluationEvent::HookCompleted {
                hook: text(),
                requirement: text(),
                score: None,
                status: RequirementStatus::NeedMoreInfo,
                duration: 0,
                evidence: vec![text(); lines],
                recommendations: vec![text()],
            },
            EvaluationEvent::ToolTesting { tool_name: text(), arguments: json!({"a": text(), text(): 1}) },
            EvaluationEvent::ToolResult {
                tool_name: text(),
                status: RuntimeStatus::Passed,
                response_time: None,
                result: Some(ToolResult { success: true, data: json!([text()]) }),
            },
            EvaluationEvent::TestStarted { group: TestGroup::Examples, name: text(), place: Some(text()) },
            EvaluationEvent::TestCompleted { group: TestGroup::Examples, name: text(), status: RuntimeStatus::Passed },
        ]
    }

    #[test]
    fn a_secret_passes_in_no_event() {
        for text in [SECRET.to_owned(), format!("{}{SECRET} and more", "x".repeat(295))] {
            let lines = told(&all(&text));
            assert!(lines.iter().all(|line| !line.contains("q7Zp2")), "{lines:#?}");
        }
    }

    #[test]
    fn what_is_long_makes_a_short_line() {
        let longest = |events: &[EvaluationEvent]| told(events).iter().map(String::len).max().unwrap();
        assert!(longest(&all(&"é".repeat(50_000))) < 10_000);
        // Ten megabytes.
        let mut of_tools = all(&"é".repeat(5 << 20));
        of_tools.retain(|event| matches!(event, EvaluationEvent::ToolResult { .. }));
        assert!(longest(&of_tools) < 2_000);
    }

    #[test]
    fn progress_follows_each_end() {
        let lines = told(&all("x"));
        let ends = lines.windows(2).filter(|pair| pair[1].contains("\"type\":\"progress\""));
        let ends: Vec<&str> = ends.map(|pair| pair[0].split('"').nth(3).unwrap()).collect();
        assert_eq!(ends, ["hook:completed", "tool:result", "test:completed"]);
        assert_eq!(lines.len(), 8 + 3);
        let evidence = lines.iter().find(|line| line.contains("hook:completed")).unwrap().matches("\"x\"").count();
        assert_eq!(evidence, 2 + super::LINES_MAX + 1, "hook and requirement, lines, one recommendation");
    }
}
