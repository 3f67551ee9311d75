//! Answers what the server asks of us, as the client profile says.
//!
//! Pure; the same answers go into responses and into the `inputResponses` of 2026-07-28.

use std::time::Duration;

use mcpvals_model::profile::{ClientProfile, PeerAnswer, PeerAnswers, PeerReply};
use mcpvals_model::{Playback, Recorded};
use serde_json::{Map, Value, json};

use crate::message::RpcError;
use crate::question::{self, Awaited};

const METHOD_NOT_FOUND: i64 = -32601;
const INTERNAL_ERROR: i64 = -32603;
/// How deep a form's schema is followed.
const FORM_DEPTH_MAX: usize = 8;

/// What is said to the server, and when.
#[derive(Debug, Clone)]
pub(crate) struct Response {
    /// How long to wait first.
    pub(crate) after: Duration,
    /// What to say.
    pub(crate) outcome: Outcome,
    /// The task of which it is the result.
    pub(crate) task: Option<String>,
}

/// What is said to a request.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    /// This.
    Said(Result<Value, RpcError>),
    /// What the model with this name will say, who is not asked yet.
    OfModel(String),
    /// What the model will have said that was asked.
    Awaited(Awaited),
    /// Nothing, ever.
    Nothing,
}

/// Our answer to a request of the server. `turn` counts its requests with this method, from 0; of roots, how often they
/// have changed.
pub(crate) fn respond(profile: &ClientProfile, method: &str, params: &Value, turn: usize) -> Response {
    match method {
        "ping" => Response::now(Ok(json!({}))),
        "roots/list" => Response::now(Ok(roots(&profile.answers, turn > 0))),
        "sampling/createMessage" => scripted(&profile.answers.sampling, params, turn),
        "elicitation/create" => scripted(&profile.answers.elicitation, params, turn),
        _ => Response::now(Err(refuse(method))),
    }
}

/// Is the method answered from a script, so that its requests are counted?
pub(crate) fn is_scripted(method: &str) -> bool {
    matches!(method, "sampling/createMessage" | "elicitation/create")
}

/// Where requests with this method are answered as they were before.
pub(crate) fn playback<'a>(profile: &'a ClientProfile, method: &str) -> Option<&'a Playback> {
    let replayed = profile.answers.cassette.as_ref().filter(|_| method == "sampling/createMessage");
    replayed.filter(|playback| playback.exchanges.is_some())
}

/// The recorded answer to the request, in canonical form, when `turn` equal ones came before.
pub(crate) fn replay(playback: &Playback, method: &str, request: &Value, turn: usize) -> Response {
    let miss = || RpcError { code: INTERNAL_ERROR, message: "no recorded answer fits this request".to_owned() };
    let outcome = playback.answer(method, request, turn).map(|exchange| exchange.response.clone());
    Response::now(match outcome {
        Some(Recorded::Result(result)) => Ok(result),
        Some(Recorded::Error { code, message }) => Err(RpcError { code, message }),
        None => Err(miss()),
    })
}

/// Our answer to a request that we did not declare, or that has no place in the revision.
pub(crate) fn refuse(method: &str) -> RpcError {
    RpcError { code: METHOD_NOT_FOUND, message: format!("this client does not offer `{method}`") }
}

impl Response {
    /// At once.
    pub(crate) fn now(outcome: Result<Value, RpcError>) -> Self {
        Self { after: Duration::ZERO, outcome: Outcome::Said(outcome), task: None }
    }

    /// What to say, when it is known; `None` for nothing.
    pub(crate) async fn settled(self) -> Option<Result<Value, RpcError>> {
        let mut said = match self.outcome {
            Outcome::Said(said) => said,
            Outcome::Awaited(awaited) => question::answer(awaited).await,
            Outcome::OfModel(_) | Outcome::Nothing => return None,
        };
        if let (Some(task), Ok(Value::Object(result))) = (self.task, &mut said) {
            let meta = result.entry("_meta").or_insert_with(|| json!({}));
            meta["io.modelcontextprotocol/related-task"] = json!({"taskId": task});
        }
        Some(said)
    }
}

impl Outcome {
    /// What is said, where that is known already.
    pub(crate) fn known(&self) -> Option<Result<Value, RpcError>> {
        match self {
            Self::Said(said) => Some(said.clone()),
            Self::Awaited(awaited) => awaited.borrow().clone(),
            Self::OfModel(_) | Self::Nothing => None,
        }
    }

    /// Does it take its own time?
    pub(crate) fn is_awaited(&self) -> bool {
        matches!(self, Self::Awaited(_))
    }
}

