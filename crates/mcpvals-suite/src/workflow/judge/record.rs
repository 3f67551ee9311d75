//! The conversation as a judge is shown it: once, with the calls and their results, as JSON.

use mcpvals_llm::{Conversation, Part, ToolResult, Turn};
use mcpvals_model::ToolUse;
use serde_json::{Value, json};

use crate::count;

/// Characters of the beginning and of the end of a text that a judge is shown.
const HEAD_CHARS: usize = 3_000;
const TAIL_CHARS: usize = 1_000;
/// Entries of the beginning and of the end of a record that a judge is shown.
const HEAD_ENTRIES: usize = 50;
const TAIL_ENTRIES: usize = 150;
/// Characters of a tool's description.
const DESCRIPTION_CHARS: usize = 300;

/// What was said and done, in order.
pub(super) fn of(conversation: &Conversation) -> Value {
    let entries: Vec<Value> = conversation.turns.iter().flat_map(entries).collect();
    let tools: Vec<Value> = conversation.tools.iter().take(HEAD_ENTRIES + TAIL_ENTRIES).map(tool).collect();
    json!({"tools": tools, "conversation": without_middle(entries)})
}

fn tool(tool: &mcpvals_llm::ToolSpec) -> Value {
    let description: String = tool.description.chars().take(DESCRIPTION_CHARS).collect();
    json!({"name": clipped(&tool.name), "description": description})
}

fn entries(turn: &Turn) -> Vec<Value> {
    match turn {
        Turn::User(text) => vec![json!({"role": "user", "text": clipped(text)})],
        Turn::Model(reply) => {
            let mut said = json!({"role": "assistant", "text": clipped(&reply.text)});
            if !reply.calls.is_empty() {
                said["toolCalls"] = reply.calls.iter().map(call).collect();
            }
            vec![said]
        }
        Turn::Results(results) => results.iter().map(result).collect(),
    }
}

fn call(call: &ToolUse) -> Value {
    json!({"id": call.id, "tool": clipped(&call.tool), "arguments": clipped(&call.args.to_string())})
}

fn result(result: &ToolResult) -> Value {
    let text: Vec<String> = result.parts.iter().map(part).collect();
    let text = clipped(&text.join("\n"));
    json!({"role": "tool", "id": result.id, "tool": clipped(&result.tool), "failed": result.is_error, "result": text})
}

fn part(part: &Part) -> String {
    match part {
        Part::Text(text) => text.clone(),
        Part::Image { mime_type, data } => {
            format!("[image of type {mime_type}, {}]", count::of(data.len(), "character"))
        }
    }
}

/// Beginning and end, with what is left out between them.
fn clipped(text: &str) -> String {
    let all = text.chars().count();
    if all <= HEAD_CHARS + TAIL_CHARS {
        return text.to_owned();
    }
    let head: String = text.chars().take(HEAD_CHARS).collect();
    let tail: String = text.chars().skip(all - TAIL_CHARS).collect();
    format!("{head} [{} left out] {tail}", count::of(all - HEAD_CHARS - TAIL_CHARS, "character"))
}

fn without_middle(mut entries: Vec<Value>) -> Vec<Value> {
    if entries.len() > HEAD_ENTRIES + TAIL_ENTRIES {
        let left_out = entries.len() - HEAD_ENTRIES - TAIL_ENTRIES;
        let gap = json!({"leftOut": count::of(left_out, "turn")});
        entries.splice(HEAD_ENTRIES..HEAD_ENTRIES + left_out, [gap]);
    }
    entries
}
