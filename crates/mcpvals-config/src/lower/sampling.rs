//! Suites of tests of sampling: what is asked, and what is answered.

use mcpvals_model::profile::{PeerAnswer, PeerReply};
use mcpvals_model::{Asks, ExpectedRequest, MetricName, Playback, Suite, SuiteKind};
use serde_json::{Map, Value, json};

use super::Lowering;
use super::peer::{PeerDraft, PeerSuite, answer, count_of, error, members, messages, triggered, undeclared};
use super::suite::{World, head, no_tests, own};
use crate::error::Problem;
use crate::file::{
    ContextPart, FromModel, IncludedContext, SamplingAnswer, SamplingAnswerDetails, SamplingCapabilityTest,
    SamplingSuite, SamplingTest, UserResponse,
};
use crate::pointer::Pointer;

/// What an answer may be.
const ONE_OF: &str =
    "an answer has one of `text`, `content`, `result`, `fromModel`, `reject: true`, `error` and `silence: true`";
/// What stands in an answer that the user has changed.
const MODIFIED: &str = "This answer was modified by the user.";

impl Lowering<'_> {
    pub(super) fn sampling_suites(
        &mut self,
        suites: Vec<SamplingSuite>,
        world: &World<'_>,
        at: &Pointer,
    ) -> Vec<Suite> {
        let suites = suites.into_iter().enumerate();
        suites.map(|(index, suite)| self.sampling_suite(suite, world, &at.item(index))).collect()
    }

    fn sampling_suite(&mut self, mut suite: SamplingSuite, world: &World<'_>, at: &Pointer) -> Suite {
        let mut head = head!(suite, isolate: None);
        let drafts = self.sampling_drafts(&mut suite, &mut head.name, head.server.as_deref(), world, at);
        if drafts.is_empty() {
            self.report(Problem::new(at, no_tests(&head.name)));
        }
        self.suite(head, SuiteKind::Sampling, world, at, |this, frame| this.peer_cases(drafts, suite.required, frame))
    }

    fn sampling_drafts(
        &mut self,
        suite: &mut SamplingSuite,
        name: &mut str,
        server: Option<&str>,
        world: &World<'_>,
        at: &Pointer,
    ) -> Vec<PeerDraft> {
        let Some(client) = world.client(server) else { return Vec::new() };
        let trigger = suite.trigger.take();
        let cwd = world.cwd(server);
        let frame = PeerSuite { asks: Asks::Sampling, name, client, cwd, trigger: trigger.as_ref() };
        let mut drafts = Vec::new();
        each(suite.capability_tests.take(), &at.member("capabilityTests"), |test, at| {
            drafts.push(self.sampling_capability(test, &frame, at));
        });
        for (list, tests) in [("requestTests", suite.request_tests.take()), ("tests", suite.tests.take())] {
            each(tests, &at.member(list), |test, at| drafts.push(self.sampling_request(test, &frame, at)));
        }
        each(suite.security_tests.take(), &at.member("securityTests"), |test, at| {
            drafts.extend(self.sampling_security(&test, &frame, at));
        });
        each(suite.performance_tests.take(), &at.member("performanceTests"), |test, at| {
            drafts.push(self.sampling_performance(test, &frame, at));
        });
        each(suite.content_tests.take(), &at.member("contentTests"), |test, at| {
            drafts.extend(self.sampling_content(&test, &frame, at));
        });
        each(suite.workflow_tests.take(), &at.member("workflowTests"), |test, at| {
            drafts.push(self.sampling_workflow(test, &frame, at));
        });
        drafts
    }

    fn sampling_capability(
        &mut self,
        mut test: SamplingCapabilityTest,
        suite: &PeerSuite<'_>,
        at: &Pointer,
    ) -> PeerDraft {
        let mut draft = self.peer_draft(suite, MetricName::Capability, triggered!(test), own!(test), at);
        if !test.expected_capability.unwrap_or(true) {
            undeclared(&mut draft.test);
        }
        draft
    }

    fn sampling_request(&mut self, mut test: SamplingTest, suite: &PeerSuite<'_>, at: &Pointer) -> PeerDraft {
        let mut draft = self.peer_draft(suite, MetricName::Request, triggered!(test), own!(test), at);
        if let Some(script) = self.sampling_script(&mut test, at) {
            draft.test.client.answers.sampling = script;
        }
        draft.test.client.answers.cassette = test.cassette.take().map(|file| Playback { file, exchanges: None });
        if let Some(capabilities) = test.capabilities.take() {
            draft.test.client.capabilities = Value::Object(capabilities);
        }
        let declared = draft.test.is_declared() && test.expect_user_approval.unwrap_or(true);
        let count = test.requests.and_then(|count| self.bounds(count, &at.member("requests")));
        draft.test.requests.count = count_of(count, test.expect_requests.as_ref(), declared);
        draft.test.requests.may_ask_secrets = test.may_ask_secrets.unwrap_or(false);
        draft.test.requests.absent = self.forbidden(test.forbidden.take().unwrap_or_default(), &at.member("forbidden"));
        draft.test.requests.in_order = self.sampling_in_order(test, at);
        draft
    }

    /// What the first request must say by the test's own members, and what each must by `expectRequests`.
    fn sampling_in_order(&mut self, test: SamplingTest, at: &Pointer) -> Vec<ExpectedRequest> {
        let list = |texts: Vec<Map<String, Value>>| texts.into_iter().map(Value::Object).collect();
        let expect = test.expect_request.as_ref();
        let (word, parts) = match test.include_context {
            Some(IncludedContext::Word(word)) => (Some(word), Vec::new()),
            Some(IncludedContext::Parts(parts)) => (None, parts),
            None => (None, Vec::new()),
        };
        let first = ExpectedRequest {
            context: parts.into_iter().filter_map(said).collect(),
            messages: test.messages.map(messages),
            texts: test.system_prompt.map(|text| ("systemPrompt".to_owned(), text)).into_iter().collect(),
            members: members([
                ("modelPreferences", test.model_preferences.map(Value::Object)),
                ("maxTokens", test.max_tokens.map(Value::from)),
                ("temperature", test.temperature.map(Value::from)),
                ("stopSequences", test.stop_sequences.map(Value::from)),
                ("includeContext", word.map(Value::from)),
                ("tools", test.tools.map(list)),
                ("metadata", test.metadata.map(Value::Object)),
            ]),
            expect: expect
                .map(|expect| self.matchers(expect, at.as_str(), &at.member("expectRequest")))
                .unwrap_or_default(),
        };
        let listed = self.requests(test.expect_requests.unwrap_or_default(), &at.member("expectRequests"));
        super::elicitation::in_order(first, listed)
    }

    fn sampling_script(&mut self, test: &mut SamplingTest, at: &Pointer) -> Option<Vec<PeerAnswer>> {
        let one = test.answer.take().map(|answer| vec![answer]);
        let member = if test.answers.is_some() { "answers" } else { "answer" };
        let given = self.either(test.answers.take(), one, "answer", at);
        if let (Some(_), Some(_)) = (&given, test.simulate_user_response) {
            let message = "`answers` say what the user does: leave out one of the two";
            self.report(Problem::of_key(&at.member("simulateUserResponse"), message));
        }
        let script = given.map(|given| {
            let at = at.member(member);
            given.into_iter().map(|answer| self.sampling_answer(answer, &at)).collect()
        });
        script.or_else(|| user_response(test.simulate_user_response?))
    }

    fn sampling_answer(&mut self, given: SamplingAnswer, at: &Pointer) -> PeerAnswer {
        let given = match given {
            SamplingAnswer::Text(text) => return PeerReply::text(&text).into(),
            SamplingAnswer::Details(details) => *details,
        };
        let after = given.after;
        answer(self.sampling_reply(given, at), after)
    }

    fn sampling_reply(&mut self, mut given: SamplingAnswerDetails, at: &Pointer) -> PeerReply {
        if let Some(asked) = given.from_model.take() {
            return self.model_reply(&asked, &given, at);
        }
        let (model, stop_reason) = (given.model, given.stop_reason);
        let message = |content: &Value| {
            let PeerReply::Result(mut message) = PeerReply::message(content) else { return PeerReply::Silence };
            if let Some(model) = &model {
                message["model"] = json!(model);
            }
            if let Some(reason) = &stop_reason {
                message["stopReason"] = json!(reason);
            }
            PeerReply::Result(message)
        };
        match (given.text, given.content, given.result, given.reject, given.error, given.silence) {
            (Some(text), None, None, None, None, None) => message(&json!({"type": "text", "text": text})),
            (None, Some(content), None, None, None, None) => message(&content),
            (None, None, Some(result), None, None, None) => PeerReply::Result(Value::Object(result)),
            (None, None, None, Some(true), None, None) => PeerReply::rejected(),
            (None, None, None, None, Some(told), None) => error(&told),
            (None, None, None, None, None, Some(true)) => PeerReply::Silence,
            _ => {
                self.report(Problem::new(at, ONE_OF));
                PeerReply::Silence
            }
        }
    }

    fn model_reply(&mut self, asked: &FromModel, given: &SamplingAnswerDetails, at: &Pointer) -> PeerReply {
        let is_alone = *given == SamplingAnswerDetails { after: given.after, ..SamplingAnswerDetails::default() };
        if is_alone {
            return self.answer_of_model(asked, &at.member("fromModel"));
        }
        self.report(Problem::new(at, ONE_OF));
        PeerReply::Silence
    }
}

/// What of a piece of context must be in a request: its text, its data, or its URI.
fn said(part: ContextPart) -> Option<String> {
    match part.kind.as_deref() {
        Some("text") => part.text,
        Some("resource") => part.uri,
        Some(_) => part.data,
        None => part.text.or(part.data).or(part.uri),
    }
}

/// The script of a user who does the same each time; `None` for the client's own answers.
pub(super) fn user_response(response: UserResponse) -> Option<Vec<PeerAnswer>> {
    match response {
        UserResponse::Approve => None,
        UserResponse::Reject => Some(vec![PeerReply::rejected().into()]),
        UserResponse::Modify => Some(vec![PeerReply::text(MODIFIED).into()]),
    }
}

/// Does something with each test of a list.
pub(super) fn each<T>(tests: Option<Vec<T>>, at: &Pointer, mut take: impl FnMut(T, &Pointer)) {
    for (index, test) in tests.into_iter().flatten().enumerate() {
        take(test, &at.item(index));
    }
}
