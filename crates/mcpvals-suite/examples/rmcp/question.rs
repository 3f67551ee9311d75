//! What the server asks of the client: requests of its own up to 2025-11-25, `input_required` rounds from 2026-07-28 on.

#![expect(deprecated, reason = "roots and sampling are deprecated from 2026-07-28 on, and spoken all the same")]

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ElicitRequest, ElicitRequestParams,
    ErrorData, InputRequest, InputRequiredResult, ListRootsRequest, ProtocolVersion, ServerRequest,
};
use rmcp::model::{CreateMessageRequest, CreateMessageRequestParams, SamplingMessage};
use serde_json::json;

use crate::Context;
use crate::answer::text;

const KEY: &str = "question";
const STATE: &str = "asked once";

/// The client's answer as JSON text.
pub(crate) async fn ask(request: &CallToolRequestParams, context: &Context) -> Result<CallToolResponse, ErrorData> {
    let question = question(&request.name);
    let is_known = |since: &ProtocolVersion| context.protocol_version().is_some_and(|revision| revision >= *since);
    if matches!(question, InputRequest::Elicitation(_)) && !is_known(&ProtocolVersion::V_2025_06_18) {
        let why = ContentBlock::text("this revision has no elicitation");
        return Ok(CallToolResult::error(vec![why]).into());
    }
    if !is_known(&ProtocolVersion::V_2026_07_28) {
        return request_of(question, context).await;
    }
    match request.input_responses.as_ref().and_then(|answers| answers.get(KEY)) {
        Some(answer) if request.request_state.as_deref() == Some(STATE) => Ok(text(&answer.to_string())),
        Some(_) => Err(ErrorData::invalid_params("the state did not come back", None)),
        None => {
            let questions = [(KEY.to_owned(), question)].into();
            Ok(InputRequiredResult::new(Some(questions), Some(STATE.to_owned())).into())
        }
    }
}

pub(crate) fn question(tool: &str) -> InputRequest {
    match tool {
        "ask_roots" => InputRequest::ListRoots(ListRootsRequest::default()),
        "ask_sampling" => {
            let messages = vec![SamplingMessage::user_text("Say hello.")];
            InputRequest::CreateMessage(CreateMessageRequest::new(CreateMessageRequestParams::new(messages, 100)))
        }
        _ => {
            let name = json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
            InputRequest::Elicitation(ElicitRequest::new(ElicitRequestParams::FormElicitationParams {
                meta: None,
                message: "What is your name?".to_owned(),
                requested_schema: serde_json::from_value(name).expect("the form is well-formed"),
            }))
        }
    }
}

async fn request_of(question: InputRequest, context: &Context) -> Result<CallToolResponse, ErrorData> {
    let request = match question {
        InputRequest::ListRoots(request) => ServerRequest::ListRootsRequest(request),
        InputRequest::CreateMessage(request) => ServerRequest::CreateMessageRequest(request),
        InputRequest::Elicitation(request) => ServerRequest::ElicitRequest(request),
        other => panic!("{other:?} is none of this server's questions"),
    };
    let refused = |error| ErrorData::internal_error(format!("the client refused: {error}"), None);
    let answer = context.peer.send_request(request).await.map_err(refused)?;
    Ok(text(&serde_json::to_string(&answer).expect("an answer is JSON")))
}
