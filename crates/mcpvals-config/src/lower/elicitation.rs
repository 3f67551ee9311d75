//! Suites of tests of elicitation and of roots.

use mcpvals_model::profile::{PeerAnswer, PeerReply, Root};
use mcpvals_model::{Asks, Bounds, ExpectedRequest, MetricName, PeerCase, Suite, SuiteKind};
use serde_json::{Map, Value, json};

use super::Lowering;
use super::peer::{PeerDraft, PeerSuite, answer, count_of, ends_in_error, error, members, triggered, undeclared};
use super::sampling::each;
use super::suite::{World, head, no_tests, own};
use crate::error::Problem;
use crate::file::{
    ElicitationAction, ElicitationAnswer, ElicitationCapability, ElicitationCapabilityTest, ElicitationMode,
    ElicitationSuite, ElicitationTest, RootEntry, RootsChange, RootsSuite, RootsTest,
};
use crate::pointer::Pointer;

impl Lowering<'_> {
    pub(super) fn elicitation_suites(
        &mut self,
        suites: Vec<ElicitationSuite>,
        world: &World<'_>,
        at: &Pointer,
    ) -> Vec<Suite> {
        let suites = suites.into_iter().enumerate();
        suites.map(|(index, suite)| self.elicitation_suite(suite, world, &at.item(index))).collect()
    }

    fn elicitation_suite(&mut self, mut suite: ElicitationSuite, world: &World<'_>, at: &Pointer) -> Suite {
        let head = head!(suite, isolate: None);
        let mut drafts = Vec::new();
        if let Some(client) = world.client(head.server.as_deref()) {
            let trigger = suite.trigger.take();
            let cwd = world.cwd(head.server.as_deref());
            let frame = PeerSuite { asks: Asks::Elicitation, name: &head.name, client, cwd, trigger: trigger.as_ref() };
            each(suite.capability_tests.take(), &at.member("capabilityTests"), |test, at| {
                drafts.push(self.elicitation_capability(test, &frame, at));
            });
            for (list, tests) in [("elicitationTests", suite.elicitation_tests.take()), ("tests", suite.tests.take())] {
                each(tests, &at.member(list), |test, at| drafts.push(self.elicitation_test(test, &frame, at)));
            }
        }
        if drafts.is_empty() {
            self.report(Problem::new(at, no_tests(&head.name)));
        }
        self.suite(head, SuiteKind::Elicitation, world, at, |this, frame| {
            this.peer_cases(drafts, suite.required, frame)
        })
    }

    fn elicitation_capability(
        &mut self,
        mut test: ElicitationCapabilityTest,
        suite: &PeerSuite<'_>,
        at: &Pointer,
    ) -> PeerDraft {
        let mut draft = self.peer_draft(suite, MetricName::Capability, triggered!(test), own!(test), at);
        match test.expected_capability {
            None | Some(ElicitationCapability::All(true)) => {}
            Some(ElicitationCapability::All(false)) => undeclared(&mut draft.test),
            Some(ElicitationCapability::Only(mode)) => {
                draft.test.client.capabilities["elicitation"] = json!({mode_name(mode): {}});
                // One that needs the other mode cannot ask; one that asks in the other mode breaks the protocol.
                draft.test.requests.count = Bounds { min: Some(0), max: None };
            }
        }
        draft
    }

    fn elicitation_test(&mut self, mut test: ElicitationTest, suite: &PeerSuite<'_>, at: &Pointer) -> PeerDraft {
        let mut draft = self.peer_draft(suite, MetricName::Request, triggered!(test), own!(test), at);
        if let Some(script) = self.elicitation_script(&mut test, at) {
            draft.test.client.answers.elicitation = script;
        }
        if test.invalid_content.is_some() && draft.test.expect.is_empty() {
            draft.test.expect.push(ends_in_error(true));
        }
        if let Some(capabilities) = test.capabilities.take() {
            draft.test.client.capabilities = Value::Object(capabilities);
        }
        let count = test.requests.and_then(|count| self.bounds(count, &at.member("requests")));
        draft.test.requests.count = count_of(count, test.expect_requests.as_ref(), draft.test.is_declared());
        draft.test.requests.absent = self.forbidden(test.forbidden.take().unwrap_or_default(), &at.member("forbidden"));
        draft.test.requests.may_ask_secrets = test.may_ask_secrets.unwrap_or(false);
        draft.test.requests.in_order = self.elicitation_in_order(test, at);
        draft
    }

    fn elicitation_in_order(&mut self, test: ElicitationTest, at: &Pointer) -> Vec<ExpectedRequest> {
        let texts = [("message", test.message), ("url", test.url)];
        // A form needs no `mode`, so that there is nothing to compare with.
        let mode = test.mode.filter(|mode| *mode == ElicitationMode::Url).map(|mode| json!(mode_name(mode)));
        let expect = test.expect_request.as_ref();
        let mut expect =
            expect.map(|expect| self.matchers(expect, at.as_str(), &at.member("expectRequest"))).unwrap_or_default();
        if test.mode == Some(ElicitationMode::Form) {
            let schema = json!({"required": ["requestedSchema"], "properties": {"mode": {"const": "form"}}});
            expect.push(mcpvals_model::Matcher::Schema(schema));
        }
        let first = ExpectedRequest {
            messages: None,
            context: Vec::new(),
            texts: texts.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?))).collect(),
            members: members([("mode", mode), ("requestedSchema", test.requested_schema.map(Value::Object))]),
            expect,
        };
        let listed = self.requests(test.expect_requests.unwrap_or_default(), &at.member("expectRequests"));
        in_order(first, listed)
    }

    fn elicitation_script(&mut self, test: &mut ElicitationTest, at: &Pointer) -> Option<Vec<PeerAnswer>> {
        let one = test.answer.take().map(|answer| vec![answer]);
        let given = self.either(test.answers.take(), one, "answer", at);
        if let Some(invalid) = &test.invalid_content {
            if given.is_some() {
                let message = "`invalidContent` is the answer: leave out the other";
                self.report(Problem::of_key(&at.member("invalidContent"), message));
            }
            return Some(vec![PeerReply::Invalid(invalid.clone()).into()]);
        }
        let given = given?;
        Some(given.into_iter().map(|answer| self.elicitation_answer(answer, &at.member("answers"))).collect())
    }

    fn elicitation_answer(&mut self, given: ElicitationAnswer, at: &Pointer) -> PeerAnswer {
        let given = match given {
            ElicitationAnswer::Action(action) => return acted(action).into(),
            ElicitationAnswer::Details(details) => *details,
        };
        let reply = match (given.content, given.exactly, given.action, given.error, given.silence) {
            (Some(content), None, None, None, None) => PeerReply::Form(content),
            (None, Some(content), None, None, None) => accepted_with(&content),
            (None, None, Some(action), None, None) => acted(action),
            (None, None, None, Some(told), None) => error(&told),
            (None, None, None, None, Some(true)) => PeerReply::Silence,
            _ => {
                let message = "an answer has one of `content`, `exactly`, `action`, `error` and `silence: true`";
                self.report(Problem::new(at, message));
                PeerReply::Silence
            }
        };
        answer(reply, given.after)
    }

    pub(super) fn roots_suites(&mut self, suites: Vec<RootsSuite>, world: &World<'_>, at: &Pointer) -> Vec<Suite> {
        let suites = suites.into_iter().enumerate();
        suites.map(|(index, suite)| self.roots_suite(suite, world, &at.item(index))).collect()
    }

    fn roots_suite(&mut self, mut suite: RootsSuite, world: &World<'_>, at: &Pointer) -> Suite {
        let head = head!(suite, isolate: None);
        let mut drafts = Vec::new();
        if let Some(client) = world.client(head.server.as_deref()) {
            let trigger = suite.trigger.take();
            let cwd = world.cwd(head.server.as_deref());
            let frame = PeerSuite { asks: Asks::Roots, name: &head.name, client, cwd, trigger: trigger.as_ref() };
            for (list, tests) in [("rootsTests", suite.roots_tests.take()), ("tests", suite.tests.take())] {
                each(tests, &at.member(list), |test, at| drafts.push(self.roots_test(test, &frame, at)));
            }
        }
        if drafts.is_empty() {
            self.report(Problem::new(at, no_tests(&head.name)));
        }
        self.suite(head, SuiteKind::Roots, world, at, |this, frame| this.peer_cases(drafts, suite.required, frame))
    }

    /// The list after the change differs from the one before, or a server that keeps the first would not be seen.
    fn change_roots(&mut self, change: RootsChange, case: &mut PeerCase, at: &Pointer) {
        let answers = &mut case.client.answers;
        let changed: Vec<Root> = match change {
            RootsChange::OneMore(false) => return,
            RootsChange::OneMore(true) => {
                let folders = [".", "/"].map(|folder| self.root(&RootEntry::Path(folder.to_owned())));
                let new = folders.into_iter().find(|folder| !answers.roots.contains(folder));
                answers.roots.iter().cloned().chain(new).collect()
            }
            RootsChange::To(roots) => roots.iter().map(|entry| self.root(entry)).collect(),
        };
        if changed == answers.roots || changed.is_empty() {
            self.report(Problem::of_key(&at.member("change"), "these are the roots that there were, or none"));
        }
        answers.changed_roots = changed;
        case.roots_change = true;
    }

    fn roots_test(&mut self, mut test: RootsTest, suite: &PeerSuite<'_>, at: &Pointer) -> PeerDraft {
        let metric = if test.expected_capability.is_some() { MetricName::Capability } else { MetricName::Request };
        let mut draft = self.peer_draft(suite, metric, triggered!(test), own!(test), at);
        if let Some(roots) = &test.roots {
            draft.test.client.answers.roots = roots.iter().map(|entry| self.root(entry)).collect();
        }
        if let Some(change) = test.change.take() {
            self.change_roots(change, &mut draft.test, at);
        }
        if test.expected_capability == Some(false) {
            undeclared(&mut draft.test);
        }
        if let Some(count) = test.requests.and_then(|count| self.bounds(count, &at.member("requests"))) {
            draft.test.requests.count = count;
        }
        draft
    }
}

/// What is expected of the first request stands beside what is expected of all.
pub(super) fn in_order(first: ExpectedRequest, mut listed: Vec<ExpectedRequest>) -> Vec<ExpectedRequest> {
    if first == ExpectedRequest::default() {
        return listed;
    }
    match listed.first_mut() {
        None => listed.push(first),
        Some(same) => {
            same.messages = first.messages.or(same.messages.take());
            same.texts.extend(first.texts);
            same.members.extend(first.members);
            same.expect.extend(first.expect);
        }
    }
    listed
}

fn mode_name(mode: ElicitationMode) -> &'static str {
    match mode {
        ElicitationMode::Form => "form",
        ElicitationMode::Url => "url",
    }
}

fn acted(action: ElicitationAction) -> PeerReply {
    match action {
        ElicitationAction::Accept => PeerReply::Form(Map::new()),
        ElicitationAction::Decline => PeerReply::action("decline"),
        ElicitationAction::Cancel => PeerReply::action("cancel"),
    }
}

fn accepted_with(content: &Map<String, Value>) -> PeerReply {
    PeerReply::Result(json!({"action": "accept", "content": content}))
}
