//! The requests of a test that makes several, and what was sent with them.

use mcpvals_model::{Call, Mismatch, Trace};
use serde_json::{Map, Value, json};

use super::{GET, as_text};
use crate::reply::Reply;

/// JSON-RPC 2.0: codes of a server that could not read the request, or broke while it worked on it.
const BROKEN: [i64; 2] = [-32700, -32603];

/// What became of one request of several: what is wrong, or `None` where it was not made any more.
pub(super) type Outcome = Option<Vec<Mismatch>>;

/// Every `prompts/get`, in order.
pub(super) fn gets(trace: &Trace) -> impl Iterator<Item = &Call> {
    trace.calls.iter().filter(|call| call.method == GET)
}

/// The arguments that were sent, as the trace has them.
pub(super) fn sent(call: &Call, trace: &Trace) -> Option<Map<String, Value>> {
    let message = trace.frame(call.request?)?.message()?;
    Some(message.pointer("/params/arguments").and_then(Value::as_object).cloned().unwrap_or_default())
}

/// The parameters of a request with these arguments, which are sent as they are.
pub(super) fn params(prompt: &str, args: &Map<String, Value>) -> Value {
    json!({"name": prompt, "arguments": args})
}

/// An error with which a server says no. -32602 is the protocol's, and a server may have codes of its own.
pub(super) fn is_refusal(reply: &Reply<'_>) -> bool {
    matches!(reply, Reply::Error(error) if error.code.is_none_or(|code| !BROKEN.contains(&code)))
}

/// Arguments are texts, and what is none becomes its JSON text.
pub(super) fn texts(args: &Map<String, Value>) -> Map<String, Value> {
    args.iter().map(|(name, value)| (name.clone(), as_text(value).into())).collect()
}

/// The listed entry of a prompt, in pages as they came.
pub(super) fn entry<'a>(pages: &'a [Value], prompt: &str) -> Option<&'a Value> {
    let entries = pages.iter().filter_map(|page| page.get("prompts")?.as_array()).flatten();
    entries.into_iter().find(|entry| entry.get("name").and_then(Value::as_str) == Some(prompt))
}

/// The arguments that a prompt needs and that are not given get a plausible text; were there any?
pub(super) fn complete(args: &mut Map<String, Value>, entry: Option<&Value>) -> bool {
    let listed = entry.into_iter().flat_map(super::discovery::arguments);
    let missing: Vec<String> = listed
        .filter(|(name, required)| *required && !args.contains_key(*name))
        .map(|(name, _)| name.to_owned())
        .collect();
    args.extend(missing.iter().map(|name| (name.clone(), json!("example"))));
    !missing.is_empty()
}

/// A text that nobody else says: small letters only, so that no encoding changes it, and with no beginning that another
/// has, too, since a server may cut it. All have the same letters at their ends, by which articles and plurals go.
pub(super) fn canary() -> String {
    use std::hash::{BuildHasher as _, Hasher as _};
    const LETTERS: u64 = 26;
    let number = || std::collections::hash_map::RandomState::new().build_hasher().finish();
    let letter = |number: u64| char::from(b'a' + u8::try_from(number % LETTERS).unwrap_or_default());
    format!("m{}n", (0..14).map(|_| letter(number())).collect::<String>())
}
