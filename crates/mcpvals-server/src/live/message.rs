//! What clients of the WebSocket say, and what they are answered. Every message is JSON in a text frame.

use mcpvals_store::StoredEvent;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use serde_path_to_error::Segment;

use crate::error::ApiError;
use crate::event;
use crate::time::timestamp;

/// What a client says.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Command {
    Auth { token: String },
    Subscribe(Subscription),
    Unsubscribe { evaluation: Option<String> },
    GetStatus { evaluation: String },
    Ping,
}

/// Whose events a client wants, and which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Subscription {
    /// One evaluation; or all, where that is nothing.
    pub(super) evaluation: Option<String>,
    /// Nothing is all.
    pub(super) events: Vec<String>,
    /// Those after this one first.
    pub(super) after: Option<i64>,
}

#[derive(Deserialize)]
struct Outer {
    #[serde(rename = "type", default)]
    kind: Option<String>,
    #[serde(default)]
    token: Option<String>,
    #[serde(default)]
    data: Option<Inner>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Inner {
    #[serde(default)]
    token: Option<String>,
    #[serde(default)]
    evaluation_id: Option<String>,
    #[serde(default)]
    events: Vec<String>,
    #[serde(default)]
    last_event_id: Option<Value>,
}

const EVENTS_MAX: usize = 50;

/// Reads a message; the command's own id comes with it, also where the rest is wrong.
pub(super) fn read(text: &str) -> (Option<Value>, Result<Command, ApiError>) {
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return (None, Err(ApiError::field("", "", "must be a JSON object with a `type`")));
    };
    if !value.is_object() {
        return (None, Err(ApiError::field("", "", "must be a JSON object with a `type`")));
    }
    let id = value.get("id").filter(|id| id.is_string() || id.is_number()).cloned();
    // What reads structures would take a list for one, too.
    if let Some(data) = value.get("data").filter(|data| !data.is_object() && !data.is_null()) {
        return (id, Err(ApiError::field("data", data.clone(), "must be an object")));
    }
    (id, command(&value))
}

fn command(value: &Value) -> Result<Command, ApiError> {
    let Outer { kind, token, data } =
        serde_path_to_error::deserialize(value).map_err(|error| misread(value, &error))?;
    let kind = kind.ok_or_else(|| ApiError::field("type", Value::Null, "is required"))?;
    let data = data.unwrap_or_default();
    let named = |id: Option<String>| id.filter(|id| !id.is_empty());
    match kind.as_str() {
        "auth" => {
            let token = named(token).or(named(data.token));
            token
                .map(|token| Command::Auth { token })
                .ok_or_else(|| ApiError::field("token", Value::Null, "is required"))
        }
        "subscribe" => Ok(Command::Subscribe(Subscription {
            evaluation: named(data.evaluation_id).filter(|id| id != "*"),
            events: asked(data.events)?,
            after: data.last_event_id.map(|id| event_id("data.lastEventId", id)).transpose()?,
        })),
        "unsubscribe" => Ok(Command::Unsubscribe { evaluation: named(data.evaluation_id).filter(|id| id != "*") }),
        "getStatus" => {
            let evaluation = named(data.evaluation_id);
            let missing = || ApiError::field("data.evaluationId", Value::Null, "is required");
            evaluation.map(|evaluation| Command::GetStatus { evaluation }).ok_or_else(missing)
        }
        "ping" => Ok(Command::Ping),
        _ => Err(ApiError::field("type", kind, "must be one of auth, subscribe, unsubscribe, getStatus, ping")),
    }
}

/// Which member is not what it must be.
fn misread(value: &Value, error: &serde_path_to_error::Error<serde_json::Error>) -> ApiError {
    let place = error.path().iter().filter_map(|segment| match segment {
        Segment::Seq { index } => Some(index.to_string()),
        Segment::Map { key } => Some(key.clone()),
        _ => None,
    });
    let place: Vec<String> = place.collect();
    let found = value.pointer(&format!("/{}", place.join("/")));
    ApiError::field(&place.join("."), found.cloned().unwrap_or_default(), error.inner().to_string())
}

