//! What tests of the server's own requests have in common: triggers, scripts, and what must be asked.

use std::path::Path;
use std::time::Duration;

use mcpvals_model::profile::{ClientProfile, PeerAnswer, PeerReply};
use mcpvals_model::{
    Absent, Asks, Bounds, Case, CaseKind, Expectation, ExpectedMessage, ExpectedRequest, ExpectedRequests, MetricName,
    PeerCase, ScriptedClient, ToolCall, Trigger,
};
use serde_json::{Map, Value, json};

use super::call::Expected;
use super::disguise;
use super::draft::Draft;
use super::suite::{Frame, Own};
use super::{Lowering, millis};
use crate::error::Problem;
use crate::file::{self, Canaries, ErrorAnswer, ExpectedError, Matcher, Message, RequestExpectation, Skip};
use crate::pointer::Pointer;

/// A test before it has its title.
pub(super) type PeerDraft = Draft<PeerCase>;

/// Why canaries cannot sing in the environment of a server that is reached by address.
const NO_ENVIRONMENT: &str = "nothing can be planted in the environment of a server that is reached by address \
    (the rest is looked for without `env` and `includePersonalData`)";

/// What a suite says for all its tests.
pub(super) struct PeerSuite<'a> {
    pub(super) asks: Asks,
    pub(super) name: &'a str,
    /// The client that the suite's server sees otherwise.
    pub(super) client: &'a ClientProfile,
    /// Where its server's process works, where it has one.
    pub(super) cwd: Option<&'a Path>,
    pub(super) trigger: Option<&'a file::Trigger>,
}

/// What a test says of its trigger and of the answer to it.
pub(super) struct Triggered {
    pub(super) name: Option<String>,
    pub(super) trigger: Option<file::Trigger>,
    pub(super) result: Option<Value>,
    pub(super) error: Option<ExpectedError>,
    pub(super) expect_error: Option<ExpectedError>,
    pub(super) expect: Option<Box<Matcher>>,
    pub(super) latency_ms: Option<f64>,
    pub(super) required: Option<bool>,
}

/// Takes it out of a test: the fields of all kinds have the same names.
macro_rules! triggered {
    ($test:expr) => {
        $crate::lower::peer::Triggered {
            name: $test.name.take(),
            trigger: $test.trigger.take(),
            result: $test.expected_result.take(),
            error: $test.expected_error.take(),
            expect_error: $test.expect_error.take(),
            expect: $test.expect.take(),
            latency_ms: $test.max_latency,
            required: $test.required,
        }
    };
}

pub(super) use triggered;

/// How often a test's client is asked: as the test says, else as often as `expectRequests` has entries, else at least once;
/// never where it cannot be.
pub(super) fn count_of(given: Option<Bounds>, listed: Option<&Vec<RequestExpectation>>, can_be_asked: bool) -> Bounds {
    let listed = listed.map_or(SOME, |listed| Bounds::exactly(listed.len() as u64));
    given.unwrap_or(if can_be_asked { listed } else { Bounds::exactly(0) })
}

/// At least once.
pub(super) const SOME: Bounds = Bounds { min: Some(1), max: None };

