//! Suites of tests of prompts.

use std::collections::BTreeMap;

use mcpvals_model::{
    CaseKind, Discovery, ExpectedMessage, ExpectedMessages, OfferedList, PromptCall, PromptCase, PromptDiscovery,
    PromptGet, PromptTest, Suite, SuiteKind,
};
use serde_json::Value;

use super::call::Expected;
use super::carried::Carried;
use super::draft::Draft as AnyDraft;
use super::suite::{World, head, no_tests, own};
use super::{Lowering, millis};
use crate::error::Problem;
use crate::file::{self, ExpectedError, Matcher, PromptSuite};
use crate::pointer::Pointer;

pub(super) type Draft = AnyDraft<PromptTest>;

/// What a test that gets a prompt expects.
pub(super) struct Getting {
    pub(super) content: Option<Value>,
    pub(super) messages: Option<Vec<file::Message>>,
    pub(super) error: Option<ExpectedError>,
    pub(super) expect_error: Option<ExpectedError>,
    pub(super) latency_ms: Option<f64>,
    pub(super) expect: Option<Box<Matcher>>,
}

/// Takes it out of a test: the fields of all kinds have the same names.
macro_rules! getting {
    ($test:expr) => {
        $crate::lower::prompt::Getting {
            content: $test.expected_content.take(),
            messages: $test.expected_messages.take(),
            error: $test.expected_error.take(),
            expect_error: $test.expect_error.take(),
            latency_ms: $test.max_latency,
            expect: $test.expect.take(),
        }
    };
}

pub(super) use getting;

impl Lowering<'_> {
    pub(super) fn prompt_suites(&mut self, suites: Vec<PromptSuite>, world: &World<'_>, at: &Pointer) -> Vec<Suite> {
        let suites = suites.into_iter().enumerate();
        suites.map(|(index, suite)| self.prompt_suite(suite, world, &at.item(index))).collect()
    }

    fn prompt_suite(&mut self, mut suite: PromptSuite, world: &World<'_>, at: &Pointer) -> Suite {
        let head = head!(suite);
        let drafts = self.prompt_drafts(&mut suite, &head.name, at);
        let changes = suite.list_changed_tests.take().unwrap_or_default();
        if drafts.is_empty() && changes.is_empty() {
            self.report(Problem::new(at, no_tests(&head.name)));
        }
        let kind = |test, required| CaseKind::Prompt(Box::new(PromptCase { required, test }));
        self.suite(head, SuiteKind::Prompt, world, at, |this, frame| {
            let cases = this.drafted(drafts, frame, suite.required, kind);
            this.with_list_changes(cases, (changes, OfferedList::Prompts), frame, suite.required, at)
        })
    }

    fn prompt_drafts(&mut self, suite: &mut PromptSuite, name: &str, at: &Pointer) -> Vec<Draft> {
        let mut drafts = Vec::new();
        let place = at.member("discoveryTests");
        for (index, test) in suite.discovery_tests.take().into_iter().flatten().enumerate() {
            drafts.push(self.prompt_discovery(test, place.item(index)));
        }
        for (list, tests) in [("promptTests", suite.prompt_tests.take()), ("tests", suite.tests.take())] {
            let place = at.member(list);
            for (index, test) in tests.into_iter().flatten().enumerate() {
                drafts.push(self.prompt_get(test, name, place.item(index)));
            }
        }
        self.probe_drafts(suite, name, at, &mut drafts);
        drafts
    }

    fn prompt_discovery(&mut self, mut test: file::PromptDiscovery, at: Pointer) -> Draft {
        let own = own!(test);
        let list = Discovery {
            list: OfferedList::Prompts,
            count: test.expected_count.and_then(|count| self.bounds(count, &at.member("expectedCount"))),
            present: test.expected_prompts.unwrap_or_default(),
            max_latency: test.max_latency.map(millis),
        };
        let of_prompt = |listed: BTreeMap<String, file::ListedArgument>| {
            listed.into_iter().map(|(name, argument)| (name, argument.required)).collect()
        };
        let arguments = test.expected_arguments.unwrap_or_default();
        let arguments = arguments.into_iter().map(|(prompt, listed)| (prompt, of_prompt(listed))).collect();
        let (about, required) = (list.list.method().to_owned(), test.required);
        let test = (test.name, PromptTest::Discovery(PromptDiscovery { list, arguments }));
        Draft { at, given: test.0, about, own, required, test: test.1 }
    }

    fn prompt_get(&mut self, mut test: file::PromptTest, suite: &str, at: Pointer) -> Draft {
        // In version 0.1.0, `name` is the prompt.
        let (given, prompt) = match (test.name.take(), test.prompt.take()) {
            (title, Some(prompt)) => (title, prompt),
            (name, None) => (None, self.prompt_name(name, "name", &at)),
        };
        let own = own!(test);
        let snapshot = format!("{suite}/{}", given.as_ref().unwrap_or(&prompt));
        let args = self.either(test.args.take(), test.arguments.take(), "arguments", &at).unwrap_or_default();
        let expected = self.messages(getting!(test), &snapshot, &at);
        let get = PromptGet { call: PromptCall { prompt: prompt.clone(), args }, expected };
        Draft { at, given, about: prompt, own, required: test.required, test: PromptTest::Get(get) }
    }

    pub(super) fn prompt_name(&mut self, name: Option<String>, member: &str, at: &Pointer) -> String {
        if name.is_none() {
            self.report(Problem::new(at, format!("`{member}` is missing: which prompt?")));
        }
        name.unwrap_or_default()
    }

    /// `snapshot` is the name of a snapshot that has none of its own.
    pub(super) fn messages(&mut self, getting: Getting, snapshot: &str, at: &Pointer) -> ExpectedMessages {
        let Getting { content, messages, error, expect_error, latency_ms, expect } = getting;
        let error = self.either(error, expect_error, "expectError", at);
        if error.is_some() && (content.is_some() || messages.is_some()) {
            let message = "messages and an error are expected, and getting a prompt gives one of them";
            self.report(Problem::new(at, message));
        }
        self.check_content(content.as_ref(), at);
        self.check_carried(expect.as_deref(), Carried::Blocks, &at.member("expect"));
        let expected = Expected { result: None, error: error.as_ref(), latency_ms, expect: expect.as_deref() };
        let message = |message: file::Message| ExpectedMessage { role: message.role, content: message.content };
        ExpectedMessages {
            expect: self.expectations(expected, snapshot, at),
            content,
            messages: messages.map(|list| list.into_iter().map(message).collect()),
            some: false,
        }
    }
}
