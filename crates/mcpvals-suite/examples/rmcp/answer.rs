//! What each tool does.

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorCode, ErrorData,
    ProgressNotificationParam, Resource,
};
use rmcp::task_manager::TaskManager;
use serde_json::{Value, json};

use crate::{Context, question, task};

/// Whole numbers, as the protocol's progress is a floating point number in `rmcp`.
const STEPS: [f64; 3] = [1.0, 2.0, 3.0];

pub(crate) async fn call(
    request: CallToolRequestParams,
    tasks: &TaskManager,
    context: Context,
) -> Result<CallToolResponse, ErrorData> {
    let argument = |name: &str| request.arguments.as_ref().and_then(|given| given.get(name)).unwrap_or(&Value::Null);
    match request.name.as_ref() {
        "echo" => Ok(text(argument("text").as_str().unwrap_or_default())),
        "add" => {
            let number = |name: &str| argument(name).as_i64();
            let missing = || ErrorData::invalid_params("`a` and `b` are integers", None);
            let sum = number("a").zip(number("b")).map(|(a, b)| a + b).ok_or_else(missing)?;
            Ok(CallToolResult::structured(json!({"sum": sum})).into())
        }
        "many" => Ok(CallToolResult::success(every_content()).into()),
        "fail" => Ok(CallToolResult::error(vec![ContentBlock::text("failed as asked")]).into()),
        "refuse" => Err(ErrorData::new(ErrorCode(-32050), "refused as asked", Some(json!({"why": "because"})))),
        "progress" => progress(&context).await,
        "work" => Ok(task::work(argument("ask") == &Value::Bool(true), tasks, &context)),
        "ask_roots" | "ask_sampling" | "ask_elicitation" => question::ask(&request, &context).await,
        other => Err(ErrorData::invalid_params(format!("unknown tool: {other}"), None)),
    }
}

pub(crate) fn text(text: &str) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}

fn every_content() -> Vec<ContentBlock> {
    vec![
        ContentBlock::text("a text"),
        ContentBlock::image("aW1hZ2U=", "image/png"),
        ContentBlock::audio("c291bmQ=", "audio/wav"),
        ContentBlock::embedded_text("note://one", "one"),
        ContentBlock::resource_link(Resource::new("note://two", "two")),
    ]
}

/// Tells its progress where the client asked for it.
async fn progress(context: &Context) -> Result<CallToolResponse, ErrorData> {
    if let Some(token) = context.meta.get_progress_token() {
        for step in STEPS {
            let told = ProgressNotificationParam::new(token.clone(), step).with_total(STEPS[2]);
            let gone = |error| ErrorData::internal_error(format!("the client is gone: {error}"), None);
            context.peer.notify_progress(told).await.map_err(gone)?;
        }
    }
    Ok(text("three steps"))
}
