//! Suites of tests of resources.

use mcpvals_model::mcp::{unclosed, variables_of};
use mcpvals_model::{
    CaseKind, CompletionCase, Discovery, Expectation, ExpectedContents, ExpectedValues, OfferedList, Reference,
    ResourceAccess, ResourceCase, ResourceTest, Suite, SuiteKind, TemplateAccess,
};
use serde_json::{Map, Value};

use super::call::Expected;
use super::carried::Carried;
use super::draft::Draft as AnyDraft;
use super::suite::{World, head, no_tests, own};
use super::{Lowering, millis};
use crate::error::Problem;
use crate::file::{self, Count, ExpectedError, Matcher, ResourceSuite, VariableCompletion};
use crate::pointer::Pointer;

type Draft = AnyDraft<ResourceTest>;

/// What a test that reads expects.
struct Reading {
    content: Option<Value>,
    mime_type: Option<String>,
    size: Option<Count>,
    error: Option<ExpectedError>,
    expect_error: Option<ExpectedError>,
    latency_ms: Option<f64>,
    expect: Option<Box<Matcher>>,
}

/// Takes it out of a test: the fields of both kinds have the same names.
macro_rules! reading {
    ($test:expr) => {
        Reading {
            content: $test.expected_content.take(),
            mime_type: $test.expected_mime_type.take(),
            size: $test.size,
            error: $test.expected_error.take(),
            expect_error: $test.expect_error.take(),
            latency_ms: $test.max_latency,
            expect: $test.expect.take(),
        }
    };
}

