//! The stateless era, 2026-07-28: `_meta` on each request, `server/discover`, `subscriptions/listen`.

use serde_json::{Map, Value, json};

use super::GoodServer;
use super::legacy::{LEVELS, capabilities, server_info};
use super::request::{CAPABILITIES_KEY, LEVEL_KEY, Request, RpcError, VERSION_KEY};
use crate::outgoing::{Body, Outgoing, Route};
use crate::revision::Revision;

const REVISION: Revision = Revision::V2026_07_28;

impl GoodServer {
    pub(super) fn modern(&mut self, request: &Request) -> Vec<Outgoing> {
        if let Err(error) = self.check_meta(request) {
            return vec![request.answer(Err(error))];
        }
        match request.method.as_str() {
            "server/discover" => vec![complete(request.answer(Ok(self.discover())), true)],
            "subscriptions/listen" => self.listen(request),
            "tools/call" => self.call(request, REVISION).into_iter().map(|out| complete(out, false)).collect(),
            "tasks/get" | "tasks/update" | "tasks/cancel" => vec![complete(self.task(request), false)],
            method => {
                let cacheable = method.ends_with("/list") || method == "resources/read";
                vec![complete(request.answer(self.offer(request, REVISION)), cacheable)]
            }
        }
    }

    fn check_meta(&self, request: &Request) -> Result<(), RpcError> {
        let Some(version) = request.meta(VERSION_KEY).as_str() else {
            return Err(match request.params["protocolVersion"].as_str() {
                // The only words of ours that a legacy client can show (MCP 2026-07-28, versioning).
                Some(asked) if request.method == "initialize" => self.unsupported_version(asked),
                _ => RpcError::invalid_params(format!("missing `_meta` member {VERSION_KEY}")),
            });
        };
        if version != REVISION.as_str() {
            return Err(self.unsupported_version(version));
        }
        if !request.meta(CAPABILITIES_KEY).is_object() {
            return Err(RpcError::invalid_params(format!("missing `_meta` member {CAPABILITIES_KEY}")));
        }
        let level = request.meta(LEVEL_KEY);
        if !level.is_null() && !LEVELS.iter().any(|name| level == name) {
            return Err(RpcError::invalid_params(format!("unknown level {level}")));
        }
        Ok(())
    }

    pub(super) fn unsupported_version(&self, asked: &str) -> RpcError {
        RpcError::new(-32022, "unsupported protocol version")
            .with_data(json!({"supported": self.options.supported(), "requested": asked}))
    }

    fn discover(&self) -> Value {
        json!({
            "supportedVersions": self.options.supported(),
            "capabilities": capabilities(REVISION),
            "instructions": "A server for tests.",
        })
    }

    /// Answered only when the stream ends, so never by us: the client closes it.
    fn listen(&mut self, request: &Request) -> Vec<Outgoing> {
        let Some(filter) = request.params["notifications"].as_object() else {
            return vec![request.answer(Err(RpcError::invalid_params("missing `notifications`")))];
        };
        if filter.contains_key("taskIds")
            && let Some(refusal) = super::task::undeclared(request)
        {
            return vec![refusal];
        }
        let honoured = self.honoured(filter);
        self.listens.push((request.id.clone(), honoured.clone()));
        let params = json!({
            "_meta": {"io.modelcontextprotocol/subscriptionId": request.id},
            "notifications": honoured,
        });
        vec![request.notification("notifications/subscriptions/acknowledged", &params)]
    }

    /// Ends the streams that have just been told something, where that is wanted.
    pub(super) fn end_streams(&mut self, told: impl Fn(&Value) -> bool) -> Vec<Outgoing> {
        if !self.options.end_streams {
            return Vec::new();
        }
        let ended = self.listens.extract_if(.., |(_, filter)| told(filter));
        ended.map(|(id, _)| Outgoing::message(Route::Request(id.clone()), end_of_stream(&id))).collect()
    }

    /// What of the filter can be served.
    fn honoured(&self, filter: &Map<String, Value>) -> Value {
        let mut honoured = json!({});
        for list in ["toolsListChanged", "resourcesListChanged", "promptsListChanged"] {
            if filter.get(list) == Some(&Value::Bool(true)) {
                honoured[list] = json!(true);
            }
        }
        if let Some(uris) = filter.get("resourceSubscriptions").and_then(Value::as_array) {
            let is_known = |uri: &&Value| self.read_resource(uri, REVISION).is_ok();
            honoured["resourceSubscriptions"] = uris.iter().filter(is_known).cloned().collect();
        }
        honoured
    }
}

/// The result of the `subscriptions/listen` with this id (MCP 2026-07-28, basic/patterns/subscriptions, graceful
/// closure).
pub(crate) fn end_of_stream(id: &Value) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/serverInfo": server_info(),
        "io.modelcontextprotocol/subscriptionId": id,
    });
    json!({"jsonrpc": "2.0", "id": id, "result": {"resultType": "complete", "_meta": meta}})
}

/// Adds what every result of this revision carries, and the hints of the cacheable ones.
fn complete(mut outgoing: Outgoing, cacheable: bool) -> Outgoing {
    if let Body::Answer { message, .. } = &mut outgoing.body
        && let Some(result) = message.get_mut("result").and_then(Value::as_object_mut)
    {
        if !result.contains_key("resultType") {
            result.insert("resultType".to_owned(), json!("complete"));
        }
        result.insert("_meta".to_owned(), json!({"io.modelcontextprotocol/serverInfo": server_info()}));
        if cacheable {
            result.insert("ttlMs".to_owned(), json!(0));
            result.insert("cacheScope".to_owned(), json!("public"));
        }
    }
    outgoing
}
