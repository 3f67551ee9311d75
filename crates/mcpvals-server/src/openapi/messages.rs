//! The WebSocket as AsyncAPI 3.0.

use serde_json::{Map, Value, json};

use crate::event::{KINDS, SYSTEM_STATUS};
use crate::reply::VERSION;

/// The AsyncAPI document.
pub fn document() -> Value {
    let messages = messages();
    let references: Map<String, Value> = messages
        .keys()
        .map(|name| (name.clone(), json!({ "$ref": format!("#/components/messages/{name}") })))
        .collect();
    let of = |names: &[&str]| -> Value {
        names.iter().map(|name| json!({ "$ref": format!("#/channels/ws/messages/{}", key(name)) })).collect()
    };
    let told: Vec<&str> = KINDS.iter().copied().chain([SYSTEM_STATUS]).chain(ANSWERS).collect();
    json!({
        "asyncapi": "3.0.0",
        "info": { "title": "mcpvals WebSocket", "version": VERSION, "description": "JSON in text frames. First `auth`, unless the connection was opened with an `Authorization` header; then `subscribe`. After a cut, `subscribe` with `lastEventId`." },
        "defaultContentType": "application/json",
        "channels": { "ws": { "address": "/ws", "messages": references } },
        "operations": {
            "command": { "action": "receive", "channel": { "$ref": "#/channels/ws" }, "messages": of(&COMMANDS) },
            "event": { "action": "send", "channel": { "$ref": "#/channels/ws" }, "messages": of(&told) },
        },
        "components": { "messages": messages },
    })
}

const COMMANDS: [&str; 5] = ["auth", "subscribe", "unsubscribe", "getStatus", "ping"];
const ANSWERS: [&str; 6] = ["auth:success", "subscribed", "unsubscribed", "status", "pong", "error"];

/// Names of AsyncAPI have no colons.
fn key(name: &str) -> String {
    name.replace(':', "-")
}

fn messages() -> Map<String, Value> {
    let all = COMMANDS.iter().chain(&KINDS).chain([&SYSTEM_STATUS]).chain(&ANSWERS);
    all.map(|name| {
        let payload = json!({
            "type": "object",
            "required": required(name),
            "properties": properties(name),
        });
        (key(name), json!({ "name": name, "title": name, "payload": payload }))
    })
    .collect()
}

fn required(name: &str) -> Value {
    match name {
        "auth" => json!(["type", "token"]),
        "ping" => json!(["type"]),
        _ => json!(["type", "data"]),
    }
}

fn properties(name: &str) -> Value {
    let mut properties = json!({ "type": { "const": name } });
    if COMMANDS.contains(&name) || ANSWERS.contains(&name) {
        properties["id"] = json!({ "type": ["string", "integer"], "description": "Comes back with the answer." });
    }
    if KINDS.contains(&name) {
        properties["eventId"] = json!({ "type": "string", "description": "To come again with, as `lastEventId`." });
    }
    if name == "auth" {
        properties["token"] = json!({ "type": "string", "description": "A key or a JWT." });
    } else if name != "ping" {
        properties["data"] = data(name);
    }
    properties
}

/// What stands in `data`; a member whose name ends in `?` may be left out.
fn data(name: &str) -> Value {
    let text = || json!({ "type": "string" });
    let time = || json!({ "type": "string", "format": "date-time" });
    let number = || json!({ "type": "number" });
    let score = || json!({ "type": ["number", "null"] });
    let list = || json!({ "type": "array", "items": { "type": "string" } });
    let asked = || json!({ "type": "array", "items": { "type": "string" }, "description": "All, where left out. Full names, groups (`hook:*`), and short names: `completed` is `evaluation:completed`, `running` is `hook:running`." });
    let words = |words: &[&str]| json!({ "type": "string", "enum": words });
    object(&match name {
        "subscribe" => {
            json!({ "evaluationId?": { "type": "string", "description": "All, where left out." }, "events?": asked(), "lastEventId?": { "type": ["string", "integer"] } })
        }
        "unsubscribe" => json!({ "evaluationId?": text() }),
        "getStatus" => json!({ "evaluationId": text() }),
        "evaluation:started" => {
            json!({ "id": text(), "serverPath": text(), "timestamp": time(), "attempt?": { "type": "integer" } })
        }
        "evaluation:progress" => json!({
            "id": text(), "phase": { "type": ["string", "null"], "enum": ["static", "runtime", null] },
            "progress": object(&json!({ "current": number(), "total": number(), "percentage": number() })),
            "currentTask?": text(), "estimatedCompletion": time(),
        }),
        "evaluation:completed" | "evaluation:failed" | "evaluation:cancelled" => json!({
            "id": text(), "score": score(), "status": words(&["completed", "failed", "cancelled"]), "duration": number(), "completedAt": time(),
            "summary": object(&json!({ "passed": number(), "warned": number(), "failed": number(), "notJudged?": number() })),
            "error?": error(),
        }),
        "hook:running" => json!({ "evaluationId": text(), "hook": text(), "requirement": text(), "startedAt": time() }),
        "hook:completed" => json!({
            "evaluationId": text(), "hook": text(), "score": score(), "status": text(), "duration": number(),
            "evidence": list(), "recommendations": list(),
        }),
        "tool:testing" => json!({ "evaluationId": text(), "toolName": text(), "arguments": {}, "startedAt": time() }),
        "tool:result" => json!({
            "evaluationId": text(), "toolName": text(), "status": text(), "responseTime?": number(),
            "result?": object(&json!({ "success": { "type": "boolean" }, "data": {} })),
        }),
        "system:status" => {
            json!({ "activeEvaluations": number(), "queueLength": number(), "systemLoad": number(), "timestamp": time() })
        }
        "error:occurred" => json!({ "evaluationId": text(), "error": error(), "timestamp": time() }),
        "error" => json!({ "evaluationId?": text(), "error": error(), "timestamp": time() }),
        _ => json!({}),
    })
}

fn error() -> Value {
    object(&json!({ "code": { "type": "string" }, "message": { "type": "string" }, "details?": {} }))
}

/// An object whose members have these schemas.
fn object(members: &Value) -> Value {
    let members = members.as_object().into_iter().flatten();
    let mut object = json!({ "type": "object", "properties": {} });
    let mut required = Vec::new();
    for (name, schema) in members {
        let bare = name.strip_suffix('?');
        object["properties"][bare.unwrap_or(name)] = schema.clone();
        required.extend(bare.is_none().then_some(name));
    }
    if !required.is_empty() {
        object["required"] = json!(required);
    }
    object
}
