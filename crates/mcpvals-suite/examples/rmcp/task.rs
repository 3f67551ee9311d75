//! A tool whose calls are tasks for clients that know them, from 2026-07-28 on. It asks for a name on its way.

use std::time::Duration;

use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, CreateTaskResult};
use rmcp::task_manager::{TaskContext, TaskExit, TaskManager, TaskOptions};
use serde_json::Value;

use crate::{Context, question};

/// How long it works before it asks, and again afterwards.
const WORK: Duration = Duration::from_millis(100);
const POLL_MS: u64 = 30;

/// `ask` is whether it asks; without, it works until it is cancelled.
pub(crate) fn work(ask: bool, tasks: &TaskManager, context: &Context) -> CallToolResponse {
    if !context.client_capabilities().is_some_and(|capabilities| capabilities.supports_tasks()) {
        return crate::answer::text("worked");
    }
    let options = TaskOptions::new().with_poll_interval_ms(POLL_MS);
    let task = tasks.spawn(options, move |task| {
        Box::pin(async move { if ask { named(&task).await } else { endless(&task).await } })
    });
    CallToolResponse::Task(CreateTaskResult::new(task))
}

async fn named(task: &TaskContext) -> Result<CallToolResult, TaskExit> {
    tokio::time::sleep(WORK).await;
    let answer: Value = task.request_input("name", question::question("ask_elicitation")).await?;
    tokio::time::sleep(WORK).await;
    Ok(CallToolResult::success(vec![ContentBlock::text(answer.to_string())]))
}

async fn endless(task: &TaskContext) -> Result<CallToolResult, TaskExit> {
    task.cancelled().await;
    Err(TaskExit::Cancelled)
}
