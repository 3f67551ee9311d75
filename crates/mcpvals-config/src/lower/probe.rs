//! Tests of prompts that make several requests: arguments, templates, security.

use mcpvals_model::{
    Demand, Expectation, Injection, InjectionDemand, Matcher, PromptArguments, PromptCall, PromptGet, PromptSecurity,
    PromptTemplate, PromptTest,
};
use serde_json::Value;

use super::call::Expected;
use super::prompt::{Draft, getting};
use super::suite::own;
use super::{Lowering, millis};
use crate::error::Problem;
use crate::file::{self, Input, PromptSuite, Sanitized, Substitution};
use crate::pointer::Pointer;

impl Lowering<'_> {
    pub(super) fn probe_drafts(&mut self, suite: &mut PromptSuite, name: &str, at: &Pointer, drafts: &mut Vec<Draft>) {
        let only = only_prompt(drafts);
        let only = only.as_deref();
        let place = at.member("argumentTests");
        for (index, test) in suite.argument_tests.take().into_iter().flatten().enumerate() {
            drafts.push(self.prompt_arguments(test, only, place.item(index)));
        }
        let place = at.member("templateTests");
        for (index, test) in suite.template_tests.take().into_iter().flatten().enumerate() {
            drafts.push(self.prompt_template(test, (name, only), place.item(index)));
        }
        let place = at.member("securityTests");
        for (index, test) in suite.security_tests.take().into_iter().flatten().enumerate() {
            drafts.push(self.prompt_security(test, only, place.item(index)));
        }
    }

    /// The README of version 0.1.0 names none: `only` is the one that the suite is about.
    fn named_prompt(&mut self, names: [Option<String>; 2], only: Option<&str>, at: &Pointer) -> String {
        let [name, prompt] = names;
        let name = self.either(name, prompt, "prompt", at);
        name.or_else(|| only.map(str::to_owned)).unwrap_or_default()
    }

    fn prompt_arguments(&mut self, mut test: file::PromptArguments, only: Option<&str>, at: Pointer) -> Draft {
        let own = own!(test);
        let prompt = self.named_prompt([test.prompt_name.take(), test.prompt.take()], only, &at);
        let error = self.either(test.expect_error.take(), test.expected_error.take(), "expectedError", &at);
        let expected = Expected { result: None, error: error.as_ref(), latency_ms: None, expect: None };
        let arguments = PromptArguments {
            call: PromptCall { prompt: prompt.clone(), args: test.valid_args.unwrap_or_default() },
            required: test.required_args,
            optional: test.optional_args,
            invalid: test.invalid_args.map(Value::Object),
            unknown: test.unknown_args.map(demand),
            wrong_types: test.wrong_types.map(demand),
            refusal: self.expectations(expected, "", &at).into_iter().next(),
            max_latency: test.max_latency.map(millis),
        };
        let about = format!("{prompt} arguments");
        let (given, required) = (test.name, test.required);
        Draft { at, given, about, own, required, test: PromptTest::Arguments(arguments) }
    }

    fn prompt_template(
        &mut self,
        mut test: file::PromptTemplate,
        (suite, only): (&str, Option<&str>),
        at: Pointer,
    ) -> Draft {
        let own = own!(test);
        let prompt = self.named_prompt([test.prompt_name.take(), test.prompt.take()], only, &at);
        let about = format!("{prompt} template");
        let snapshot = format!("{suite}/{}", test.name.as_ref().unwrap_or(&about));
        let args = self.either(test.args.take(), test.arguments.take(), "arguments", &at).unwrap_or_default();
        let mut expected = self.messages(getting!(test), &snapshot, &at);
        let patterns = [
            ("expectedPatterns", test.expected_patterns.take(), Matcher::Contains as fn(Vec<String>) -> Matcher),
            ("unexpectedPatterns", test.unexpected_patterns.take(), Matcher::NotContains),
        ];
        for (member, texts, matcher) in patterns {
            let texts = texts.unwrap_or_default();
            for index in texts.iter().enumerate().filter(|(_, text)| text.is_empty()).map(|(index, _)| index) {
                self.report(Problem::new(&at.member(member).item(index), "an empty text is in every text"));
            }
            expected.expect.extend((!texts.is_empty()).then(|| Expectation::Match(matcher(texts))));
        }
        expected.some = test.validate_structure.unwrap_or(true);
        let substitution = match test.substitution.take() {
            Some(Substitution::All(true)) => args.keys().cloned().collect(),
            Some(Substitution::Named(names)) => names,
            Some(Substitution::All(false)) | None => Vec::new(),
        };
        let call = PromptCall { prompt, args };
        let template = PromptTemplate { get: PromptGet { call, expected }, substitution };
        let (given, required) = (test.name, test.required);
        Draft { at, given, about, own, required, test: PromptTest::Template(template) }
    }

    fn prompt_security(&mut self, mut test: file::PromptSecurity, only: Option<&str>, at: Pointer) -> Draft {
        let own = own!(test);
        let prompt = self.named_prompt([test.prompt_name.take(), test.prompt.take()], only, &at);
        let args = self.either(test.args.take(), test.arguments.take(), "arguments", &at).unwrap_or_default();
        let rejected = test.expect_rejection.unwrap_or(false);
        if test.expect_rejection.is_some() && test.malicious_inputs.is_none() {
            let message = "`expectRejection` speaks of `maliciousInputs`, which are missing";
            self.report(Problem::of_key(&at.member("expectRejection"), message));
        }
        let injections = test.injection_attempts.into_iter().flatten().map(|input| (input, InjectionDemand::Data));
        let refused = if rejected { InjectionDemand::Refused } else { InjectionDemand::Data };
        let malicious = test.malicious_inputs.into_iter().flatten().map(|input| (input, refused.clone()));
        let sanitized = test.sanitization_tests.into_iter().flatten();
        let sanitized = sanitized.map(|test| (test.input, sanitized_demand(test.expected_sanitization)));
        let all = injections.chain(malicious).chain(sanitized);
        let security = PromptSecurity {
            call: PromptCall { prompt: prompt.clone(), args },
            injections: all.map(|(input, must)| Injection { input: input_value(input), must }).collect(),
            max_latency: test.max_latency.map(millis),
        };
        let about = format!("{prompt} security");
        let (given, required) = (test.name, test.required);
        Draft { at, given, about, own, required, test: PromptTest::Security(security) }
    }
}

/// The prompt that is got in the suite, where it is one.
fn only_prompt(drafts: &[Draft]) -> Option<String> {
    let mut prompts = drafts.iter().filter_map(|draft| draft.test.call()).map(|call| call.prompt.as_str());
    let first = prompts.next()?;
    prompts.all(|prompt| prompt == first).then(|| first.to_owned())
}

fn demand(demand: file::Demand) -> Demand {
    match demand {
        file::Demand::Accept => Demand::Accept,
        file::Demand::Refuse => Demand::Refuse,
    }
}

fn sanitized_demand(wanted: Sanitized) -> InjectionDemand {
    match wanted {
        Sanitized::Changed(true) => InjectionDemand::Sanitized,
        Sanitized::Changed(false) => InjectionDemand::Kept,
        Sanitized::To(text) => InjectionDemand::Becomes(text),
    }
}

fn input_value(input: Input) -> Value {
    match input {
        Input::Text(text) => Value::String(text),
        Input::Args(args) => Value::Object(args),
    }
}