fn roots(answers: &PeerAnswers, changed: bool) -> Value {
    let has_other = changed && !answers.changed_roots.is_empty();
    json!({"roots": if has_other { &answers.changed_roots } else { &answers.roots }})
}

fn scripted(script: &[PeerAnswer], params: &Value, turn: usize) -> Response {
    let refused = PeerAnswer::from(PeerReply::rejected());
    let answer = script.get(turn).or(script.last()).unwrap_or(&refused);
    let outcome = match &answer.reply {
        PeerReply::Result(result) => Outcome::Said(Ok(result.clone())),
        PeerReply::Long { start, length } => Outcome::Said(Ok(PeerReply::long(start, *length))),
        PeerReply::Form(given) => Outcome::Said(Ok(accepted(given, params))),
        PeerReply::Invalid(content) => Outcome::Said(Ok(json!({"action": "accept", "content": content}))),
        PeerReply::Error { code, message } => Outcome::Said(Err(RpcError { code: *code, message: message.clone() })),
        PeerReply::Model(name) => Outcome::OfModel(name.clone()),
        PeerReply::Silence => Outcome::Nothing,
    };
    Response { after: answer.after, outcome, task: None }
}

/// Nothing is filled in where the user is sent to a page.
fn accepted(given: &Map<String, Value>, params: &Value) -> Value {
    if params.get("mode").and_then(Value::as_str) == Some("url") {
        return json!({"action": "accept"});
    }
    json!({"action": "accept", "content": form(params, given)})
}

/// What is given, as far as the form asks for it, and something plausible for the rest.
fn form(params: &Value, given: &Map<String, Value>) -> Map<String, Value> {
    let properties = params.pointer("/requestedSchema/properties").and_then(Value::as_object);
    let fields = properties.into_iter().flatten();
    let filled = fields.map(|(name, schema)| {
        let value = given.get(name).cloned().unwrap_or_else(|| plausible(schema, FORM_DEPTH_MAX));
        (name.clone(), value)
    });
    filled.collect()
}

/// The default, the first choice, or a plain value of the right type.
fn plausible(schema: &Value, depth: usize) -> Value {
    let of = |keyword: &str| schema.get(keyword);
    if let Some(value) = of("default").or_else(|| of("const")).or_else(|| schema.pointer("/enum/0")) {
        return value.clone();
    }
    let choice = ["/oneOf/0", "/anyOf/0"].iter().find_map(|pointer| schema.pointer(pointer));
    if let Some(choice) = choice.filter(|_| depth > 0) {
        return plausible(choice, depth - 1);
    }
    match of("type").and_then(Value::as_str) {
        Some("boolean") => json!(true),
        Some("integer" | "number") => number(schema),
        Some("array") => several(schema, depth),
        Some("object") => json!({}),
        _ => json!(text(schema)),
    }
}

/// The least that is allowed, or 1, or the most where that is less.
fn number(schema: &Value) -> Value {
    let most = schema.get("maximum").filter(|most| most.as_f64().is_some_and(|most| most < 1.0));
    schema.get("minimum").or(most).cloned().unwrap_or_else(|| json!(1))
}

/// As many of the choices as there must be, and one at least.
fn several(schema: &Value, depth: usize) -> Value {
    let Some(items) = schema.get("items").filter(|_| depth > 0) else { return json!([null]) };
    let least = schema.get("minItems").and_then(Value::as_u64).and_then(|least| usize::try_from(least).ok());
    let plain = items.get("enum").and_then(Value::as_array);
    let chosen: Vec<Value> = plain.into_iter().flatten().take(least.unwrap_or(1)).cloned().collect();
    if chosen.len() > 1 { Value::Array(chosen) } else { json!([plausible(items, depth - 1)]) }
}

