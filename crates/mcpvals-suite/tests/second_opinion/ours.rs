//! Our own client: the wire.

use std::time::Duration;

use mcpvals_model::mcp::Answer;
use mcpvals_model::{CallRole, RevisionChoice, ServerSpec, Target, ViolationKind};
use mcpvals_suite::violations;
use mcpvals_wire::{ConnectOptions, Limits, Session, connect};
use serde_json::{Value, json};

use crate::seen::{self, Call, Seen};

/// The longest wait: real servers take seconds to start.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// Everything of the server, and the answers to these calls.
pub(crate) async fn look(target: &Target, choice: RevisionChoice, calls: &[Call]) -> Seen {
    let session = session(target, choice).await;
    let offer = session.settle().await;
    assert_eq!((&offer.malformed, &offer.unread), (&Vec::new(), &Vec::new()));
    let mut answers = Vec::new();
    for (tool, args) in calls {
        answers.push(answer(&session, tool, args).await);
    }
    let facts = session.facts();
    let seen = Seen {
        revision: facts.protocol_version.to_string(),
        server: (facts.name.clone(), facts.version.clone()),
        instructions: facts.instructions.clone(),
        capabilities: seen::capabilities(&facts.capabilities),
        tools: offer.tools.iter().map(|tool| seen::tool(tool.raw())).collect(),
        resources: offer.resources.clone(),
        resource_templates: offer.resource_templates.clone(),
        prompts: offer.prompts.clone(),
        answers,
    };
    let mut found = violations(&session.close().await, "under-test", None);
    // Some real servers do not end with their stdin, or only just in time: that is theirs, and both clients see it.
    found.retain(|violation| violation.kind != ViolationKind::IgnoresShutdown);
    assert_eq!(found, Vec::new());
    seen
}

/// A session that declares what `rmcp` declares.
pub(crate) async fn session(target: &Target, revision: RevisionChoice) -> Session {
    let spec = ServerSpec {
        name: "under-test".to_owned(),
        target: target.clone(),
        revision,
        client: seen::profile(),
        startup_timeout: PATIENCE,
        call_timeout: PATIENCE,
        rate_limit: None,
        auth: None,
    };
    let limits = Limits { settle_max: Duration::from_secs(2), ..Limits::default() };
    let options = ConnectOptions { limits, environment: std::env::vars().collect(), ..ConnectOptions::default() };
    connect(&spec, &options).await.unwrap_or_else(|error| panic!("we have no session: {error}"))
}

async fn answer(session: &Session, tool: &str, args: &Value) -> Value {
    let mut recording = session.begin();
    let params = json!({"name": tool, "arguments": args});
    let end = recording.call(CallRole::Tested, "tools/call", (&params).into(), PATIENCE).await;
    match recording.last_answer().unwrap_or_else(|| panic!("no answer from `{tool}`: {end:?}")) {
        Answer::Result(result) => seen::result(&result),
        Answer::Error { code, message, data } => {
            seen::error(code.expect("an error has a code"), &message, data.as_ref())
        }
    }
}
