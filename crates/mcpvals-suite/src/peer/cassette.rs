//! Requests that are answered as they were once: which of them were not recorded like that, and what is to be recorded.

use mcpvals_model::{
    CaseId, Direction, Exchange, Mismatch, MismatchKind, PeerCase, Playback, Recorded, Trace, Verdict, Warning,
    WarningKind, canonical,
};
use serde_json::Value;

use super::asked::Asked;
use crate::matcher::{self, of_kind};
use crate::reply::received;
use crate::{excerpt, recorded};

const AGAIN: &str = "record it again with `--record`";

/// What each request is answered with.
struct Played<'a> {
    playback: &'a Playback,
    exchanges: &'a [Exchange],
    requests: Vec<Value>,
    answers: Vec<Option<&'a Exchange>>,
}

impl<'a> Played<'a> {
    fn of(case: &'a PeerCase, asked: &[Asked<'_>]) -> Option<Self> {
        let playback = case.client.answers.cassette.as_ref()?;
        let exchanges = playback.exchanges.as_ref()?;
        let requests: Vec<Value> = asked.iter().map(|asked| canonical(asked.params)).collect();
        let answer = |index: usize| {
            let turn = requests[..index].iter().filter(|before| **before == requests[index]).count();
            playback.answer(case.asks.method(), &requests[index], turn)
        };
        let answers = (0..requests.len()).map(answer).collect();
        Some(Self { playback, exchanges, requests, answers })
    }

    fn is_unused(&self, exchange: &Exchange) -> bool {
        !self.answers.iter().flatten().any(|used| std::ptr::eq(*used, exchange))
    }
}

/// Requests for which no answer was recorded, each beside the recorded one that is most like it.
pub(super) fn misses(case: &PeerCase, asked: &[Asked<'_>]) -> Vec<Mismatch> {
    let Some(played) = Played::of(case, asked) else { return Vec::new() };
    let missed = (0..played.requests.len()).filter(|index| played.answers[*index].is_none());
    missed.map(|index| miss(&played, index, asked[index].frame)).collect()
}

/// That some of what was recorded is of no use any more. A test that did not come to its end, or in which an answer was
/// missing, may only not have come to it.
pub(super) fn warnings(case: &PeerCase, asked: &[Asked<'_>], verdict: &Verdict) -> Option<Warning> {
    let played = Played::of(case, asked)?;
    let is_cut = verdict.mismatches().any(|mismatch| mismatch.kind == MismatchKind::NoAnswer);
    if is_cut || played.answers.iter().any(Option::is_none) {
        return None;
    }
    let mut unused = played.exchanges.iter().filter(|exchange| played.is_unused(exchange));
    let first = excerpt::json(&unused.next()?.request);
    let (count, all) = (unused.count() + 1, played.exchanges.len());
    let file = excerpt::block(&played.playback.file, 120);
    let message =
        format!("{count} of the {all} answers recorded in `{file}` are asked for by no request ({AGAIN}): {first}");
    Some(Warning { kind: WarningKind::UnusedRecording, message })
}

fn miss(played: &Played<'_>, index: usize, frame: u64) -> Mismatch {
    let request = &played.requests[index];
    let file = excerpt::block(&played.playback.file, 120);
    let Some(nearest) = recorded::nearest(played.exchanges, request) else {
        let expected = format!("a request of which `{file}` has the answer ({AGAIN})");
        let actual = "nothing was recorded of this test";
        return Mismatch { frame: Some(frame), ..of_kind(MismatchKind::Requests, expected, actual) };
    };
    let is_used_up = nearest.request == *request;
    let expected = format!("a request that was recorded in `{file}` ({AGAIN}): {}", excerpt::json(&nearest.request));
    let actual = if is_used_up { "one more than was recorded".to_owned() } else { excerpt::json(request) };
    let diff = matcher::difference_in_lines(&nearest.request, request);
    Mismatch { frame: Some(frame), diff, ..of_kind(MismatchKind::Requests, expected, actual) }
}

/// The exchanges of a test that has a cassette, as they are to be recorded.
pub(crate) fn exchanges(id: &CaseId, peer: &PeerCase, trace: &Trace) -> Vec<Exchange> {
    if peer.client.answers.cassette.is_none() {
        return Vec::new();
    }
    let method = peer.asks.method();
    let exchange = |(params, response)| Exchange {
        case: id.clone(),
        method: method.to_owned(),
        request: canonical(params),
        response,
        repetition: 1,
    };
    received(trace).flat_map(|(frame, message)| said(method, frame.seq, message, trace)).map(exchange).collect()
}

/// The requests in a message, each with our answer, as far as there is one.
fn said<'t>(method: &str, seq: u64, message: &'t Value, trace: &'t Trace) -> Vec<(&'t Value, Recorded)> {
    let is_of = |request: &Value| request.get("method").is_some_and(|asked| asked == method);
    let params = |request: &'t Value| request.get("params").unwrap_or(&Value::Null);
    if let Some(id) = message.get("id").filter(|_| is_of(message)) {
        return answered(id, seq, trace).map(|response| (params(message), response)).into_iter().collect();
    }
    let questions = message.pointer("/result/inputRequests").and_then(Value::as_object);
    let asked = questions.into_iter().flatten().filter(|(_, question)| is_of(question));
    let answered = asked.filter_map(|(key, question)| {
        let result = sent(seq, trace).find_map(|answer| answer.pointer("/params/inputResponses")?.get(key))?;
        Some((params(question), Recorded::Result(result.clone())))
    });
    answered.collect()
}

fn answered(id: &Value, seq: u64, trace: &Trace) -> Option<Recorded> {
    let is_answer = |message: &&Value| message.get("method").is_none() && message.get("id") == Some(id);
    let answer = sent(seq, trace).find(is_answer)?;
    if let Some(result) = answer.get("result") {
        return Some(Recorded::Result(result.clone()));
    }
    let error = answer.get("error")?;
    let message = error.get("message").and_then(Value::as_str).unwrap_or_default().to_owned();
    Some(Recorded::Error { code: error.get("code")?.as_i64()?, message })
}

fn sent(after: u64, trace: &Trace) -> impl Iterator<Item = &Value> {
    let sent = trace.frames.iter().filter(move |frame| frame.seq > after && frame.direction == Direction::Sent);
    sent.filter_map(|frame| frame.message())
}
