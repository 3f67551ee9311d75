//! Exchanges with a model that were recorded, and which of them answers a request. Pure.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::CaseId;

/// The name of the format of cassette files.
pub const CASSETTE_FORMAT: &str = "mcpvals-cassette";
/// Its version.
pub const CASSETTE_VERSION: u32 = 1;
/// How what stands for a secret begins: `[redacted:NAME]`.
pub const REDACTED: &str = "[redacted:";

/// A cassette file: what a model was asked and said, test by test, in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cassette {
    /// `mcpvals-cassette`.
    pub format: String,
    /// 1.
    pub version: u32,
    /// The exchanges; those of one test are answered in this order.
    pub exchanges: Vec<Exchange>,
}

/// One request to the model, and what came back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// The test in which it happened, `suite/title`.
    pub case: CaseId,
    /// Of which protocol the request is: `sampling/createMessage`, or `model` for a turn of a workflow's.
    pub method: String,
    /// The request's parameters in canonical form: keys in order, no `_meta`.
    pub request: Value,
    /// What was said.
    pub response: Recorded,
    /// In which repetition of a workflow, from 1.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub repetition: u32,
}

fn first() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_first(repetition: &u32) -> bool {
    *repetition == 1
}

/// What was said to a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Recorded {
    /// The model's message; of a workflow, the body of the provider's answer.
    Result(Value),
    /// The user, or the client, said no.
    Error {
        /// Its code.
        code: i64,
        /// Its words.
        message: String,
    },
}

/// From which cassette a test's requests are answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Playback {
    /// The file, as the config names it.
    pub file: String,
    /// What was recorded of the test; `None` where the script answers, because nothing is to be replayed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchanges: Option<Vec<Exchange>>,
}

impl Cassette {
    /// Of the current version.
    pub fn new(exchanges: Vec<Exchange>) -> Self {
        Self { format: CASSETTE_FORMAT.to_owned(), version: CASSETTE_VERSION, exchanges }
    }
}

impl Playback {
    /// The numbers of the repetitions that were recorded, in order: one that errored at its provider is none of them. `None`
    /// where nothing is replayed; of an empty recording, the first is played and finds nothing.
    pub fn repetitions(&self) -> Option<Vec<u32>> {
        let recorded = self.exchanges.as_ref()?;
        let numbers: BTreeSet<u32> = recorded.iter().map(|exchange| exchange.repetition).collect();
        Some(if numbers.is_empty() { vec![1] } else { numbers.into_iter().collect() })
    }

    /// What was recorded of one repetition.
    #[must_use]
    pub fn of_repetition(&self, repetition: u32) -> Self {
        let own = |all: &Vec<Exchange>| all.iter().filter(|it| it.repetition == repetition).cloned().collect();
        Self { file: self.file.clone(), exchanges: self.exchanges.as_ref().map(own) }
    }

    /// The exchange that answers the request when as many that are equal to it were answered before; `None` where there is
    /// none, or nothing is replayed.
    pub fn answer(&self, method: &str, request: &Value, turn: usize) -> Option<&Exchange> {
        let recorded = self.exchanges.iter().flatten().filter(|exchange| exchange.method == method);
        recorded.filter(|exchange| canonical_fits(&exchange.request, request)).nth(turn)
    }
}

