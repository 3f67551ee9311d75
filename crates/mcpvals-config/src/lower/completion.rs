//! Suites of tests of completion.

use mcpvals_model::{CaseKind, CompletionCase, Expectation, ExpectedValues, Matcher, Reference, Suite, SuiteKind};
use serde_json::{Map, Value};

use super::Lowering;
use super::call::Expected;
use super::carried::Carried;
use super::draft::Draft;
use super::suite::{World, head, no_tests, own};
use crate::error::Problem;
use crate::file::{self, CompletionSuite, ReferenceKind};
use crate::pointer::Pointer;

/// JSON-RPC 2.0: what the protocol asks for where a reference is none (server/utilities/completion#error-handling).
const INVALID_PARAMS: i64 = -32602;

impl Lowering<'_> {
    pub(super) fn completion_suites(
        &mut self,
        suites: Vec<CompletionSuite>,
        world: &World<'_>,
        at: &Pointer,
    ) -> Vec<Suite> {
        let suites = suites.into_iter().enumerate();
        suites.map(|(index, suite)| self.completion_suite(suite, world, &at.item(index))).collect()
    }

    fn completion_suite(&mut self, mut suite: CompletionSuite, world: &World<'_>, at: &Pointer) -> Suite {
        let (head, tests) = (head!(suite), at.member("tests"));
        if suite.tests.is_empty() {
            self.report(Problem::new(at, no_tests(&head.name)));
        }
        let drafts = suite.tests.into_iter().enumerate();
        let drafts: Vec<_> = drafts.map(|(index, test)| self.completion(test, &head.name, tests.item(index))).collect();
        let kind = |case, required| CaseKind::Completion(Box::new(CompletionCase { required, ..case }));
        self.suite(head, SuiteKind::Completion, world, at, |this, frame| {
            this.drafted(drafts, frame, suite.required, kind)
        })
    }

    fn completion(&mut self, mut test: file::CompletionTest, suite: &str, at: Pointer) -> Draft<CompletionCase> {
        let own = own!(test);
        let reference = self.reference(test.reference, &at.member("ref"));
        let unknown_type = test.unknown_ref_type.unwrap_or_default();
        let about = if unknown_type { "a reference of an unknown type" } else { reference.text() };
        let about = format!("{} of {about}", test.argument.name);
        let snapshot = format!("{suite}/{}", test.name.as_ref().unwrap_or(&about));
        let error = self.either(test.expect_error.take(), test.expected_error.take(), "expectedError", &at);
        let prefix = test.matches_prefix.unwrap_or_default();
        let values =
            test.expected_values.is_some() || test.expected_count.is_some() || test.has_more.is_some() || prefix;
        if (error.is_some() || unknown_type) && values {
            let message = "values and an error are expected, and completing gives one of them";
            self.report(Problem::new(&at, message));
        }
        self.check_carried(test.expect.as_deref(), Carried::Nothing, &at.member("expect"));
        let expected = Expected {
            result: None,
            error: error.as_ref(),
            latency_ms: test.max_latency,
            expect: test.expect.as_deref(),
        };
        let mut expect = self.expectations(expected, &snapshot, &at);
        if unknown_type && error.is_none() && test.expect.is_none() {
            expect.push(Expectation::Match(Matcher::ErrorCode(INVALID_PARAMS)));
        }
        let value = test.argument.value.unwrap_or_default();
        let expected = ExpectedValues {
            expect,
            present: test.expected_values.unwrap_or_default(),
            absent: test.unexpected_values.unwrap_or_default(),
            count: test.expected_count.and_then(|count| self.bounds(count, &at.member("expectedCount"))),
            prefix: prefix.then(|| value.clone()),
            has_more: test.has_more,
        };
        let case = CompletionCase {
            required: false,
            reference,
            unknown_type,
            argument: test.argument.name,
            value,
            context: context(test.context.unwrap_or_default()),
            expected,
        };
        Draft { at, given: test.name, about, own, required: test.required, test: case }
    }

    fn reference(&mut self, reference: file::Reference, at: &Pointer) -> Reference {
        let file::Reference { prompt, resource, kind, name, uri } = reference;
        match (prompt, resource, kind, name, uri) {
            (Some(prompt), None, None, None, None) | (None, None, Some(ReferenceKind::Prompt), Some(prompt), None) => {
                Reference::Prompt(prompt)
            }
            (None, Some(uri), None, None, None) | (None, None, Some(ReferenceKind::Resource), None, Some(uri)) => {
                Reference::Resource(uri)
            }
            _ => {
                let message = "give one of `prompt` and `resource`, or `type` with `name` or `uri`";
                self.report(Problem::new(at, message));
                Reference::Prompt(String::new())
            }
        }
    }
}

/// The protocol has the values below `arguments`; a prompt with an argument of that name would have an object there only
/// by mistake.
fn context(mut context: Map<String, Value>) -> Map<String, Value> {
    match (context.len(), context.remove("arguments")) {
        (1, Some(Value::Object(arguments))) => arguments,
        (_, Some(other)) => {
            context.insert("arguments".to_owned(), other);
            context
        }
        (_, None) => context,
    }
}