impl Lowering<'_> {
    pub(super) fn resource_suites(
        &mut self,
        suites: Vec<ResourceSuite>,
        world: &World<'_>,
        at: &Pointer,
    ) -> Vec<Suite> {
        let suites = suites.into_iter().enumerate();
        suites.map(|(index, suite)| self.resource_suite(suite, world, &at.item(index))).collect()
    }

    fn resource_suite(&mut self, mut suite: ResourceSuite, world: &World<'_>, at: &Pointer) -> Suite {
        let head = head!(suite);
        let drafts = self.drafts(&mut suite, &head.name, at);
        if drafts.is_empty() {
            self.report(Problem::new(at, no_tests(&head.name)));
        }
        let kind = |test, required| CaseKind::Resource(Box::new(ResourceCase { required, test }));
        self.suite(head, SuiteKind::Resource, world, at, |this, frame| {
            this.drafted(drafts, frame, suite.required, kind)
        })
    }

    fn drafts(&mut self, suite: &mut ResourceSuite, name: &str, at: &Pointer) -> Vec<Draft> {
        let mut drafts = Vec::new();
        let place = at.member("discoveryTests");
        for (index, test) in suite.discovery_tests.take().into_iter().flatten().enumerate() {
            drafts.push(self.discovery(test, place.item(index)));
        }
        for (list, tests) in [("resourceTests", suite.resource_tests.take()), ("tests", suite.tests.take())] {
            let place = at.member(list);
            for (index, test) in tests.into_iter().flatten().enumerate() {
                drafts.push(self.access(test, name, place.item(index)));
            }
        }
        let place = at.member("templateTests");
        for (index, test) in suite.template_tests.take().into_iter().flatten().enumerate() {
            drafts.push(self.template(test, name, place.item(index)));
        }
        let place = at.member("errorTests");
        for (index, test) in suite.error_tests.take().into_iter().flatten().enumerate() {
            drafts.push(self.resource_refusal(test, place.item(index)));
        }
        let place = at.member("subscriptionTests");
        for (index, test) in suite.subscription_tests.take().into_iter().flatten().enumerate() {
            drafts.push(self.subscription(test, place.item(index)));
        }
        drafts
    }

    fn discovery(&mut self, mut test: file::ResourceDiscovery, at: Pointer) -> Draft {
        let of_templates = test.expected_templates.is_some() || test.expected_template_count.is_some();
        if of_templates && (test.expected_resources.is_some() || test.expected_count.is_some()) {
            let message = "a test reads one list: resources or templates, so make two tests of it";
            self.report(Problem::new(&at, message));
        }
        let own = own!(test);
        let (list, count, present, member) = if of_templates {
            let list = OfferedList::ResourceTemplates;
            (list, test.expected_template_count, test.expected_templates, "expectedTemplateCount")
        } else {
            (OfferedList::Resources, test.expected_count, test.expected_resources, "expectedCount")
        };
        let discovery = Discovery {
            list,
            count: count.and_then(|count| self.bounds(count, &at.member(member))),
            present: present.unwrap_or_default(),
            max_latency: test.max_latency.map(millis),
        };
        Draft {
            at,
            given: test.name,
            about: list.method().to_owned(),
            own,
            required: test.required,
            test: ResourceTest::Discovery(discovery),
        }
    }

    fn access(&mut self, mut test: file::ResourceTest, suite: &str, at: Pointer) -> Draft {
        let snapshot = format!("{suite}/{}", test.name.as_ref().unwrap_or(&test.uri));
        let own = own!(test);
        let expected = self.contents(reading!(test), &snapshot, &at);
        if test.expected_annotations.as_ref().is_some_and(Map::is_empty) {
            let message = "no annotations are named, so that nothing is expected of them";
            self.report(Problem::new(&at.member("expectedAnnotations"), message));
        }
        let access = ResourceAccess {
            uri: test.uri.clone(),
            as_listed: test.as_listed.unwrap_or(false),
            annotations: test.expected_annotations.take(),
            expected,
        };
        let (given, about, required) = (test.name, test.uri, test.required);
        Draft { at, given, about, own, required, test: ResourceTest::Access(access) }
    }

    fn template(&mut self, mut test: file::TemplateTest, suite: &str, at: Pointer) -> Draft {
        let named = at.member(if test.template_uri.is_some() { "templateUri" } else { "template" });
        let template = self.either(test.template_uri.take(), test.template.take(), "template", &at);
        if template.is_none() {
            self.report(Problem::new(&at, "`templateUri` is missing"));
        }
        let template = template.unwrap_or_default();
        let snapshot = format!("{suite}/{}", test.name.as_ref().unwrap_or(&template));
        let own = own!(test);
        let expected = self.contents(reading!(test), &snapshot, &at);
        if let Some(pattern) = &test.expected_uri_pattern {
            self.check_regex(pattern, &at.member("expectedUriPattern"));
        }
        let exact = test.expected_uri.map(|uri| format!("^{}$", regex::escape(&uri)));
        let variables = self.either(test.parameters, test.arguments, "arguments", &at).unwrap_or_default();
        if let Some(rest) = unclosed(&template) {
            self.report(Problem::new(&named, format!("a brace of the template is not closed: `{rest}`")));
        }
        let access = TemplateAccess {
            completions: self.completions(test.completions.take(), &template, &variables, &at),
            variables,
            uri_pattern: self.either(test.expected_uri_pattern, exact, "expectedUri", &at),
            template: template.clone(),
            expected,
        };
        self.check_variables(&access, &at);
        let (given, required) = (test.name, test.required);
        Draft { at, given, about: template, own, required, test: ResourceTest::Template(access) }
    }

    fn completions(
        &mut self,
        tests: Option<Vec<VariableCompletion>>,
        template: &str,
        variables: &Map<String, Value>,
        at: &Pointer,
    ) -> Vec<CompletionCase> {
        let (names, at) = (variables_of(template).collect::<Vec<_>>(), at.member("completions"));
        let mut cases = Vec::new();
        for (index, test) in tests.into_iter().flatten().enumerate() {
            let (at, name) = (at.item(index), test.argument.name);
            if !names.contains(&name.as_str()) && unclosed(template).is_none() {
                let message = format!("the template has no variable `{name}`");
                let problem = Problem::new(&at.member("argument").member("name"), message);
                self.report(problem.with_nearest(crate::nearest::nearest(&name, names.iter().copied())));
            }
            let others = variables.iter().filter(|(other, value)| **other != name && !value.is_null());
            let value = test.argument.value.unwrap_or_default();
            cases.push(CompletionCase {
                required: true,
                reference: Reference::Resource(template.to_owned()),
                unknown_type: false,
                context: others.map(|(name, value)| (name.clone(), value.clone())).collect(),
                argument: name,
                expected: ExpectedValues {
                    present: test.expected_values.unwrap_or_default(),
                    absent: test.unexpected_values.unwrap_or_default(),
                    count: test.expected_count.and_then(|count| self.bounds(count, &at.member("expectedCount"))),
                    prefix: test.matches_prefix.unwrap_or_default().then(|| value.clone()),
                    ..ExpectedValues::default()
                },
                value,
            });
        }
        cases
    }

    /// `snapshot` is the name of a snapshot that has none of its own.
    fn contents(&mut self, reading: Reading, snapshot: &str, at: &Pointer) -> ExpectedContents {
        let Reading { content, mime_type, size, error, expect_error, latency_ms, expect } = reading;
        let error = self.either(error, expect_error, "expectError", at);
        if error.is_some() && (content.is_some() || mime_type.is_some() || size.is_some()) {
            let message = "contents and an error are expected, and reading a resource gives one of them";
            self.report(Problem::new(at, message));
        }
        self.check_content(content.as_ref(), at);
        self.check_carried(expect.as_deref(), Carried::Contents, &at.member("expect"));
        let expected = Expected { result: None, error: error.as_ref(), latency_ms, expect: expect.as_deref() };
        ExpectedContents {
            expect: self.expectations(expected, snapshot, at),
            content,
            mime_type,
            size: size.and_then(|size| self.bounds(size, &at.member("size"))),
        }
    }

    /// What is in anything says nothing.
    pub(super) fn check_content(&mut self, content: Option<&Value>, at: &Pointer) {
        let at = at.member("expectedContent");
        let empty = "an empty text is in every text: write `\"expect\": {\"equals\": \"\"}` for an empty one";
        match content {
            Some(Value::String(text)) if text.is_empty() => self.report(Problem::new(&at, empty)),
            Some(Value::Object(members)) if members.is_empty() => {
                self.report(Problem::new(&at, "an object without members is in everything"));
            }
            Some(Value::Array(texts)) => {
                for (index, _) in texts.iter().enumerate().filter(|(_, text)| **text == "") {
                    self.report(Problem::new(&at.item(index), "an empty text is in every text"));
                }
            }
            _ => {}
        }
    }

    /// Each variable of the template has a value (`null` for none), and no other has.
    fn check_variables(&mut self, access: &TemplateAccess, at: &Pointer) {
        if unclosed(&access.template).is_some() {
            return;
        }
        let names: Vec<&str> = variables_of(&access.template).collect();
        let at = at.member("parameters");
        // A template that is to fail may fail for that.
        let is_refused = access.expected.expect.iter().any(|expect| matches!(expect, Expectation::Error(_)));
        for name in names.iter().filter(|name| !is_refused && !access.variables.contains_key(**name)) {
            let message = format!("the template's variable `{name}` has no value: give it one, or `null` for none");
            self.report(Problem::new(&at, message));
        }
        for name in access.variables.keys().filter(|name| !names.contains(&name.as_str())) {
            let message = format!("the template has no variable `{name}`");
            let problem = Problem::of_key(&at.member(name), message);
            self.report(problem.with_nearest(crate::nearest::nearest(name, names.iter().copied())));
        }
    }
}
