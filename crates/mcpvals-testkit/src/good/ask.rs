//! What the server asks of the client: requests of its own in the handshake eras, `input_required` rounds in
//! 2026-07-28 (patterns/mrtr).

use serde_json::{Value, json};

use super::GoodServer;
use super::call::{text, tool_error};
use super::request::{CAPABILITIES_KEY, Request, RpcError};
use crate::outgoing::{Outgoing, Route};
use crate::revision::Revision;

/// A call of a client's that waits for the client's own answer.
#[derive(Debug)]
pub(super) struct Waiting {
    request: Request,
    /// The task that asked.
    task: Option<String>,
}

/// What one `ask_*` tool asks for.
struct Question {
    capability: &'static str,
    /// The mode of elicitation.
    mode: Option<&'static str>,
    since: Revision,
    method: &'static str,
    params: Value,
}

impl Question {
    /// May a client be asked that declares this? An `elicitation` that names no mode means forms.
    fn fits(&self, client: &Value) -> bool {
        let Some(declared) = client.get(self.capability) else { return false };
        match self.mode {
            Some("form") => declared.get("form").is_some() || declared.get("url").is_none(),
            Some(mode) => declared.get(mode).is_some(),
            None => true,
        }
    }
}

impl GoodServer {
    pub(super) fn ask(&mut self, tool: &str, request: &Request) -> Vec<Outgoing> {
        let question = question(tool, &request.params["arguments"]);
        if request.modern {
            return vec![ask_by_result(&question, request)];
        }
        let known = self.legacy.revision().is_some_and(|revision| revision >= question.since);
        if !known || !question.fits(self.legacy.client()) {
            let why = format!("the client does not support {}", question.capability);
            return vec![tool_error(request, &why)];
        }
        if request.params["arguments"]["how"] == "required" {
            return self.ask_by_error(&question, request);
        }
        let id = self.wait_for_answer(request, None);
        let mut message = json!({"jsonrpc": "2.0", "id": id, "method": question.method});
        if !question.params.is_null() {
            message["params"] = question.params;
        }
        vec![Outgoing::message(Route::Request(request.id.clone()), message)]
    }

    /// The id of a question to the client, whose answer the request waits for.
    pub(super) fn wait_for_answer(&mut self, request: &Request, task: Option<String>) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        self.waiting.insert(id, Waiting { request: request.clone(), task });
        id
    }

    /// MCP 2025-11-25, client/elicitation#error-handling: the page must be visited before the call is made again.
    fn ask_by_error(&mut self, question: &Question, request: &Request) -> Vec<Outgoing> {
        self.visited = !self.visited;
        if !self.visited {
            let complete = json!({"elicitationId": PAGE});
            return vec![
                request.notification("notifications/elicitation/complete", &complete),
                text(request, "the page was visited"),
            ];
        }
        let error = RpcError::new(-32042, "visit the page first").with_data(json!({"elicitations": [question.params]}));
        vec![request.answer(Err(error))]
    }

    /// Ends the call that waited for this response; a response to nothing is ignored.
    pub(super) fn response(&mut self, id: &Value, outcome: &Value) -> Vec<Outgoing> {
        let waiting = id.as_u64().and_then(|id| self.waiting.remove(&id));
        let Some(Waiting { request, task }) = waiting else { return Vec::new() };
        vec![match (&outcome["result"], &outcome["error"], task) {
            (result, Value::Null, None) => taken(&request, result),
            (_, error, None) => tool_error(&request, &format!("the client refused: {}", error["message"])),
            (result, Value::Null, Some(task)) => self.task_told(&task, &request, result),
            (_, error, Some(task)) => self.task_told(&task, &request, error),
        }]
    }
}

/// What the client said, unless it is not what the form asked for.
fn taken(request: &Request, answer: &Value) -> Outgoing {
    match answer.pointer("/content/name") {
        Some(name) if request.params["name"] == "ask_elicitation" && !name.is_string() => {
            tool_error(request, "not what was asked: `name` is a text")
        }
        _ if answer["action"] == "decline" || answer["action"] == "cancel" => {
            tool_error(request, &format!("the client refused: {answer}"))
        }
        _ => text(request, &answer.to_string()),
    }
}

/// The form that a task has filled in.
pub(super) fn form() -> Value {
    question("ask_elicitation", &Value::Null).params
}

/// The id of the page to which the user is sent.
const PAGE: &str = "page-1";

fn question(tool: &str, arguments: &Value) -> Question {
    let plain = |capability, since, method, params| Question { capability, mode: None, since, method, params };
    match tool {
        "ask_sampling" => {
            let prompt = arguments["prompt"].as_str().unwrap_or("Say hello.");
            let messages = json!([{"role": "user", "content": {"type": "text", "text": prompt}}]);
            let params = json!({"messages": messages, "maxTokens": 100});
            plain("sampling", Revision::V2024_11_05, "sampling/createMessage", params)
        }
        "ask_elicitation" if arguments["how"].is_string() => Question {
            mode: Some("url"),
            params: json!({
                "mode": "url", "message": "Say who you are.", "url": "https://example.com/who", "elicitationId": PAGE,
            }),
            ..plain("elicitation", Revision::V2025_11_25, "elicitation/create", Value::Null)
        },
        "ask_elicitation" => Question {
            mode: Some("form"),
            params: json!({
                "message": "What is your name?",
                "requestedSchema": {
                    "type": "object",
                    "properties": {"name": {"type": "string"}},
                    "required": ["name"],
                },
            }),
            ..plain("elicitation", Revision::V2025_06_18, "elicitation/create", Value::Null)
        },
        _ => plain("roots", Revision::V2024_11_05, "roots/list", Value::Null),
    }
}

/// The key of the one question in `inputRequests`, and the state that must come back with its answer.
const KEY: &str = "question";
const STATE: &str = "round-1";

/// The parameters as 2026-07-28 has them, where pages have no `elicitationId`.
fn without_id(mut params: Value) -> Value {
    params.as_object_mut().and_then(|params| params.remove("elicitationId"));
    params
}

fn ask_by_result(question: &Question, request: &Request) -> Outgoing {
    if !question.fits(request.meta(CAPABILITIES_KEY)) {
        let data = json!({"requiredCapabilities": {question.capability: {}}});
        let error = RpcError::new(-32021, format!("the client must support {}", question.capability));
        return request.answer(Err(error.with_data(data)));
    }
    match (request.params["inputResponses"].get(KEY), request.params["requestState"].as_str()) {
        (Some(answer), Some(STATE)) => taken(request, answer),
        (_, Some(state)) if state != STATE => request.answer(Err(RpcError::invalid_params("unknown `requestState`"))),
        _ => {
            let mut asked = json!({"method": question.method});
            if !question.params.is_null() {
                asked["params"] = without_id(question.params.clone());
            }
            request.answer(Ok(json!({
                "resultType": "input_required",
                "inputRequests": {KEY: asked},
                "requestState": STATE,
            })))
        }
    }
}