fn asked(events: Vec<String>) -> Result<Vec<String>, ApiError> {
    if events.len() > EVENTS_MAX {
        return Err(ApiError::field("data.events", Value::Null, format!("must be at most {EVENTS_MAX}")));
    }
    match events.iter().find(|pattern| !event::is_known(pattern)) {
        Some(strange) => {
            let known = event::KINDS.join(", ");
            Err(ApiError::field(
                "data.events",
                strange.as_str(),
                format!("must name an event: {known}, {}", event::SYSTEM_STATUS),
            ))
        }
        None => Ok(events),
    }
}

/// As a number, or as the text of one.
pub(super) fn event_id(field: &str, value: Value) -> Result<i64, ApiError> {
    let read = value.as_i64().or_else(|| value.as_str()?.parse().ok()).filter(|number| *number >= 0);
    read.ok_or_else(|| ApiError::field(field, value, "must be the `eventId` of an event"))
}

/// An event as it is told. Its data is stored as JSON; an id to resume by stands beside it.
pub(crate) fn event(event: &StoredEvent) -> String {
    let data: Result<&RawValue, _> = serde_json::from_str(&event.data);
    match data {
        Ok(data) => format!(r#"{{"type":"{}","eventId":"{}","data":{}}}"#, event.kind, event.seq, data.get()),
        Err(_) => json!({ "type": event.kind, "eventId": event.seq.to_string(), "data": null }).to_string(),
    }
}

/// An answer to a command.
pub(super) fn answer(kind: &str, id: Option<Value>, data: &Value) -> String {
    let mut answer = json!({ "type": kind, "data": data });
    if let Some(id) = id {
        answer["id"] = id;
    }
    answer.to_string()
}

/// An answer to a command that could not be done.
pub(super) fn error(id: Option<Value>, error: &ApiError, now: i64) -> String {
    let inner = json!({ "code": error.code.as_str(), "message": error.message, "details": error.details });
    answer("error", id, &json!({ "error": inner, "timestamp": timestamp(now) }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_seed_s_commands_are_read() {
        let auth = read(r#"{"type":"auth","token":"t"}"#).1.unwrap();
        assert_eq!(auth, Command::Auth { token: "t".to_owned() });
        let text = r#"{"type":"subscribe","id":7,"data":{"evaluationId":"eval_1","events":["progress","completed","error"],"lastEventId":"12"}}"#;
        let (id, command) = read(text);
        assert_eq!(id, Some(json!(7)));
        let events = ["progress", "completed", "error"].map(str::to_owned).to_vec();
        let expected = Subscription { evaluation: Some("eval_1".to_owned()), events, after: Some(12) };
        assert_eq!(command.unwrap(), Command::Subscribe(expected));
    }

    #[test]
    fn a_wrong_command_keeps_its_id() {
        for text in [r#"{"id":"a","type":"explode"}"#, r#"{"id":"a","type":"getStatus"}"#, r#"{"id":"a"}"#] {
            let (id, command) = read(text);
            assert_eq!(id, Some(json!("a")));
            assert!(command.is_err(), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let wrong = [
            (r#"{"id":1}"#, "type"),
            (r#"{"type":7}"#, "type"),
            (r#"{"type":"auth","token":[]}"#, "token"),
            (r#"{"type":"subscribe","data":{"events":"progress"}}"#, "data.events"),
            (r#"{"type":"subscribe","data":{"events":["progress",{"a":"é"}]}}"#, "data.events.1"),
            (r#"{"type":"subscribe","data":{"evaluationId":1}}"#, "data.evaluationId"),
        ];
        for (text, field) in wrong {
            let told = read(text).1.unwrap_err();
            assert_eq!(told.details["field"], field, "{text}: {told:?}");
        }
    }

    proptest! {
        #[test]
        fn nothing_that_is_said_panics(text: String) {
            let _ = read(&text);
        }
    }
}
