//! A call from the caller's point of view: one request or, where a stateless server wants input first, several.

use std::sync::Arc;
use std::time::Duration;

use mcpvals_model::{CallEnd, CallRole, mcp};
use serde_json::{Map, Value};

use super::ask::Ask;
use super::wire::Exchanged;
use super::{Shared, mirror};
use crate::Params;
use crate::peer::Response;
use crate::question::NO_MODEL;
use crate::router::{Entry, LogKey};
use crate::transport::Link;

/// How long the news of a process's end may lag behind that of its pipes.
const END_PATIENCE: Duration = Duration::from_millis(700);

/// Pages that one error may send the user to.
const PAGES_MAX: usize = 1_000;

/// A call's end and its answer.
pub(crate) struct Called {
    pub(crate) end: CallEnd,
    pub(crate) answer: Option<Arc<Value>>,
}

/// Makes a call and records it. The deadline counts from when the rate allows it.
pub(crate) async fn call(
    shared: &Shared,
    log: LogKey,
    role: CallRole,
    method: &str,
    params: Params<'_>,
    patience: Duration,
) -> Called {
    let headers = mirrored(shared, method, params);
    let ask = Ask { headers: &headers, ..Ask::within(log, role, method, params, patience) };
    let first = shared.wire.exchange(ask).await;
    let last = further_rounds(shared, ask, first).await;
    if last.done.end == CallEnd::Closed {
        await_end(shared).await;
    }
    Called { end: last.done.end, answer: last.done.answer }
}

/// The headers that repeat arguments, where the transport and the revision have them.
fn mirrored(shared: &Shared, method: &str, params: Params<'_>) -> Vec<(String, String)> {
    let has_headers = matches!(shared.wire.link, Link::Http(_)) && shared.facts.protocol_version.is_stateless();
    let name = params.text("name").filter(|_| has_headers && method == "tools/call");
    let tool = name.and_then(|name| shared.lookup(name));
    tool.zip(params.arguments()).map(|(tool, arguments)| mirror::headers(&tool, arguments)).unwrap_or_default()
}

/// MCP 2026-07-28, patterns/mrtr: answer what the server asks, and send the request again under a new id with the
/// answers and the server's state as it came. A server that goes on asking is left with its last question.
async fn further_rounds(shared: &Shared, ask: Ask<'_>, first: Exchanged) -> Exchanged {
    let mut last = first;
    if !shared.facts.protocol_version.is_stateless() {
        return after_pages(shared, ask, last).await;
    }
    for _ in 0..shared.wire.limits.rounds_max {
        let Some(answer) = last.done.answer.as_deref() else { return last };
        let Some((params, after)) = next_params(shared, ask, answer).await else { return last };
        tokio::time::sleep(after).await;
        let round = Ask { params: (&params).into(), entry: Entry::Round(last.call), ..ask };
        let call = last.call;
        last = shared.wire.exchange(round).await;
        last.call = last.call.or(call);
    }
    last
}

/// MCP 2025-11-25, client/elicitation: an error may name pages that the user must visit first. Where the script goes there,
/// the request is made again, once: nobody really visits them, so a server may go on asking.
async fn after_pages(shared: &Shared, ask: Ask<'_>, first: Exchanged) -> Exchanged {
    let revision = shared.facts.protocol_version;
    let pages = first.done.answer.as_deref().and_then(|answer| mcp::pages_required(answer, revision));
    let Some(after) = pages.and_then(|pages| visit(shared, ask.log, pages)) else { return first };
    tokio::time::sleep(after).await;
    let call = first.call;
    let again = shared.wire.exchange(Ask { entry: Entry::Round(call), ..ask }).await;
    Exchanged { call: again.call.or(call), ..again }
}

/// How long the user takes for all of them; `None` where one is not visited.
fn visit(shared: &Shared, log: LogKey, pages: &Value) -> Option<Duration> {
    let pages = pages.as_array().filter(|pages| !pages.is_empty())?;
    let mut after = Duration::ZERO;
    for page in pages.iter().take(PAGES_MAX) {
        let response = response_to(shared, log, "elicitation/create", page)?;
        let is_visited = response.outcome.known()?.ok()?.get("action").is_some_and(|action| action == "accept");
        after = after.max(is_visited.then_some(response.after)?);
    }
    Some(after)
}

/// What the script says to this question; `None` where the client did not declare it.
fn response_to(shared: &Shared, log: LogKey, method: &str, params: &Value) -> Option<Response> {
    let (client, revision) = (&shared.wire.profile.capabilities, shared.facts.protocol_version);
    let has_place = matches!(method, "sampling/createMessage" | "elicitation/create" | "roots/list");
    let may_be_asked = has_place && mcp::undeclared(client, method, params, revision).is_none();
    may_be_asked.then(|| shared.wire.scripted(method, params, log))
}

/// The parameters of the next round and when to send it; `None` where the answer asks for none that we could give.
async fn next_params(shared: &Shared, ask: Ask<'_>, answer: &Value) -> Option<(Value, Duration)> {
    let result = answer.get("result")?;
    let asks = result.get("resultType").and_then(Value::as_str) == Some("input_required");
    let may_ask = matches!(ask.method, "tools/call" | "prompts/get" | "resources/read");
    if !asks || !may_ask {
        return None;
    }
    let requests = result.get("inputRequests").and_then(Value::as_object);
    let mut params = ask.params.to_map();
    let mut after = Duration::ZERO;
    if let Some(requests) = requests {
        let responses;
        (responses, after) = self::responses(shared, ask.log, requests).await?;
        params.insert("inputResponses".to_owned(), Value::Object(responses));
    }
    if let Some(state) = result.get("requestState") {
        params.insert("requestState".to_owned(), state.clone());
    }
    Some((Value::Object(params), after))
}

/// As the profile says, our results by the server's keys, and how long the slowest takes; `None` where it asks for something that we did not
/// declare, or where the user says no: there is no place for an error in a round.
pub(crate) async fn responses(
    shared: &Shared,
    log: LogKey,
    requests: &Map<String, Value>,
) -> Option<(Map<String, Value>, Duration)> {
    let mut responses = Map::new();
    let mut after = Duration::ZERO;
    for (key, request) in requests {
        let method = request.get("method").and_then(Value::as_str)?;
        let params = request.get("params").unwrap_or(&Value::Null);
        let response = response_to(shared, log, method, params)?;
        after = after.max(response.after);
        match response.settled().await? {
            Ok(said) => drop(responses.insert(key.clone(), said)),
            Err(error) => {
                // There is no place for it on the wire, so it stands beside.
                let is_of_model = error.message.starts_with(NO_MODEL);
                is_of_model.then(|| shared.wire.router.remark(log, &error.message));
                return None;
            }
        }
    }
    Some((responses, after))
}

/// The trace of a call that a dying server left unanswered should say how it died.
async fn await_end(shared: &Shared) {
    if matches!(shared.wire.link, Link::Stdio(_)) {
        let mut life = shared.wire.router.life();
        let ended = life.wait_for(|life| life.process_end.is_some() && life.stderr_done);
        let _ = tokio::time::timeout(END_PATIENCE, ended).await;
    }
}
