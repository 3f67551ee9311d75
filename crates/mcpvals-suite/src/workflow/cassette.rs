//! Turns of a model that are answered as they were once, and what is to be recorded of them.

use mcpvals_model::{
    CaseId, Channel, Direction, Exchange, Frame, ModelAsked, ModelFault, ModelHeard, Playback, Provider, Recorded,
    Trace, Warning, WarningKind, WorkflowCase, canonical,
};
use serde_json::{Value, json};

use super::judge;
use crate::matcher::difference_in_lines;
use crate::{excerpt, recorded};

/// The method under which cassettes have a model's turns.
const METHOD: &str = "model";
/// Lines of a difference that are told.
const LINES_MAX: usize = 20;

/// A cassette that is replayed: equal requests are answered in the order in which they were recorded.
pub(super) struct Tape {
    playback: Playback,
    asked: Vec<Value>,
}

impl Tape {
    /// `None` where nothing is replayed.
    pub(super) fn of(playback: Option<&Playback>) -> Option<Self> {
        let mut playback = playback.filter(|playback| playback.exchanges.is_some())?.clone();
        for exchange in playback.exchanges.iter_mut().flatten() {
            judge::unfence(&mut exchange.request);
        }
        Some(Self { playback, asked: Vec::new() })
    }

    /// The body of the answer to this request.
    pub(super) fn answer(&mut self, provider: Provider, body: &Value) -> Result<Value, ModelFault> {
        let request = key(provider, body);
        let turn = self.asked.iter().filter(|before| **before == request).count();
        let found = self.playback.answer(METHOD, &request, turn).map(|exchange| exchange.response.clone());
        let answer = match found {
            Some(Recorded::Result(body)) => Ok(body),
            Some(Recorded::Error { message, .. }) => Err(self.missing(message)),
            None => Err(self.missing(self.difference(&request))),
        };
        self.asked.push(request);
        answer
    }

    fn missing(&self, reason: String) -> ModelFault {
        ModelFault::NotRecorded { file: excerpt::block(&self.playback.file, 120), reason }
    }

    /// What is another than in the recorded request that is most like it.
    fn difference(&self, request: &Value) -> String {
        let exchanges = self.playback.exchanges.as_deref().unwrap_or_default();
        let Some(nearest) = recorded::nearest(exchanges, request) else {
            return "nothing was recorded of this workflow".to_owned();
        };
        if nearest.request == *request {
            return "it was asked once more than was recorded".to_owned();
        }
        let lines = difference_in_lines(&in_lines(&nearest.request), &in_lines(request));
        let lines = lines.map(|lines| lines.lines().take(LINES_MAX).collect::<Vec<_>>().join("\n"));
        lines.map_or_else(
            || "it is another than was recorded".to_owned(),
            |lines| format!("what is another:\n{lines}\n"),
        )
    }
}

/// A request as cassettes have it. The lines around a judge's record are left out: they hold a hash, and the record may
/// hold secrets, which are others elsewhere.
fn key(provider: Provider, body: &Value) -> Value {
    let mut key = canonical(&json!({"provider": provider.name(), "body": body}));
    judge::unfence(&mut key);
    key
}

/// Texts of several lines as lists of them, so that a difference shows where it is.
fn in_lines(value: &Value) -> Value {
    match value {
        Value::String(text) if text.trim_end().contains('\n') => text.lines().collect(),
        Value::Array(items) => items.iter().map(in_lines).collect(),
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| (name.clone(), in_lines(value)));
            Value::Object(members.collect())
        }
        other => other.clone(),
    }
}

/// That some of what was recorded is of no use any more. `trace` is of a workflow that came to its end.
pub(super) fn unused(case: &WorkflowCase, trace: &Trace) -> Option<Warning> {
    let playback = case.cassette.as_ref()?;
    let is_judged = case.judge.is_some();
    let is_asked = |exchange: &&Exchange| is_judged || !judge::is_asked(&exchange.request);
    let recorded = playback.exchanges.as_ref()?.iter().filter(is_asked).count();
    let is_heard = |frame: &&Frame| frame.channel == Channel::Llm && frame.direction == Direction::Received;
    let unused = recorded.saturating_sub(trace.frames.iter().filter(is_heard).count());
    let file = excerpt::block(&playback.file, 120);
    let message = || {
        format!(
            "{unused} of the {recorded} answers recorded in `{file}` are asked for by no request (record them again with `--record`)"
        )
    };
    (unused > 0).then(|| Warning { kind: WarningKind::UnusedRecording, message: message() })
}

/// The turns of a workflow that was played, each with its answer.
pub(crate) fn exchanges(case: &CaseId, trace: &Trace) -> Vec<Exchange> {
    let turns = trace.frames.iter().filter(|frame| frame.channel == Channel::Llm);
    let mut asked: Option<ModelAsked> = None;
    let mut exchanges = Vec::new();
    for frame in turns {
        let Some(message) = frame.message().cloned() else { continue };
        if frame.direction == Direction::Sent {
            asked = serde_json::from_value(message).ok();
            continue;
        }
        let heard: Option<ModelHeard> = serde_json::from_value(message).ok();
        let both = asked.take().zip(heard.and_then(|heard| heard.response));
        exchanges.extend(both.map(|(asked, response)| Exchange {
            case: case.clone(),
            method: METHOD.to_owned(),
            request: key(asked.provider, &asked.request),
            response: Recorded::Result(response),
            repetition: 1,
        }));
    }
    exchanges
}
