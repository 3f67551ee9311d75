//! Calls of tools: the tested one, those of setup and teardown, and those that verify.

use std::collections::BTreeMap;

use mcpvals_model::{CaseId, Expectation, ToolCall, ToolCase, VerifyCall};
use serde_json::Value;

use super::carried::Carried;
use super::{Lowering, millis};
use crate::error::Problem;
use crate::file::{self, ExpectedError, Matcher, SetupCall, ToolTest};
use crate::interpolate::is_name;
use crate::pointer::Pointer;

/// The members by which any call says what it expects.
pub(super) struct Expected<'a> {
    pub(super) result: Option<Value>,
    pub(super) error: Option<&'a ExpectedError>,
    pub(super) latency_ms: Option<f64>,
    pub(super) expect: Option<&'a Matcher>,
}

impl Lowering<'_> {
    pub(super) fn tool_case(&mut self, test: ToolTest, id: &CaseId, at: &Pointer) -> ToolCase {
        let expected = Expected {
            result: test.expected_result,
            error: test.expected_error.as_ref(),
            latency_ms: test.max_latency,
            expect: test.expect.as_deref(),
        };
        let verify = test.verify.into_iter().flatten().enumerate();
        ToolCase {
            call: ToolCall { tool: test.name, args: test.args.unwrap_or_default() },
            expect: self.tool_expectations(expected, id.as_str(), at),
            capture: self.captures(test.capture.as_ref(), &at.member("capture")),
            verify: verify
                .map(|(index, call)| self.verify_call(call, id, index, &at.member("verify").item(index)))
                .collect(),
            invalid_args: test.invalid_args.unwrap_or(false),
        }
    }

    fn verify_call(&mut self, call: file::VerifyCall, id: &CaseId, index: usize, at: &Pointer) -> VerifyCall {
        let expected = Expected {
            result: call.expected_result,
            error: call.expected_error.as_ref(),
            latency_ms: call.max_latency,
            expect: call.expect.as_ref(),
        };
        VerifyCall {
            call: ToolCall { tool: call.name, args: call.args.unwrap_or_default() },
            expect: self.tool_expectations(expected, &format!("{id} verify {}", index + 1), at),
        }
    }

    pub(super) fn setup_calls(&mut self, calls: Option<Vec<SetupCall>>, at: &Pointer) -> Vec<ToolCase> {
        let calls = calls.unwrap_or_default().into_iter().enumerate();
        calls.map(|(index, call)| self.setup_call(call, &at.item(index))).collect()
    }

    fn setup_call(&mut self, call: SetupCall, at: &Pointer) -> ToolCase {
        let expected = Expected {
            result: call.expected_result,
            error: call.expected_error.as_ref(),
            latency_ms: None,
            expect: call.expect.as_ref(),
        };
        ToolCase {
            call: ToolCall { tool: call.name, args: call.args.unwrap_or_default() },
            expect: self.tool_expectations(expected, at.as_str(), at),
            capture: self.captures(call.capture.as_ref(), &at.member("capture")),
            verify: Vec::new(),
            invalid_args: false,
        }
    }

    fn tool_expectations(&mut self, expected: Expected<'_>, snapshot: &str, at: &Pointer) -> Vec<Expectation> {
        self.check_carried(expected.expect, Carried::Blocks, &at.member("expect"));
        self.expectations(expected, snapshot, at)
    }

    /// `snapshot` is the name of a snapshot that has none of its own.
    pub(super) fn expectations(&mut self, expected: Expected<'_>, snapshot: &str, at: &Pointer) -> Vec<Expectation> {
        if expected.result.is_some() && expected.error.is_some() {
            let message = "`expectedResult` and `expectedError` exclude each other: a call succeeds or fails";
            self.report(Problem::of_key(&at.member("expectedError"), message));
        }
        if expected.result.as_ref().is_some_and(|result| *result == "") {
            let message = "an empty text is in every text: write `\"expect\": {\"equals\": \"\"}` for an empty answer";
            self.report(Problem::new(&at.member("expectedResult"), message));
        }
        let result = expected.result.map(Expectation::Result);
        let error = expected.error.map(|error| self.expected_error(error, &at.member("expectedError")));
        let latency = expected.latency_ms.map(|latency| Expectation::Latency(millis(latency)));
        let expect = expected.expect.map(|expect| self.matchers(expect, snapshot, &at.member("expect")));
        let matches = expect.into_iter().flatten().map(Expectation::Match);
        result.into_iter().chain(error).chain(latency).chain(matches).collect()
    }

    fn expected_error(&mut self, error: &ExpectedError, at: &Pointer) -> Expectation {
        match error {
            ExpectedError::Code(code) => Expectation::Match(mcpvals_model::Matcher::ErrorCode(*code)),
            ExpectedError::Text(text) => {
                if text.is_empty() {
                    let message =
                        "an empty text is in every error: write `\"expect\": {\"isError\": true}` for any error";
                    self.report(Problem::new(at, message));
                }
                Expectation::Error(text.clone())
            }
        }
    }

    fn captures(&mut self, captures: Option<&BTreeMap<String, String>>, at: &Pointer) -> BTreeMap<String, String> {
        for (name, path) in captures.into_iter().flatten() {
            let place = at.member(name);
            if !is_name(name) {
                let message = "a captured value's name has letters, digits and `_`, and begins with no digit";
                self.report(Problem::of_key(&place, message));
            }
            self.check_json_path(path, &place, crate::spans::Part::Value);
        }
        captures.cloned().unwrap_or_default()
    }
}
