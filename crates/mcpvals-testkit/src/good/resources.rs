//! Its resources: what is listed and read, and who is told of changes.

use serde_json::{Map, Value, json};

use super::call::text;
use super::request::{Request, RpcError};
use super::{GoodServer, prompts};
use crate::outgoing::Outgoing;
use crate::revision::Revision;

/// What `save_note` changes.
const NOTE: &str = "note://1";
const PICTURE: &str = "picture://1";
/// Resources that are always there.
const FIXED: usize = 2;
const LETTER: &str = "letter://";
const NUMBERED: &str = "numbered://";
const EXTRA: &str = "extra://";

const UPDATED: &str = "notifications/resources/updated";
const LIST_CHANGED: &str = "notifications/resources/list_changed";

pub(super) fn templates() -> Value {
    let template = json!({"uriTemplate": "letter://{name}", "name": "letter", "mimeType": "text/plain"});
    json!({"resourceTemplates": [template]})
}

impl GoodServer {
    pub(super) fn resources(&self) -> Vec<Value> {
        let mut all = vec![
            json!({"uri": NOTE, "name": "note", "description": "What `save_note` keeps.", "mimeType": "text/plain"}),
            json!({
                "uri": PICTURE, "name": "picture", "mimeType": "image/png", "size": 8,
                "annotations": {"audience": ["user"], "priority": 0.5},
            }),
        ];
        let entry = |uri: String| json!({"uri": uri, "name": uri, "mimeType": "text/plain"});
        all.extend((FIXED + 1..=self.options.resources).map(|number| entry(format!("{NUMBERED}{number}"))));
        all.extend((1..=self.memory.extra_resources()).map(|number| entry(format!("{EXTRA}{number}"))));
        all
    }

    pub(super) fn read_resource(&self, uri: &Value, revision: Revision) -> Result<Value, RpcError> {
        let found = uri.as_str().and_then(|uri| self.contents(uri));
        let mut item = found.ok_or_else(|| unknown(uri, revision))?;
        item["uri"] = uri.clone();
        Ok(json!({"contents": [item]}))
    }

    fn contents(&self, uri: &str) -> Option<Value> {
        let of_text = |text: String| Some(json!({"mimeType": "text/plain", "text": text}));
        if uri == NOTE {
            return of_text(self.memory.note());
        }
        if uri == PICTURE {
            return Some(json!({"mimeType": "image/png", "blob": prompts::PNG}));
        }
        if let Some(name) = uri.strip_prefix(LETTER).filter(|name| !name.is_empty()) {
            return of_text(format!("Dear {name}"));
        }
        let is_listed = self.resources().iter().any(|resource| resource["uri"] == uri);
        if is_listed { of_text(format!("this is {uri}")) } else { None }
    }

    pub(super) fn subscribe(&mut self, uri: &Value, revision: Revision) -> Result<Value, RpcError> {
        self.read_resource(uri, revision)?;
        self.subscribed.insert(uri.to_string());
        Ok(json!({}))
    }

    pub(super) fn unsubscribe(&mut self, uri: &Value) -> Value {
        self.subscribed.remove(&uri.to_string());
        json!({})
    }

    /// Changes the note, and says so as often as it is asked to.
    pub(super) fn save_note(&mut self, request: &Request, arguments: &Map<String, Value>) -> Vec<Outgoing> {
        self.memory.set_note(arguments["text"].as_str().unwrap_or_default());
        let times = arguments.get("updates").and_then(Value::as_u64).unwrap_or(1);
        let wants = |filter: &Value| {
            filter["resourceSubscriptions"].as_array().is_some_and(|uris| uris.iter().any(|uri| uri == NOTE))
        };
        let in_session = self.subscribed.contains(&json!(NOTE).to_string());
        let announce = |_| self.announce(UPDATED, &json!({"uri": NOTE}), wants, in_session);
        let mut all: Vec<Outgoing> = (0..times).flat_map(announce).collect();
        all.extend(self.end_streams(wants));
        all.push(text(request, "saved"));
        all
    }

    pub(super) fn add_resource(&mut self, request: &Request) -> Vec<Outgoing> {
        let number = self.memory.add_resource();
        let wants = |filter: &Value| filter["resourcesListChanged"] == true;
        let mut all = self.announce(LIST_CHANGED, &json!({}), wants, true);
        all.extend(self.end_streams(wants));
        all.push(text(request, &format!("added {EXTRA}{number}")));
        all
    }
}

fn unknown(uri: &Value, revision: Revision) -> RpcError {
    // MCP 2026-07-28, resources: -32002 gave way to -32602.
    let code = if revision.is_legacy() { -32002 } else { -32602 };
    RpcError::new(code, "resource not found").with_data(json!({"uri": uri}))
}
