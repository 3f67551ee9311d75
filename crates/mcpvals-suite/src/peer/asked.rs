//! What the server asked, as the trace has it: requests of its own or, from 2026-07-28 on, questions in its results.

use std::collections::HashMap;

use mcpvals_model::{Asks, Direction, Frame, Trace, mcp};
use serde_json::Value;

use crate::reply::received;

/// One request of the server.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'t> {
    /// The frame that asks.
    pub(super) frame: u64,
    /// Its parameters; `null` for none.
    pub(super) params: &'t Value,
    /// The frame of our answer, where one was given in a frame of its own.
    pub(super) answered: Option<u64>,
}

/// All requests of this kind, in order.
pub(super) fn all(asks: Asks, trace: &Trace) -> Vec<Asked<'_>> {
    let answers = Answers::of(trace);
    received(trace).flat_map(|(frame, message)| of_message(asks, frame, message, (trace, &answers))).collect()
}

/// All that the server tells with what it asks, of every kind and in every place: the names of its questions and, from
/// 2026-07-28 on, the state that it has us carry, too.
pub(super) fn everything(trace: &Trace) -> Vec<Asked<'_>> {
    let kinds = [Asks::Sampling, Asks::Elicitation, Asks::Roots];
    let mut told: Vec<Asked<'_>> = kinds.into_iter().flat_map(|asks| all(asks, trace)).collect();
    let rounds = received(trace).filter_map(|(frame, message)| {
        let result = message.get("result")?;
        let asks = ["inputRequests", "requestState"].into_iter().any(|member| result.get(member).is_some());
        asks.then_some(Asked { frame: frame.seq, params: result, answered: None })
    });
    told.extend(rounds);
    told.sort_by_key(|asked| asked.frame);
    told
}

/// The frames of what we answered, by the id, in order: a flood of requests is looked through once.
struct Answers(HashMap<String, Vec<u64>>);

impl Answers {
    fn of(trace: &Trace) -> Self {
        let mut by_id: HashMap<String, Vec<u64>> = HashMap::new();
        for frame in trace.frames.iter().filter(|frame| frame.direction == Direction::Sent) {
            let answer = frame.message().filter(|message| message.get("method").is_none());
            if let Some(id) = answer.and_then(|message| message.get("id")) {
                by_id.entry(id.to_string()).or_default().push(frame.seq);
            }
        }
        Self(by_id)
    }

    /// The first to this id after a frame.
    fn to(&self, id: &Value, after: u64) -> Option<u64> {
        let frames = self.0.get(&id.to_string())?;
        frames.get(frames.partition_point(|seq| *seq <= after)).copied()
    }
}

fn of_message<'t>(
    asks: Asks,
    frame: &Frame,
    message: &'t Value,
    (trace, answers): (&Trace, &Answers),
) -> Vec<Asked<'t>> {
    if let Some(id) = message.get("id").filter(|_| is_of(asks, message)) {
        return vec![Asked { frame: frame.seq, params: params(message), answered: answers.to(id, frame.seq) }];
    }
    if asks == Asks::Elicitation
        && let Some(pages) = pages(frame.seq, message, trace)
    {
        return pages.iter().map(|params| Asked { frame: frame.seq, params, answered: None }).collect();
    }
    let questions = message.pointer("/result/inputRequests").and_then(Value::as_object);
    let questions = questions.into_iter().flat_map(|questions| questions.values());
    let asked = |question: &'t Value| Asked { frame: frame.seq, params: params(question), answered: None };
    questions.filter(|question| is_of(asks, question)).map(asked).collect()
}

/// The pages to which an error sends the user. Nobody really goes there, so that the same may be asked again when the call
/// is made again; that is no other question.
fn pages<'t>(seq: u64, message: &'t Value, trace: &Trace) -> Option<&'t [Value]> {
    let pages = mcp::pages_required(message, trace.server.as_ref()?.protocol_version)?.as_array()?;
    let call = trace.calls.iter().find(|call| call.answer == Some(seq));
    let asks = |frame: &Frame| frame.message().is_some_and(|asked| asked.get("id") == message.get("id"));
    let is_first = |first: u64| trace.frame(first).is_some_and(asks);
    let is_again = call.and_then(|call| call.request).is_some_and(|first| !is_first(first));
    Some(if is_again { &[] } else { pages })
}

fn is_of(asks: Asks, message: &Value) -> bool {
    message.get("method").is_some_and(|method| method == asks.method())
}

fn params(message: &Value) -> &Value {
    message.get("params").unwrap_or(&Value::Null)
}

/// The most requests that waited for our answer at the same time.
pub(super) fn in_flight_max(asked: &[Asked<'_>]) -> u64 {
    let mut moments: Vec<(u64, i64)> = asked.iter().map(|asked| (asked.frame, 1)).collect();
    moments.extend(asked.iter().filter_map(|asked| Some((asked.answered?, -1))));
    moments.sort_unstable();
    let waiting = moments.iter().scan(0, |waiting, (_, change)| {
        *waiting += change;
        Some(*waiting)
    });
    waiting.max().and_then(|most| u64::try_from(most).ok()).unwrap_or_default()
}
