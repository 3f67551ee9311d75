//! Sends what the written tests of resources, prompts and completion would send: all of it only reads. What the server
//! refuses is written with `skip`.

use std::time::Instant;

use mcpvals_wire::{Redactor, Session};
use serde_json::{Value, json};

use super::trial::{self, PATIENCE_WITH_ALL, Trial};

/// The suites that have such tests, where the tests are in them, and their requests.
const LISTS: [(&str, &str, Asker); 3] = [
    ("resourceSuites", "resourceTests", |test| ("resources/read", json!({"uri": test["uri"]}))),
    ("promptSuites", "promptTests", |test| ("prompts/get", json!({"name": test["name"]}))),
    ("completionSuites", "tests", completion),
];

/// A method and its parameters.
type Request = (&'static str, Value);
/// The request of a test.
type Asker = fn(&Value) -> Request;

/// Sends one after the other, as long as there is time and the server lives.
pub(super) async fn run(suites: &mut [(&'static str, Value)], session: &Session, redactor: &Redactor) {
    let deadline = Instant::now() + PATIENCE_WITH_ALL;
    for (test, request) in suites.iter_mut().flat_map(|(member, suites)| tests(member, suites)) {
        if Instant::now() >= deadline || !session.is_alive() {
            return;
        }
        let (method, params) = request(test);
        if let Trial::Refused(words) = trial::ask(session, method, &params, redactor).await {
            test["skip"] = format!("the server refuses it: {words:?}").into();
        }
    }
}

/// The tests of some suites that would run, with how they ask.
fn tests<'s>(member: &str, suites: &'s mut Value) -> impl Iterator<Item = (&'s mut Value, Asker)> + use<'s> {
    let list = LISTS.into_iter().find(|(name, _, _)| *name == member);
    let lists = list.and_then(|(_, list, request)| Some((suites.get_mut(0)?.get_mut(list)?.as_array_mut()?, request)));
    lists.into_iter().flat_map(|(tests, request)| {
        tests.iter_mut().filter(|test| test.get("skip").is_none()).map(move |test| (test, request))
    })
}

fn completion(test: &Value) -> Request {
    let reference = match (test.pointer("/ref/prompt"), test.pointer("/ref/resource")) {
        (Some(name), _) => json!({"type": "ref/prompt", "name": name}),
        (None, uri) => json!({"type": "ref/resource", "uri": uri}),
    };
    ("completion/complete", json!({"ref": reference, "argument": test["argument"]}))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::tests;

    #[test]
    fn each_test_that_runs_has_its_request() {
        let asked = |member: &str, mut suites: Value| -> Value {
            tests(member, &mut suites).map(|(test, request)| json!(request(test))).collect()
        };
        let resources = json!([{"resourceTests": [{"uri": "x://a"}, {"uri": "x://b", "skip": "no"}]}]);
        assert_eq!(asked("resourceSuites", resources), json!([["resources/read", {"uri": "x://a"}]]));
        let prompts = json!([{"promptTests": [{"name": "p"}]}]);
        assert_eq!(asked("promptSuites", prompts), json!([["prompts/get", {"name": "p"}]]));
        let argument = json!({"name": "x", "value": ""});
        let completions = json!([{"tests": [
            {"ref": {"prompt": "p"}, "argument": argument}, {"ref": {"resource": "x://{y}"}, "argument": argument},
        ]}]);
        let of = |reference: Value| json!(["completion/complete", {"ref": reference, "argument": argument}]);
        let expected =
            [of(json!({"type": "ref/prompt", "name": "p"})), of(json!({"type": "ref/resource", "uri": "x://{y}"}))];
        assert_eq!(asked("completionSuites", completions), json!(expected));
        assert_eq!(asked("utilitySuites", json!([{"pingTests": [{}]}])), json!([]));
    }
}
