//! Flaws in resources: in what is read, and in what is announced.

use serde_json::{Value, json};

use crate::flaw::Flaw;

const UPDATED: &str = "notifications/resources/updated";
const LIST_CHANGED: &str = "notifications/resources/list_changed";
/// How the names of what is added begin.
const EXTRA: &str = "extra";
const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";
/// The key of the request that a message on a stream belongs to (MCP 2026-07-28, patterns/subscriptions).
const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// What is said instead of the message, which answers `method` or is a word of the server's own.
pub(super) fn spoil(flaw: Flaw, method: &str, mut message: Value) -> Vec<Value> {
    if message.get("method").is_some() {
        return notify(flaw, message);
    }
    match (flaw, method) {
        (Flaw::SubscribeRefused, "resources/subscribe") | (Flaw::UnsubscribeRefused, "resources/unsubscribe") => {
            message = refusal(&message["id"]);
        }
        (Flaw::SubscribeUnknownAccepted, "resources/subscribe") if message.get("error").is_some() => {
            message = json!({"jsonrpc": "2.0", "id": message["id"], "result": {}});
        }
        (Flaw::UnknownResourceEmpty, "resources/read") if message.get("error").is_some() => {
            message = result(&message, &json!([]));
        }
        (Flaw::UnknownResourceInternal, "resources/read") if message.get("error").is_some() => {
            message["error"]["code"] = json!(-32603);
        }
        (Flaw::InvalidUriServed, "resources/read") if is_no_uri(&message["error"]["data"]["uri"]) => {
            message = contents(&message, &json!("whatever you say"));
        }
        (Flaw::TraversalOfNotes, "resources/read") if leads_out(&message["error"]["data"]["uri"]) => {
            message = contents(&message, &json!("root:x:0:0:root:/root:/bin/sh\n"));
        }
        (Flaw::ReadWithoutHints, "resources/read") if message["result"].is_object() => {
            let result = message["result"].as_object_mut().expect("it is an object");
            result.retain(|name, _| name != "ttlMs" && name != "cacheScope");
        }
        (_, "resources/read") => read(flaw, &mut message),
        (Flaw::ResourceOnEachPage, "resources/list") => repeat(&mut message),
        (Flaw::ListsStay | Flaw::ListsTurn, method) if method.ends_with("/list") => unchanged(flaw, &mut message),
        (_, "resources/list") => list(flaw, &mut message),
        (Flaw::CompletesAnything, "completion/complete") if message.get("result").is_some() => {
            message["result"]["completion"] = json!({"values": ["anything", "else"]});
        }
        _ => {}
    }
    vec![message]
}

/// The message as a server understands it that does not know how to stop.
pub(super) fn hear(flaw: Flaw, mut message: Value) -> Value {
    let heard = match message["method"].as_str() {
        Some("resources/unsubscribe") => "ping",
        Some("notifications/cancelled") => "notifications/not/heard",
        _ => return message,
    };
    if flaw == Flaw::UpdatesGoOn {
        message["method"] = json!(heard);
    }
    message
}

/// Is it news of a resource, which may come late?
pub(super) fn is_news(message: &Value) -> bool {
    message["method"] == UPDATED || message["method"].as_str().is_some_and(|method| method.ends_with("/list_changed"))
}

fn notify(flaw: Flaw, mut message: Value) -> Vec<Value> {
    let is_of = |method: &str| message["method"] == method;
    match flaw {
        Flaw::UpdatesNever if is_news(&message) => return Vec::new(),
        Flaw::UpdateTwice if is_news(&message) => return vec![message.clone(), message],
        Flaw::UpdateForeign if is_of(UPDATED) => {
            let mut foreign = message.clone();
            foreign["params"]["uri"] = json!("picture://1");
            return vec![message, foreign];
        }
        Flaw::StreamUnasked if is_tagged(&message) => {
            return beside(message, "notifications/tools/list_changed", json!({}));
        }
        Flaw::StreamLogs if is_tagged(&message) => {
            return beside(message, "notifications/message", json!({"level": "info", "data": "news"}));
        }
        Flaw::StreamProgress if is_tagged(&message) => {
            return beside(message, "notifications/progress", json!({"progressToken": 1, "progress": 1}));
        }
        Flaw::NotAcknowledged if is_of(ACKNOWLEDGED) => return Vec::new(),
        Flaw::AcknowledgedLate if is_of(ACKNOWLEDGED) => return vec![hasty(&message), message],
        Flaw::AcknowledgedTwice if is_of(ACKNOWLEDGED) => return vec![message.clone(), message],
        Flaw::UpdateAfterEnd if is_tagged(&message) => {
            let end = crate::good::end_of_stream(&message["params"]["_meta"][SUBSCRIPTION]);
            return vec![end, message];
        }
        Flaw::AcknowledgedUntagged if is_of(ACKNOWLEDGED) => untag(&mut message),
        Flaw::UpdateUntagged if is_news(&message) => untag(&mut message),
        Flaw::UpdateTaggedAsText if is_tagged(&message) => {
            let id = message["params"]["_meta"][SUBSCRIPTION].to_string();
            message["params"]["_meta"][SUBSCRIPTION] = json!(id);
        }
        Flaw::UpdateTaggedAsAnother if is_tagged(&message) => message["params"]["_meta"][SUBSCRIPTION] = json!(9999),
        Flaw::AcknowledgedWithoutUri if is_of(ACKNOWLEDGED) => message["params"]["notifications"] = json!({}),
        Flaw::AcknowledgedMore if is_of(ACKNOWLEDGED) => promise_more(&mut message["params"]["notifications"]),
        Flaw::SubscribeRefused if is_of(ACKNOWLEDGED) => {
            return vec![refusal(&message["params"]["_meta"][SUBSCRIPTION])];
        }
        _ => {}
    }
    vec![message]
}

