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
    since: Revision,
    method: &'static str,
    params: Value,
}

impl GoodServer {
    pub(super) fn ask(&mut self, tool: &str, request: &Request) -> Vec<Outgoing> {
        let question = question(tool);
        if request.modern {
            return vec![ask_by_result(&question, request)];
        }
        let known = self.legacy.revision().is_some_and(|revision| revision >= question.since);
        if !known || !self.legacy.client_has(question.capability) {
            let why = format!("the client does not support {}", question.capability);
            return vec![tool_error(request, &why)];
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
    question("ask_elicitation").params
}

fn question(tool: &str) -> Question {
    match tool {
        "ask_sampling" => Question {
            capability: "sampling",
            since: Revision::V2024_11_05,
            method: "sampling/createMessage",
            params: json!({
                "messages": [{"role": "user", "content": {"type": "text", "text": "Say hello."}}],
                "maxTokens": 100,
            }),
        },
        "ask_elicitation" => Question {
            capability: "elicitation",
            since: Revision::V2025_06_18,
            method: "elicitation/create",
            params: json!({
                "message": "What is your name?",
                "requestedSchema": {
                    "type": "object",
                    "properties": {"name": {"type": "string"}},
                    "required": ["name"],
                },
            }),
        },
        _ => Question { capability: "roots", since: Revision::V2024_11_05, method: "roots/list", params: Value::Null },
    }
}

/// The key of the one question in `inputRequests`, and the state that must come back with its answer.
const KEY: &str = "question";
const STATE: &str = "round-1";

fn ask_by_result(question: &Question, request: &Request) -> Outgoing {
    if request.meta(CAPABILITIES_KEY).get(question.capability).is_none() {
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
                asked["params"] = question.params.clone();
            }
            request.answer(Ok(json!({
                "resultType": "input_required",
                "inputRequests": {KEY: asked},
                "requestState": STATE,
            })))
        }
    }
}
