//! Turns of a model that are answered as they were once, and what is to be recorded of them.

use mcpvals_model::{
    CaseId, Channel, Direction, Exchange, ModelAsked, ModelFault, ModelHeard, Playback, Provider, Recorded, Trace,
    canonical,
};
use serde_json::{Value, json};

use crate::matcher::difference_in_lines;
use crate::{excerpt, recorded};

/// The method under which cassettes have a model's turns.
const METHOD: &str = "model";
/// Lines of a difference that are told.
const LINES_MAX: usize = 20;

/// A cassette that is replayed: equal requests are answered in the order in which they were recorded.
pub(super) struct Tape<'a> {
    playback: &'a Playback,
    exchanges: &'a [Exchange],
    asked: Vec<Value>,
}

impl<'a> Tape<'a> {
    /// `None` where nothing is replayed.
    pub(super) fn of(playback: Option<&'a Playback>) -> Option<Self> {
        let playback = playback?;
        Some(Self { playback, exchanges: playback.exchanges.as_ref()?, asked: Vec::new() })
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
        let Some(nearest) = recorded::nearest(self.exchanges, request) else {
            return "nothing was recorded of this workflow".to_owned();
        };
        if nearest.request == *request {
            return "it was asked once more than was recorded".to_owned();
        }
        let lines = difference_in_lines(&nearest.request, request);
        let lines = lines.map(|lines| lines.lines().take(LINES_MAX).collect::<Vec<_>>().join("\n"));
        lines.map_or_else(
            || "it is another than was recorded".to_owned(),
            |lines| format!("what is another:\n{lines}\n"),
        )
    }
}

/// A request as cassettes have it. The seed is another in each repetition.
fn key(provider: Provider, body: &Value) -> Value {
    let mut body = body.clone();
    for place in ["", "/generationConfig"] {
        body.pointer_mut(place).and_then(Value::as_object_mut).and_then(|members| members.remove("seed"));
    }
    canonical(&json!({"provider": provider.name(), "body": body}))
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