/// The parameters without what differs from run to run, members in order, so that equal requests are equal texts.
pub fn canonical(params: &Value) -> Value {
    match params {
        Value::Object(members) => {
            let mut kept: Vec<_> = members.iter().filter(|(name, _)| *name != "_meta").collect();
            kept.sort_by_key(|(name, _)| *name);
            kept.into_iter()
                .map(|(name, value)| (name.clone(), canonical(value)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        }
        Value::Array(items) => items.iter().map(canonical).collect(),
        // A language that has one kind of number may write 100 as 100.0.
        Value::Number(number) => number
            .as_f64()
            .filter(|float| float.fract() == 0.0)
            .map_or_else(|| params.clone(), |float| if number.is_f64() { whole(float) } else { params.clone() }),
        Value::Null | Value::Bool(_) | Value::String(_) => params.clone(),
    }
}

fn whole(float: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let text = format!("{float:.0}");
    if float.abs() <= EXACT { text.parse::<i64>().map_or_else(|_| float.into(), Value::from) } else { float.into() }
}

/// Is the request the recorded one? Both are canonical; where a secret was taken out of what was recorded, anything may
/// stand.
pub fn canonical_fits(recorded: &Value, request: &Value) -> bool {
    match (recorded, request) {
        (Value::String(recorded), Value::String(request)) => text_fits(recorded, request),
        (Value::Array(recorded), Value::Array(request)) => {
            recorded.len() == request.len()
                && recorded.iter().zip(request).all(|(recorded, request)| canonical_fits(recorded, request))
        }
        (Value::Object(recorded), Value::Object(request)) => {
            let fits = |(name, recorded)| request.get(name).is_some_and(|request| canonical_fits(recorded, request));
            recorded.len() == request.len() && recorded.iter().all(fits)
        }
        (recorded, request) => recorded == request,
    }
}

fn text_fits(recorded: &str, request: &str) -> bool {
    let Some((before, rest)) = recorded.split_once(REDACTED) else { return recorded == request };
    let Some(request) = request.strip_prefix(before) else { return false };
    let after = rest.split_once(']').map_or("", |(_, after)| after);
    // The text behind the mask may begin anywhere.
    let mut starts = request.char_indices().map(|(at, _)| at).chain([request.len()]);
    starts.any(|at| text_fits(after, &request[at..]))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Exchange, Playback, Recorded, canonical, canonical_fits};
    use crate::{CaseId, SuiteName};

    #[test]
    fn what_differs_from_run_to_run_is_left_out() {
        let one = json!({"b": 1.0, "a": [{"_meta": {"x": 1}, "text": "t"}], "_meta": {"progressToken": 7}});
        let other = json!({"a": [{"text": "t", "_meta": {}}], "b": 1});
        assert_eq!(canonical(&one).to_string(), canonical(&other).to_string());
        assert_eq!(canonical(&one).to_string(), r#"{"a":[{"text":"t"}],"b":1}"#);
        assert_eq!(canonical(&json!(0.5)), json!(0.5));
    }

    #[test]
    fn anything_stands_for_a_secret() {
        let check = |recorded: &str, request: &str, want| {
            assert_eq!(canonical_fits(&json!(recorded), &json!(request)), want, "{request}");
        };
        check("key [redacted:KEY]!", "key abc!", true);
        check("key [redacted:KEY]!", "key abc", false);
        check("[redacted:A] and [redacted:B]", "é and 2", true);
        check("[redacted:A]", "", true);
        check("abc", "abcd", false);
        assert!(
            !canonical_fits(&json!({"a": 1}), &json!({"a": 1, "b": 2})) && !canonical_fits(&json!([1]), &json!([1, 2]))
        );
    }

    #[test]
    fn equal_requests_are_answered_in_the_order_in_which_they_were_recorded() {
        let exchange = |request: Value, answer: &str| Exchange {
            case: CaseId::new(&SuiteName::new("S"), "t"),
            method: "m".to_owned(),
            request,
            response: Recorded::Result(json!(answer)),
            repetition: 1,
        };
        let exchanges =
            [(json!(1), "a"), (json!(2), "b"), (json!(1), "c")].map(|(request, answer)| exchange(request, answer));
        let playback = Playback { file: "x.json".to_owned(), exchanges: Some(exchanges.to_vec()) };
        let said =
            |request: Value, turn| playback.answer("m", &request, turn).map(|exchange| exchange.response.clone());
        assert_eq!(said(json!(1), 0), Some(Recorded::Result(json!("a"))));
        assert_eq!(said(json!(1), 1), Some(Recorded::Result(json!("c"))));
        assert_eq!(said(json!(2), 0), Some(Recorded::Result(json!("b"))));
        assert_eq!((said(json!(1), 2), said(json!(3), 0)), (None, None));
        assert!(playback.answer("other", &json!(1), 0).is_none());
    }
}