fn promise_more(notifications: &mut Value) {
    let mut uris = notifications["resourceSubscriptions"].as_array().cloned().unwrap_or_default();
    uris.push(json!("picture://1"));
    notifications["resourceSubscriptions"] = json!(uris);
}

/// The news, and something else on the same stream.
fn beside(news: Value, method: &str, mut params: Value) -> Vec<Value> {
    params["_meta"] = news["params"]["_meta"].clone();
    vec![news, json!({"jsonrpc": "2.0", "method": method, "params": params})]
}

/// News for who is about to be told that there will be news.
fn hasty(acknowledgement: &Value) -> Value {
    let params = &acknowledgement["params"];
    let mut news = match params["notifications"]["resourceSubscriptions"].get(0) {
        Some(uri) => json!({"jsonrpc": "2.0", "method": UPDATED, "params": {"uri": uri}}),
        None => json!({"jsonrpc": "2.0", "method": LIST_CHANGED, "params": {}}),
    };
    news["params"]["_meta"] = params["_meta"].clone();
    news
}

fn is_tagged(message: &Value) -> bool {
    is_news(message) && message["params"]["_meta"].get(SUBSCRIPTION).is_some()
}

fn untag(message: &mut Value) {
    if let Some(params) = message["params"].as_object_mut() {
        params.shift_remove("_meta");
    }
}

fn refusal(id: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32603, "message": "not today"}})
}

/// What answers the same request with these contents, in every revision.
fn result(message: &Value, contents: &Value) -> Value {
    let hints = json!({"resultType": "complete", "ttlMs": 0, "cacheScope": "public", "contents": contents});
    json!({"jsonrpc": "2.0", "id": message["id"], "result": hints})
}

fn contents(message: &Value, text: &Value) -> Value {
    result(message, &json!([{"uri": message["error"]["data"]["uri"], "mimeType": "text/plain", "text": text}]))
}

fn leads_out(uri: &Value) -> bool {
    uri.as_str().is_some_and(|uri| uri.starts_with("note://../") && uri.ends_with("/etc/passwd"))
}

fn is_no_uri(uri: &Value) -> bool {
    uri.as_str().is_some_and(|uri| !uri.contains("://") || uri.ends_with('['))
}

/// Only the picture has them.
fn list(flaw: Flaw, message: &mut Value) {
    let Some(page) = message.pointer_mut("/result/resources").and_then(Value::as_array_mut) else { return };
    for entry in page.iter_mut().filter(|entry| entry["uri"] == "picture://1") {
        match flaw {
            Flaw::ListedSizeWrong => entry["size"] = json!(9),
            Flaw::ListedTypeWrong => entry["mimeType"] = json!("image/jpeg"),
            Flaw::ListedAnnotationsWrong => {
                entry["annotations"] = json!({"audience": ["dogs"], "lastModified": "yesterday"});
            }
            Flaw::ListedWithoutAnnotations => drop(entry.as_object_mut().expect("an object").remove("annotations")),
            _ => {}
        }
    }
}

fn read(flaw: Flaw, message: &mut Value) {
    let Some(item) = message.pointer_mut("/result/contents/0") else { return };
    match flaw {
        Flaw::ContentsStay if item.get("text").is_some() => item["text"] = json!("as it was"),
        Flaw::BlobNotBase64 if item.get("blob").is_some() => item["blob"] = json!("not base64!"),
        Flaw::BlobUnpadded if item.get("blob").is_some() => {
            item["blob"] = json!(item["blob"].as_str().unwrap_or_default().trim_end_matches('='));
        }
        Flaw::BlobOfUrls if item.get("blob").is_some() => item["blob"] = json!("_-__"),
        Flaw::ContentsEmptyItem => {
            item.as_object_mut().expect("contents are objects").retain(|name, _| name != "text" && name != "blob");
        }
        Flaw::TraversalServed if item["uri"].as_str().is_some_and(|uri| uri.contains("passwd")) => {
            item["text"] = json!("root:x:0:0:root:/root:/bin/sh\n");
        }
        Flaw::ContentsUntyped => drop(item.as_object_mut().expect("contents are objects").shift_remove("mimeType")),
        Flaw::ContentsOfAnother => item["uri"] = json!("note://other"),
        _ => {}
    }
}

/// Without what was added.
fn unchanged(flaw: Flaw, message: &mut Value) {
    let members = message.get_mut("result").and_then(Value::as_object_mut);
    for entries in members.into_iter().flat_map(|members| members.values_mut()).filter_map(Value::as_array_mut) {
        let is_fixed = |entry: &Value| ["uri", "name"].iter().all(|key| !is_extra(&entry[key]));
        let all = entries.len();
        entries.retain(is_fixed);
        if flaw == Flaw::ListsTurn && entries.len() < all {
            entries.reverse();
        }
    }
}

fn is_extra(name: &Value) -> bool {
    name.as_str().is_some_and(|name| name.starts_with(EXTRA))
}

/// The first entry of the first page is on all of them.
fn repeat(message: &mut Value) {
    let Some(page) = message.pointer_mut("/result/resources").and_then(Value::as_array_mut) else { return };
    if page.iter().all(|entry| entry["uri"] != "note://1") {
        page.push(json!({"uri": "note://1", "name": "note"}));
    }
}