impl Lowering<'_> {
    /// A test that asserts nothing yet but that its trigger succeeds and makes the server ask.
    pub(super) fn peer_draft(
        &mut self,
        suite: &PeerSuite<'_>,
        metric: MetricName,
        test: Triggered,
        own: Own,
        at: &Pointer,
    ) -> PeerDraft {
        let trigger = test.trigger.as_ref().or(suite.trigger);
        let trigger = trigger.and_then(|trigger| self.trigger(trigger, at));
        let about = trigger.as_ref().map_or(suite.asks.method(), Trigger::name).to_owned();
        let snapshot = format!("{}/{}", suite.name, test.name.as_ref().unwrap_or(&about));
        let error = self.either(test.error, test.expect_error, "expectError", at);
        let expected = Expected {
            result: test.result,
            error: error.as_ref(),
            latency_ms: test.latency_ms,
            expect: test.expect.as_deref(),
        };
        let case = PeerCase {
            asks: suite.asks,
            metric,
            required: false,
            client: ScriptedClient {
                capabilities: declaring(suite.asks, &suite.client.capabilities),
                answers: suite.client.answers.clone(),
                env: std::collections::BTreeMap::new(),
                files: std::collections::BTreeMap::new(),
            },
            triggers: trigger.into_iter().collect(),
            requests: ExpectedRequests {
                count: SOME,
                in_flight: None,
                in_order: Vec::new(),
                absent: Vec::new(),
                may_ask_secrets: false,
            },
            expect: self.expectations(expected, &snapshot, at),
            marked: false,
            roots_change: false,
        };
        Draft { at: at.clone(), given: test.name, about, own, required: test.required, test: case }
    }

    fn trigger(&mut self, trigger: &file::Trigger, at: &Pointer) -> Option<Trigger> {
        let args = trigger.args.clone().unwrap_or_default();
        let at = at.member("trigger");
        match (&trigger.tool, &trigger.prompt, &trigger.resource) {
            (Some(tool), None, None) => Some(Trigger::Tool(ToolCall { tool: tool.clone(), args })),
            (None, Some(name), None) => Some(Trigger::Prompt { name: name.clone(), args }),
            (None, None, Some(uri)) if trigger.args.is_none() => Some(Trigger::Resource { uri: uri.clone() }),
            (None, None, Some(_)) => {
                self.report(Problem::of_key(&at.member("args"), "reading a resource takes no arguments"));
                None
            }
            _ => {
                self.report(Problem::new(&at, "a trigger is one of `tool`, `prompt` and `resource`"));
                None
            }
        }
    }

    /// The cases of a suite, with their titles.
    pub(super) fn peer_cases(
        &mut self,
        drafts: Vec<PeerDraft>,
        required: Option<bool>,
        frame: &Frame<'_>,
    ) -> Vec<Case> {
        let kind = |case, required| CaseKind::Peer(Box::new(PeerCase { required, ..case }));
        self.drafted(drafts, frame, required, kind)
    }

    pub(super) fn requests(&mut self, wanted: Vec<RequestExpectation>, at: &Pointer) -> Vec<ExpectedRequest> {
        let wanted = wanted.into_iter().enumerate();
        wanted.map(|(index, wanted)| self.request(wanted, &at.item(index))).collect()
    }

    fn request(&mut self, wanted: RequestExpectation, at: &Pointer) -> ExpectedRequest {
        let expect = wanted.expect.as_ref();
        ExpectedRequest {
            messages: wanted.messages.map(messages),
            context: Vec::new(),
            texts: wanted.contains.unwrap_or_default(),
            members: wanted.params.unwrap_or_default(),
            expect: expect.map(|expect| self.matchers(expect, at.as_str(), &at.member("expect"))).unwrap_or_default(),
        }
    }

    /// Regular expressions that must be found nowhere.
    pub(super) fn forbidden(&mut self, patterns: Vec<String>, at: &Pointer) -> Vec<Absent> {
        for (index, pattern) in patterns.iter().enumerate() {
            self.check_regex(pattern, &at.item(index));
        }
        let absent = |pattern: String| {
            let what = format!("anything like `{pattern}`");
            Absent { what, pattern, except: None, luhn: false }
        };
        patterns.into_iter().map(absent).collect()
    }

    /// Plants secrets in the server's environment and in files; none of them may be told.
    ///
    /// A path is where the server finds it: in its working directory, or in the config's folder where the server is no
    /// process of ours.
    pub(super) fn plant(&mut self, canaries: Canaries, cwd: Option<&Path>, draft: &mut PeerDraft) {
        let title = draft.given.as_ref().unwrap_or(&draft.about).clone();
        let env = canaries.env.unwrap_or_default();
        if !env.is_empty() {
            need_environment(cwd, draft);
        }
        for name in env {
            let canary = canary(&title, &name);
            draft.test.requests.absent.push(absent(&format!("the environment variable `{name}`"), &canary));
            draft.test.client.env.insert(name, canary);
        }
        for path in canaries.files.unwrap_or_default() {
            let canary = canary(&title, &path);
            draft.test.requests.absent.push(absent(&format!("what is in the file `{path}`"), &canary));
            let path = cwd.unwrap_or(&self.base).join(path).display().to_string();
            draft.test.client.files.insert(path, canary);
        }
    }
}

/// Skips the test where the server is no process of ours.
pub(super) fn need_environment(cwd: Option<&Path>, draft: &mut PeerDraft) {
    if cwd.is_none() {
        draft.own.skip.get_or_insert_with(|| Skip::Reason(NO_ENVIRONMENT.to_owned()));
    }
}

/// The capabilities with the one that is tested, asked for directly: as a task only where a test declares that itself.
pub(super) fn declaring(asks: Asks, capabilities: &Value) -> Value {
    let mut declared = capabilities.as_object().cloned().unwrap_or_default();
    let all = match asks {
        Asks::Elicitation => json!({"form": {}, "url": {}}),
        Asks::Sampling => json!({}),
        Asks::Roots => json!({"listChanged": true}),
    };
    declared.shift_remove("tasks");
    declared.entry(asks.capability()).or_insert(all);
    Value::Object(declared)
}

/// The case with a client that cannot be asked: nothing is asked, and the trigger is answered all the same.
pub(super) fn undeclared(case: &mut PeerCase) {
    if let Value::Object(declared) = &mut case.client.capabilities {
        declared.shift_remove(case.asks.capability());
    }
    case.requests.count = Bounds::exactly(0);
}

pub(super) fn messages(messages: Vec<Message>) -> Vec<ExpectedMessage> {
    let message = |message: Message| ExpectedMessage { role: message.role, content: message.content };
    messages.into_iter().map(message).collect()
}

pub(super) fn error(error: &ErrorAnswer) -> PeerReply {
    let message = error.message.clone().unwrap_or_else(|| "an error of the client's".to_owned());
    PeerReply::Error { code: error.code, message }
}

pub(super) fn answer(reply: PeerReply, after_ms: Option<f64>) -> PeerAnswer {
    PeerAnswer { after: after_ms.map_or(Duration::ZERO, millis), reply }
}

/// A text that stands nowhere else, and the same in every run.
pub(super) fn canary(title: &str, place: &str) -> String {
    mark("canary", title, place)
}

/// The same of another kind.
pub(super) fn mark(kind: &str, title: &str, place: &str) -> String {
    // FNV-1a: this is no secret, only a text that nobody writes by chance.
    let byte = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = title.bytes().chain([0]).chain(place.bytes()).fold(0xcbf2_9ce4_8422_2325, byte);
    format!("{kind}-{hash:016x}")
}

pub(super) fn absent(what: &str, text: &str) -> Absent {
    Absent { what: what.to_owned(), pattern: disguise::pattern(text), except: None, luhn: false }
}

/// Members of the first request, by their names in the protocol.
pub(super) fn members<const N: usize>(given: [(&str, Option<Value>); N]) -> Map<String, Value> {
    given.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// A success with this in its text, where something is given.
pub(super) fn in_text(text: Option<String>) -> Option<Expectation> {
    text.map(|text| Expectation::Result(Value::String(text)))
}

/// The trigger fails, or does not.
pub(super) fn ends_in_error(fails: bool) -> Expectation {
    Expectation::Match(mcpvals_model::Matcher::IsError(fails))
}