fn text(schema: &Value) -> String {
    let plain = match schema.get("format").and_then(Value::as_str) {
        Some("email") => "user@example.com",
        Some("uri") => "https://example.com",
        Some("date") => "2026-01-01",
        Some("date-time") => "2026-01-01T00:00:00Z",
        _ => "text",
    };
    let bound =
        |keyword: &str| schema.get(keyword).and_then(Value::as_u64).and_then(|bound| usize::try_from(bound).ok());
    let shortest = bound("minLength").unwrap_or(0).min(4_096);
    let mut text = plain.to_owned();
    text.extend(std::iter::repeat_n('x', shortest.saturating_sub(text.chars().count())));
    text.chars().take(bound("maxLength").unwrap_or(usize::MAX)).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use mcpvals_model::profile::{ClientProfile, PeerAnswer, PeerReply, Root};
    use serde_json::{Value, json};

    use super::respond;

    #[track_caller]
    fn check(profile: &ClientProfile, method: &str, params: &Value, want: &Value) {
        assert_eq!(&got(profile, method, params, 0), want, "{method}");
    }

    fn got(profile: &ClientProfile, method: &str, params: &Value, turn: usize) -> Value {
        match respond(profile, method, params, turn).outcome.known() {
            Some(outcome) => outcome.unwrap_or_else(|error| json!(error.code)),
            None => Value::Null,
        }
    }

    #[test]
    fn a_script_is_followed_to_its_end_and_its_last_answer_stays() {
        let mut profile = ClientProfile::full();
        let late = PeerAnswer { after: Duration::from_millis(5), reply: PeerReply::action("cancel") };
        profile.answers.elicitation = vec![PeerReply::action("decline").into(), PeerReply::Silence.into(), late];
        let answers =
            [json!({"action": "decline"}), Value::Null, json!({"action": "cancel"}), json!({"action": "cancel"})];
        for (turn, want) in answers.iter().enumerate() {
            assert_eq!(&got(&profile, "elicitation/create", &json!({}), turn), want, "{turn}");
        }
        let after = |turn| respond(&profile, "elicitation/create", &json!({}), turn).after.as_millis();
        assert_eq!((after(0), after(7)), (0, 5));
    }

    #[test]
    fn long_texts_are_made_when_they_are_sent() {
        let mut profile = ClientProfile::full();
        profile.answers.sampling = vec![PeerReply::Long { start: "é1 ".to_owned(), length: 7 }.into()];
        let answer = got(&profile, "sampling/createMessage", &json!({}), 0);
        assert_eq!(answer["content"], json!({"type": "text", "text": "é1 xxxx"}));
    }

    #[test]
    fn everything_declared_is_answered() {
        let mut profile = ClientProfile::full();
        profile.answers.roots = vec![Root { uri: "file:///x".to_owned(), name: None }];
        check(&profile, "ping", &Value::Null, &json!({}));
        check(&profile, "roots/list", &Value::Null, &json!({"roots": [{"uri": "file:///x"}]}));
        assert_eq!(got(&profile, "roots/list", &Value::Null, 1), json!({"roots": [{"uri": "file:///x"}]}));
        profile.answers.changed_roots = vec![Root { uri: "file:///y".to_owned(), name: None }];
        assert_eq!(got(&profile, "roots/list", &Value::Null, 1), json!({"roots": [{"uri": "file:///y"}]}));
        check(&profile, "tasks/list", &Value::Null, &json!(-32601));
        profile.answers.sampling = Vec::new();
        check(&profile, "sampling/createMessage", &Value::Null, &json!(-1));
    }

    #[test]
    fn forms_are_filled_with_given_default_first_or_plain_values() {
        let mut profile = ClientProfile::full();
        let given = json!({"given": 7, "not asked": 1}).as_object().cloned().unwrap_or_default();
        profile.answers.elicitation = vec![PeerReply::Form(given).into()];
        let properties = json!({
            "given": {"type": "integer"},
            "default": {"type": "string", "default": "d"},
            "enum": {"type": "string", "enum": ["a", "b"]},
            "oneOf": {"oneOf": [{"const": "c", "title": "C"}]},
            "many": {"type": "array", "items": {"anyOf": [{"const": "m"}]}},
            "flag": {"type": "boolean"},
            "number": {"type": "number", "minimum": 5},
            "negative": {"type": "number", "maximum": -5},
            "two": {"type": "array", "minItems": 2, "items": {"type": "string", "enum": ["a", "b", "c"]}},
            "mail": {"type": "string", "format": "email"},
            "long": {"type": "string", "minLength": 6},
        });
        let params = json!({"message": "?", "requestedSchema": {"type": "object", "properties": properties}});
        let content = json!({
            "given": 7, "default": "d", "enum": "a", "oneOf": "c", "many": ["m"], "flag": true, "number": 5, "negative": -5, "two": ["a", "b"],
            "mail": "user@example.com", "long": "textxx",
        });
        check(&profile, "elicitation/create", &params, &json!({"action": "accept", "content": content}));
        check(&profile, "elicitation/create", &json!({"mode": "url"}), &json!({"action": "accept"}));
        profile.answers.elicitation = vec![PeerReply::action("decline").into()];
        check(&profile, "elicitation/create", &params, &json!({"action": "decline"}));
    }
}
